"""Proposals, their debate, and what the Moderator is asked of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.events.kind import Event, Upcaster, were_words
from nomic_mail.game.numbers import whole
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.parts import (
    Bound,
    ChangeRecord,
    ProposalRecord,
    Record,
    Remark,
    RuleForm,
    Wording,
)
from nomic_mail.game.record.story import Moment, Story, proposed_in
from nomic_mail.game.state import Binding, Proposal, State, without_those_of
from nomic_mail.game.unchanging import without
from nomic_mail.game.words import Clauses, Words


def _in_the_record(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "target": change.target,
        "amendment": change.amendment,
        "title": change.title,
        "text": change.text,
        "effects": change.effects or (),
        "effects_kept": change.effects is None and change.kind in ("amend", "transmute"),
        "chosen": change.chosen,
    }


class _Worded(Event, frozen=True, kw_only=True):
    """What is proposed, or proposed anew, in its own words; `more` are the other changes of it, and
    `power` is what it declares."""

    BESIDE = ("more", "power")
    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {3: were_words("warnings")}

    number: int
    revision: int
    by: int
    change: Change
    more: tuple[Change, ...] = ()
    power: str = ""
    callable_from: datetime
    opens_at: datetime
    warnings: tuple[Phrase, ...]
    letter: str

    def fold(self, state: State) -> State:
        house = state.settings
        gone = (one for one in state.proposals.values() if one.withdrawn and one.by == self.by)
        was = next((one.number for one in gone if one.number != self.number), None)
        old = state.proposals.get(self.number if was is None else was)
        debate = max(house.debate_min, house.debate_max)
        if state.is_open:
            debate = max(debate, self.opens_at - self.at)
        proposal = Proposal(
            number=self.number,
            by=self.by,
            revision=self.revision,
            change=self.change,
            more=self.more,
            power=self.power,
            made_at=self.at,
            callable_from=self.callable_from,
            opens_at=self.opens_at,
            changes_until=old.changes_until if old is not None else self.at + debate,
            warnings=self.warnings,
            instead_of=was if was is not None else old.instead_of if old is not None else None,
        )
        turn, moving, asked = state.turn, state.moving, state.asked
        if turn is not None and turn.procedure == "turns":
            turn, moving, asked = replace(turn, due_at=None), self.by, ""
        elif state.is_open:
            moving = self.by
        next_number = max(state.next_number, self.number + 1)
        others = state.proposals if was is None else without(state.proposals, was)
        return replace(
            state,
            proposals={**others, self.number: proposal},
            bindings=without_those_of(state.bindings, self.number),
            turn=turn,
            next_number=next_number,
            numbers=state.numbers.proposed(self.number, state.next_number),
            asked=asked,
            moving=moving,
        )

    def keep(self, record: Record, before: State) -> None:
        """Its own changed version opens a withdrawn proposal again (108)."""
        turn = before.turn.number if before.turn else None
        proposal = record.proposals.setdefault(
            self.number, ProposalRecord(number=self.number, by=self.by, turn=turn)
        )
        wording = Wording(
            revision=self.revision,
            at=self.at,
            **_in_the_record(self.change),
            warnings=self.warnings,
            more=tuple(ChangeRecord(**_in_the_record(one)) for one in self.more),
            power=self.power,
        )
        proposal.revisions.append(wording)
        proposal.outcome, proposal.closed_at = "open", None
        proposal.bound, proposal.bound_parts = None, {}

    def moment(self, story: Story) -> Moment:
        state = story.state
        before = state.proposals.get(self.number)
        facts = {
            "number": self.number,
            "revision": self.revision,
            "by": state.name_of(self.by),
            "change": proposed_in(self, state),
            "was": proposed_in(before, state) if before else None,
            "warnings": self.warnings,
        }
        story.of = self.number
        kind = "proposed" if self.revision == 1 else "revised"
        return Moment(self.at, kind, facts, (self.number,))


class ProposalMade(_Worded, frozen=True, kw_only=True):
    """Revision 1 of a number, or a later one of a withdrawn proposal's changed version (108)."""


class ProposalRevised(_Worded, frozen=True, kw_only=True):
    """111: the proponent decides the final form."""


class ProposalWithdrawn(Event, frozen=True, kw_only=True):
    number: int
    by: int
    due_at: datetime | None

    def fold(self, state: State) -> State:
        old, turn = state.proposals.get(self.number), state.turn
        poll = state.polls.get(self.number)
        if old is None:
            return state
        if poll is not None:  # its vote comes to nothing
            return state.with_poll(replace(poll, withdrawn=True))
        if turn is not None and turn.procedure == "turns":
            turn = replace(turn, due_at=self.due_at)
        gone = without(state.proposals, self.number)
        if not state.is_open:  # something else may come in its place (108)
            gone = {**state.proposals, self.number: replace(old, withdrawn=True)}
        return replace(
            state,
            proposals=gone,
            bindings=without_those_of(state.bindings, self.number),
            turn=turn,
        )

    def keep(self, record: Record, before: State) -> None:
        proposal = record.proposals[self.number]
        proposal.outcome, proposal.closed_at = "withdrawn", self.at

    def moment(self, story: Story) -> Moment:
        facts = {"number": self.number, "by": story.state.name_of(self.by)}
        story.of = self.number
        return Moment(self.at, "withdrawn", facts, (self.number,))


class Discussed(Event, frozen=True, kw_only=True):
    """Its words are sealed, and the record opens them at once: so they can be taken out again, and
    the chain holds (`TalkRemoved`)."""

    MOVES_NOTHING = True
    SEALED = ("text", "letter")
    SEALED_SINCE = 2
    ERASABLE = True

    seat: int
    text: Words
    letter: str

    def keep(self, record: Record, before: State) -> None:
        """Where several proposals are debated together, it is kept with the talk of the game."""
        remark = Remark(self.at, self.seat, self.text, before.version + 1)
        one = before.proposal if len(before.proposals) == 1 else None
        (record.proposals[one.number].debate if one else record.talk).append(remark)

    def comes_with(self, state: State) -> bool:
        return True

    def moment(self, story: Story) -> Moment:
        """It belongs to whatever is debated or voted on at the time."""
        number = 0 if story.told else story.state.version + 1
        facts = {"name": story.name_of(self.seat), "text": self.text, "number": number}
        return Moment(self.at, "said", facts, story.live)


class BindingAsked(Event, frozen=True, kw_only=True):
    """A rule with clauses is to have a new text, and the proposal has no Effects block: unless the
    Moderator answers otherwise, the rule keeps `clauses`."""

    MOMENT = ()

    number: int
    target: int
    clauses: Clauses

    def fold(self, state: State) -> State:
        bindings = {**state.bindings, self.number: Binding(clauses=self.clauses)}
        return replace(state, bindings=bindings)


class RuleBound(Event, frozen=True, kw_only=True):
    """What a rule, or a proposal still under debate, makes the server do from now on (107)."""

    number: int
    answer: Literal["keep", "drop", "bind"]
    clauses: Clauses

    def fold(self, state: State) -> State:
        """A rule in force is bound at once; a proposal, when it is adopted."""
        rule = state.rules.get(self.number)
        if rule is None:
            bound = Binding(clauses=self.clauses, answer=self.answer)
            return replace(state, bindings={**state.bindings, self.number: bound})
        state = state.with_what_stood(rule)
        rules = state.rules.having(replace(rule, clauses=self.clauses), was=rule.number)
        bindings = without(state.bindings, rule.number)
        return replace(state, rules=rules, bindings=bindings, asked=state.goal_asked_anew)

    def keep(self, record: Record, before: State) -> None:
        """Of a rule in force it holds at once; of a proposal, when that is adopted."""
        rule = before.rules.get(self.number)
        if rule is None:
            bound = Bound(self.at, self.answer, self.clauses)
            record.proposals[whole(self.number)].is_bound(self.number, bound)
            return
        form = RuleForm.of(replace(rule, clauses=self.clauses), self.at, "bind")
        record.rules[rule.lineage].forms.append(form)

    def moment(self, story: Story) -> Moment:
        facts = {"number": self.number, "answer": self.answer, "clauses": self.clauses}
        return Moment(self.at, "bound", facts, (whole(self.number),))
