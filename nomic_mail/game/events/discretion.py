"""What the Moderator did of their own, and what stood before. Who, and why, is told just before it
by `ModeratorActed`.

In the record nothing is left out: points that were taken back stand there, and then again with the
other sign.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import asdict, replace

from nomic_mail.game.events.kind import Event
from nomic_mail.game.numbers import whole
from nomic_mail.game.part_points import Points
from nomic_mail.game.phrase import NOTHING, Phrase, as_told
from nomic_mail.game.record.parts import Bound, Record, Remark, RuleForm, Scored, Seating
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.rulebook import Rule, RuleStatus
from nomic_mail.game.state import LastAct, State
from nomic_mail.game.unchanging import without
from nomic_mail.game.words import Words


class _Deed(Event, frozen=True, kw_only=True):
    """Its moment tells all that the event says, with names for seats."""

    def moment(self, story: Story) -> Moment:
        return Moment(self.at, self.MOMENT[0], self.facts(story.state))

    def facts(self, state: State) -> dict[str, Any]:
        facts = asdict(self)
        if "seat" in facts:
            facts["player"] = state.name_of(facts["seat"])
        return facts


class PointsAwarded(_Deed, frozen=True, kw_only=True):
    """By a rule in force that gives them, or takes them, in words."""

    MOMENT = ("awarded",)

    seat: int
    points: Points
    total: Points
    rule: int

    def fold(self, state: State) -> State:
        return _with_score(state, self.seat, self.total)

    def keep(self, record: Record, before: State) -> None:
        was = self.total - self.points
        _about(record, seat=self.seat, rule=self.rule, was=str(was), now=str(self.total))
        _scored(record, self, self.seat, was, self.total, as_told(_reason(record)), self.rule)

    @property
    def given(self) -> int:
        return self.points


class OrderSet(_Deed, frozen=True, kw_only=True):
    """`rule` is what it goes by: as long as that stands, the order stays as it was set."""

    MOMENT = ("ordered",)

    was: tuple[int, ...]
    order: tuple[int, ...]
    rule: int | None

    def fold(self, state: State) -> State:
        return replace(state, order=self.order, ordered_by=self.rule)

    def keep(self, record: Record, before: State) -> None:
        was, now = (", ".join(map(before.name_of, order)) for order in (self.was, self.order))
        _about(record, rule=self.rule, was=was, now=now)

    def facts(self, state: State) -> dict[str, Any]:
        order = [state.name_of(one) for one in self.order if one in state.playing]
        return {**_Deed.facts(self, state), "order": order}


class ScoreCorrected(_Deed, frozen=True, kw_only=True):
    MOMENT = ("score_corrected",)

    seat: int
    was: Points
    total: Points

    def fold(self, state: State) -> State:
        return _with_score(state, self.seat, self.total)

    def keep(self, record: Record, before: State) -> None:
        _about(record, seat=self.seat, was=str(self.was), now=str(self.total))
        because = Phrase("correction", reason=_reason(record))
        _scored(record, self, self.seat, self.was, self.total, because, None)

    @property
    def given(self) -> int:
        return self.total - self.was


class RuleCorrected(_Deed, frozen=True, kw_only=True):
    """It was entered wrongly: this is no amendment, and its number stays (108)."""

    MOMENT = ("rule_corrected",)

    number: int
    status_was: RuleStatus
    title_was: Words
    text_was: Words
    status: RuleStatus
    title: Words
    text: Words

    def fold(self, state: State) -> State:
        rule = state.rules.get(self.number)
        if rule is None:
            return state
        now = replace(rule, status=self.status, title=self.title, text=self.text)
        rules = state.rules.having(now, was=rule.number)
        words = state.with_words  # what came with words that it never had is to be bound anew
        words = words if rule.text == self.text else without(words, self.number)
        return replace(state, rules=rules, with_words=words, asked=state.goal_asked_anew)

    def keep(self, record: Record, before: State) -> None:
        rule = before.rules.get(self.number)
        was, now = f"{self.status_was}: {self.title_was}", f"{self.status}: {self.title}"
        _about(record, rule=self.number, was=was, now=now)
        if rule is not None:
            right = replace(rule, status=self.status, title=self.title, text=self.text)
            _form(record, right, self, "")


class TurnCorrected(_Deed, frozen=True, kw_only=True):
    MOMENT = ("turn_corrected",)

    turn: int
    was: int
    mover: int
    due_at: datetime | None

    def fold(self, state: State) -> State:
        if state.turn is None:
            return state
        turn = state.turn.handed_to(self.mover, self.due_at, self.at)
        turn = replace(turn, counted_from=self.mover, refused=())
        judgment = state.judgment
        if judgment is not None:  # who is chair now is another question
            judgment = replace(judgment, accusers=(), unseated=None)
        return replace(state, turn=turn, judgment=judgment, asked=state.still_asked)

    def keep(self, record: Record, before: State) -> None:
        was, now = before.name_of(self.was), before.name_of(self.mover)
        _about(record, seat=self.mover, was=was, now=now)
        record.turns[-1].chairs.append(Seating(self.at, self.was, self.mover, "corrected"))

    def facts(self, state: State) -> dict[str, Any]:
        was, mover = state.name_of(self.was), state.name_of(self.mover)
        return {**_Deed.facts(self, state), "was": was, "mover": mover}


class ActUndone(_Deed, frozen=True, kw_only=True):
    """The game stands again as before the event `number`, an `act` of the Moderator's, and all that
    came of it. Where that had ended the game, the deadlines are `later` by the time since."""

    MOMENT = ("undone",)

    number: int
    act: str
    later: timedelta

    def fold(self, state: State) -> State:
        if state.last_act is None:
            return state
        before = state.last_act.before
        if self.later:
            before = before.moved(self.later, self.at - self.later, self.at)
        now = state.opened_before
        luck = {"chain": state.chain, "dealt": state.dealt}
        return replace(before.read_by(state.reading), **luck, opened_before=now)

    def keep(self, record: Record, before: State) -> None:
        _about(record, of=self.number, was=self.act)
        last = before.last_act
        if last is None:
            return
        then = last.before
        for seat, player in then.players.items():
            score = before.players[seat].score
            if score != player.score:
                because = Phrase("event_taken_back", number=self.number)
                _scored(record, self, seat, score, player.score, because, None)
        for rule in then.rules:
            if before.rules.get(rule.number) != rule:
                _form(record, rule, self, last.effect)
        if last.effect == "TurnCorrected" and then.turn is not None and before.turn is not None:
            back = Seating(self.at, before.turn.mover, then.turn.mover, "corrected")
            record.turns[-1].chairs.append(back)
        if last.effect == "RuleBound":
            _unbound(record, self, last)
        if before.status == "ended":
            _going_on(record, self, then)

    def last_act(self, state: State) -> None:
        """What was taken back is not taken back again."""


class TalkMuted(_Deed, frozen=True, kw_only=True):
    MOMENT = ("muted",)

    seat: int
    muted: bool

    def fold(self, state: State) -> State:
        player = state.players.get(self.seat)
        return state if player is None else state.with_player(replace(player, muted=self.muted))

    def keep(self, record: Record, before: State) -> None:
        _about(record, seat=self.seat)


class TalkRemoved(_Deed, frozen=True, kw_only=True):
    """The words of the event `number` are out of the record; their seal stays."""

    MOMENT = ("talk_removed",)

    number: int
    seat: int

    def keep(self, record: Record, before: State) -> None:
        _about(record, seat=self.seat, of=self.number)
        one = next((one for one in _said(record) if one.number == self.number), None)
        if one is not None:
            one.text, one.removed = "", True


class SuccessorAsked(_Deed, frozen=True, kw_only=True):
    """Whether they will play on in a player's seat; they do once they say so."""

    MOMENT = ("successor",)

    seat: int
    name: Words

    def fold(self, state: State) -> State:
        return replace(state, successors={**state.successors, self.seat: self.name})

    def keep(self, record: Record, before: State) -> None:
        was = before.name_of(self.seat)
        _about(record, seat=self.seat, was=was, now=self.name)


def _with_score(state: State, seat: int, total: int) -> State:
    player = state.players.get(seat)
    if player is None:
        return state
    now = replace(state, asked=state.goal_asked_anew)
    return now.with_player(replace(player, score=total))


def _about(record: Record, **told: Any) -> None:
    """What the act just told is about."""
    if record.acts:
        record.acts.append(replace(record.acts.pop(), **told))


def _reason(record: Record) -> str:
    return record.acts[-1].reason if record.acts else ""


def _scored(
    record: Record, event: Event, seat: int, was: int, total: int, because: Phrase, rule: int | None
) -> None:
    record.scores.append(Scored(event.at, seat, total - was, total, because, rule))


def _form(record: Record, rule: Rule, event: Event, kind: str) -> None:
    form = RuleForm.of(rule, event.at, "bind" if kind == "RuleBound" else "correct")
    record.rules[rule.lineage].forms.append(form)


def _said(record: Record) -> Iterator[Remark]:
    yield from reversed(record.talk)
    for number in reversed(list(record.proposals)):
        yield from record.proposals[number].debate


def _unbound(record: Record, event: ActUndone, last: LastAct) -> None:
    """Of a proposal under debate: what was said of it before."""
    asked = last.before.bindings.get(last.of)
    proposal = record.proposals.get(whole(last.of))
    if proposal is not None and last.before.rules.get(last.of) is None:
        answer = asked.answer if asked is not None else ""
        clauses = asked.clauses if asked is not None else ()
        proposal.is_bound(last.of, Bound(event.at, answer, clauses) if answer else None)


def _going_on(record: Record, event: ActUndone, then: State) -> None:
    record.ended_at, record.ended_because, record.won = None, NOTHING, None
    for one in then.live:
        proposal = record.proposals[one.number]
        proposal.outcome, proposal.reason, proposal.closed_at = "open", NOTHING, None
    for poll in then.polls.values():
        vote = record.vote_on(poll.number)
        vote.outcome, vote.reason, vote.closed_at = "open", NOTHING, None
        if poll.closes_at is not None:  # as with `DeadlinesMoved`
            vote.closes_at = poll.closes_at + event.later
