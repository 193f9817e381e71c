"""The letters of a record: of those that stand there as they came, whether their signatures hold.

1. A signature (DKIM) is that of the mail server of the sender's domain, over all that is read of
   the letter. It is checked with the key that stands beside it, and nobody is asked: that this was
   the domain's key then is the word of the server that kept it.
2. Such a letter is also the one that its events tell of: they hold its digest.
3. A letter of ours that tells a vote's result tells a head of the ledger, too: that of the place it
   says it is of, where a vote came to its end. A result without a letter is told (letters are not
   kept for ever).
4. Each letter of ours to all players is committed to in the ledger, in the next entry after it was
   sent. So none may be missing, altered, new, twice or out of its place. Told, and no difference:
   what was sent before a ledger began to commit to letters, and what no entry has come after yet;
   talk that was taken out; and what was sent before the game came to another server, which has only
   its own letters.
5. Players' letters are held against what they led to (theirs.py).
6. All other letters are claimed.
"""

import email
import email.policy
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from nomic_mail.archive.came import CAME, KEY, LED_TO
from nomic_mail.archive.mbox import SALT, WENT_TO
from nomic_mail.archive.verify.heads import misheaded
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.theirs import Theirs
from nomic_mail.game.events import (
    Event,
    GameImported,
    JoinRequested,
    PlayerJoined,
    TalkRemoved,
    VotingClosed,
)
from nomic_mail.game.procedures.voting import BY_NOBODY
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof.dkim import is_signed, signed_by
from nomic_mail.written.codec import letters_of
from nomic_mail.written.words import commitment

PART = "the letters"
OURS = re.compile(rb"((?:X-Nomic-[A-Za-z-]+: .*\n(?: .*\n)*)+)")
TOLD = re.compile(rb"^X-Nomic-Mail: [^;\n]*;[^;\n]* (\d{1,9});([^;\n]*)", re.MULTILINE)
MASKED = re.compile(rb"^X-Nomic-Came: ", re.MULTILINE)  # a player's letter, under our headers
HASH = re.compile(r"\b[0-9a-f]{64}\b")
ADDRESS = re.compile(r"[^\s\0<>,]{1,254}")
QUOTED = re.compile(rb">+From ")
MOST = 1 << 26


def check_letters(
    file: BinaryIO, events: Sequence[Event], report: Report, lines: Sequence[Any] = ()
) -> None:
    """`lines` are the ledger's entries, where there is one beside it."""
    hashes = [str(one["hash"]) for one in lines]
    found, results = Counter[str](), _Results(events, hashes, report)
    committed, theirs = Committed(events, lines, report), Theirs(events, lines, report, PART)
    for place, (head, raw) in enumerate(letters_in(file)):
        where = f"letters.mbox[{place}]"
        if lines and (wrong := misheaded(head, raw)):
            report.differs(PART, where, *wrong)
        own = OURS.match(raw) if raw.startswith(f"{CAME}: ".encode()) else None
        found["all"] += 1
        if own is None and MASKED.search(raw.partition(b"\n\n")[0]):
            told_of, twice = _masked(raw)
            theirs.see(*told_of, where)
            if twice:
                report.differs(PART, where, f"{twice}: twice", "each line of its head once")
            continue
        if own is None:
            letter = committed.see(raw, where)
            results.see(letter, where)
            continue
        letter, told = raw[own.end() :], _told(own[1].decode("ascii", "replace"))
        keys = {name: record.encode() for name, record in _keys(told)}
        theirs.see(dict(told).get(CAME, ""), dict(told).get(LED_TO, ""), None, where)
        _same_letter(letter, told, events, where, report)
        if keys:
            if signer := signed_by(letter, keys):
                report.same(PART, where, signer, signer)
            else:
                by = ", ".join(sorted(keys))
                report.differs(PART, where, "no signature that holds", f"one that {by} holds for")
            found["signed"] += 1
        elif is_signed(letter):
            found["no key"] += 1
    if found["signed"]:
        report.claimed.append(
            f"{found['signed']} letters are signed, and the signatures hold: that the keys beside"
            " them were their senders' when they came"
        )
    committed.end()
    if untold := results.untold():
        report.claimed.append(f"{untold} results of votes: no letter that told them is here")
    if gone := theirs.not_here():
        report.claimed.append(f"{gone} letters of players that led to something are not here")
    rest = found["all"] - found["signed"]
    if rest:
        report.claimed.append(f"{rest} letters: that they were sent")
    if found["no key"]:
        report.claimed.append(f"{found['no key']} of these are signed, but no key was kept")


class Committed:
    """The letters to all that a ledger commits to, held against those that are here."""

    def __init__(self, events: Sequence[Event], lines: Sequence[Any], report: Report) -> None:
        self._report, self._count, self._last = report, len(lines), -1
        self._made: dict[str, int] = {}  # by what is committed to, in which entry it stands
        self._order: dict[str, int] = {}
        self._seen = set[str]()
        self._since: int | None = None
        for place, line in enumerate(lines):
            made = letters_of(line["public"])
            if made is None:
                continue
            self._since = place if self._since is None else self._since
            for one in made:
                self._order.setdefault(one, len(self._order))
                self._made.setdefault(one, place)
        self._removed, self._came_here = set[int](), -1
        for place, event in enumerate(events if self._made else ()):
            if isinstance(event, TalkRemoved):
                self._removed.add(event.number)
            elif isinstance(event, GameImported):
                self._came_here = place
        self._before = self._behind = self._gone_to = 0

    def see(self, raw: bytes, where: str) -> bytes:
        """The letter itself."""
        own = OURS.match(raw) if raw.startswith(f"{SALT}: ".encode()) else None
        letter = raw[own.end() :] if own is not None else raw
        if not self._count:
            return letter
        above = _told(own[1].decode("ascii", "replace")) if own is not None else []
        others = [one for one in above[1:] if one[0] != WENT_TO or not ADDRESS.fullmatch(one[1])]
        for name, value in others:
            self._report.differs(PART, where, f"{name}: {value}", "its salt, and whom it went to")
        self._gone_to += len(above[1:]) - len(others)
        told = dict(above)
        made = commitment(told.get(SALT, ""), letter)
        if made in self._made:
            twice, order = made in self._seen, self._order[made]
            self._report.same(PART, where, "twice" if twice else "once", "once")
            if not twice:
                in_place = "in its place" if order > self._last else "behind a later letter"
                self._report.same(PART, where, in_place, "in its place")
            self._last = max(self._last, order)
            self._seen.add(made)
            return letter
        found = TOLD.search(letter.partition(b"\n\n")[0])
        number = int(found[1]) if found is not None else 0
        if self._since is None or number < self._since:
            self._before += 1
        elif number == self._count:
            self._behind += 1
        else:
            self._report.differs(PART, where, "is there", "a letter that the ledger commits to")
        return letter

    def end(self) -> None:
        """What is not here, and what nothing commits to."""
        taken_out = elsewhere = 0
        if self._gone_to:
            addresses = "mail address" if self._gone_to == 1 else "mail addresses"
            self._report.claimed.append(f"{self._gone_to} {addresses} that letters to all went to")
        for made, place in self._made.items():
            if made in self._seen:
                continue
            if place in self._removed:
                taken_out += 1
            elif place < self._came_here:
                elsewhere += 1
            else:
                where = f"letters.mbox, of ledger.entries[{place}].public.letters"
                self._report.differs(PART, where, "no letter", "a letter to all")
        for many, one, what in (
            (
                self._before,
                "was sent before the ledger commits to any: that it was this",
                "were sent before the ledger commits to any: that they were these",
            ),
            (
                self._behind,
                "was sent after the last entry, and none commits to it yet",
                "were sent after the last entry, and none commits to them yet",
            ),
            (
                taken_out,
                "is not here: talk that the Moderator took out",
                "are not here: talk that the Moderator took out",
            ),
            (
                elsewhere,
                "is not here: it was sent before the game came to this server",
                "are not here: they were sent before the game came to this server",
            ),
        ):
            if many:
                told = f"1 letter to all {one}" if many == 1 else f"{many} letters to all {what}"
                self._report.claimed.append(told)


class _Results:
    """Those that letters tell, and which votes came to their end."""

    def __init__(self, events: Sequence[Event], hashes: Sequence[str], report: Report) -> None:
        self._hashes, self._events, self._report = hashes, events, report
        self._closed = Counter(one.at for one in events if isinstance(one, VotingClosed))
        self._known = {one: place for place, one in enumerate(hashes)}
        self._told = set[datetime]()

    def see(self, raw: bytes, where: str) -> None:
        found = TOLD.search(raw.partition(b"\n\n")[0])
        if found is None or not self._hashes or not {b"result", b"results"} & {*found[2].split()}:
            return
        letter = email.message_from_bytes(raw)
        data = letter.get_payload(decode=True)
        text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
        heads = {self._known[one] for one in HASH.findall(text) if one in self._known}
        place = int(found[1]) - 1
        if not heads or max(heads) > place:
            says = "no head of this ledger" if not heads else f"the head after {max(heads) + 1}"
            self._report.differs(PART, where, says, f"a head of it, of up to event {place + 1}")
            return
        self._told |= {self._events[one].at for one in heads}
        at = self._events[max(heads)].at
        ended = "a vote's end" if self._closed[at] else "no vote's end"
        self._report.same(PART, f"{where}, of event {max(heads) + 1}", "a vote's end", ended)

    def untold(self) -> int:
        return sum(
            many for at, many in self._closed.items() if self._hashes and at not in self._told
        )


def check_mailbox(path: Path) -> Report | None:
    """Of letters alone, with no record beside them; None where it is something else."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        if file.read(5) != b"From ":
            return None
        file.seek(0)
        report = Report(kind="mbox")
        try:
            check_letters(file, (), report)
        except ValueError as bad:
            report.differs(PART, path.name, str(bad), "letters")
        return report


def _masked(raw: bytes) -> tuple[tuple[str, str, str], str]:
    """When a letter under headers of ours came, what it led to, and whose it is; and which of the
    lines at its head stand twice, of which some programs show one, and some the other."""
    letter = email.message_from_bytes(raw.partition(b"\n\n")[0], policy=email.policy.default)
    try:
        name = letter["From"].addresses[0].display_name
    except BROKEN:
        name = ""
    many = Counter(one.lower() for one in letter)
    twice = ", ".join(sorted(one for one, count in many.items() if count > 1))
    return (str(letter[CAME]), str(letter[LED_TO]), str(name)), twice


def _same_letter(
    letter: bytes,
    told: list[tuple[str, str]],
    events: Sequence[Event],
    where: str,
    report: Report,
) -> None:
    digest = message.read(letter).digest
    for number in " ".join(value for name, value in told if name == LED_TO).split():
        place = int(number) - 1
        event = events[place] if 0 <= place < len(events) else None
        if (said := getattr(event, "letter", "")) and said not in BY_NOBODY:
            if said != digest and isinstance(event, PlayerJoined) and _asked(events, place, event):
                continue
            report.same(PART, f"{where}, of ledger.entries[{place}]", digest, said)


def _asked(events: Sequence[Event], place: int, joined: PlayerJoined) -> bool:
    """Whether the letter of who is in was one that asked for it, before this one led to that."""
    before = (one for one in islice(events, place) if isinstance(one, JoinRequested))
    return any((one.seat, one.letter) == (joined.seat, joined.letter) for one in before)


def _told(lines: str) -> list[tuple[str, str]]:
    """Our own lines above a letter; folded ones are put together again, to the character."""
    parts = (line.partition(": ") for line in lines.replace("\n ", "\0").splitlines())
    return [(name, value) for name, _, value in parts]


def _keys(told: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, value in told:
        if name == KEY:
            where, _, record = value.partition("\0")
            yield where.strip(), record.replace("\0", "")


def letters_in(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """As a reader of mboxrd has them, each behind its line "From ". Raises ValueError where one is
    endless."""
    letter: bytearray | None = None
    head = b""
    while line := file.readline(MOST):
        if line.startswith(b"From "):
            if letter is not None:
                yield head, bytes(letter).removesuffix(b"\n")
            head, letter = line, bytearray()
        elif letter is None:
            raise ValueError("no mailbox begins so")
        else:
            letter += line[1:] if QUOTED.match(line) else line
            if len(letter) > MOST:
                raise ValueError("a letter in it is too long")
    if letter is not None:
        yield head, bytes(letter).removesuffix(b"\n")
