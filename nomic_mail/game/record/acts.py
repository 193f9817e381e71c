"""The moderators' own acts, in the record."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.record.parts import Record
from nomic_mail.game.state import State


def _extended(record: Record, event: e.WindowExtended, before: State) -> None:
    for number in before.polls if event.window in ("vote", "period") else ():
        record.vote_on(number).closes_at = event.until


def _reopened(record: Record, event: e.VotingReopened, before: State) -> None:
    """What the count brought about is no part of how the game came out; the ledger keeps it."""
    last = before.closing
    if last is None:
        return
    for number in event.numbers:
        vote = record.vote_on(number)
        vote.outcome, vote.reason, vote.tally, vote.votes = "open", "", None, {}
        vote.closed_at, vote.closes_at = None, event.closes_at
    for lineage in list(record.rules):
        life = record.rules[lineage]
        if life.repealed_at == last.at and life.repealed_by in event.numbers:
            life.repealed_at = life.repealed_by = None
        made = [one for one in life.forms if one.at == last.at and one.by_proposal in event.numbers]
        life.forms = [one for one in life.forms if one not in made]
        if not life.forms:
            del record.rules[lineage]
    turn = last.before.turn.number if last.before.turn else 0
    while record.turns[-1].number > turn:
        record.turns.pop()
    ended = record.turns[-1]
    ended.ended_at, ended.completed = None, False
    _points_back(record, event, last.at)


def _points_back(record: Record, event: e.VotingReopened, closed_at: datetime) -> None:
    scored = [one for one in record.scores if one.at == closed_at]
    for one in reversed(scored):
        because = f"taken back: {one.because}"
        total = one.total - one.points
        record.scores.append(
            replace(one, at=event.at, points=-one.points, total=total, because=because)
        )


BY_KIND: Mapping[type, Callable[[Record, Any, State], None]] = {
    e.Announced: lambda record, event, before: record.announcements.append(event),
    e.WindowExtended: _extended,
    e.VotingReopened: _reopened,
}
