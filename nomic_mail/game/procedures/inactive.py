"""Who is not counted among the voters, as they miss the votes (the clause `inactive`).

1. A vote is missed by whoever could have voted in it until its deadline and did not, and not where
   it was counted before that; votes that are counted within an hour are one, and who has voted in
   any of those counted together has missed none. Votes count that are counted while a rule says so.
2. Whoever writes is active again: by whatever their letter brings about, or, where it brings about
   nothing, by `Wrote`.
3. An open vote keeps the voters it opened with. Who was left out of it, and votes, is one of them.
4. Where no rule says so any more, nobody is inactive.
"""

from collections.abc import Collection
from datetime import timedelta

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.procedures.table import decides

TOGETHER = timedelta(hours=1)
# What leads to nothing by itself; and who leaves does not come back by it.
_NOTHING = (c.Ask, c.Dispose, c.Preview, c.Try, c.ProposeEdited, c.AddEffects, c.Observe, c.Leave)


def heard_from(course: Course, command: c.Command) -> None:
    """Rule 2."""
    if command.by in course.state.inactive and not isinstance(command, _NOTHING):
        course.happen(e.PlayerActive(at=course.at, seat=command.by, why="wrote"))


@decides(c.Wrote)
def wrote(course: Course, command: c.Wrote) -> None:
    """It says nothing that the game could do."""


def count_the_missing(course: Course, voted: Collection[int], missing: Collection[int]) -> None:
    """Rule 1, when a vote is counted."""
    clause = course.mechanics["inactive"]
    if clause.rule is None:
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


def nobody_without_a_rule(course: Course) -> None:
    """Rule 4."""
    if course.mechanics["inactive"].rule is not None:
        return
    for seat in course.state.inactive:
        course.happen(e.PlayerActive(at=course.at, seat=seat, why="no rule"))
