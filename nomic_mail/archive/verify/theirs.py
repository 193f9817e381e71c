"""Players' own letters, held against the record beside them.

1. A letter led to all that came of what it asked, and to nothing else: whole bursts, each by the
   seat that it is of, at the moment at which it came. Two letters never led to one.
   What was written to a vote before that opened, as some clock has it, came when it opened.
2. Under headers of ours it is in the name of whoever had that seat.
3. What its lines say is claimed: of that the events tell. So are letters that are not here: the
   server does not keep them for ever, and some say more than everybody may read.
4. Which letter it was is not known where a record leaves that closed; whose it was and when it came
   are. Ledgers from before causes were told say nothing of it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game.events import (
    Event,
    LawRead,
    PlayerJoined,
    PlayerRenamed,
    PlayerReplaced,
    VotingOpened,
)
from nomic_mail.written.codec import CAUSE
from nomic_mail.written.words import made_of


class Theirs:
    def __init__(
        self, events: Sequence[Event], lines: Sequence[Any], report: Report, part: str
    ) -> None:
        self._report, self._part = report, part
        self._begins: list[int] = []  # of each entry, where its burst does
        self._ends: dict[int, int] = {}
        self._asked: dict[int, tuple[str, int, str]] = {}  # by a letter: which, whose, when it came
        self._seen = set[int]()
        self._names = defaultdict[int, set[str]](set)
        self._opened = set[datetime]()
        reads = False  # the law, which is read anew with whatever happens next
        for place, line in enumerate(lines):
            public = line["public"]
            follows = reads
            reads = public["event"] == LawRead.__name__
            begins = reads or (CAUSE in public and not follows)
            self._begins.append(place if begins or not place else self._begins[-1])
            self._note(self._begins[-1], public.get(CAUSE) or {}, line.get("opened", {}))
            self._ends[self._begins[-1]] = place + 1
        for event in events if self._asked else ():
            if isinstance(event, PlayerJoined | PlayerRenamed | PlayerReplaced):
                self._names[event.seat].add(event.name)
            elif isinstance(event, VotingOpened):
                self._opened.add(event.at)

    def _note(self, place: int, cause: Mapping[str, Any], opened: Mapping[str, Any]) -> None:
        letter = cause.get("letter")
        by = cause.get("by")
        if not letter or type(by) is not int:
            return
        made = made_of(letter)
        digest = str(letter) if not made else str(opened.get(made[0], ("", ""))[1])
        self._asked[place] = digest, by, str(cause.get("received_at"))

    def see(self, came: str, led_to: str, name: str | None, where: str) -> None:
        """`name` is whose it is, where headers of ours say that."""
        if not self._asked:
            return
        try:
            told = [int(one) - 1 for one in led_to.split()]
            at = datetime.fromisoformat(came)
            bursts = sorted({self._begins[one] for one in told if one >= 0})
            asked = [self._asked.get(one) for one in bursts]
            known = [one for one in asked if one is not None]
            times = {datetime.fromisoformat(received) for _, _, received in known}
            came_then = all(one == at or (one > at and one in self._opened) for one in times)
        except BROKEN:
            self._differs(where, f"{came!r}, {led_to!r}", "when it came, and what it led to")
            return
        whole = [place for one in bursts for place in range(one, self._ends[one])]
        letters, of = {digest for digest, _, _ in known if digest}, {seat for _, seat, _ in known}
        if known != asked or len(letters) > 1 or len(of) != 1 or told != whole:
            self._differs(where, led_to, "the events that a player's letter led to")
        elif not came_then:
            self._differs(where, came, "when the letter of these events came")
        elif self._seen & {*bursts}:
            self._differs(where, led_to, "events that no other letter led to")
        else:
            self._report.same(self._part, where, led_to, led_to)
            (seat,) = of
            if name is not None and name not in {f"Seat {seat}", *self._names[seat]}:
                self._differs(where, name, f"the name of player {seat}")
        self._seen |= {*bursts}

    def not_here(self) -> int:
        seen = {self._asked[one][:2] for one in self._seen if one in self._asked}
        return len({one[:2] for one in self._asked.values()} - seen)

    def _differs(self, where: str, says: str, comes_out: str) -> None:
        self._report.differs(self._part, where, says, comes_out)
