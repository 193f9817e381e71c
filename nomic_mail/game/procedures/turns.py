"""The `turns` procedure (201, 202): propose, debate, vote, score, throw, and on to the next player.

1. The proponent decides the final form and calls the vote (111); the ballot opens by itself when a
   debate has lasted `debate_max`, and never before `debate_min`.
2. A turn comes to its vote: a proposal can be changed or replaced for as long as a debate lasts,
   counted from the first acceptance of its number (house). Its last form has its `debate_min`.
3. A vote closes when all eligible voters have voted, or at its deadline; a missing ballot is asked
   for again, never assumed (105).
"""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures import judgment
from nomic_mail.game.procedures.debate import debate_over, left_to_the_judge
from nomic_mail.game.procedures.proposing import formed, make, make_anew, numbered, running_turn
from nomic_mail.game.procedures.voting import open_turn_vote
from nomic_mail.game.state import Proposal, Turn


def _own_turn(course: Course, by: int) -> Turn:
    turn = running_turn(course)
    state = course.state
    if turn.mover != by:
        raise Refused("not_your_turn", course.cite(201), mover=state.name_of(turn.mover))
    if state.poll is not None:
        raise Refused("form_is_final", course.cite(111), number=state.poll.number)
    return turn


def _own_proposal(course: Course, by: int) -> Proposal:
    _own_turn(course, by)
    proposal = course.state.proposal
    if proposal is None or proposal.withdrawn:
        raise Refused("no_proposal", course.cite(202))
    return proposal


def _still_to_be_changed(course: Course, by: int) -> Proposal:
    proposal = _own_proposal(course, by)
    until = proposal.changes_until
    if course.at > until:
        raise Refused(
            "changes_are_over",
            "debate_max",
            number=proposal.number,
            until=until,
            opens_at=proposal.opens_at,
        )
    return proposal


def propose(course: Course, command: c.Propose) -> None:
    _own_turn(course, command.by)
    state = course.state
    old = state.proposal
    if old is not None and not old.withdrawn:
        raise Refused("one_proposal_a_turn", course.cite(202), number=old.number)
    what = formed(course, command.changes, command.power)
    numbers = numbered(course, old, what[0])
    if old is None:
        judgment.before_a_turn_begins(course)
        if course.state.status != "running":
            return
    settings = state.settings
    callable_from = course.at + settings.debate_min
    opens_at = old.opens_at if old else course.at + settings.debate_max
    make(course, command, numbers, what, callable_from, max(callable_from, opens_at))
    open_if_due(course)


def revise(course: Course, command: c.Revise) -> None:
    """A revision starts the least time for debate anew (111)."""
    proposal = _still_to_be_changed(course, command.by)
    callable_from = course.at + course.state.settings.debate_min
    make_anew(course, command, proposal, callable_from, max(proposal.opens_at, callable_from))
    debate_over(course, "revised")


def withdraw(course: Course, command: c.Withdraw) -> None:
    """It may come back, or another in its place (108)."""
    proposal = _still_to_be_changed(course, command.by)
    window = course.state.settings.turn_window
    course.happen(
        e.ProposalWithdrawn(
            at=course.at,
            number=proposal.number,
            by=command.by,
            due_at=course.at + window if window else None,
        )
    )
    debate_over(course, "withdrawn")


def call_vote(course: Course, command: c.CallVote) -> None:
    proposal = _own_proposal(course, command.by)
    if command.length is not None:
        raise Refused("vote_has_its_length", "vote_window")
    if left_to_the_judge(course.state) and course.state.judgment is not None:
        raise Refused(
            "debate_is_the_judges",
            course.cite_mechanic("debate"),
            number=proposal.number,
            judge=course.state.name_of(course.state.judgment.judge),
            opens_at=proposal.opens_at,
        )
    if course.at < proposal.callable_from:
        raise Refused(
            "debate_runs",
            (course.cite(111), "debate_min"),
            number=proposal.number,
            until=proposal.callable_from,
            opens_at=proposal.opens_at,
        )
    open_turn_vote(course, proposal, command.by)
    debate_over(course, "opened")


def open_if_due(course: Course) -> None:
    for proposal in course.state.live:
        if proposal.opens_at <= course.at:
            open_turn_vote(course, proposal, c.CLOCK)
            debate_over(course, "opened")
