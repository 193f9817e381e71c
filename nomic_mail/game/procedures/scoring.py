"""What follows a vote, whatever the procedure: the changes, the points, the throw, the win.

1. An adopted change takes full effect at the completion of the vote (107, 205); the rest of the
   turn runs under the rules as they then stand.
2. Scoring has two moments: 204 and 206 together at the completion of the vote, then 202(2). A win
   at the first ends the game before the second. Who is paid what at which is the clauses' to say.
3. Several players at the goal in one moment: none is picked by machine; the moderator is asked.
4. Where several proposals were voted on together, all are counted first, and then carried out in
   the order of their numbers. Each finds its rule by lineage, and is tested again (209, 114): one
   that cannot be carried out any more is void, neither adopted nor defeated.
"""

from collections.abc import Sequence
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import Dice, Moment, Voted
from nomic_mail.game.clauses.worth import facts_after, worth
from nomic_mail.game.course import Course, Refusal, Refused
from nomic_mail.game.evolve import fold
from nomic_mail.game.expressions import Expression
from nomic_mail.game.following import come_to, votes_of
from nomic_mail.game.mechanics import Payment, mechanics_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.inactive import count_the_missing
from nomic_mail.game.procedures.program_rights import counted_by_program
from nomic_mail.game.procedures.throwing import throw_dice
from nomic_mail.game.procedures.winning import goal_reached
from nomic_mail.game.quantities import amounts
from nomic_mail.game.rules import as_of, bound_of, still_proper
from nomic_mail.game.state import Poll, Proposal, Request, State
from nomic_mail.game.tally import tallied


class Counted(Struct, frozen=True):
    """One vote at its completion. Of a request to join there is no proposal, and no change."""

    poll: Poll
    closed: e.VotingClosed
    settled: tuple[e.BallotSettled, ...] = ()
    proposal: Proposal | None = None
    changes: tuple[e.RuleChanged, ...] = ()


def close(course: Course, polls: Sequence[Poll] = ()) -> None:
    """The completion of these votes, or of all that are open, and all that it brings, up to the end
    of the turn. In open play no turn ends with it."""
    counted = _counted(course, polls or course.state.open_polls)
    for one in counted:
        for ballot in one.settled:
            course.happen(ballot)
        course.happen(one.closed)
    for one in counted:
        for change in one.changes:
            course.happen(change)
    _admit(course, counted)
    voted = {seat for one in counted for seat in one.closed.votes}
    ended = [one.poll for one in counted if (one.poll.closes_at or course.at) <= course.at]
    count_the_missing(course, voted, {seat for poll in ended for seat in poll.missing})
    for moment in get_args(Moment):
        _score(course, counted, moment)
        if goal_reached(course):
            return
    if not course.state.is_open:
        finish_turn(course, completed=True)


def _counted(course: Course, polls: Sequence[Poll]) -> list[Counted]:
    """Each is tested on the rules as those before it leave them: those in the same vote, and in
    open play all since it was made."""
    before = after = course.state
    counted = []
    outcomes: dict[int, str] = {}
    for one in polls:
        poll = replace(one, outcomes={**one.outcomes, **outcomes})
        settled = _settled(course, poll)
        result = counted_by_program(course, poll, tallied(poll))
        closed = e.VotingClosed(
            at=course.at,
            number=poll.number,
            outcome=result.outcome,
            reason=result.reason,
            rule=poll.threshold_rule,
            tally=result.counts,
            votes=votes_of(poll),
            absent=poll.absent,
        )
        proposal = before.proposals.get(poll.number)
        changes: tuple[e.RuleChanged, ...] = ()
        if proposal is not None and result.outcome == "adopted":
            bound = bound_of(before, proposal)
            made = as_of(before.rules, proposal.made_at) if before.is_open else before.rules
            try:
                changes = still_proper(proposal, made, after, bound, course.at)
            except Refused as refused:
                closed = replace(closed, outcome="void", reason=_why(refused.refusal))
            after = fold(changes, after)
        outcomes[poll.number] = closed.outcome
        counted.append(Counted(_with(settled, poll), closed, settled, proposal, changes))
    return counted


def _settled(course: Course, poll: Poll) -> tuple[e.BallotSettled, ...]:
    """What the ballots come to that follow something."""
    return tuple(
        e.BallotSettled(at=course.at, number=poll.number, seat=seat, choice=one.choice, why=one.why)
        for seat, one in sorted(come_to(poll).items())
    )


def _with(settled: tuple[e.BallotSettled, ...], poll: Poll) -> Poll:
    ballots = {
        one.seat: replace(poll.ballots[one.seat], comes_to=one.choice or "nothing")
        for one in settled
    }
    return replace(poll, ballots={**poll.ballots, **ballots}) if ballots else poll


def _why(refusal: Refusal) -> Phrase:
    """Why what was adopted could not be carried out."""
    why = Phrase(refusal.code, **refusal.facts)
    return Phrase("not_carried_out", why=why, law=refusal.because)


def _admit(course: Course, counted: list[Counted]) -> None:
    """301: nobody joins without a unanimous vote. One that fails only for missing ballots is put
    to the next vote."""
    for one in counted:
        request = course.state.requests.get(-one.poll.number)
        if request is None:
            continue
        rule = one.poll.threshold_rule
        if one.closed.outcome == "adopted":
            admit(course, request)
        elif one.closed.outcome == "defeated":
            course.happen(
                e.JoinDeclined(
                    at=course.at, seat=request.seat, name=request.name, why="voted", rule=rule
                )
            )


def admit(course: Course, request: Request) -> None:
    """Who comes back has the score they left, unless it went to the surplus."""
    old = course.state.players.get(request.seat)
    start: int = course.mechanics["start"].value
    surplus = course.mechanics["leaver points"].value == "surplus"
    course.happen(
        e.PlayerJoined(
            at=course.at,
            seat=request.seat,
            name=request.name,
            surname=request.surname,
            letter=request.letter,
            score=old.score if old is not None and (old.score or not surplus) else start,
            invited=request.invited,
        )
    )


def finish_turn(course: Course, *, completed: bool) -> None:
    """Of a chair's term it is the chair's own, whoever was chair pro tem."""
    turn = course.state.turn
    if turn is not None:
        mover = turn.counted_from or turn.mover
        course.happen(e.TurnEnded(at=course.at, turn=turn.number, mover=mover, completed=completed))


def _score(course: Course, counted: list[Counted], moment: Moment) -> None:
    """Each is worked out on the scores before any of them."""
    before = course.state
    for one in counted:
        if one.proposal is not None and not one.poll.withdrawn:
            vote = Voted(one.poll, one.proposal, one.closed.outcome)
            for payment in course.mechanics.payments(moment, vote):
                _pay(course, before, vote, payment)


def _pay(course: Course, before: State, vote: Voted, payment: Payment) -> None:
    """What the rule computes, or dice, thrown over everybody's ballots (008). Who has forfeited
    (113) is given nothing; what 206 takes, it takes from the points that are kept for them, where
    any are (301)."""
    poll, seat, points = vote.poll, payment.seat, payment.points
    player = course.state.players.get(seat)
    kept = course.mechanics["leaver points"].value != "surplus"
    if player is None or not (player.playing or (payment.sign < 0 and kept)):
        return
    faces = _throw(course, poll, seat, points) if isinstance(points, Dice) else ()
    facts = facts_after(before, seat, poll, vote.proposal)
    if isinstance(points, Expression) and points.quantities:
        void = mechanics_of(before.rules).void
        facts |= amounts(before, points.quantities, seat, payment.rule, void)
    part = course.mechanics["points"].value
    value, because = worth(points, facts, payment.because, faces, part)
    if not player.playing:
        because = Phrase("points_wait", because=because)
    course.happen(
        e.PointsScored(
            at=course.at,
            seat=seat,
            points=payment.sign * value,
            total=player.score + payment.sign * value,
            because=because,
            rule=payment.rule,
        )
    )


def _throw(course: Course, poll: Poll, by: int, dice: Dice) -> tuple[int, ...]:
    roll = 1 + sum(1 for event in course.events if isinstance(event, e.DiceThrown))
    ballots = [[seat, b.choice, b.letter] for seat, b in sorted(poll.ballots.items())]
    return throw_dice(course, by, dice, roll, proposal=poll.number, ballots=ballots)
