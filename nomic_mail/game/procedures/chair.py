"""The `chair` procedure (202 of the game with a Chairperson): call, discussion, vote, next chair.

1. The Chairperson's steps come in order and none is skipped: the call for proposals, the
   discussion, the vote on all of them together. The chair declares the time limit of each, no
   shorter than the rule allows, and may extend it before it is over.
2. The Chairperson and the next players in the order propose: one proposal each a term (house), so
   that REVISE and WITHDRAW need no number.
3. Each period runs to its declared end. After it the chair calls the next step; the server never
   does so in the chair's stead. A lax chair can be replaced pro tem, by judgment.
4. When nothing was tabled, or all of it was taken back, there is nothing to discuss or to vote on,
   and the term is over.
"""

from datetime import timedelta

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.procedure import CHAIR, Procedure
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures import judgment
from nomic_mail.game.procedures.proposing import formed, make, make_anew, numbered, running_turn
from nomic_mail.game.procedures.scoring import close, finish_turn
from nomic_mail.game.procedures.seating import (
    following,
    next_chair,
    next_step_due,
    pass_over,
    replace_chair,
    ring,
)
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.voting import open_votes, waiting_requests
from nomic_mail.game.procedures.winning import SEVERAL
from nomic_mail.game.state import Proposal, Step, Turn

LONGEST_PERIOD = timedelta(days=90)  # nobody but its chair ends a period, not even one pro tem
STEPS: tuple[Step, ...] = ("", "proposals", "discussion", "vote")


def cite(course: Course) -> int | None:
    return course.cite_mechanic("procedure")


def _limits(course: Course) -> Procedure:
    """The least times as the rule has them; of a rule that is gone, as they were written first."""
    value: Procedure = course.mechanics["procedure"].value
    return value if value.name == "chair" else CHAIR


def _term(course: Course, by: int) -> Turn:
    turn = running_turn(course)
    if turn.procedure != "chair":
        raise Refused("no_chair", course.cite(202))
    if turn.mover != by:
        raise Refused("another_has_the_chair", cite(course), chair=course.state.name_of(turn.mover))
    return turn


# The steps of the chair


@decides(c.Call)
def call(course: Course, command: c.Call) -> None:
    turn = _term(course, command.by)
    _in_order(course, turn, command.step)
    length = _declared(course, command.step, command.length)
    proposers, requests = turn.proposers, turn.requests
    numbers: tuple[int, ...] = ()
    if command.step == "proposals":
        judgment.before_a_turn_begins(course)
        if course.state.status != "running":
            return
        proposers = _proposers(course)
    else:
        numbers = tuple(one.number for one in course.state.live)
        requests = waiting_requests(course)
    _begin(course, turn, command.step, length, proposers, numbers, requests)


def call_vote(course: Course, command: c.CallVote) -> None:
    turn = _term(course, command.by)
    _in_order(course, turn, "vote")
    length = _declared(course, "vote", command.length)
    live = course.state.live
    requests = tuple(seat for seat in turn.requests if seat in course.state.requests)
    numbers = tuple(one.number for one in live)
    _begin(course, turn, "vote", length, turn.proposers, numbers, requests)
    open_votes(course, live, requests, course.at + length, command.by)


def _in_order(course: Course, turn: Turn, wanted: Step) -> None:
    """202(c): all steps in order, each when the period before it is over."""
    present = turn.step
    if turn.ends_at is not None:
        raise Refused(
            "period_runs" if present != "vote" else "vote_period_runs",
            cite(course),
            step=present,
            until=turn.ends_at,
        )
    if STEPS.index(wanted) != STEPS.index(present) + 1:
        raise Refused("step_out_of_order", cite(course), step=present)


def _least(course: Course, step: Step) -> timedelta:
    limits = _limits(course)
    return {"proposals": limits.call, "discussion": limits.discussion}.get(step, limits.vote)


def _declared(course: Course, step: Step, length: timedelta | None) -> timedelta:
    least = _least(course, step)
    if length is None:
        return max(least, timedelta(minutes=1))
    if length < least:
        raise Refused("period_too_short", cite(course), step=step, least=least)
    if length > max(least, LONGEST_PERIOD):
        raise Refused("period_too_long", most=LONGEST_PERIOD)
    return length


def _begin(
    course: Course,
    turn: Turn,
    step: Step,
    length: timedelta,
    proposers: tuple[int, ...],
    numbers: tuple[int, ...],
    requests: tuple[int, ...],
) -> None:
    course.happen(
        e.PeriodBegan(
            at=course.at,
            turn=turn.number,
            step=step,
            by=turn.mover,
            until=course.at + length,
            proposers=proposers,
            numbers=numbers,
            requests=requests,
        )
    )


def _proposers(course: Course) -> tuple[int, ...]:
    """The Chairperson and those next in the order, as many as the rule says."""
    state = course.state
    in_order = ring(state, state.turn.mover if state.turn else 0)
    return tuple(seat for seat in in_order if seat in state.playing)[: _limits(course).proposers]


@decides(c.Extend)
def extend(course: Course, command: c.Extend) -> None:
    """202(d): at the chair's discretion, before the period is over."""
    if course.state.turn is not None and course.state.turn.procedure != "chair":
        raise Refused("more_time", course.cite(13))
    turn = _term(course, command.by)
    if turn.ends_at is None:
        raise Refused("no_period_runs", cite(course), step=turn.step)
    if command.length <= timedelta(0):
        raise Refused("period_no_longer", cite(course))
    until = turn.ends_at + min(command.length, LONGEST_PERIOD)
    if until > course.at + LONGEST_PERIOD:
        raise Refused("period_ends_too_late", most=LONGEST_PERIOD)
    course.happen(e.PeriodExtended(at=course.at, turn=turn.number, step=turn.step, until=until))


@decides(c.Refuse)
def refuse(course: Course, command: c.Refuse) -> None:
    """202(b): whoever refuses determines the next by the rules, which is whoever comes after and is
    active. It is the right of those who come into the chair in mid-term, too."""
    turn = _term(course, command.by)
    if turn.taken:
        raise Refused("chair_taken", cite(course))
    waiting = following(course.state, command.by, (*_barred(turn), command.by))
    chair = next_chair(course.state, waiting, course.at)
    if chair is None:
        raise Refused(
            "nobody_for_the_chair" if turn.step != "vote" else "nobody_for_the_count",
            cite(course),
            step=turn.step,
        )
    pass_over(course, waiting, chair, pro_tem=turn.mover != turn.counted_from)
    course.happen(
        e.ChairRefused(
            at=course.at,
            turn=turn.number,
            seat=command.by,
            chair=chair,
            due_at=next_step_due(course) if turn.ends_at is None else None,
        )
    )


def _barred(turn: Turn) -> tuple[int, ...]:
    """Who does not get the chair: who has refused it, and whose term another completes."""
    return turn.refused if turn.counted_from == turn.mover else (*turn.refused, turn.counted_from)


def period_due(course: Course) -> None:
    turn = course.state.turn
    if turn is None:
        return
    if turn.step == "vote":
        close(course)
        return
    if not tabled(course, turn):
        finish_turn(course, completed=True)
        return
    course.happen(
        e.PeriodEnded(at=course.at, turn=turn.number, step=turn.step, due_at=next_step_due(course))
    )


def tabled(course: Course, turn: Turn) -> bool:
    """Whether there is anything that has to come to its vote (104, 301)."""
    waiting = waiting_requests(course) if turn.step == "proposals" else turn.requests
    asked = [seat for seat in waiting if seat in course.state.requests]
    return bool(course.state.live or asked)


def over_for_want_of_matter(course: Course) -> None:
    """All that was tabled has been taken back while the chair's next call was awaited."""
    state, turn = course.state, course.state.turn
    if state.status != "running" or state.asked == SEVERAL or turn is None:
        return
    waits = turn.procedure == "chair" and turn.step and turn.ends_at is None and not turn.over
    if waits and not tabled(course, turn):
        finish_turn(course, completed=True)


# Proposals


def propose(course: Course, command: c.Propose) -> None:
    turn = running_turn(course)
    state = course.state
    if turn.step != "proposals" or turn.ends_at is None:
        raise Refused("proposals_not_called", cite(course))
    if command.by not in turn.proposers:
        names = tuple(state.name_of(seat) for seat in turn.proposers)
        raise Refused("not_a_proposing_player", cite(course), names=names)
    old = next((one for one in state.proposals.values() if one.by == command.by), None)
    if old is not None and not old.withdrawn:
        raise Refused("one_proposal_a_term", number=old.number)
    what = formed(course, command.changes, command.power)
    numbers = numbered(course, old, what[0])
    make(course, command, numbers, what, turn.ends_at, turn.ends_at)


def _own(course: Course, by: int) -> Proposal:
    running_turn(course)
    state = course.state
    if state.polls:
        raise Refused("ballots_open", course.cite(111))
    own = next((one for one in state.live if one.by == by), None)
    if own is None:
        raise Refused("no_proposal_this_term", cite(course))
    return own


def revise(course: Course, command: c.Revise) -> None:
    """111: the proponent decides the final form, until the vote is called."""
    proposal = _own(course, command.by)
    make_anew(course, command, proposal, proposal.callable_from, proposal.opens_at)


def withdraw(course: Course, command: c.Withdraw) -> None:
    proposal = _own(course, command.by)
    course.happen(
        e.ProposalWithdrawn(at=course.at, number=proposal.number, by=command.by, due_at=None)
    )


# Who takes the chair


def after_leaving(course: Course, seat: int) -> None:
    """A chair that leaves before its first step leaves the term to the next."""
    turn = course.state.turn
    if turn is None or turn.over or turn.mover != seat:
        return
    if not turn.step or not hand_on(course, turn, "gone"):
        finish_turn(course, completed=False)


def hand_on(course: Course, turn: Turn, why: e.Replacing) -> bool:
    """The next active player completes the chair's duties, so that what was tabled is voted on
    (104), and has their own term after it. False if there is nobody else."""
    waiting = following(course.state, turn.mover, (*_barred(turn), turn.mover))
    waiting = waiting or following(course.state, turn.mover, (turn.mover,))
    chair = next_chair(course.state, waiting, course.at)
    if chair is not None:
        pass_over(course, waiting, chair, pro_tem=True)
        replace_chair(course, chair, why)
    return chair is not None
