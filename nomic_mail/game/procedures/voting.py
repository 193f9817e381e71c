"""The vote, whatever the procedure: ballots open, are cast, changed and taken back (104, 105).

1. `VotingOpened` freezes voters, votes, threshold and text: a later change never alters an open
   ballot.
2. Ballots that are open together close together. In `turns` they close when all have voted, or at
   the deadline; with a chair only at the declared end.
3. A request to join that needs a vote (301) goes to it with the next proposals. It has a ballot as
   they have, and no number: 108 gives numbers to rule-changes.
"""

from collections.abc import Iterable
from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.votes import weights
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures.scoring import close
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import Poll, Proposal, State, label

ADMISSION = "unanimous of eligible"


def open_votes(
    course: Course,
    proposals: Iterable[Proposal],
    requests: Iterable[int],
    closes_at: datetime | None,
    called_by: int,
) -> None:
    state = course.state
    for proposal in proposals:
        threshold, rule = course.mechanics.threshold(proposal.change, state.rules, state.circuit)
        number, revision = proposal.number, proposal.revision
        _open(course, number, revision, threshold, rule, closes_at, called_by)
    for seat in requests:
        rule = course.mechanics["membership"].rule
        _open(course, -seat, 0, ADMISSION, rule, closes_at, called_by)


def open_turn_vote(course: Course, proposal: Proposal, called_by: int) -> None:
    window = course.state.settings.vote_window
    closes_at = course.at + window if window else None
    open_votes(course, [proposal], waiting_requests(course), closes_at, called_by)


def _open(
    course: Course,
    number: int,
    revision: int,
    threshold: str,
    rule: int | None,
    closes_at: datetime | None,
    called_by: int,
) -> None:
    state, mechanics = course.state, course.mechanics
    electorate = mechanics.eligible(state, state.proposals.get(number))
    course.happen(
        e.VotingOpened(
            at=course.at,
            number=number,
            revision=revision,
            electorate=electorate,
            threshold=threshold,
            threshold_rule=rule,
            abstention=mechanics["ballots"].value == "secret with abstention",
            closes_at=closes_at,
            called_by=called_by,
            weights=weights(mechanics["votes"].value, state, number, electorate),
        )
    )


def waiting_requests(course: Course) -> tuple[int, ...]:
    """Those who wait for the next vote (301)."""
    if course.mechanics["membership"].value != "unanimous vote":
        return ()
    return tuple(course.state.requests)


# Ballots


def _poll_for(course: Course, number: int | None) -> Poll:
    state = course.state
    poll = state.polls.get(number) if number is not None else state.poll
    if poll is None:
        raise Refused(course.cite(105), *_no_such_ballot(state, number))
    if number is None and len(state.polls) > 1:
        open_now = ", ".join(label(one.number) for one in state.open_polls)
        raise Refused(
            course.cite(106),
            f"several ballots are open: {open_now}",
            f"say which: {how_to_vote(state)}",
        )
    return poll


def how_to_vote(state: State) -> str:
    """What a voter can reply, with every open ballot named."""
    if len(state.polls) == 1:
        name = label(state.open_polls[0].number)
        return f"reply FOR {name} or AGAINST {name}"
    names = [label(poll.number) for poll in state.open_polls]
    return f"reply FOR {', '.join(names[:-1])}; AGAINST {names[-1]}, as you see fit"


def _no_such_ballot(state: State, number: int | None) -> tuple[str, str]:
    if state.polls:
        name = label(number) if number is not None else "that"
        return (
            f"there is no open ballot on {name}",
            f"to vote on what is open, {how_to_vote(state)}",
        )
    debated = [one for one in state.live if number in (None, one.number)]
    if debated:
        return (
            f"proposal {debated[0].number} is still being debated; its ballot is not open yet",
            "vote when the ballot comes to you; votes are not kept for later",
        )
    if number is not None and 0 < number < state.next_number:
        return (f"the vote on {number} is over", "STATUS tells what is open now")
    what = f"on {label(number)} " if number is not None else ""
    return (f"no vote {what}is open", "a ballot will come to you when one is")


@decides(c.Vote)
def vote(course: Course, command: c.Vote) -> None:
    poll = _poll_for(course, command.proposal)
    name = label(poll.number)
    if command.by not in poll.electorate:
        raise Refused(
            course.cite(105),
            f"you are not among those who vote on {name}",
            "you vote on what opens from now on, unless a rule says otherwise",
        )
    if command.choice == "abstain" and not poll.abstention:
        raise Refused(
            course.cite(105),
            "every eligible voter must take part, and no rule here allows abstaining",
            f"reply FOR {name} or AGAINST {name}",
        )
    course.happen(
        e.BallotCast(
            at=course.at,
            number=poll.number,
            seat=command.by,
            received_at=_in_time(course, poll, command),
            letter=command.letter,
            changed=command.by in poll.ballots,
            choice=command.choice,
        )
    )
    resumed_at = course.state.resumed_at
    if resumed_at is None or (command.received_at or course.at) >= resumed_at:
        close_if_all_voted(course)  # else there may be later words from the pause: a tick closes


def close_if_all_voted(course: Course) -> None:
    """With a chair a vote runs to its declared end (202)."""
    state = course.state
    chaired = state.turn is not None and state.turn.procedure == "chair"
    if state.polls and not state.missing and not chaired:
        close(course)


def _in_time(course: Course, poll: Poll, command: c.Vote) -> datetime:
    """The last valid ballot by receipt counts: a letter confirmed late is older than it looks."""
    received_at = command.received_at or course.at
    name = label(poll.number)
    if received_at < poll.opened_at:
        raise Refused(
            course.cite(105),
            f"your letter came before the vote on {name} opened",
            f"reply FOR {name} or AGAINST {name}",
        )
    _is_last_word(poll, command.by, received_at)
    return received_at


def _is_last_word(poll: Poll, seat: int, received_at: datetime) -> None:
    if received_at >= poll.last_word(seat):
        return
    name = label(poll.number)
    done = "has your ballot on" if seat in poll.ballots else "took back your ballot on"
    raise Refused(
        "the house",
        f"a later letter of yours {done} {name}, and the last one counts",
        f"to change it, reply FOR {name} or AGAINST {name}",
    )


@decides(c.Retract)
def retract(course: Course, command: c.Retract) -> None:
    poll = _poll_for(course, command.proposal)
    name = label(poll.number)
    if command.by not in poll.ballots:
        raise Refused(
            course.cite(105),
            f"you have no ballot in on {name}",
            f"reply FOR {name} or AGAINST {name}",
        )
    received_at = command.received_at or course.at
    _is_last_word(poll, command.by, received_at)
    course.happen(
        e.BallotRetracted(
            at=course.at, number=poll.number, seat=command.by, received_at=received_at
        )
    )


@decides(c.CloseVote)
def close_vote(course: Course, command: c.CloseVote) -> None:
    """The moderator's answer to a missing ballot: count without it; it is no vote either way."""
    state = course.state
    if not state.polls or (command.proposal is not None and command.proposal not in state.polls):
        raise Refused(course.cite(105), *_no_such_ballot(state, command.proposal))
    if state.asked != "missing ballot":
        names = ", ".join(label(poll.number) for poll in state.open_polls)
        raise Refused(
            course.cite(105),
            f"the vote on {names} is still in its time",
            "it closes when all have voted; you are asked if somebody's ballot stays out",
        )
    close(course)
