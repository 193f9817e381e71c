"""The completion of a vote and all that it brings (104, 203): counted, carried out, scored, won."""

from dataclasses import dataclass
from typing import get_args

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import Dice, Moment, Voted
from nomic_mail.game.clauses.points import facts_after, worth
from nomic_mail.game.course import Refused
from nomic_mail.game.evolve import evolve
from nomic_mail.game.following import PLAIN
from nomic_mail.game.mechanics import Payment
from nomic_mail.game.procedures.paradox import winner_named
from nomic_mail.game.rules import bound_of, still_proper
from nomic_mail.game.state import Poll, Proposal, State
from nomic_mail.game.tally import tally
from nomic_mail.phrases import said, worded
from tests.kit.referee import draws
from tests.kit.referee.walk import Walk

VOTES = "tallies and outcomes"
RULES = "rule changes"
SCORES = "scores"
PEOPLE = "players"
WINS = "wins and endings"


@dataclass(frozen=True, slots=True)
class Recounted:
    """`poll` has the ballots as the count opened their seals."""

    poll: Poll
    outcome: str
    proposal: Proposal | None
    change: e.RuleChanged | None


class Recount:
    """`rolls` counts the throws of this one completion."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.rolls = 0

    def follow(self) -> None:
        walk = self.walk
        before = after = walk.state
        counted = []
        for poll in before.open_polls:
            one, after = self._count(before, after, poll)
            if one is None:
                return
            counted.append(one)
        for one in counted:
            if one.change is not None and not self._changed(one.change):
                return
        self._admissions(counted)
        for moment in get_args(Moment):
            self._scored(counted, moment)
            if goal_reached(walk):
                return
        _end_of_turn(walk)

    # The count

    def _count(self, before: State, after: State, poll: Poll) -> tuple[Recounted | None, State]:
        walk = self.walk
        event = walk.due(VOTES, e.VotingClosed)
        if event is None:
            return None, after
        ballots = poll.ballots.items()  # it knows none that follows another
        votes = {seat: PLAIN[one.choice] for seat, one in ballots if one.choice in PLAIN}
        walk.check(VOTES, number=poll.number, rule=poll.threshold_rule, absent=poll.missing)
        walk.check(VOTES, votes=votes)
        legal = poll.abstention or "abstain" not in votes.values()
        walk.holds(VOTES, "votes", legal, "no abstention: no rule allows it")
        result = tally(poll.threshold, poll.electorate, votes, poll.weights)
        outcome, change = result.outcome, None
        reason = said(result.reason)
        proposal = before.proposals.get(poll.number)
        if proposal is not None and outcome == "adopted":
            try:
                change = _carried_out(before, after, proposal, event)
            except Refused as refused:
                outcome = "void"
                reason = f"{worded(refused.refusal).reason} ({worded(refused.refusal).because})"
            else:
                after = evolve(after, change)
        walk.check(VOTES, tally=dict(result.counts), outcome=outcome, reason=reason)
        walk.step()
        return Recounted(poll, outcome, proposal, change), after

    def _changed(self, change: e.RuleChanged) -> bool:
        walk = self.walk
        if walk.due(RULES, e.RuleChanged) is None:
            return False
        _checked_change(walk, change)
        walk.step()
        return True

    def _admissions(self, counted: list[Recounted]) -> None:
        walk = self.walk
        for one in counted:
            request = walk.state.requests.get(-one.poll.number)
            if request is None:
                continue
            if one.outcome == "adopted" and walk.due(PEOPLE, e.PlayerJoined):
                walk.check(PEOPLE, seat=request.seat, name=request.name, letter=request.letter)
                walk.check(PEOPLE, surname=request.surname, score=starting_score(walk))
                walk.step()
            elif one.outcome == "defeated" and walk.due(PEOPLE, e.JoinDeclined):
                walk.check(PEOPLE, seat=request.seat, name=request.name, why="voted")
                walk.check(PEOPLE, rule=one.poll.threshold_rule)
                walk.step()

    # The points (202, 204, 206)

    def _scored(self, counted: list[Recounted], moment: Moment) -> None:
        """All that any kind of clause pays at this moment, on the scores before any of it."""
        base = self.walk.state
        for one in counted:
            if one.proposal is not None:
                vote = Voted(one.poll, one.proposal, one.outcome)
                for payment in self.walk.mechanics.payments(moment, vote):
                    self._paid(base, vote, payment)

    def _paid(self, base: State, vote: Voted, payment: Payment) -> None:
        walk, seat, dice, poll = self.walk, payment.seat, payment.points, vote.poll
        player = walk.state.players.get(seat)
        kept = walk.mechanics["leaver points"].value != "surplus"
        if player is None or not (player.playing or (payment.sign < 0 and kept)):
            return
        faces: tuple[int, ...] = ()
        if isinstance(dice, Dice):
            faces = draws.thrown(walk, poll, seat, dice, self.rolls + 1) or ()
            self.rolls += bool(faces)
        facts = facts_after(base, seat, poll, vote.proposal)
        value, because = worth(payment.points, facts, payment.because, faces)
        points, told = payment.sign * value, said(because)
        told += "" if player.playing else "; it waits for their return"
        if walk.due(SCORES, e.PointsScored) is not None:
            total = walk.state.players[seat].score + points
            walk.check(SCORES, seat=seat, points=points, total=total)
            walk.check(SCORES, because=told, rule=payment.rule)
            walk.step()


def goal_reached(walk: Walk) -> bool:
    """208: whoever has the points has won, be it by a vote, a binding or coming back with them;
    where no ruling names the winner already (213)."""
    state, goal = walk.state, walk.mechanics["victory"]
    waits = state.status != "running" or state.asked == "several winners"
    if waits or not goal.value or goal.rule is None or winner_named(state) is not None:
        return False
    there = tuple(seat for seat in state.playing if state.players[seat].score >= goal.value)
    if not there:
        return False
    if len(there) > 1:
        if walk.due(WINS, e.ModeratorAsked) is not None:
            walk.check(WINS, matter="several winners", number=None)
            walk.step()
        return True
    if walk.due(WINS, e.GameWon) is not None:
        walk.check(WINS, winners=there, goal=goal.value, rule=goal.rule)
        walk.step()
    if walk.due(WINS, e.GameEnded) is not None:
        walk.check(WINS, reason=f"{state.name_of(there[0])} has won")
        walk.step()
    return True


def goal_that_waited(walk: Walk, named: int | None) -> None:
    """208, once a ruling names the winner no more."""
    if named is not None and winner_named(walk.state) is None:
        goal_reached(walk)


def _carried_out(
    before: State, after: State, proposal: Proposal, event: e.VotingClosed
) -> e.RuleChanged:
    """103, 108; on the rules as those before it in the same vote leave them."""
    bound = bound_of(before, proposal)
    (made,) = still_proper(proposal, before.rules, after, bound, event.at)
    return made


def _checked_change(walk: Walk, change: e.RuleChanged) -> None:
    walk.check(
        RULES,
        kind=change.kind,
        proposal=change.proposal,
        was=change.was,
        number=change.number,
        lineage=change.lineage,
        status=change.status,
        title=change.title,
        text=change.text,
        clauses=change.clauses,
        takes_back=change.takes_back,
    )


def starting_score(walk: Walk) -> int:
    """Who comes back has the score they left, unless it went to the surplus (301): then none is
    left, and they start anew."""
    event = walk.next
    old = walk.state.players.get(event.seat) if isinstance(event, e.PlayerJoined) else None
    start: int = walk.mechanics["start"].value
    surplus = walk.mechanics["leaver points"].value == "surplus"
    return old.score if old is not None and (old.score or not surplus) else start


def _end_of_turn(walk: Walk) -> None:
    turn = walk.state.turn
    if turn is not None and walk.due("turns", e.TurnEnded) is not None:
        mover = turn.counted_from or turn.mover
        walk.check("turns", turn=turn.number, mover=mover, completed=True, skipped=False)
        walk.step()
