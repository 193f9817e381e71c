"""Letters as one mailbox file, in the form mboxrd: what everybody in a game was told, and what the
players wrote that made the game (`came.py`).

1. Letters that went to all are kept once each, as they were sent, in their text form; where some
   words differ from player to player, as most had them. A letter to one player alone (an
   acknowledged ballot, an answer, a question) is nobody else's to read. Those to the Moderator
   say how to run the game, and are left out.
2. Nothing in it opens a door: addresses that carry a token are cut down, and so are Message-IDs.
3. Mail addresses are masked, in the text too, but for the game's own; `addresses` asks for them.
4. A line that begins with "From " is quoted by ">", one that is quoted already once more, so that
   the very text can be had back (mboxrd).
5. The same letters give the same bytes, and one is taken at a time.
"""

import email
import email.policy
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage, Message
from heapq import merge
from itertools import groupby
from typing import Protocol

from nomic_mail.letters.proof.cutting import Cut
from nomic_mail.letters.proof.token import make_address
from nomic_mail.written.words import NO_ADDRESS, with_addresses

# What goes to all players, in the same words. Everything else is somebody's own.
PUBLIC = frozenset(
    (
        *(
            "joined",
            "left",
            "renamed",
            "started",
            "setting",
            "away",
            "program",
            "vetoed",
            "value",
            "rests",
            "inactive",
            "active",
            "waiting",
            "ended",
            "moderators",
            "acted",
            "announcement",
        ),
        *("paused", "goes_on", "reopened", "window"),
        *("proposal", "withdrawn", "talk", "bound", "ballot", "ballots", "result", "results"),
        "open_play",
        *(
            "judgment",
            "judge_passed",
            "ruling",
            "overrule",
            "moot",
            "consented",
            "settled",
            "skipped",
            "half",
        ),
        *("call", "tabled", "period", "chair_now", "set_back", "imported"),
        *("reason", "awarded", "rolled", "ordered", "corrected", "undone"),
    )
)

PROOF = "proof.txt"  # heads and throws, where the letter itself does not show them
POLICY = email.policy.default.clone(linesep="\n", max_line_length=998, cte_type="7bit")
_TOLD = re.compile(rb"^X-Nomic-Mail: [^;\r\n]*;([^;\r\n]*);([^;\r\n]*)", re.MULTILINE)
_ANSWERS = re.compile(rb"(^(?:In-Reply-To|References): )(<[^<>\s]+>)$", re.MULTILINE)
_FROM = re.compile(rb"^(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ours:
    """The addresses of the house, which are no person's."""

    address: str
    delimiter: str
    moderators: frozenset[str]
    game: str
    title: str
    key: bytes = field(default=b"", repr=False)

    @property
    def cut(self) -> Cut:
        return Cut(self.address, self.delimiter, self.key)

    @property
    def door(self) -> str:
        return make_address(self.address, self.delimiter, self.game)

    @property
    def talk(self) -> str:
        """What stands in the place of every player's own talk address."""
        tag = f"{self.game}.talk"
        return make_address(self.address, self.delimiter, tag) if self.delimiter else self.address


class SentLetter(Protocol):
    """A letter as it was sent."""

    @property
    def recipient(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def body(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class _Open:
    posted: SentLetter
    letter: Message
    version: str
    occasions: tuple[str, ...]


def mbox(
    letters: Iterable[SentLetter],
    ours: Ours,
    *,
    addresses: bool = False,
    removed: Container[int] = (),
    came: Iterable[tuple[datetime, bytes]] = (),
) -> Iterator[bytes]:
    """`removed` are the numbers of talk that the Moderator has taken out of the record; `came` are
    the players' own letters, as they are to stand here, each before what it led to. What answers a
    letter to one player answers the one of the same moment that stands here."""
    names = dict[bytes, bytes]()
    out = _sent(letters, ours, names, addresses=addresses, removed=removed)
    for _, letter in merge(came, out, key=lambda one: one[0]):
        as_it_came = letter.partition(b"\n")[2].startswith(b"X-Nomic-Came: ")
        yield letter if as_it_came else _threaded(letter, names)


def _threaded(letter: bytes, names: Mapping[bytes, bytes]) -> bytes:
    heads, blank, text = letter.partition(b"\n\n")
    return (
        _ANSWERS.sub(lambda one: one[1] + names.get(_moment(one[2]), one[2]), heads) + blank + text
    )


def _moment(message_id: bytes) -> bytes:
    """All letters that one moment led to are called so, up to the last dot before the host."""
    return message_id.partition(b"@")[0].rpartition(b".")[0]


def _sent(
    letters: Iterable[SentLetter],
    ours: Ours,
    names: dict[bytes, bytes],
    *,
    addresses: bool,
    removed: Container[int],
) -> Iterator[tuple[datetime, bytes]]:
    others = (one for one in letters if one.recipient.lower() not in ours.moderators)
    public = (one for one in map(_opened, others) if one is not None and not _out(one, removed))
    for _, burst in groupby(public, key=lambda one: one.version):
        for copies in _once(list(burst)):
            name = ours.cut(str(copies[0].letter["Message-ID"] or "")).encode()
            names.setdefault(_moment(name), name)
            yield copies[0].posted.at, _written(copies, ours, addresses=addresses)


def _opened(posted: SentLetter) -> _Open | None:
    """None where it is not for all, which its header tells before anything is parsed."""
    told = _TOLD.search(posted.body)
    if told is None or not is_public(posted.body):
        return None
    occasions = tuple(told[2].decode().split())
    return _Open(posted, email.message_from_bytes(posted.body), told[1].decode(), occasions)


def is_public(body: bytes) -> bool:
    """Whether a letter of ours is for all, and so part of the record."""
    told = _TOLD.search(body)
    occasions = told[2].decode().split() if told else []
    return bool(occasions) and PUBLIC.issuperset(occasions)


def _out(one: "_Open", removed: Container[int]) -> bool:
    """A letter of talk is of the moment it was said at: its version is the number of that."""
    number = one.version.rpartition(" ")[2]
    return "talk" in one.occasions and number.isdecimal() and int(number) in removed


def _once(burst: Sequence[_Open]) -> Iterator[list[_Open]]:
    """The letters that one moment led to, each with all its copies: those with the most to tell
    come first, and what tells nothing that they have not told is left out."""
    told: set[str] = set()
    kinds = dict.fromkeys(one.occasions for one in burst)
    for kind in sorted(kinds, key=len, reverse=True):
        if told.issuperset(kind):
            continue
        told.update(kind)
        yield [one for one in burst if one.occasions == kind]


def _written(copies: Sequence[_Open], ours: Ours, *, addresses: bool) -> bytes:
    first = copies[0]
    old, new = first.letter, EmailMessage(policy=POLICY)
    new["From"] = Address(" ".join((ours.title or ours.game).split()), addr_spec=ours.door)
    people = [str(one.letter["To"]) for one in copies]
    new["To"] = ", ".join(people) if addresses else f"The players of {ours.game}:;"
    new["Subject"] = str(make_header(decode_header(" ".join((old["Subject"] or "").split()))))
    for name in ("Date", "Message-ID", "X-Nomic-Mail"):
        new[name] = ours.cut(str(old[name] or ""))
    new["References"] = thread(str(old["References"] or ""), ours)
    texts = [_text(one.letter, ours, addresses=addresses) for one in copies]
    new.set_content(max(texts, key=texts.count))
    return in_mbox(ours.door, first.posted.at, new.as_bytes())


def in_mbox(sender: str, at: datetime, raw: bytes) -> bytes:
    """`raw` has line feeds alone, and ends in one."""
    at = at.astimezone(UTC)
    head = f"From {sender} {at:%a %b} {at.day:2d} {at:%H:%M:%S %Y}\n".encode()
    return head + _FROM.sub(rb">\1", raw) + b"\n"


def thread(references: str, ours: Ours) -> str:
    """By our own names of it: a player's letter that it answers was nobody else's to see."""
    host = ours.address.rpartition("@")[2]
    own = [one for one in ours.cut(references).split() if one.endswith(f"@{host}>")]
    return " ".join(own[:1])


def _text(letter: Message, ours: Ours, *, addresses: bool) -> str:
    """Without its last lines, which are one player's own doors; with its proof, where that is
    attached to it."""
    plain = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    text = _decoded(plain[0]) if plain else ""
    words, mark, _ = text.rpartition("\n-- \n")
    for part in plain[1:]:
        if part.get_filename() == PROOF:
            words, mark = f"{words if mark else text}\n{PROOF}:\n\n{_decoded(part)}", mark or "\n"
    local, _, host = ours.address.rpartition("@")
    door = rf"{re.escape(local + ours.delimiter)}r\.[a-z2-7]+@{re.escape(host)}"
    text = re.sub(door, ours.talk, words if mark else text)
    text = ours.cut(text)
    text = text if addresses else masked_but_ours(text, ours)
    return text.rstrip("\n") + "\n"


def _decoded(part: Message) -> str:
    data = part.get_payload(decode=True)
    return data.decode("utf-8", "replace").replace("\r", "") if isinstance(data, bytes) else ""


def masked_but_ours(text: str, ours: Ours) -> str:
    base = ours.address.lower()
    return with_addresses(text, lambda x: x if _is_ours(x.lower(), base) else NO_ADDRESS)


def masked(text: str) -> str:
    """Without any mail address."""
    return with_addresses(text, lambda _: NO_ADDRESS)


def _is_ours(address: str, base: str) -> bool:
    local, _, host = base.rpartition("@")
    return address.startswith(local) and address.endswith(f"@{host}")
