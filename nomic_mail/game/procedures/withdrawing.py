"""A proposal withdrawn while it is voted on (the clause `withdrawal`).

1. Whether it can be is as it was when the vote opened.
2. The vote comes to nothing. It is over at once, where votes end by themselves; its ballots are
   opened as those of any vote.
"""

from collections.abc import Callable

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.withdrawal import UNTIL_IT_CLOSES
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures.voting import close_if_all_voted
from nomic_mail.game.state import Poll, label
from nomic_mail.game.tally import frozen

Withdrawing = Callable[[Course, c.Withdraw], None]


def also_while_voted_on(debated: Withdrawing) -> Withdrawing:
    """What is debated first, where the letter names none."""

    def withdraw(course: Course, command: c.Withdraw) -> None:
        own = _own(course, command)
        if not own:
            debated(course, command)
            return
        if len(own) > 1:
            numbers = tuple(label(one.number) for one in own)
            raise Refused("several_voted_on", numbers=numbers, first=numbers[0])
        number = own[0].number
        course.happen(e.ProposalWithdrawn(at=course.at, number=number, by=command.by, due_at=None))
        close_if_all_voted(course)

    return withdraw


def _own(course: Course, command: c.Withdraw) -> list[Poll]:
    state, number = course.state, command.proposal
    own = [one for one in state.live if one.by == command.by and number in (None, one.number)]
    if any(one.number not in state.polls for one in own):
        return []
    polls = [state.polls[one.number] for one in own]
    open_still = [poll for poll in polls if not poll.withdrawn]
    return [poll for poll in open_still if frozen(poll, "withdrawal") == UNTIL_IT_CLOSES]
