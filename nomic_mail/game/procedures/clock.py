"""The Moderator's acts upon time: windows extended and reopened, the game paused (013).

1. An act names the turn or the ballot that it expects, and is refused where another stands now.
2. A window that is over is not extended: what was due then has happened. One that waits for the
   Moderator's answer is no more over than before they were asked; one that has no end (house) is
   given one, or a game without deadlines could stand still for ever.
3. A vote is reopened only while nothing was built on its end; after that a mistake is corrected.
4. In a pause no deadline runs out; what would move the game waits with it.
"""

from datetime import datetime, timedelta
from typing import Literal

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.lateness import as_expected
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.voting import is_over
from nomic_mail.game.state import State, Turn, label

FURTHEST = timedelta(days=366)
Window = Literal["turn", "period", "debate", "vote"]


@decides(c.Prolong)
def extend(course: Course, command: c.Prolong) -> None:
    window, number, was = _window(course.state, command)
    until = command.until
    if command.length is not None:
        until = (was or course.at) + min(command.length, FURTHEST + timedelta(days=1))
    if until is None or until <= max(was or course.at, course.at):
        raise Refused("window_no_longer" if was else "window_in_the_past", was=was)
    if until > course.at + FURTHEST:
        raise Refused("window_ends_too_late")
    course.happen(
        e.WindowExtended(at=course.at, window=window, number=number, was=was, until=until)
    )


def _window(state: State, command: c.Prolong) -> tuple[Window, int, datetime | None]:
    """Which of them runs, its number, and its end."""
    turn, number = state.turn, command.proposal
    if state.status != "running" or turn is None or turn.over:
        raise Refused("no_window")
    if number is None:
        as_expected(state, command.turn)
        return _of_turn(state, turn)
    if number in state.polls:
        if state.is_chaired:
            return "period", turn.number, turn.ends_at
        return "vote", number, state.polls[number].closes_at
    if number in [one.number for one in state.live]:
        if not state.is_chaired:
            return "debate", number, state.proposals[number].opens_at
        return _of_turn(state, turn)
    raise Refused("not_open", number=label(number), now=_stands(state))


def _of_turn(state: State, turn: Turn) -> tuple[Window, int, datetime | None]:
    if state.is_chaired:
        running = turn.ends_at is not None
        return (
            ("period", turn.number, turn.ends_at) if running else ("turn", turn.number, turn.due_at)
        )
    if state.polls or state.live:
        raise Refused("proposal_is_made", turn=turn.number, now=_stands(state))
    return "turn", turn.number, turn.due_at


def _stands(state: State) -> Phrase:
    """What EXTEND can be said of now."""
    known = state.open_polls or state.live
    if known:
        return Phrase("extend_it", number=label(known[0].number))
    if state.is_open:
        return Phrase("extend_nothing")
    return Phrase("extend_turn", turn=state.turn.number if state.turn else 0)


@decides(c.Reopen)
def reopen(course: Course, command: c.Reopen) -> None:
    state, number = course.state, command.proposal
    last, name = state.closing, label(number)
    if number in state.polls:
        raise Refused("vote_is_open", number=name)
    if last is None or number not in last.before.polls:
        raise Refused("vote_not_reopened", number=name)
    closed = [one for one in last.before.open_polls if one.number not in state.polls]
    missing = {seat for poll in closed for seat in poll.missing}
    if not missing:
        raise Refused("vote_was_whole", course.cite(105), number=name)
    if state.reading >= 8 and last.before.polls[number].once(is_over):
        raise Refused("vote_was_decided", course.cite_mechanic("vote ends"), number=name)
    length = command.length or state.settings.extended_by
    if length > FURTHEST:
        raise Refused("reopened_too_long")
    course.happen(
        e.VotingReopened(
            at=course.at,
            numbers=tuple(sorted(poll.number for poll in closed)),
            closes_at=course.at + length,
            missing=tuple(seat for seat in last.before.playing if seat in missing),
        )
    )


@decides(c.Pause)
def pause(course: Course, command: c.Pause) -> None:
    state = course.state
    if state.status == "paused":
        raise Refused(
            "paused_since" if state.paused_at else "paused_already", since=state.paused_at
        )
    if state.status != "running":
        raise Refused("not_begun")
    course.happen(e.GamePaused(at=course.at))


@decides(c.Resume)
def resume(course: Course, command: c.Resume) -> None:
    """Who had two days left has two days left."""
    since = course.state.paused_at
    if course.state.status != "paused" or since is None:
        raise Refused("not_paused")
    course.happen(e.GameResumed(at=course.at, paused_at=since))
    if course.at > since and next_deadline(course.state) is not None:
        course.happen(
            e.DeadlinesMoved(
                at=course.at, why="pause", by=course.at - since, began_at=since, ended_at=course.at
            )
        )


@decides(c.Announce)
def announce(course: Course, command: c.Announce) -> None:
    if not command.text.strip():
        raise Refused("nothing_to_announce")
    course.happen(e.Announced(at=course.at, text=command.text.strip()))
