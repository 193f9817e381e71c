"""A vote that closes while one of its voters is being asked what a letter of theirs says.

1. It closes as the rules have it, and counts what was said plainly: what is asked holds nobody up.
   Whoever was asked is told with the result, and the Moderator, who may open it once more.
2. The row of a letter says which votes it was asked about. A vote that came later has answered.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Steps
from nomic_mail.game.events import VotingClosed
from nomic_mail.game.state import label
from nomic_mail.letters.grammar.reading import Asked
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import Speaking
from nomic_mail.pump.plan import Desk
from nomic_mail.store.queue import lately

ASKED = "asked about the vote on "


class Unanswered(Struct, frozen=True):
    seat: int
    name: str
    number: int
    at: datetime
    counts: str  # the vote before it that counts, if there is one


def asked_of(questions: Sequence[Asked]) -> str:
    """Rule 2."""
    numbers = dict.fromkeys(number for one in questions for number in one.votes)
    return ASKED + " ".join(map(str, numbers)) if numbers else ""


def beside(desk: Desk, what: Speaking, events: Steps, notices: Sequence[Notice]) -> list[Notice]:
    found = list(_found(desk, what, events))
    return [_told(one, found) for one in notices] if found else [*notices]


def _told(notice: Notice, found: Sequence[Unanswered]) -> Notice:
    mine = notice.to != MODERATOR
    of_it = [one for one in found if not mine or one.seat == notice.to]
    if not of_it:
        return notice
    asked = [
        {"name": one.name, "number": label(one.number), "at": one.at, "counts": one.counts}
        for one in of_it
    ]
    section = Section("unanswered", {"asked": asked, "mine": mine})
    return replace(notice, sections=(*notice.sections, section))


def _found(desk: Desk, what: Speaking, events: Steps) -> Iterator[Unanswered]:
    for before, event, after in events.each():
        poll = before.polls.get(event.number) if isinstance(event, VotingClosed) else None
        if poll is None:
            continue
        with desk.look.read() as connection:
            for seat in poll.electorate:
                asked = lately.asked_about(connection, what.game_id, seat, ASKED, poll.opened_at)
                late = [at for told, at in asked if _is_of(told, poll.number)]
                if late and late[-1] > poll.last_word(seat):
                    own = poll.ballots.get(seat)
                    counts = own.choice if own else ""
                    yield Unanswered(seat, after.name_of(seat), poll.number, late[-1], counts)


def _is_of(told: str, number: int) -> bool:
    return str(number) in told.removeprefix(ASKED).split()
