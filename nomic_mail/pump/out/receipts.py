"""RECEIPTS OFF: a plain vote gets no letter of its own, and the next letter tells that it is in.

1. Plain is a letter with votes FOR, AGAINST or ABSTAIN and nothing else. What was refused, asked,
   not read, or written beside it is answered at once, whatever its writer prefers.
2. With the seat stands since when no letter has told of its votes; which they are, the game knows.
3. The same goes for votes that were acknowledged before a backup was put back, and are had again.
4. What the receipt would have taken out of a calendar, the next letter does.
"""

from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game.following import PLAIN
from nomic_mail.game.state import Ballot, Poll, State, label
from nomic_mail.game.unchanging import without
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.deadlines import changed
from nomic_mail.pump.plan import Change
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Seat


def is_plain(notice: Notice) -> bool:
    """Whether it tells nothing but that votes are in."""
    if len(notice.sections) != 1 or notice.sections[0].occasion != "receipt" or notice.tag:
        return False
    if notice.files or any(not deadline.moot for deadline in notice.deadlines):
        return False
    told = notice.sections[0].facts
    if any(told[more] for more in ("questions", "ignored", "unread", "silent")):
        return False
    return all(x["verb"] == "Vote" and x["ok"] and x["choice"] in PLAIN for x in told["lines"])


def later(seat: Seat, before: State, after: State) -> Change:
    """Instead of a receipt."""
    was = {number: poll.ballots.get(seat.seat) for number, poll in before.polls.items()}
    now = _ballots(after, seat)
    cast = [ballot.received_at for poll, ballot in now if ballot != was.get(poll.number)]
    since = min([*cast, *([seat.voted_at] if seat.voted_at else [])], default=None)
    return lambda connection: seats.voted(connection, seat, since)


def told_now(notice: Notice, seat: Seat, before: State, after: State) -> Notice:
    """The notice with the votes that no letter has told of, as they are in the ballot box now."""
    if seat.voted_at is None:
        return notice
    polls = {**before.polls, **after.polls}
    then = {poll.number: ballot for poll, ballot in _ballots(before, seat)}
    mine = [
        (poll, ballot)
        for poll, ballot in _ballots(replace(after, polls=polls), seat)
        if ballot == then.get(poll.number) and _since(ballot, seat.voted_at)
    ]
    if not mine:
        return notice
    votes = [
        {
            "choice": ballot.choice,
            "number": label(poll.number),
            "at": ballot.received_at,
            "digest": ballot.letter,
        }
        for poll, ballot in mine
    ]
    unsaid = {poll.number: without(poll.ballots, seat.seat) for poll, _ in mine}
    missed = {n: replace(p, ballots=unsaid.get(n, p.ballots)) for n, p in before.polls.items()}
    moot = [x for x in changed(replace(before, polls=missed), after, seat.seat) if x.moot]
    known = {one.name for one in notice.deadlines}
    deadlines = (*notice.deadlines, *(one for one in moot if one.name not in known))
    section = Section("acknowledged", {"votes": votes, "off": seat.receipts == "off"})
    return replace(notice, sections=(*notice.sections, section), deadlines=deadlines)


def _since(ballot: Ballot, moment: datetime) -> bool:
    return ballot.received_at >= moment and ballot.choice in PLAIN


def _ballots(state: State, seat: Seat) -> list[tuple[Poll, Ballot]]:
    polls = state.open_polls
    return [(poll, poll.ballots[seat.seat]) for poll in polls if seat.seat in poll.ballots]
