"""When players are reminded: once, a day before something of theirs is due.

Who is told of a deadline less than a day before it is not told a second time. In open play, where
votes end one by one, it is told together, twice a day: so up to half a day earlier.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from nomic_mail.game.state import State

AHEAD = timedelta(days=1)
TOGETHER = timedelta(hours=12)


def remind_at(state: State, after: datetime) -> datetime | None:
    """The first such moment that is later."""
    ahead = (reminded_at(state, deadline) for deadline in _deadlines(state))
    return min((moment for moment in ahead if moment > after), default=None)


def reminded_at(state: State, deadline: datetime) -> datetime:
    moment = deadline - AHEAD
    if not state.is_open:
        return moment
    return moment - (moment - datetime(2000, 1, 1, tzinfo=UTC)) % TOGETHER


def still_near(before: State, after: State, at: datetime) -> bool:
    """Whether a deadline that was near is what it was."""
    near = {one for one in _deadlines(before) if reminded_at(before, one) <= at < one}
    return not near.isdisjoint(_deadlines(after))


def _deadlines(state: State) -> Iterator[datetime]:
    """Of what players must do themselves."""
    turn, judgment = state.turn, state.judgment
    if state.status != "running" or turn is None:
        return
    for poll in state.polls.values():
        if poll.closes_at is not None and poll.missing:
            yield poll.closes_at
    for moment in (turn.due_at, turn.ends_at if turn.step == "proposals" else None):
        if moment is not None:
            yield moment
    if judgment is not None and judgment.pending:
        yield judgment.due_at
