"""The `turns` procedure (201, 202): propose, debate, vote, score, throw, and on to the next player.

1. The proponent decides the final form and calls the vote (111); the ballot opens by itself when a
   debate has lasted `debate_max`, and never before `debate_min`.
2. `VotingOpened` freezes voters, threshold and text: a later change never alters an open ballot.
3. A vote closes when all eligible voters have voted, or at its deadline; a missing ballot is asked
   for again, never assumed (105).
"""

from dataclasses import replace
from datetime import datetime, timedelta

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.adoption import show_adoption
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures import judgment
from nomic_mail.game.procedures.lateness import ask_who_plays_on, poll_due, turn_due
from nomic_mail.game.procedures.scoring import close
from nomic_mail.game.rules import checked, warnings
from nomic_mail.game.state import Poll, Proposal, State, Turn


def next_deadline(state: State) -> datetime | None:
    """The next thing the clock has to do: in the turn, or in a judgment."""
    due = [moment for moment in (_own_deadline(state), judgment.next_deadline(state)) if moment]
    return min(due, default=None)


def _own_deadline(state: State) -> datetime | None:
    if state.asked == "several winners":
        return None
    if state.poll is not None:
        return state.poll.closes_at
    if state.asked == "one player left":
        return None
    if state.proposal is not None and _debating(state):
        return state.proposal.opens_at
    return state.turn.due_at if state.turn is not None else None


def _later(at: datetime, window: timedelta) -> datetime | None:
    return at + window if window else None


# The turn


def begin(course: Course) -> None:
    """The next player's turn: after the last mover in the order, whoever still plays."""
    state = course.state
    order = _order(course)
    mover = state.turn.mover if state.turn else None
    start = order.index(mover) + 1 if mover in order else 0
    waiting = [seat for seat in (*order[start:], *order[:start]) if seat in state.playing]
    if not waiting:
        return
    due = [seat for seat in state.circuit_waits_for if seat in state.playing]
    course.happen(
        e.TurnBegan(
            at=course.at,
            turn=state.turn.number + 1 if state.turn else 1,
            mover=waiting[0],
            circuit=state.circuit if due else state.circuit + 1,
            due_at=_later(course.at, state.settings.turn_window),
            order=order if order != state.order else (),
        )
    )


def _order(course: Course) -> tuple[int, ...]:
    """201: a newcomer takes their place by surname, and a new order starts with the next turn.
    Without a rule on it, as last in force; the random order is drawn once, at the start (007)."""
    state = course.state
    how = course.mechanics["order"]
    if how.rule is None or how.value == "random":
        return state.order
    if how.value == "alphabetical":
        return by_surname(state, state.order)
    return tuple(sorted(state.order, key=lambda seat: (state.players[seat].joined, seat)))


def by_surname(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    def key(seat: int) -> tuple[str, str]:
        return state.players[seat].surname.casefold(), state.name_of(seat)

    return tuple(sorted(seats, key=key))


def _debating(state: State) -> bool:
    return state.proposal is not None and not state.proposal.withdrawn


def move_on(course: Course) -> None:
    """After a turn has ended: the next one, unless the game waits for the moderator."""
    state = course.state
    if state.status == "running" and state.turn and state.turn.over and not state.asked:
        ask_who_plays_on(course)
        if not course.state.asked:
            begin(course)


# Proposal and debate


def _own_turn(course: Course, by: int) -> Turn:
    state = course.state
    if state.status != "running" or state.turn is None:
        raise Refused(
            "the house", "the game has not started yet", "you will get a letter when it does"
        )
    if state.asked in ("several winners", "one player left"):
        raise Refused(
            "the house",
            "play waits for the Moderator",
            "you will get a letter as soon as it goes on",
        )
    if state.turn.mover != by:
        raise Refused(
            course.cite(201),
            f"this is the turn of {state.name_of(state.turn.mover)}",
            "you can discuss by writing to the game's talk address; "
            "a letter comes when your own turn begins",
        )
    if state.poll is not None:
        raise Refused(
            course.cite(111),
            f"the ballot on {state.poll.number} is open, and its form is final",
            f"vote on it: reply FOR {state.poll.number} or AGAINST {state.poll.number}",
        )
    return state.turn


def _own_proposal(course: Course, by: int) -> Proposal:
    _own_turn(course, by)
    proposal = course.state.proposal
    if proposal is None or proposal.withdrawn:
        raise Refused(
            course.cite(202), "you have no proposal under debate", "PROPOSE makes one; see HELP"
        )
    return proposal


def propose(course: Course, command: c.Propose) -> None:
    _own_turn(course, command.by)
    state = course.state
    old = state.proposal
    if old is not None and not old.withdrawn:
        raise Refused(
            course.cite(202),
            f"a turn has one proposal, and yours is {old.number}",
            "REVISE changes it, WITHDRAW takes it back, CALL VOTE opens its ballot",
        )
    change = checked(command.change, state.rules)
    if old is None:
        judgment.before_a_turn_begins(course)
        if course.state.status != "running":
            return
    settings = state.settings
    callable_from = course.at + settings.debate_min
    course.happen(
        e.ProposalMade(
            at=course.at,
            number=old.number if old else state.next_number,
            revision=old.revision + 1 if old else 1,
            by=command.by,
            change=change,
            callable_from=callable_from,
            opens_at=max(callable_from, course.at + settings.debate_max),
            warnings=warnings(change, state.rules, state.circuit),
            letter=command.letter,
        )
    )
    _open_if_due(course)


def revise(course: Course, command: c.Revise) -> None:
    proposal = _own_proposal(course, command.by)
    state = course.state
    change = checked(_revised(proposal.change, command), state.rules)
    if change == proposal.change:
        raise Refused(
            course.cite(111),
            f"that is {proposal.number} as it stands already",
            "write the new text below the REVISE line",
        )
    callable_from = course.at + course.state.settings.debate_min
    course.happen(
        e.ProposalRevised(
            at=course.at,
            number=proposal.number,
            revision=proposal.revision + 1,
            by=command.by,
            change=change,
            callable_from=callable_from,
            opens_at=max(proposal.opens_at, callable_from),
            warnings=warnings(change, state.rules, state.circuit),
            letter=command.letter,
        )
    )


def _revised(old: c.Change, command: c.Revise) -> c.Change:
    if command.change is not None:
        return command.change
    return replace(
        old,
        title=command.title or old.title,
        text=command.text if command.text.strip() else old.text,
        effects=command.effects if command.effects is not None else old.effects,
    )


def withdraw(course: Course, command: c.Withdraw) -> None:
    """Its number stays the turn's: what replaces it counts as a revision (108)."""
    proposal = _own_proposal(course, command.by)
    course.happen(
        e.ProposalWithdrawn(
            at=course.at,
            number=proposal.number,
            by=command.by,
            due_at=_later(course.at, course.state.settings.turn_window),
        )
    )


# The vote


def call_vote(course: Course, command: c.CallVote) -> None:
    proposal = _own_proposal(course, command.by)
    if course.at < proposal.callable_from:
        raise Refused(
            f"{course.cite(111)} and the house setting debate_min",
            f"the debate on {proposal.number} runs at least until "
            f"{proposal.callable_from:%Y-%m-%d %H:%M} UTC",
            "call the vote after that; it opens by itself at "
            f"{proposal.opens_at:%Y-%m-%d %H:%M} UTC",
        )
    open_vote(course, proposal, command.by)


def _open_if_due(course: Course) -> None:
    proposal = course.state.proposal
    if proposal is not None and not proposal.withdrawn and proposal.opens_at <= course.at:
        open_vote(course, proposal, c.CLOCK)


def open_vote(course: Course, proposal: Proposal, called_by: int) -> None:
    state = course.state
    adoption, rule = course.mechanics.adoption(proposal.change, state.rules, state.circuit)
    course.happen(
        e.VotingOpened(
            at=course.at,
            number=proposal.number,
            revision=proposal.revision,
            electorate=state.playing,
            threshold=show_adoption(adoption),
            threshold_rule=rule,
            abstention=course.mechanics["ballots"].value == "secret with abstention",
            closes_at=_later(course.at, state.settings.vote_window),
            called_by=called_by,
        )
    )


def _poll_for(course: Course, number: int | None) -> Poll:
    poll = course.state.poll
    if poll is None or (number is not None and number != poll.number):
        raise Refused(course.cite(105), *_no_such_ballot(course.state, number))
    return poll


def _no_such_ballot(state: State, number: int | None) -> tuple[str, str]:
    proposal = state.proposal
    if state.poll is not None:
        return (
            f"there is no open ballot on {number}",
            f"the open one is {state.poll.number}: reply FOR {state.poll.number} "
            f"or AGAINST {state.poll.number}",
        )
    if proposal is not None and not proposal.withdrawn and number in (None, proposal.number):
        return (
            f"proposal {proposal.number} is still being debated; its ballot is not open yet",
            "vote when the ballot comes to you; votes are not kept for later",
        )
    if number is not None and number < state.next_number:
        return (f"the vote on {number} is over", "STATUS tells what is open now")
    what = f"on {number} " if number is not None else ""
    return (f"no vote {what}is open", "a ballot will come to you when one is")


def vote(course: Course, command: c.Vote) -> None:
    poll = _poll_for(course, command.proposal)
    if command.by not in poll.electorate:
        raise Refused(
            course.cite(105),
            f"you became a player after the vote on {poll.number} had opened",
            "you vote on everything that opens from now on",
        )
    if command.choice == "abstain" and not poll.abstention:
        raise Refused(
            course.cite(105),
            "every eligible voter must take part, and no rule here allows abstaining",
            f"reply FOR {poll.number} or AGAINST {poll.number}",
        )
    received_at = _in_time(course, poll, command)
    course.happen(
        e.BallotCast(
            at=course.at,
            number=poll.number,
            seat=command.by,
            received_at=received_at,
            letter=command.letter,
            changed=command.by in poll.ballots,
            choice=command.choice,
        )
    )
    if course.state.poll is not None and not course.state.poll.missing:
        close(course)
        move_on(course)


def _in_time(course: Course, poll: Poll, command: c.Vote) -> datetime:
    """The last valid ballot by receipt counts: a letter confirmed late is older than it looks."""
    received_at = command.received_at or course.at
    again = f"reply FOR {poll.number} or AGAINST {poll.number}"
    if received_at < poll.opened_at < course.at:
        raise Refused(
            course.cite(105), f"your letter came before the vote on {poll.number} opened", again
        )
    earlier = poll.ballots.get(command.by)
    if earlier is not None and earlier.received_at > received_at:
        raise Refused(
            "the house",
            f"a later letter of yours has your ballot on {poll.number}, and the last one counts",
            f"to change it, {again}",
        )
    return max(received_at, poll.opened_at)


def retract(course: Course, command: c.Retract) -> None:
    poll = _poll_for(course, command.proposal)
    if command.by not in poll.ballots:
        raise Refused(
            course.cite(105),
            f"you have no ballot in on {poll.number}",
            f"reply FOR {poll.number} or AGAINST {poll.number}",
        )
    course.happen(e.BallotRetracted(at=course.at, number=poll.number, seat=command.by))


def close_vote(course: Course, command: c.CloseVote) -> None:
    """The moderator's answer to a missing ballot: count without it; it is no vote either way."""
    poll = _poll_for(course, command.proposal)
    if course.state.asked != "missing ballot":
        raise Refused(
            course.cite(105),
            f"the vote on {poll.number} is still in its time",
            "it closes when all have voted; you are asked if somebody's ballot stays out",
        )
    close(course)
    move_on(course)


# The clock


def tick(course: Course, command: c.Tick) -> None:
    """What is due at `course.at`, one thing after the other."""
    while course.state.status == "running":
        due = next_deadline(course.state)
        if due is None or due > course.at:
            return
        if due == judgment.next_deadline(course.state):
            judgment.tick(course)
        else:
            _one_due(course)
            move_on(course)


def _one_due(course: Course) -> None:
    state = course.state
    if state.poll is not None:
        poll_due(course, state.poll)
    elif _debating(state):
        _open_if_due(course)
    elif state.turn is not None:
        turn_due(course, state.turn)
