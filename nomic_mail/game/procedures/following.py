"""Ballots that follow something else, as they are sent: what is written, and what is refused.

1. What may be sent is as it was when the vote opened (the clause `ballots`).
2. Nothing of another's ballot is told by it: neither whether there is one, nor what it follows.
3. A condition is about a proposal that is not decided yet, and can be before this vote is counted:
   of votes that are counted together those with lower numbers come first.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.following import PLAIN, condition
from nomic_mail.game.procedures.seating import seat_named
from nomic_mail.game.state import Poll, label
from nomic_mail.game.tally import takes_conditions, takes_endorsements

_LIKE = re.compile(r"as (\S.*)")


def as_written(course: Course, poll: Poll, command: c.Vote) -> str:
    """The ballot as it is sealed: of players their seats."""
    asked, like = condition(command.choice), _LIKE.fullmatch(command.choice)
    choice = asked.choice if asked is not None else command.choice
    if choice == "abstain" and not poll.abstention:
        raise Refused("no_abstaining", course.cite(105), number=label(poll.number))
    if like is not None:
        return f"as {_endorsed(course, poll, command.by, like[1])}"
    if asked is not None:
        _can_go_by(course, poll, asked.number)
    elif choice not in PLAIN:
        raise Refused("no_such_choice", course.cite(105), number=label(poll.number))
    return command.choice


def _endorsed(course: Course, poll: Poll, by: int, name: str) -> int:
    law, number = course.cite_mechanic("ballots"), label(poll.number)
    if not takes_endorsements(poll):
        raise Refused("no_endorsing", law, number=number)
    seat = seat_named(course.state, name)
    if seat == by:
        raise Refused("endorses_oneself", law, number=number)
    if seat not in (*poll.electorate, *poll.left_out):
        raise Refused("endorses_no_voter", law, number=number, name=course.state.name_of(seat))
    return seat


def _can_go_by(course: Course, poll: Poll, other: int) -> None:
    state, law, number = course.state, course.cite_mechanic("ballots"), label(poll.number)
    if not takes_conditions(poll):
        raise Refused("no_conditions", law, number=number)
    proposal = state.proposals.get(other)
    if proposal is None or proposal.withdrawn or other == poll.number:
        raise Refused("goes_by_nothing_open", law, number=number, other=label(other))
    if not state.is_open and other > poll.number:
        raise Refused("goes_by_what_comes_later", law, number=number, other=label(other))
