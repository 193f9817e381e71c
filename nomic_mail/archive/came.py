"""Players' letters that made the game, as they stand in the mailbox file.

1. Only those that led to an event of the record, and of which nothing is sealed in it: no letter
   with a ballot that was not counted, or with words that were taken out. While a vote is open, none
   that came since it opened: what somebody says beside their vote is nobody's to read yet (010).
2. Masked: under headers of ours, with the lines that were read as commands, or as talk to all. Of
   the others their writers were told that they were shown to nobody; what they quote is a letter of
   ours to them alone.
3. Unmasked: as it came, byte by byte but for line ends, after lines of ours that say when it came,
   what it led to, and the keys of its signatures as the DNS had them then: so the signature can be
   checked for ever (`verify`). Where a reply address stands in it that still holds, it opens a
   door: then it stands here as if masked, but with addresses, and says so.
"""

import email
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any, Protocol

from nomic_mail.archive.mbox import POLICY, Ours, in_mbox, masked_but_ours, thread
from nomic_mail.game.commands import Command, Vote
from nomic_mail.game.record import Record
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.cutting import tokens_in
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.written.entry import is_open, withheld

CAME, LED_TO, KEY, LEFT_OUT = (
    *("X-Nomic-Came", "X-Nomic-Events"),
    *("X-Nomic-DKIM-Key", "X-Nomic-Left-Out"),
)
WIDTH = 70
OUR_SUBJECT = later(r"\[nomic |: {0,3}\[[a-z][a-z0-9-]{0,29}[?!]?\]", re.I)

Opens = Callable[[str], bool]


class PlayersLetter(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def raw(self) -> bytes: ...
    @property
    def keys(self) -> Mapping[str, str]: ...
    @property
    def numbers(self) -> Sequence[int]: ...


def came(
    letters: Iterable[PlayersLetter],
    record: Record,
    line_of: Callable[[int], Mapping[str, Any]],
    ours: Ours,
    opens: Opens | None = None,
) -> Iterator[tuple[datetime, bytes]]:
    """`line_of` gives the ledger's line at a place, from 0; `opens` tells whether a text has a
    reply address that holds, and is there for the unmasked ones."""
    until = _open_since(record)
    for letter in letters:
        lines = [line_of(number - 1) for number in letter.numbers]
        sealed = any(not is_open(line) or withheld(line) for line in lines)
        redacted = any("redacted" in line for line in lines)
        if sealed or redacted or (until is not None and letter.at >= until):
            continue
        whole = opens is not None and not any(map(opens, _texts(letter.raw)))
        addresses = opens is not None
        text = (
            _as_it_came(letter)
            if whole
            else _told(letter, lines, record, ours, addresses=addresses)
        )
        yield letter.at, in_mbox(ours.talk if ours.delimiter else ours.door, letter.at, text)


def doors(key: bytes, today: date, epochs: Mapping[int, Collection[int]], ours: Ours) -> Opens:
    """Whether a text has a reply address of this server that holds today; `epochs` are those of
    the seats' tokens."""

    def opens(text: str) -> bool:
        signs = token.tokens_in(text, ours.address, ours.delimiter)
        read = (token.read(key, one, today) for one in signs)
        known = (one for one in tokens_in(text, key) if not one.expired(today))
        found = [*(one for one in read if one is not None), *known]
        return any(one.epoch in epochs.get(one.seat, (one.epoch,)) for one in found)

    return opens


def _open_since(record: Record) -> datetime | None:
    """When the first vote that is still open was opened."""
    opened = (
        one.opened_at
        for kind in (record.proposals.values(), record.admissions)
        for one in kind
        if one.opened_at is not None and one.closed_at is None
    )
    return min(opened, default=None)


def _texts(raw: bytes) -> Iterator[str]:
    """The letter, and each part of it decoded."""
    yield raw.decode("latin-1")
    for part in email.message_from_bytes(raw).walk():
        data = part.get_payload(decode=True)
        if isinstance(data, bytes) and part.get("content-transfer-encoding"):
            yield data.decode("latin-1")


def _heads(letter: PlayersLetter) -> list[tuple[str, str]]:
    numbers = " ".join(map(str, letter.numbers))
    return [(CAME, letter.at.isoformat()), (LED_TO, numbers)]


def _as_it_came(letter: PlayersLetter) -> bytes:
    lines = [f"{name}: {value}" for name, value in _heads(letter)]
    for name, record in sorted(letter.keys.items()):
        pieces = (record[start : start + WIDTH] for start in range(0, len(record), WIDTH))
        lines.append("\n ".join([f"{KEY}: {name}", *pieces]))
    raw = letter.raw.replace(b"\r\n", b"\n")
    return "".join(f"{one}\n" for one in lines).encode() + raw.rstrip(b"\n") + b"\n"


def _told(
    letter: PlayersLetter,
    lines: Sequence[Mapping[str, Any]],
    record: Record,
    ours: Ours,
    *,
    addresses: bool,
) -> bytes:
    read = message.read(letter.raw)
    new = EmailMessage(policy=POLICY)
    name = _name_at(record, letter.seat, letter.at)
    new["From"] = Address(name, addr_spec=ours.door)
    new["To"] = ours.door
    subject = " ".join(read.subject.split())
    if f"[{ours.game}" in subject or OUR_SUBJECT.search(subject):  # that was told to them alone
        subject = f"Re: [{ours.game}]"
    new["Subject"] = _shown(subject, ours, addresses=addresses)
    new["Date"] = format_datetime(letter.at)
    new["Message-ID"] = f"<{ours.game}.came.{letter.numbers[0]}@{ours.address.rpartition('@')[2]}>"
    for key, value in _heads(letter):
        new[key] = value
    if answered := thread(f"<{read.in_reply_to}>", ours):
        new["In-Reply-To"] = answered
        new["References"] = answered
    if addresses:
        new[LEFT_OUT] = "a reply address, and so what the letter's signature stands on"
    elif said := _attached(letter.raw, lines):
        new[LEFT_OUT] = said
    text = "\n".join(_commands(read, lines))
    new.set_content(_shown(text, ours, addresses=addresses) + "\n")
    return new.as_bytes()


def _attached(raw: bytes, lines: Sequence[Mapping[str, Any]]) -> str:
    """To what was said to all; nobody was sent it, and nobody else would know that it was there."""
    if all(line["public"]["event"] != "Discussed" for line in lines):
        return ""
    parts = email.message_from_bytes(raw).walk()
    count = sum(one.get_content_disposition() == "attachment" for one in parts)
    return f"what was attached ({count} file{'s' * (count > 1)})" if count else ""


def _commands(read: message.Letter, lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines that were read as commands, but for votes that did not count; or all of a talk."""
    events = [line["public"] for line in lines]
    if any(one["event"] == "Discussed" for one in events):
        return [line.text for line in scaffold(read.text) if line.kind in ("said", "blank")]
    cast = tuple(one["number"] for one in events if one["event"] == "BallotCast")
    about = About(ballot=cast[0] if len(cast) == 1 else None, open_ballots=cast)
    found = understand(read.subject, read.text, about, read.attached).said
    counted = [one for one in found if _counts(one.command, cast)]
    return list(dict.fromkeys(one.line for one in counted))


def _counts(command: Command, cast: Sequence[int]) -> bool:
    return not isinstance(command, Vote) or command.proposal in (None, *cast)


def _shown(text: str, ours: Ours, *, addresses: bool) -> str:
    text = ours.cut(text).strip()
    return text if addresses else masked_but_ours(text, ours)


def _name_at(record: Record, seat: int, at: datetime) -> str:
    """Whoever had the seat then; who joined a moment after their letter as well."""
    player = record.players.get(seat)
    if player is None:
        return f"Seat {seat}"
    before = (one.name for one in player.before if one.until > at)
    return next(before, player.name)
