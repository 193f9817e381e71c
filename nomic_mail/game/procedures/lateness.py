"""Late turns and ballots: extended, then closed, skipped or removed where a rule allows, or asked.

1. A house setting never overrules a rule in force: no skipping while a rule forbids it (201), no
   removal without one that allows it. What a rule only permits (*may*) is offered to the Moderator
   first.
2. Closing counts a missing ballot as absent: no vote either way.
3. An announced absence (AWAY) moves the player's own windows to its end, where the house says so,
   and counts as no extension; but however often it is announced, no further than `away_max` from
   where the window began.
"""

from datetime import datetime, timedelta

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures import chair, judgment
from nomic_mail.game.procedures.scoring import close, finish_turn
from nomic_mail.game.procedures.seating import seat_named
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.voting import close_if_all_voted, is_over
from nomic_mail.game.procedures.winning import SEVERAL, goal_reached
from nomic_mail.game.state import Poll, State, Turn, label
from nomic_mail.game.tally import ends

LONGEST_AWAY = timedelta(days=60)


def _extended(course: Course) -> datetime:
    return course.at + course.state.settings.extended_by


def _back_at(
    course: Course, seats: tuple[int, ...], due: datetime | None, since: datetime
) -> datetime | None:
    """When the last of these is back, if the house waits for announced absences: for so long."""
    settings = course.state.settings
    if settings.away != "extend":
        return None
    known = [course.state.players[seat].away_until for seat in seats]
    back = [min(moment, since + settings.away_max) for moment in known if moment is not None]
    return max((one for one in back if due is None or one > due), default=None)


def may_remove(course: Course) -> bool:
    return bool(course.mechanics["lateness"].value == "moderator may remove")


def may_skip(course: Course) -> bool:
    return bool(course.mechanics["skipping"].value == "allowed")


# A missing ballot


def poll_due(course: Course) -> None:
    state = course.state
    settings, extensions = state.settings, max(poll.extensions for poll in state.polls.values())
    since = min(poll.opened_at for poll in state.polls.values())
    back = _back_at(course, state.missing, state.closes_at, since)
    if all(_ends_now(poll) for poll in state.open_polls):
        close(course)
    elif back is not None:
        _extend_polls(course, back, extensions)
    elif settings.missing_ballot == "close":
        close(course)
    elif extensions < settings.extensions:
        _extend_polls(course, _extended(course), extensions + 1)
    elif settings.missing_ballot == "remove" and may_remove(course):
        for seat in state.missing:
            remove(course, seat)
    else:
        _ask_about_ballot(course, state.open_polls[0])


def _ends_now(poll: Poll) -> bool:
    """With its deadline, or as all that was written in a pause is in."""
    return not poll.missing or poll.once(is_over) or ends(poll) == "at the deadline"


def _extend_polls(course: Course, until: datetime, extension: int) -> None:
    """Ballots that are open together close together."""
    for poll in course.state.open_polls:
        course.happen(
            e.VotingExtended(
                at=course.at,
                number=poll.number,
                closes_at=until,
                extension=extension,
                missing=poll.missing,
            )
        )


def _ask_about_ballot(course: Course, poll: Poll) -> None:
    state = course.state
    question = Phrase(
        "asked_about_ballot",
        seats=state.missing,
        numbers=tuple(label(one.number) for one in state.open_polls),
        first=poll.number,
    )
    if may_remove(course):
        question = Phrase("asked_with_remove", question=question, law=_lateness(course))
    course.happen(
        e.ModeratorAsked(
            at=course.at, matter="missing ballot", number=poll.number, question=question
        )
    )


def _lateness(course: Course) -> int | None:
    return course.cite_mechanic("lateness")


# A missing turn


def turn_due(course: Course, turn: Turn) -> None:
    settings = course.state.settings
    back = _back_at(course, (turn.mover,), turn.due_at, turn.waits_from or turn.began_at)
    barred = _barred_until(course)
    if barred is not None:
        _extend_turn(course, turn, barred, turn.extensions)
    elif back is not None:
        _extend_turn(course, turn, back, turn.extensions)
    elif settings.missing_turn == "skip" and may_skip(course):
        skip(course)
    elif turn.extensions < settings.extensions:
        _extend_turn(course, turn, _extended(course), turn.extensions + 1)
    elif settings.missing_turn == "remove" and may_remove(course):
        remove(course, turn.mover)
    else:
        _ask_about_turn(course, turn)


def _barred_until(course: Course) -> datetime | None:
    """212: nobody is late for a turn that may not begin yet."""
    state = course.state
    until = judgment.next_deadline(state)
    if until is None or judgment.begun(state) or judgment.may_begin(state):
        return None
    return max(until, course.at) + state.settings.extended_by


def _extend_turn(course: Course, turn: Turn, until: datetime, extension: int) -> None:
    course.happen(
        e.TurnExtended(
            at=course.at,
            turn=turn.number,
            mover=turn.mover,
            due_at=until,
            extension=extension,
        )
    )


def _ask_about_turn(course: Course, turn: Turn) -> None:
    late = Phrase("late_turn", seat=turn.mover, turn=turn.number)
    if turn.procedure == "chair":
        late = Phrase("late_chair", seat=turn.mover, law=course.cite_mechanic("procedure"))
    if not may_skip(course):
        skip = Phrase("no_skip", law=course.cite_mechanic("skipping"))
    elif chair.tabled(course, turn):
        skip = Phrase("skip_to_the_vote", law=course.cite(104))
    else:
        skip = Phrase("skip_to_the_next")
    wait = Phrase("or_wait" if may_skip(course) or may_remove(course) else "wait", seat=turn.mover)
    if may_remove(course):
        wait = Phrase("remove_or_wait", seat=turn.mover, law=_lateness(course), wait=wait)
    question = Phrase("asked_about_turn", late=late, skip=skip, wait=wait)
    course.happen(e.ModeratorAsked(at=course.at, matter="missing turn", question=question))


# What the Moderator decides


@decides(c.Skip)
def skip_command(course: Course, command: c.Skip) -> None:
    state = course.state
    if not may_skip(course):
        raise Refused("no_skipping", course.cite_mechanic("skipping"))
    as_expected(state, command.turn)
    if not _turn_is_late(state):
        raise Refused("nobodys_turn" if state.is_open else "no_turn_late")
    skip(course)


def skip(course: Course) -> None:
    """104: what a late chair's term has tabled goes on to its vote, with the next player in the
    chair."""
    turn = course.state.turn
    if turn is None or (
        course.state.is_chaired
        and chair.tabled(course, turn)
        and chair.hand_on(course, turn, "skipped")
    ):
        return
    course.happen(
        e.TurnEnded(
            at=course.at,
            turn=turn.number,
            mover=turn.counted_from or turn.mover,
            completed=False,
            skipped=True,
        )
    )


@decides(c.Remove)
def remove_command(course: Course, command: c.Remove) -> None:
    state = course.state
    if not may_remove(course):
        raise Refused("no_removing", course.cite(116))
    as_expected(state, command.turn)
    seat = seat_named(state, command.player)
    if seat not in _late(state):
        raise Refused("not_late", _lateness(course), name=state.name_of(seat))
    remove(course, seat)


def as_expected(state: State, turn: int | None) -> None:
    """An act that is about a turn, and comes too late for it, does not hit the next one."""
    now = state.turn.number if state.turn is not None else 0
    if turn is not None and state.is_open:
        raise Refused("nobodys_turn")
    if turn is not None and turn != now:
        mover = state.name_of(state.turn.mover) if state.turn else ""
        raise Refused(
            "another_turn" if state.turn else "no_turn_yet", turn=turn, now=now, mover=mover
        )


def _turn_is_late(state: State) -> bool:
    turn = state.turn
    waiting = turn is not None and turn.ends_at is None if state.is_chaired else not state.live
    if turn is None or turn.over or not waiting or state.asked == SEVERAL:
        return False
    return turn.extensions > 0 or state.asked == "missing turn"


def _late(state: State) -> tuple[int, ...]:
    if state.polls and not state.is_chaired:
        extended = any(poll.extensions for poll in state.polls.values())
        return state.missing if extended or state.asked == "missing ballot" else ()
    return (state.turn.mover,) if state.turn is not None and _turn_is_late(state) else ()


def remove(course: Course, seat: int) -> None:
    depart(course, seat, course.mechanics["lateness"].rule or 0, removed=True)


def depart(course: Course, seat: int, rule: int, *, removed: bool = False) -> None:
    """What becomes of a leaver's points is a rule's to say (301)."""
    state = course.state
    player, points = state.players[seat], course.mechanics["leaver points"]
    if points.value == "surplus" and points.rule is not None and player.score:
        course.happen(
            e.PointsScored(
                at=course.at,
                seat=seat,
                points=-player.score,
                total=0,
                because=Phrase("left_to_the_surplus"),
                rule=points.rule,
            )
        )
        course.happen(
            e.SurplusChanged(
                at=course.at,
                seat=seat,
                points=player.score,
                total=state.surplus + player.score,
                rule=points.rule,
            )
        )
    course.happen(e.PlayerLeft(at=course.at, seat=seat, rule=rule, removed=removed))
    after_leaving(course, seat)


def after_leaving(course: Course, seat: int) -> None:
    """113: forfeiting at any moment. A proposal already made is still voted on (104)."""
    state = course.state
    if state.status != "running":
        return
    if not state.playing:
        course.happen(e.GameEnded(at=course.at, why=Phrase("no_player_left")))
        return
    goal_reached(course)
    if course.state.status == "running":
        judgment.after_leaving(course, seat)
    if course.state.status != "running":
        return
    state = course.state
    debating = bool(state.live)
    if state.is_chaired:
        chair.after_leaving(course, seat)
    elif state.polls:
        close_if_all_voted(course)
    elif _turn_ends_with(state, seat) and not debating:
        finish_turn(course, completed=False)
    ask_who_plays_on(course)


def _turn_ends_with(state: State, seat: int) -> bool:
    """While it is asked who of several has won, no turn ends (208)."""
    turn = state.turn
    waits = turn is None or turn.over or state.asked == SEVERAL
    return turn is not None and turn.mover == seat and not waits


def ask_who_plays_on(course: Course) -> None:
    """One player is no game, but the Moderator's question; it waits for the one already asked."""
    state = course.state
    if state.asked in (SEVERAL, "one player left") or state.polls:
        return
    if state.status == "running" and len(state.playing) == 1:
        question = Phrase("asked_of_the_last", seat=state.playing[0])
        course.happen(e.ModeratorAsked(at=course.at, matter="one player left", question=question))


def after_joining(course: Course) -> None:
    """The turn of the one who was left alone has stood still, and gets its time anew."""
    state = course.state
    turn, window = state.turn, state.settings.turn_window
    if state.status != "running" or turn is None or turn.over or not window or state.is_open:
        return
    if turn.ends_at is None if state.is_chaired else not state.live:
        _extend_turn(course, turn, course.at + window, turn.extensions)


# Announced absence


@decides(c.Away)
def away(course: Course, command: c.Away) -> None:
    until = command.until
    if command.length is not None:  # bounded, or the sum may lie beyond all dates
        bound = LONGEST_AWAY + timedelta(days=1)
        until = course.at + max(timedelta(0), min(command.length, bound))
    if until is None and course.state.players[command.by].away_until is None:
        raise Refused("no_absence")
    if until is not None and until <= course.at:
        raise Refused("absence_is_over")
    if until is not None and until > course.at + LONGEST_AWAY:
        raise Refused("absence_too_long", days=LONGEST_AWAY.days)
    course.happen(e.PlayerAway(at=course.at, seat=command.by, until=until))
