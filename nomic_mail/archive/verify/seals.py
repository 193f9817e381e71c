"""Which seals a record opens: those of ballots that were counted, and of what was said to all, but
for what was taken out again.

1. A counted ballot that stays sealed proves nothing: it could be counted as it never was cast; nor
   does one that came to nothing as it followed another. One that was not counted, or a word taken
   out, is nobody's to read (010).
2. A vote can be taken up again until the next one opens; until then its ballots are kept in mind.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from nomic_mail.archive.shelf import Rows
from nomic_mail.archive.verify.report import Report
from nomic_mail.game import events as e
from nomic_mail.game.events import Event
from nomic_mail.written.entry import is_open

PART = "the ledger's chain"

Entries = Sequence[dict[str, Any]] | Rows[dict[str, Any]]


class Seals:
    def __init__(self, entries: Entries, report: Report) -> None:
        self._entries, self._report = entries, report
        self._cast: dict[int, dict[int, int]] = {}
        self._counted: dict[int, set[int]] = {}
        self._closed: set[int] = set()
        self._orders: set[int] = set()  # sealed actions that nobody has revealed
        self._said: dict[int, int] = {}  # by whom it was, of what was said to all
        self._unsaid: set[int] = set()  # of that, what is not open

    def see(self, place: int, event: Event) -> None:
        if isinstance(event, e.BallotCast):
            ballots = self._cast.setdefault(event.number, {})
            if event.seat in ballots:
                self._told(event.number, event.seat)
            ballots[event.seat] = place
        elif isinstance(event, e.OrderSealed):
            self._orders.add(place)
        elif isinstance(event, e.ProgramRan | e.ProgramBroke) and event.opens:
            self._orders.discard(event.opens - 1)
            if 0 <= event.opens - 1 < place:
                self._same(event.opens - 1, wanted=True)
        elif isinstance(event, e.BallotSettled):
            self._count(event.number, (event.seat,))
        elif isinstance(event, e.VotingClosed):
            self._closed.add(event.number)
            self._count(event.number, event.votes)
        elif isinstance(event, e.VotingOpened):
            self._told_all({*self._closed})
        elif isinstance(event, e.Discussed):
            self._said[place] = event.seat
            if not self._is_open(place):
                self._unsaid.add(place)
        elif isinstance(event, e.TalkRemoved):
            self._unsaid.discard(event.number - 1)
            if self._said.pop(event.number - 1, None) != event.seat:
                where = f"ledger.entries[{place}].public.number (TalkRemoved)"
                self._report.differs(PART, where, event.number, "what that player said to all")
            if 0 <= event.number - 1 < place:
                self._same(event.number - 1, wanted=False)

    def _count(self, number: int, seats: Iterable[int]) -> None:
        ballots = self._cast.get(number, {})
        counted = (ballots[seat] for seat in seats if seat in ballots)
        self._counted.setdefault(number, set()).update(counted)

    def end(self) -> None:
        self._told_all({*self._cast})
        for place in sorted(self._orders):
            self._same(place, wanted=False)
        for place in sorted(self._unsaid):
            self._same(place, wanted=True)

    def _told_all(self, numbers: set[int]) -> None:
        for number in sorted(numbers):
            for seat in self._cast.get(number, {}):
                self._told(number, seat)
            self._cast.pop(number, None)
            self._counted.pop(number, None)
        self._closed.difference_update(numbers)

    def _told(self, number: int, seat: int) -> None:
        place = self._cast[number][seat]
        self._same(place, wanted=place in self._counted.get(number, ()))

    def _same(self, place: int, *, wanted: bool) -> None:
        words = {True: "its seal opened", False: "its seal closed"}
        where = f"ledger.entries[{place}].opened"
        self._report.same(PART, where, words[self._is_open(place)], words[wanted])

    def _is_open(self, place: int) -> bool:
        return is_open(self._entries[place])
