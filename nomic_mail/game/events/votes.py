"""A vote, from its opening to its count, and what the count brings."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from nomic_mail.game.commands import ChangeKind, Choice
from nomic_mail.game.events.kind import Event, Outcome, Upcaster, were_words
from nomic_mail.game.numbers import PartNumber
from nomic_mail.game.part_points import Points
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.parts import AdmissionRecord, Record, RuleForm, RuleLife, Scored
from nomic_mail.game.record.story import Facts, Moment, Story, names_of, proposed_in
from nomic_mail.game.rulebook import Revision, Rule, RuleStatus
from nomic_mail.game.state import (
    Ballot,
    Closing,
    Poll,
    Proposal,
    State,
    comments,
    label,
    without_those_of,
)
from nomic_mail.game.unchanging import without
from nomic_mail.game.words import Clauses, Words


class VotingOpened(Event, frozen=True, kw_only=True):
    """A number below zero is the request to join of that seat (301), which has no number of its
    own. `weights` are the votes of each, where not everybody has one (207)."""

    number: int
    revision: int
    electorate: tuple[int, ...]
    threshold: str
    threshold_rule: int | None
    closes_at: datetime | None
    called_by: int
    abstention: bool = False
    weights: Mapping[int, int] = field(default_factory=dict)

    def fold(self, state: State) -> State:
        turn = state.turn
        poll = Poll(
            number=self.number,
            revision=self.revision,
            electorate=self.electorate,
            threshold=self.threshold,
            threshold_rule=self.threshold_rule,
            opened_at=self.at,
            closes_at=self.closes_at,
            abstention=self.abstention,
            weights=self.weights,
            chair=turn.mover if turn is not None and turn.procedure == "chair" else None,
            left_out=tuple(seat for seat in state.inactive if seat not in self.electorate),
        )
        return state.with_poll(poll)

    def keep(self, record: Record, before: State) -> None:
        if self.number < 0:
            name = before.name_of(-self.number)
            record.admissions.append(AdmissionRecord(seat=-self.number, name=name))
        vote = record.vote_on(self.number)
        vote.electorate, vote.threshold = self.electorate, self.threshold
        vote.threshold_rule, vote.weights = self.threshold_rule, self.weights
        vote.opened_at, vote.closes_at = self.at, self.closes_at

    def moment(self, story: Story) -> Moment:
        facts = {
            **_subject(self.number, story.state),
            "called_by": story.state.name_of(self.called_by) if self.called_by > 0 else "",
            "threshold": self.threshold,
            "rule": self.threshold_rule,
            "closes_at": self.closes_at,
            "told": story.told,
        }
        return Moment(self.at, "opened", facts, (self.number,))


class BallotCast(Event, frozen=True, kw_only=True):
    """010: secret until the count. `changed` says that an earlier ballot is replaced by this.
    The letter's digest is sealed with the choice: it covers the word, which could be guessed. What
    follows another ballot or vote stands there as any choice does: `as 2`, `for if 301 passes`."""

    MOMENT = ()
    SEALED = ("choice", "letter", "comment")
    BESIDE = ("comment",)
    BLANK: ClassVar[Mapping[str, str]] = {"choice": "for"}  # no record depends on it: `decided`

    number: int
    seat: int
    received_at: datetime
    letter: str
    changed: bool
    choice: str
    comment: Words = ""  # for all, with the result

    def fold(self, state: State) -> State:
        poll = state.polls.get(self.number)
        if poll is None:
            return state
        ballot = Ballot(
            choice=self.choice,
            received_at=self.received_at,
            letter=self.letter,
            comment=self.comment,
        )
        ballots = {**poll.ballots, self.seat: ballot}
        return state.with_poll(replace(poll.joined_by(self.seat), ballots=ballots))

    def keep(self, record: Record, before: State) -> None:
        vote, poll = record.vote_on(self.number), before.polls.get(self.number)
        if poll is not None and self.seat in poll.left_out:
            vote.electorate = (*vote.electorate, self.seat)
        vote.voted.add(self.seat)


class BallotRetracted(Event, frozen=True, kw_only=True):
    """`received_at` is when its letter came, which may be long before it was confirmed."""

    MOMENT = ()

    number: int
    seat: int
    received_at: datetime | None = None

    def fold(self, state: State) -> State:
        poll = state.polls.get(self.number)
        if poll is None:
            return state
        retracted = {**poll.retracted, self.seat: self.received_at or self.at}
        ballots = without(poll.ballots, self.seat)
        return state.with_poll(replace(poll, ballots=ballots, retracted=retracted))

    def keep(self, record: Record, before: State) -> None:
        record.vote_on(self.number).voted.discard(self.seat)


class VotingExtended(Event, frozen=True, kw_only=True):
    number: int
    closes_at: datetime
    extension: int
    missing: tuple[int, ...]

    def fold(self, state: State) -> State:
        poll = state.polls.get(self.number)
        if poll is None:
            return state
        extended = replace(poll, closes_at=self.closes_at, extensions=self.extension)
        return state.with_poll(extended)

    def keep(self, record: Record, before: State) -> None:
        vote = record.vote_on(self.number)
        vote.closes_at, vote.extensions = self.closes_at, self.extension

    def moment(self, story: Story) -> Moment:
        facts = {
            "number": label(self.number),
            "closes_at": self.closes_at,
            "missing": names_of(story.state, self.missing),
        }
        return Moment(self.at, "vote_late", facts, (self.number,))


class ProposalVetoed(Event, frozen=True, kw_only=True):
    """By whoever holds the veto, or by a rule's program that `seat` has called: the vote goes on to
    its end, and that is its outcome."""

    number: int
    seat: int
    rule: int | None
    reason: Words = ""

    def fold(self, state: State) -> State:
        poll = state.polls.get(self.number)
        return state if poll is None else state.with_poll(replace(poll, vetoed=self.seat))

    def moment(self, story: Story) -> Moment:
        facts = {
            **_subject(self.number, story.state),
            "by": story.state.name_of(self.seat) if self.seat else "",
            "rule": self.rule,
            "reason": self.reason,
        }
        return Moment(self.at, "vetoed", facts, (self.number,))


class _OfACount(Event, frozen=True, kw_only=True):
    def closing(self, state: State) -> Closing | None:
        last = state.closing
        if last is not None and last.at == self.at:
            return last
        return Closing(at=self.at, before=replace(state, closing=None, last_act=None))


class BallotSettled(_OfACount, frozen=True, kw_only=True):
    """What a ballot that follows another, or another vote, has come to; it opens that ballot's
    seal. `choice` is None where it is no vote."""

    number: int
    seat: int
    choice: Choice | None
    why: Phrase

    def fold(self, state: State) -> State:
        poll = state.polls.get(self.number)
        if poll is None or self.seat not in poll.ballots:
            return state
        ballot = replace(poll.ballots[self.seat], comes_to=self.choice or "nothing")
        return state.with_poll(replace(poll, ballots={**poll.ballots, self.seat: ballot}))

    def moment(self, story: Story) -> Moment:
        name_of = story.state.name_of
        facts = {
            "number": label(self.number),
            "name": name_of(self.seat),
            "choice": self.choice or "",
            "why": self.why.named(name_of),
        }
        return Moment(self.at, "ballot_settled", facts, (self.number,))


class VotingClosed(_OfACount, frozen=True, kw_only=True):
    """010: the outcome and how each voted. Opens the seals of this ballot's `BallotCast`s."""

    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {3: were_words("reason")}

    number: int
    outcome: Outcome
    reason: Phrase
    rule: int | None
    tally: Mapping[str, int]
    votes: Mapping[int, Choice]
    absent: tuple[int, ...]

    def fold(self, state: State) -> State:
        bindings, turn = state.bindings, state.turn
        if self.outcome != "adopted":
            bindings = without_those_of(bindings, self.number)
        here = {seat: replace(state.players[seat], missed=0) for seat in self._back_in(state)}
        if turn is not None and state.is_open:
            turn = replace(turn, counted=turn.counted + (self.number > 0))
        elif turn is not None:
            turn = replace(turn, voted=True)
        return replace(
            state,
            players={**state.players, **here},
            turn=turn,
            polls=self._told_to(without(state.polls, self.number)),
            proposals=without(state.proposals, self.number),
            bindings=bindings,
            asked=state.still_asked,
        )

    def _told_to(self, polls: Mapping[int, Poll]) -> Mapping[int, Poll]:
        """The ballots that go by this vote know how it came out."""
        said = f" if {self.number} "
        waiting = {
            number: replace(poll, outcomes={**poll.outcomes, self.number: self.outcome})
            for number, poll in polls.items()
            if any(said in ballot.choice for ballot in poll.ballots.values())
        }
        return {**polls, **waiting}

    def _back_in(self, state: State) -> tuple[int, ...]:
        """Who has voted again, after votes that they missed."""
        known = (seat for seat in self.votes if seat in state.players)
        return tuple(seat for seat in known if state.players[seat].missed)

    def keep(self, record: Record, before: State) -> None:
        vote = record.vote_on(self.number)
        vote.outcome, vote.reason = self.outcome, self.reason.named(before.name_of)
        vote.tally, vote.votes, vote.closed_at = self.tally or None, self.votes, self.at
        vote.comments = comments(before.polls.get(self.number), self.votes)

    def moment(self, story: Story) -> Moment:
        story.closed, story.closed_at = (*story.closed, self.number), self.at
        story.of = self.number
        state = story.state
        said = comments(state.polls.get(self.number), self.votes)
        votes = [
            {"name": state.name_of(seat), "choice": choice, "comment": said.get(seat, "")}
            for seat, choice in sorted(self.votes.items())
        ]
        facts = {
            **_subject(self.number, state),
            "outcome": self.outcome,
            "reason": self.reason.named(state.name_of),
            "rule": self.rule,
            "votes": votes,
            "absent": names_of(state, self.absent),
        }
        return Moment(self.at, "closed", facts, (self.number,))


class RuleChanged(Event, frozen=True, kw_only=True):
    """`was` is the number it bore before; `number` is None where it was repealed (103, 108).
    `takes_back` is the amendment that this one repeals (103(2)). `called` is the number of this
    one, where the rule has another: it keeps its own, or has one by adoption, or by choice."""

    COMES_OF_A_COUNT = True
    BESIDE = ("called",)

    kind: ChangeKind
    proposal: int
    was: int | None
    number: int | None
    lineage: int
    status: RuleStatus
    title: Words
    text: Words
    clauses: Clauses
    takes_back: int | None = None
    called: int | None = None

    @property
    def own(self) -> int | None:
        """What the change is called: as the rule is from then on, or by its proposal."""
        return self.number if self.called is None else self.called

    def fold(self, state: State) -> State:
        old = state.rules.get(self.was) if self.was is not None else None
        state = state.with_what_stood(old) if old is not None else state
        if self.number is None:
            return _repealed(state, self.was or 0, old, self.at)
        state = replace(state, proposals=self._meant(state))
        history = old.history if old else ()
        if old is not None:
            ended = Revision(
                number=old.number,
                status=old.status,
                title=old.title,
                text=old.text,
                clauses=old.clauses,
                ended_at=self.at,
                ended_by=self.own if isinstance(self.own, PartNumber) else self.proposal,
                ended_how=self.kind,
                circuit=state.circuit,
                took_back=self.takes_back,
            )
            history = (*history, ended)
        rule = Rule(
            number=self.number,
            lineage=self.lineage,
            status=self.status,
            title=self.title,
            text=self.text,
            clauses=self.clauses,
            history=history,
        )
        settled, asked = (self.was, self.own), state.bindings.get(self.own or 0)
        bindings = {n: b for n, b in state.bindings.items() if n not in settled}
        if asked is not None and not asked.answer:
            bindings[self.number] = asked
        open_still = state.bindings.get(self.was or 0)
        if self.kind == "transmute" and open_still is not None:
            bindings[self.number] = open_still  # its text stays, and so does the question (109)
        return replace(
            state,
            rules=state.rules.having(rule, was=self.was),
            numbers=state.numbers.borne(self.number),
            bindings=bindings,
            with_words=self._with_words(state, self.number),
        )

    def _meant(self, state: State) -> Mapping[int, Proposal]:
        """What is still open about this rule means it under its new number (108)."""
        touched = {
            number: one.aimed_at(self.was, self.number)
            for number, one in state.proposals.items()
            if self.was is not None and self.number is not None and self.was in one.targets
        }
        return {**state.proposals, **touched} if touched else state.proposals

    def _with_words(self, state: State, number: int) -> dict[int, tuple[str, ...]]:
        """The voters have set what their words do where an Effects block was voted on; what is
        transmuted keeps its words, and what came with them."""
        was = self.was or 0
        others = without(state.with_words, was)
        if self.kind == "transmute":
            came = state.with_words.get(was)
        else:
            counted = state.closing.before.proposals if state.closing is not None else {}
            proposal = counted.get(self.proposal)
            made = dict(proposal.numbered) if proposal is not None else {}
            own = self.own or number
            voted = own in made and made[own].effects is not None
            came = self.clauses if voted else None
        return others if came is None else {**others, number: came}

    def keep(self, record: Record, before: State) -> None:
        if self.number is None:
            gone = record.rules[self.lineage]
            gone.repealed_at, gone.repealed_by = self.at, self.proposal
            return
        form = RuleForm(
            lineage=self.lineage,
            number=self.number,
            status=self.status,
            title=self.title,
            text=self.text,
            clauses=self.clauses,
            at=self.at,
            kind=self.kind,
            by_proposal=self.proposal,
        )
        record.rules.setdefault(self.lineage, RuleLife(forms=[])).forms.append(form)

    def moment(self, story: Story) -> Moment:
        facts = {
            "kind": self.kind,
            "was": self.was,
            "number": self.number,
            "status": self.status,
            "title": self.title,
            "text": self.text,
            "clauses": self.clauses,
        }
        return Moment(self.at, "rule", facts, (self.proposal,))


def _repealed(state: State, number: int, old: Rule | None, at: datetime) -> State:
    return replace(
        state,
        gone=state.gone_by(old, at) if old else state.gone,
        rules=state.rules.without(number),
        numbers=state.numbers.without(old.numbers) if old is not None else state.numbers,
        bindings=without(state.bindings, number),
        with_words=without(state.with_words, number),
    )


class RuleLapsed(Event, frozen=True, kw_only=True):
    """A rule is repealed by its own program, which was voted on with its text."""

    COMES_OF_A_COUNT = True

    rule: int
    lineage: int

    def fold(self, state: State) -> State:
        old = state.rules.get(self.rule)
        state = state.with_what_stood(old) if old is not None else state
        return _repealed(state, self.rule, old, self.at)

    def keep(self, record: Record, before: State) -> None:
        record.rules[self.lineage].repealed_at = self.at

    def moment(self, story: Story) -> Moment:
        rule = story.state.rules.get(self.rule)
        title = rule.title if rule is not None else ""
        return Moment(self.at, "rule_lapsed", {"rule": self.rule, "title": title})


class PointsScored(Event, frozen=True, kw_only=True):
    COMES_OF_A_COUNT = True
    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {3: were_words("because")}

    seat: int
    points: Points
    total: Points
    because: Phrase
    rule: int

    def fold(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        scored = replace(player, score=self.total)
        return state.with_player(scored)

    def keep(self, record: Record, before: State) -> None:
        known = self.rule or self.rule in before.rules.by_number  # 0 is none, where no rule is so
        rule = self.rule if known else None
        one = Scored(self.at, self.seat, self.points, self.total, self.because, rule)
        record.scores.append(one)

    def moment(self, story: Story) -> Moment:
        facts = {
            "name": story.state.name_of(self.seat),
            "points": self.points,
            "total": self.total,
            "because": self.because,
            "rule": self.rule,
        }
        return Moment(self.at, "points", facts, story.closed if len(story.closed) == 1 else ())

    def comes_with(self, state: State) -> bool:
        """Where a win has set points, whatever it came of."""
        return self.because.code == "begins_anew"


class DiceThrown(Event, frozen=True, kw_only=True):
    """008: HMAC of `link` over `message` gives `faces`; SHA-256 of `link` is `commitment`. Where
    the Moderator threw, `rule` is the one that calls for it in words."""

    COMES_OF_A_COUNT = True

    turn: int
    roll: int
    by: int
    dice: str
    faces: tuple[int, ...]
    link: str
    commitment: str
    message: str
    proven: bool
    rule: int | None = None

    def fold(self, state: State) -> State:
        return replace(state, chain=state.drawn(self.link))

    def keep(self, record: Record, before: State) -> None:
        record.rolls.append(self)

    def moment(self, story: Story) -> Moment:
        story.throws += 1
        facts = {
            "place": story.throws,
            "by": story.state.name_of(self.by),
            "dice": self.dice,
            "faces": self.faces,
            "proven": self.proven,
        }
        return Moment(self.at, "throw", facts, story.closed if len(story.closed) == 1 else ())


def _subject(number: int, state: State) -> Facts:
    proposal = state.proposals.get(number)
    return {
        "number": label(number),
        "joins": state.name_of(-number) if number < 0 else "",
        "change": proposed_in(proposal, state) if proposal else None,
        "by": state.name_of(proposal.by) if proposal else "",
    }
