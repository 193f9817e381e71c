"""Who is not counted among the voters, as they miss the votes, or are silent (the clause
`inactive`).

1. A vote is missed by whoever could have voted in it until its deadline and did not, and not where
   it was counted before that; votes that are counted within an hour are one, and who has voted in
   any of those counted together has missed none. Votes count that are counted while a rule says so.
2. Whoever writes is active again: by whatever their letter brings about, or, where it brings about
   nothing, by `Wrote`.
3. An open vote keeps the voters it opened with. Who was left out of it, and votes, is one of them.
4. Where no rule says so any more, nobody is inactive.
5. Silence counts from the last letter, to the hour, and from when the rule came to be, or, since
   reading 5, to be so short (107). Who is away writes nothing either, and is as inactive. Who plays
   on in another's seat is silent from then on (since reading 6).
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import State

TOGETHER = timedelta(hours=1)
AHEAD = timedelta(days=1)
# What leads to nothing by itself; and who leaves does not come back by it.
_NOTHING = (c.Ask, c.Dispose, c.Preview, c.Try, c.ProposeEdited, c.AddEffects, c.Observe, c.Leave)


def heard_from(course: Course, command: c.Command) -> None:
    """Rules 2 and 5."""
    if isinstance(command, _NOTHING):
        return
    if command.by in course.state.inactive:
        course.happen(e.PlayerActive(at=course.at, seat=command.by, why="wrote"))
    elif is_news(course.state, command.by, course.at):
        course.happen(e.PlayersHeard(at=course.at, seats=(command.by,), counts=True))


def is_news(state: State, seat: int, at: datetime) -> bool:
    """Whether a letter of theirs has them counted longer than they were (rule 5)."""
    player = state.players.get(seat)
    since = player.heard_at if player is not None and player.playing else None
    return since is not None and at - since >= TOGETHER


def next_due(state: State) -> datetime | None:
    """When somebody has been silent for so long."""
    return min((one.until for one in silent_until(state)), default=None)


class Silent(NamedTuple):
    """Who is silent, and until when they are counted all the same; they are told so long before."""

    seat: int
    until: datetime
    ahead: timedelta


def silent_until(state: State) -> list[Silent]:
    length = mechanics_of(state.rules)["inactive"].value
    if not isinstance(length, timedelta):
        return []
    ahead = min(AHEAD, length / 4)
    return [Silent(seat, since + length, ahead) for seat, since in _silent(state)]


def _silent(state: State) -> list[tuple[int, datetime]]:
    known = ((seat, state.players[seat]) for seat in state.playing)
    return [(seat, one.heard_at) for seat, one in known if one.heard_at and not one.inactive]


def silent_too_long(course: Course) -> None:
    clause = course.mechanics["inactive"]
    for seat, since in _silent(course.state):
        if clause.rule is not None and since + clause.value <= course.at:
            missed, silent = course.state.players[seat].missed, clause.value
            course.happen(
                e.PlayerInactive(
                    at=course.at, seat=seat, missed=missed, rule=clause.rule, silent=silent
                )
            )


@decides(c.Wrote)
def wrote(course: Course, command: c.Wrote) -> None:
    """It says nothing that the game could do."""


def count_the_missing(course: Course, voted: Collection[int], missing: Collection[int]) -> None:
    """Rule 1, when a vote is counted."""
    clause = course.mechanics["inactive"]
    if clause.rule is None or not isinstance(clause.value, int):
        return
    for seat in course.state.playing:
        player = course.state.players[seat]
        if seat not in missing or seat in voted or player.inactive:
            continue
        if player.missed_at is not None and course.at - player.missed_at < TOGETHER:
            continue
        missed = player.missed + 1
        if missed < clause.value:
            course.happen(e.VoteMissed(at=course.at, seat=seat, missed=missed))
        else:
            course.happen(
                e.PlayerInactive(at=course.at, seat=seat, missed=missed, rule=clause.rule)
            )


def as_the_rule_is(course: Course) -> None:
    """Rules 4 and 5."""
    clause, state = course.mechanics["inactive"], course.state
    counts = isinstance(clause.value, timedelta)
    known = {seat: state.players[seat].heard_at for seat in state.playing}
    anew = _is_shorter(course)
    changed = tuple(
        seat
        for seat, since in known.items()
        if (since is not None) != counts
        or (anew and since != course.at and not state.players[seat].inactive)
    )
    if changed and state.status == "running":
        course.happen(e.PlayersHeard(at=course.at, seats=changed, counts=counts))
    if clause.rule is not None:
        return
    for seat in course.state.inactive:
        course.happen(e.PlayerActive(at=course.at, seat=seat, why="no rule"))


def _is_shorter(course: Course) -> bool:
    """Whether a rule has the silent inactive sooner than when this was last asked."""
    was, course.counted = course.counted, course.state.rules
    if course.state.reading < 5 or was == course.counted:
        return False
    before, now = (mechanics_of(one)["inactive"].value for one in (was, course.counted))
    return isinstance(before, timedelta) and isinstance(now, timedelta) and now < before
