"""Turns and terms (201, 202): whose they are, in which order and circuit, and the chair's steps."""

from datetime import datetime, timedelta

from nomic_mail.game import events as e
from nomic_mail.game.clauses.procedure import Procedure
from nomic_mail.game.procedures import judgment
from nomic_mail.game.procedures.rounds import GRACE, next_deadline
from nomic_mail.game.procedures.seating import by_surname, following
from nomic_mail.game.state import ProcedureName, State, Step, Turn
from tests.kit.referee.walk import Walk

PART = "turns"
STEPS: tuple[Step, ...] = ("", "proposals", "discussion", "vote")
LONGEST_PERIOD = timedelta(days=90)


def began(walk: Walk) -> None:
    """The next player's turn, or term: after the last in the order, whoever still plays."""
    state, turn = walk.state, walk.state.turn
    order = order_in_force(walk)
    last = turn.counted_from or turn.mover if turn else None
    waiting = following(state, last, order=order)
    mover = waiting[0] if waiting else None
    if _procedure(walk) == "chair":
        mover = _active(walk, waiting)
        _passed_before(walk, waiting, mover)
    going_on = any(seat in state.playing for seat in state.circuit_waits_for)
    if not going_on:  # who has taken over a seat takes their own place with the new circuit
        order = order_in_force(walk, anew=True)
    good = state.status == "running" and (turn is None or turn.over)
    walk.holds(PART, "turn", good, "a turn that begins after the last one has ended")
    outside = bool(state.requests) and walk.mechanics["membership"].value == "open"
    walk.holds(PART, "turn", not outside, f"first those who have asked to join: {state.requests}")
    walk.check(
        PART,
        turn=turn.number + 1 if turn else 1,
        mover=mover,
        circuit=state.circuit if going_on else state.circuit + 1,
        due_at=walk.after(state.settings.turn_window),
        order=order if order != state.order else (),
        procedure=_procedure(walk),
    )
    walk.step()


def _procedure(walk: Walk) -> ProcedureName:
    """Without a rule on it, as last in force."""
    procedure, turn = walk.mechanics["procedure"], walk.state.turn
    if procedure.rule is None and turn is not None:
        return turn.procedure
    name: ProcedureName = procedure.value.name
    return name


def order_in_force(walk: Walk, *, anew: bool = False) -> tuple[int, ...]:
    """Without a rule on it, as last in force; the random order is drawn once (007)."""
    state, how = walk.state, walk.mechanics["order"]
    by_hand = state.ordered_by is not None and state.rules.get(state.ordered_by) is not None
    if how.rule is None or how.value == "random" or by_hand:
        return state.order
    if how.value == "alphabetical":
        return by_surname(state, state.order, anew=anew)
    return tuple(sorted(state.order, key=lambda seat: (state.players[seat].joined, seat)))


def _active(walk: Walk, seats: tuple[int, ...]) -> int | None:
    """202(a): the first who is not away at this moment; if all are, the first."""
    at = walk.moment
    for seat in seats:
        until = walk.state.players[seat].away_until
        if until is None or at is None or until <= at:
            return seat
    return seats[0] if seats else None


def _passed_before(walk: Walk, seats: tuple[int, ...], chair: int | None) -> None:
    """Just now, and each of them, was told to have been passed over."""
    wanted = seats[: seats.index(chair)] if chair in seats else ()
    told = []
    for one in reversed(walk.events[: walk.place]):
        if not isinstance(one, e.ChairPassedOver) or one.at != walk.moment:
            break
        told.append(one.seat)
    good = tuple(reversed(told)) == wanted
    walk.holds(PART, "turn", good, f"a chair after {wanted}, who are away, and after nobody else")


def passed_over(walk: Walk) -> None:
    """Who is, and that each of them is, is looked at with the chair that follows."""
    event, turn = walk.next, walk.state.turn
    if not isinstance(event, e.ChairPassedOver):
        return walk.step()
    known = walk.state.players.get(event.seat)
    walk.check(PART, until=known.away_until if known is not None else None)
    rest = (one for one in walk.events[walk.place :] if not isinstance(one, e.ChairPassedOver))
    then = next(rest, None)
    handed = isinstance(then, e.ChairReplaced)
    stands_in = turn is not None and not turn.over and turn.mover != turn.counted_from
    walk.check(PART, pro_tem=handed or stands_in)
    takes = handed or isinstance(then, e.ChairRefused | e.TurnBegan)
    walk.holds(PART, "seat", takes, "nobody: no chair was taken after that")
    return walk.step()


def extended(walk: Walk) -> None:
    event, turn = walk.next, walk.state.turn
    if not isinstance(event, e.TurnExtended) or turn is None:
        return walk.step()
    walk.check(PART, turn=turn.number, mover=turn.mover)
    back = back_at(walk, turn.waits_from or turn.began_at, turn.mover)
    ways = [(turn.extensions + 1, later(walk)), (turn.extensions, back)]
    until = judgment.next_deadline(walk.state)
    if until is not None and not (judgment.begun(walk.state) or judgment.may_begin(walk.state)):
        ways = [(turn.extensions, later(walk, until))]  # 212: nobody is late that may not begin
    if isinstance(walk.last, e.PlayerJoined):  # who was left alone has the whole time again
        ways.append((turn.extensions, walk.after(walk.state.settings.turn_window)))
    one = (event.extension, event.due_at)
    walk.holds(PART, "due_at", one in ways, f"one of {ways}, by extension")
    return walk.step()


def later(walk: Walk, until: datetime | None = None) -> datetime | None:
    """The end of an extension made now, or from a later moment on."""
    event = walk.next
    if event is None:
        return None
    longer = max(walk.state.settings.extension, timedelta(hours=1))
    return max(until or event.at, event.at) + longer


def back_at(walk: Walk, since: datetime, *seats: int) -> datetime | None:
    """When the last of them is back, where the house waits for announced absences; no window waits
    for more than so long."""
    settings = walk.state.settings
    back = [walk.state.players[seat].away_until for seat in seats]
    known = [moment for moment in back if moment is not None]
    if settings.away != "extend" or not known:
        return None
    return min(max(known), since + settings.away_max)


def ended(walk: Walk) -> None:
    """Not by a vote: nothing is tabled in the chair's term any more, its mover left, or it was
    passed over."""
    turn = walk.state.turn
    if turn is None:
        return walk.step()
    left = turn.mover not in walk.state.playing
    completed = turn.voted or (turn.procedure == "chair" and bool(turn.step) and not left)
    requests = completed and not turn.voted and _requests(walk, turn)
    tabled = bool(walk.state.live or walk.state.polls or requests)
    walk.check(PART, turn=turn.number, mover=turn.counted_from or turn.mover)
    skipped = not completed and not left
    walk.check(PART, completed=completed, skipped=skipped)
    allowed = not skipped or walk.mechanics["skipping"].value == "allowed"
    walk.holds(PART, "skipped", allowed, "no skipping: a rule forbids it")
    good = not turn.over and not tabled
    walk.holds(PART, "turn", good, "no end of a turn that is over, or has proposals to vote on")
    return walk.step()


def _requests(walk: Walk, turn: Turn) -> list[int]:
    """To join, those that the term has to put to the vote (301)."""
    voted = walk.mechanics["membership"].value == "unanimous vote"
    early: tuple[int, ...] = tuple(walk.state.requests) if voted else ()
    tabled = early if turn.step == "proposals" else turn.requests
    return [seat for seat in tabled if seat in walk.state.requests]


# The chair's steps


def period_began(walk: Walk) -> None:
    event, state, turn = walk.next, walk.state, walk.state.turn
    if not isinstance(event, e.PeriodBegan) or turn is None:
        return walk.step()
    place = STEPS.index(turn.step) + 1
    step = STEPS[place] if place < len(STEPS) else "no step"
    live = tuple(one.number for one in state.live)
    requests = turn.requests
    if step == "discussion":
        voted = walk.mechanics["membership"].value == "unanimous vote"
        requests = tuple(state.requests) if voted else ()
    elif step == "vote":
        requests = tuple(seat for seat in turn.requests if seat in state.requests)
    walk.check(PART, turn=turn.number, step=step, by=turn.mover, requests=requests)
    walk.check(PART, numbers=() if step == "proposals" else live)
    walk.check(PART, proposers=_proposers(walk) if step == "proposals" else turn.proposers)
    least = _least(_limits(walk), event.step)
    longest = event.at + max(least, LONGEST_PERIOD)
    in_time = event.at + least <= event.until <= longest
    walk.holds(PART, "until", in_time, f"a time from {event.at + least} to {longest}")
    walk.holds(PART, "at", turn.ends_at is None, f"nothing: the period to {turn.ends_at} runs")
    return walk.step()


def _limits(walk: Walk) -> Procedure:
    value: Procedure = walk.mechanics["procedure"].value
    return value if value.name == "chair" else Procedure("chair")


def _least(limits: Procedure, step: Step) -> timedelta:
    return {"proposals": limits.call, "discussion": limits.discussion}.get(step, limits.vote)


def _proposers(walk: Walk) -> tuple[int, ...]:
    """The Chairperson and those next in the order, as many as the rule says."""
    state = walk.state
    mover = state.turn.mover if state.turn else 0
    order = order_in_force(walk)
    start = order.index(mover) if mover in order else 0
    ring = (*order[start:], *order[:start])
    return tuple(seat for seat in ring if seat in state.playing)[: _limits(walk).proposers]


def period_extended(walk: Walk) -> None:
    event, turn = walk.next, walk.state.turn
    if not isinstance(event, e.PeriodExtended) or turn is None:
        return walk.step()
    walk.check(PART, turn=turn.number, step=turn.step)
    longest = event.at + LONGEST_PERIOD
    later = turn.ends_at is not None and turn.ends_at < event.until <= longest
    walk.holds(PART, "until", later, f"a time after {turn.ends_at}, and by {longest}")
    return walk.step()


def period_ended(walk: Walk) -> None:
    turn = walk.state.turn
    if turn is None:
        return walk.step()
    due = walk.after(walk.state.settings.turn_window)
    walk.check(PART, turn=turn.number, step=turn.step, due_at=due)
    walk.holds(PART, "at", turn.ends_at is not None, "nothing: no period runs")
    return walk.step()


def chair_refused(walk: Walk) -> None:
    event, state, turn = walk.next, walk.state, walk.state.turn
    if not isinstance(event, e.ChairRefused) or turn is None:
        return walk.step()
    waiting = following(state, turn.mover, (*_barred(state), turn.mover))
    chair = _active(walk, waiting)
    _passed_before(walk, waiting, chair)
    walk.check(PART, turn=turn.number, seat=turn.mover, chair=chair, due_at=_due_of_chair(walk))
    walk.holds(PART, "seat", not turn.taken, "nobody: the chair has taken a step of the term")
    return walk.step()


def _barred(state: State) -> tuple[int, ...]:
    """Who has refused in this term, and who was to hold it but for the one who does now."""
    turn = state.turn
    if turn is None:
        return ()
    return turn.refused if turn.mover == turn.counted_from else (*turn.refused, turn.counted_from)


def chair_replaced(walk: Walk) -> None:
    event, turn = walk.next, walk.state.turn
    if not isinstance(event, e.ChairReplaced) or turn is None:
        return walk.step()
    walk.check(PART, turn=turn.number, was=turn.mover, due_at=_due_of_chair(walk))
    walk.check(PART, why=_why(walk, event), chair=_chair(walk, event, turn.mover))
    return walk.step()


def _due_of_chair(walk: Walk) -> datetime | None:
    turn = walk.state.turn
    running = turn is not None and turn.ends_at is not None
    return None if running else walk.after(walk.state.settings.turn_window)


def _why(walk: Walk, event: e.ChairReplaced) -> str:
    """A late chair is passed over where no rule forbids it, and not while a period runs."""
    state, turn = walk.state, walk.state.turn
    if turn is None or turn.mover not in state.playing:
        return "gone"
    if isinstance(walk.last, e.JudgmentGiven) and walk.last.replace_chair:
        return "judgment"
    allowed = walk.mechanics["skipping"].value == "allowed"
    late = turn.ends_at is None and bool(turn.step)
    return "skipped" if event.why == "skipped" and allowed and late else "overruled"


def _chair(walk: Walk, event: e.ChairReplaced, mover: int) -> int | None:
    state, asked = walk.state, walk.state.judgment
    if event.why in ("gone", "skipped"):
        # nor does the chair that a chair pro tem stands in for come back
        waiting = following(state, mover, (*_barred(state), mover))
        waiting = waiting or following(state, mover, (mover,))
        chair = _active(walk, waiting)
        _passed_before(walk, waiting, chair)
        return chair
    if asked is None:
        return None
    accuser = next((seat for seat in asked.accusers if seat in state.playing), None)
    return accuser if event.why == "judgment" else asked.unseated


# Of all of them: the clock stood still


def moved(walk: Walk) -> None:
    """By the length of the outage, and the grace; once for all that overlap, and where something is
    due."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.DeadlinesMoved):
        return
    ended_at = event.ended_at if state.paused_at is None else min(event.ended_at, state.paused_at)
    walk.check(PART, why="outage", by=_uncounted(state, event.began_at, ended_at))
    walk.check(PART, ended_at=ended_at)
    in_order = event.began_at < event.ended_at <= event.at
    walk.holds(PART, "ended_at", in_order, f"a time after {event.began_at}, to {event.at}")
    new = event.by > timedelta(0)
    walk.holds(PART, "ended_at", new, "an outage that no deadline was moved for yet")
    waits = state.status in ("running", "paused") and next_deadline(state) is not None
    walk.holds(PART, "by", waits, "nothing: no deadline runs")
    walk.step()


def _uncounted(state: State, began: datetime, ended: datetime) -> timedelta:
    """What the outage adds to the last one, and the grace where it stands apart."""
    if state.outage_from is None or state.outage_until is None or began >= state.outage_until:
        return ended - began + GRACE
    before = state.outage_from - began if ended >= state.outage_from else timedelta(0)
    return max(before, timedelta(0)) + max(ended - state.outage_until, timedelta(0))
