"""How play goes round, whatever the procedure: who is next, and what the clock has to do.

1. The procedure and the order of play are clauses (201, 202): a new one starts with the next turn.
2. A tick does what is due, one thing after the other; a judgment's own deadlines come first.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.procedure import Procedure
from nomic_mail.game.course import Course
from nomic_mail.game.procedures import chair, inactive, judgment, open, program_times, turns
from nomic_mail.game.procedures.lateness import ask_who_plays_on, poll_due, turn_due
from nomic_mail.game.procedures.membership import take_in_who_asked
from nomic_mail.game.procedures.program_asks import asked
from nomic_mail.game.procedures.scoring import finish_turn
from nomic_mail.game.procedures.seating import following, next_chair, order_of_play, pass_over
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.voting import all_over_at
from nomic_mail.game.procedures.winning import SEVERAL
from nomic_mail.game.programs import Given
from nomic_mail.game.state import NOBODY, ProcedureName, State


def next_deadline(state: State) -> datetime | None:
    """The next thing the clock has to do: in the turn, or in a judgment."""
    return state.once(_next_deadline)


def _next_deadline(state: State) -> datetime | None:
    known = (
        _own_deadline(state),
        judgment.next_deadline(state),
        program_times.next_due(state),
        inactive.next_due(state),
    )
    due = [moment for moment in known if moment]
    return min(due, default=None)


def _own_deadline(state: State) -> datetime | None:
    turn = state.turn
    if state.asked == SEVERAL or turn is None:
        return None
    if turn.procedure == "open" and (state.polls or state.asked != "one player left"):
        return open.next_due(state)
    if state.polls and turn.procedure != "chair":
        return all_over_at(state.polls.values(), state.resumed_at or state.at) or state.closes_at
    if state.polls:
        return turn.ends_at
    if state.asked == "one player left":
        return None
    if turn.procedure == "chair":
        return turn.ends_at or turn.due_at
    if state.live:
        return state.live[0].opens_at
    return turn.due_at


def later(at: datetime, window: timedelta) -> datetime | None:
    return at + window if window else None


def begin(course: Course) -> None:
    """The next player's turn, or term: after the last in the order, whoever still plays. A circuit
    begins with the first term of it: who is passed over before that is still waited for."""
    state, procedure = course.state, _procedure(course)
    order = order_of_play(state)
    last = state.turn.counted_from or state.turn.mover if state.turn else None
    waiting = following(state, last, order=order)
    mover = next(iter(waiting), None)
    if procedure == "chair":
        mover = next_chair(state, waiting, course.at)
    if mover is None:
        return
    if procedure == "open":
        mover = NOBODY
    elif procedure == "turns":
        mover = _by_program(course, waiting)
    else:
        pass_over(course, waiting, mover)
    due = [seat for seat in course.state.circuit_waits_for if seat in state.playing]
    if not due:
        order = order_of_play(state, anew=True)
    course.happen(
        e.TurnBegan(
            at=course.at,
            turn=state.turn.number + 1 if state.turn else 1,
            mover=mover,
            circuit=state.circuit if due else state.circuit + 1,
            due_at=_until(course, procedure),
            order=order if order != state.order else (),
            procedure=procedure,
        )
    )


def _until(course: Course, procedure: ProcedureName) -> datetime | None:
    """The time to propose, or to take a step. Of a round of open play that goes by time the end,
    counted from that of the last, however long after it a tick came."""
    if procedure != "open":
        return later(course.at, course.state.settings.turn_window)
    says: Procedure = course.mechanics["procedure"].value
    time = says.round if says.name == "open" else timedelta(0)
    last = course.state.turn.ends_at if course.state.turn is not None else None
    on_time = last is not None and course.state.is_open and course.at - last < time
    return later(last if last is not None and on_time else course.at, time)


def _by_program(course: Course, waiting: Sequence[int]) -> int:
    """The first of them, where no program is asked (`order: program`) or it names nobody there."""
    first = waiting[0]
    each = ((Given(kind="player", number=first),),)
    named = asked(course, course.mechanics["order"], each) or (0,)
    return named[0] if named[0] in waiting else first


def _procedure(course: Course) -> ProcedureName:
    """Without a rule on it, as last in force."""
    procedure, turn = course.mechanics["procedure"], course.state.turn
    if procedure.rule is None and turn is not None:
        return turn.procedure
    name: ProcedureName = procedure.value.name
    return name


def move_on(course: Course) -> None:
    """Whoever waits at an open door comes in. After a turn has ended: the next one, unless the game
    waits for the moderator."""
    take_in_who_asked(course)
    _end_what_waited(course)
    chair.over_for_want_of_matter(course)
    open.round_over(course)
    state = course.state
    if state.status == "running" and state.turn and state.turn.over and not state.asked:
        ask_who_plays_on(course)
        if not course.state.asked:
            begin(course)
    judgment.out_of_the_chair(course)
    inactive.as_the_rule_is(course)


def _end_what_waited(course: Course) -> None:
    """A turn that was voted on, or whose mover has left, while it was asked who of several has won;
    and nobody has (208)."""
    state, turn = course.state, course.state.turn
    waits = state.asked == SEVERAL or state.is_open
    if state.status != "running" or turn is None or turn.over or waits:
        return
    left = turn.mover not in state.playing and not state.is_chaired
    if turn.voted or (left and not (state.live or state.polls)):
        finish_turn(course, completed=turn.voted)


@decides(c.Tick)
def tick(course: Course, command: c.Tick) -> None:
    """What is due at `course.at`, one thing after the other."""
    while course.state.status == "running":
        due = next_deadline(course.state)
        if due is None or due > course.at:
            return
        if due == judgment.next_deadline(course.state):
            judgment.tick(course)
        elif due == program_times.next_due(course.state):
            program_times.one_due(course)
            move_on(course)
        elif due == inactive.next_due(course.state):
            inactive.silent_too_long(course)
        else:
            _one_due(course)
            move_on(course)
        program_times.react(course)


GRACE = timedelta(hours=2)


@decides(c.Outage)
def outage(course: Course, command: c.Outage) -> None:
    """Whoever could not write has that time again, and two hours: to notice, and to write."""
    state = course.state
    if state.paused_at is not None:  # what comes after it, the pause counts
        command = replace(command, ended_at=min(command.ended_at, state.paused_at))
    by = _not_counted_yet(state, command)
    clocked = state.status in ("running", "paused") and next_deadline(state) is not None
    if not clocked or by <= timedelta(0):
        return
    course.happen(
        e.DeadlinesMoved(
            at=course.at,
            why="outage",
            by=by,
            began_at=command.began_at,
            ended_at=command.ended_at,
        )
    )


def _not_counted_yet(state: State, outage: c.Outage) -> timedelta:
    """Of outages that overlap, as of the mailbox and of the listener, the time counts once, and so
    do the two hours."""
    nothing = timedelta(0)
    first, last = state.outage_from, state.outage_until
    if outage.ended_at <= outage.began_at:
        return nothing
    if first is None or last is None or outage.began_at >= last:
        return outage.ended_at - outage.began_at + GRACE
    if outage.ended_at < first:
        return nothing
    return max(first - outage.began_at, nothing) + max(outage.ended_at - last, nothing)


def _one_due(course: Course) -> None:
    state = course.state
    if state.turn is None:
        return
    if state.is_open:
        open.due(course)
    elif state.turn.ends_at is not None:
        chair.period_due(course)
    elif state.polls:
        poll_due(course)
    elif state.live and state.turn.procedure == "turns":
        turns.open_if_due(course)
    else:
        turn_due(course, state.turn)
