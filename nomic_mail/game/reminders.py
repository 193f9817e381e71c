"""When players are reminded: once, a day before something of theirs is due.

1. Who is told of a deadline less than a day before it is not told a second time. In open play,
   where votes end one by one, it is told together, twice a day: so up to half a day earlier.
2. Who is silent is told before they are not counted among the voters any more (`inactive`): a day
   before, and where the rule gives them less than four days, when three quarters are over.
"""

from datetime import UTC, datetime, timedelta

from nomic_mail.game.procedures.inactive import AHEAD, silent_until
from nomic_mail.game.state import State

TOGETHER = timedelta(hours=12)
Told = tuple[datetime, datetime]  # when it is time to tell of it, and when it is due


def remind_at(state: State, after: datetime) -> datetime | None:
    """The first such moment that is later."""
    coming = sorted({early for early, _ in state.once(_deadlines) if early > after})
    return next((told for early in coming if (told := _told_at(state, early)) > after), None)


def reminded_at(state: State, deadline: datetime, ahead: timedelta = AHEAD) -> datetime:
    return _told_at(state, deadline - ahead)


def still_near(before: State, after: State, at: datetime) -> bool:
    """Whether a deadline that was near is what it was."""
    known = [one for one in before.once(_deadlines) if one[0] < at + TOGETHER and at < one[1]]
    near = {one for one in known if _told_at(before, one[0]) <= at}
    return not near.isdisjoint(after.once(_deadlines))


def _told_at(state: State, moment: datetime) -> datetime:
    if not state.is_open:
        return moment
    return moment - (moment - datetime(2000, 1, 1, tzinfo=UTC)) % TOGETHER


def _deadlines(state: State) -> frozenset[Told]:
    """Of what players must do themselves."""
    turn, judgment = state.turn, state.judgment
    if state.status != "running" or turn is None:
        return frozenset()
    due = [turn.due_at, turn.ends_at if turn.step == "proposals" else None]
    due += [one.closes_at for one in state.polls.values() if one.missing]
    if judgment is not None and judgment.pending:
        due.append(judgment.due_at)
    told = {(one - AHEAD, one) for one in due if one is not None}
    told |= {(one.until - one.ahead, one.until) for one in silent_until(state)}
    return frozenset(told)
