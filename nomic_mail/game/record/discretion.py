"""What the Moderator did of their own, in the record; and the record of what was taken back.

1. Nothing is left out: points that were taken back stand there, and then again with the other sign.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.record.parts import ActRecord, Bound, Form, Record, Remark, Scored, Seating
from nomic_mail.game.state import LastAct, Rule, State


def _acted(record: Record, event: e.ModeratorActed, before: State) -> None:
    number = before.version + 1
    record.acts.append(
        ActRecord(number=number, at=event.at, act=event.act, who=event.who, reason=event.reason)
    )


def _about(record: Record, **told: Any) -> None:
    """What the act just told is about."""
    if record.acts:
        record.acts.append(replace(record.acts.pop(), **told))


def _reason(record: Record) -> str:
    return record.acts[-1].reason if record.acts else ""


def _scored(
    record: Record, event: e.Event, seat: int, was: int, total: int, because: str, rule: int | None
) -> None:
    record.scores.append(Scored(event.at, seat, total - was, total, because, rule))


def _awarded(record: Record, event: e.PointsAwarded, before: State) -> None:
    was = event.total - event.points
    _about(record, seat=event.seat, rule=event.rule, was=str(was), now=str(event.total))
    _scored(record, event, event.seat, was, event.total, _reason(record), event.rule)


def _score(record: Record, event: e.ScoreCorrected, before: State) -> None:
    _about(record, seat=event.seat, was=str(event.was), now=str(event.total))
    because = f"a correction: {_reason(record)}"
    _scored(record, event, event.seat, event.was, event.total, because, None)


def _ordered(record: Record, event: e.OrderSet, before: State) -> None:
    was, now = (", ".join(map(before.name_of, order)) for order in (event.was, event.order))
    _about(record, rule=event.rule, was=was, now=now)


def _form(record: Record, rule: Rule, event: e.Event, kind: str) -> None:
    form = Form(
        lineage=rule.lineage,
        number=rule.number,
        status=rule.status,
        title=rule.title,
        text=rule.text,
        clauses=rule.clauses,
        at=event.at,
        kind="bind" if kind == "RuleBound" else "correct",
    )
    record.rules[rule.lineage].forms.append(form)


def _rule(record: Record, event: e.RuleCorrected, before: State) -> None:
    rule = before.rules.get(event.number)
    was, now = f"{event.status_was}: {event.title_was}", f"{event.status}: {event.title}"
    _about(record, rule=event.number, was=was, now=now)
    if rule is not None:
        right = replace(rule, status=event.status, title=event.title, text=event.text)
        _form(record, right, event, "")


def _turn(record: Record, event: e.TurnCorrected, before: State) -> None:
    was, now = before.name_of(event.was), before.name_of(event.mover)
    _about(record, seat=event.mover, was=was, now=now)
    record.turns[-1].chairs.append(Seating(event.at, event.was, event.mover, "corrected"))


def _muted(record: Record, event: e.TalkMuted, before: State) -> None:
    _about(record, seat=event.seat)


def _removed(record: Record, event: e.TalkRemoved, before: State) -> None:
    _about(record, seat=event.seat, of=event.number)
    for one in _said(record):
        if one.number == event.number:
            one.text, one.removed = "", True
            return


def _said(record: Record) -> Iterator[Remark]:
    yield from reversed(record.talk)
    for number in reversed(list(record.proposals)):
        yield from record.proposals[number].debate


def _asked(record: Record, event: e.SuccessorAsked, before: State) -> None:
    was = before.name_of(event.seat)
    _about(record, seat=event.seat, was=was, now=event.name)


# Taken back


def _undone(record: Record, event: e.ActUndone, before: State) -> None:
    _about(record, of=event.number, was=event.act)
    last = before.last_act
    if last is None:
        return
    then = last.before
    for seat, player in then.players.items():
        score = before.players[seat].score
        if score != player.score:
            because = f"event {event.number} was taken back"
            _scored(record, event, seat, score, player.score, because, None)
    for rule in then.rules:
        if before.rules.get(rule.number) != rule:
            _form(record, rule, event, last.effect)
    if last.effect == "TurnCorrected" and then.turn is not None and before.turn is not None:
        back = Seating(event.at, before.turn.mover, then.turn.mover, "corrected")
        record.turns[-1].chairs.append(back)
    if last.effect == "RuleBound":
        _unbound(record, event, last)
    if before.status == "ended":
        _going_on(record, event, then)


def _unbound(record: Record, event: e.ActUndone, last: LastAct) -> None:
    """Of a proposal under debate: what was said of it before."""
    asked = last.before.bindings.get(last.of)
    if last.of in record.proposals and last.before.rules.get(last.of) is None:
        answer = asked.answer if asked is not None else ""
        clauses = asked.clauses if asked is not None else ()
        record.proposals[last.of].bound = Bound(event.at, answer, clauses) if answer else None


def _going_on(record: Record, event: e.ActUndone, then: State) -> None:
    record.ended_at, record.ended_because, record.won = None, "", None
    for one in then.live:
        proposal = record.proposals[one.number]
        proposal.outcome, proposal.reason, proposal.closed_at = "open", "", None
    for poll in then.polls.values():
        asked = [one for one in record.admissions if one.seat == -poll.number]
        vote = record.proposals[poll.number] if poll.number > 0 else asked[-1]
        vote.outcome, vote.reason, vote.closed_at = "open", "", None
        if vote.closes_at is not None:
            vote.closes_at += event.later


BY_KIND: Mapping[type, Callable[[Record, Any, State], None]] = {
    e.ModeratorActed: _acted,
    e.PointsAwarded: _awarded,
    e.OrderSet: _ordered,
    e.ScoreCorrected: _score,
    e.RuleCorrected: _rule,
    e.TurnCorrected: _turn,
    e.ActUndone: _undone,
    e.TalkMuted: _muted,
    e.TalkRemoved: _removed,
    e.SuccessorAsked: _asked,
}
