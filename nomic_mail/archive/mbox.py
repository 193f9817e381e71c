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
6. Letters are made so when they are sent (`to_all`), kept so, and committed to in the ledger: then
   they are those bytes for ever, below lines of ours with what the ledger holds the rest to
   (SALT), and, if asked for, the addresses (WENT_TO). Older ones are made so of what was sent.
"""

import email
import email.policy
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage, Message
from heapq import merge
from itertools import chain, groupby
from typing import Protocol

from msgspec import Struct

from nomic_mail.config import letters_to_all
from nomic_mail.letters.proof.cutting import Cut
from nomic_mail.letters.proof.token import make_address
from nomic_mail.written.words import NO_ADDRESS, with_addresses

SALT, WENT_TO = "X-Nomic-Salt", "X-Nomic-Went-To"
NEVER = datetime.min.replace(tzinfo=UTC)
Told = tuple[str, str, tuple[tuple[str, str], ...]]  # subject, text, and what is attached, by name
POLICY = email.policy.default.clone(linesep="\n", max_line_length=998, cte_type="7bit")
_TOLD = re.compile(rb"\nX-Nomic-Mail: [^;\r\n]*;([^;\r\n]*);([^;\r\n]*)")
_NAME = re.compile(rb"^Message-ID: (.*)$", re.MULTILINE)
_ANSWERS = re.compile(rb"(^(?:In-Reply-To|References): )(<[^<>\s]+>)$", re.MULTILINE)
_FROM = re.compile(rb"^(>*From )", re.MULTILINE)


class Ours(Struct, frozen=True):
    """The addresses of the house, which are no person's."""

    address: str
    delimiter: str
    moderators: frozenset[str]
    game: str
    title: str
    key: bytes = b""

    def __repr__(self) -> str:
        return f"Ours({self.address})"  # and never the key

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


class FreshLetter(Protocol):
    """A letter that was just written; its `words` are in English."""

    @property
    def body(self) -> bytes: ...
    @property
    def words(self) -> Told: ...


class Salted(Protocol):
    @property
    def salt(self) -> str: ...
    @property
    def body(self) -> bytes: ...


class KeptLetter(Protocol):
    """A letter to all as the ledger holds it."""

    @property
    def version(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def letter(self) -> Salted: ...


class _Open(Struct, frozen=True):
    body: bytes
    version: str
    occasions: tuple[str, ...]
    known: Told | None = None  # its words, where it need not be read for them
    recipient: str = ""
    at: datetime = NEVER

    @property
    def number(self) -> int:
        """After how many events it was written."""
        number = self.version.rpartition(" ")[2]
        return int(number) if number.isdecimal() else 0

    @property
    def words(self) -> Told:
        return self.known if self.known is not None else _words(self.body)

    @property
    def headers(self) -> Message:
        heads = self.body.partition(b"\r\n\r\n")[0]
        return email.message_from_bytes(heads)


def to_all(letters: Iterable[FreshLetter], ours: Ours) -> list[bytes]:
    """Of the letters that one moment led to, none of them to the Moderator, what all players were
    told: as it stands in the mailbox file, but for the line "From "."""
    found = [_opened(one.body, one.words) for one in letters]
    return [_shown(copies, ours) for copies in _once([one for one in found if one is not None])]


def mbox(
    letters: Iterable[SentLetter],
    ours: Ours,
    *,
    addresses: bool = False,
    removed: Container[int] = (),
    came: Iterable[tuple[datetime, bytes]] = (),
    kept: Iterable[KeptLetter] = (),
    all_kept: bool = False,
) -> Iterator[bytes]:
    """`removed` are the numbers of talk that the Moderator has taken out of the record; `came` are
    the players' own letters, as they are to stand here, each before what it led to; `kept` are
    those to all since they are committed to, which in newer games is from the first entry on
    (`all_kept`). What answers a letter to one player answers the one of the same moment that stands
    here."""
    names = dict[bytes, bytes]()
    facts = letters, kept, ours, names
    out = _sent(*facts, addresses=addresses, removed=removed, all_kept=all_kept)
    for _, letter in merge(came, out, key=lambda one: one[0]):
        as_it_is = letter.partition(b"\n")[2].startswith((b"X-Nomic-Came: ", SALT.encode()))
        yield letter if as_it_is else _threaded(letter, names)


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
    kept: Iterable[KeptLetter],
    ours: Ours,
    names: dict[bytes, bytes],
    *,
    addresses: bool,
    removed: Container[int],
    all_kept: bool,
) -> Iterator[tuple[datetime, bytes]]:
    others = (one for one in letters if one.recipient.lower() not in ours.moderators)
    found = (_opened(one.body, None, one) for one in others)
    public = (one for one in found if one is not None and not _out(one, removed))
    bursts = (list(burst) for _, burst in groupby(public, key=lambda one: one.version))
    held = iter(kept)
    first = next(held, None)
    burst: list[_Open] = [] if all_kept and not addresses else next(bursts, [])
    while not all_kept and burst and (first is None or burst[0].number < first.version):
        for copies in _once(burst):
            made = _shown(copies, ours, addresses=addresses)
            _named(names, made)
            yield copies[0].at, in_mbox(ours.door, copies[0].at, made)
        burst = next(bursts, [])
    for one in chain([] if first is None else [first], held):
        told = _opened(one.letter.body)
        if told is None or _out(told, removed):
            continue
        _named(names, told.body)
        heads = f"{SALT}: {one.letter.salt}\n"
        while addresses and burst and burst[0].number < one.version:
            burst = next(bursts, [])
        if addresses:
            copies = [copy for copy in burst if copy.occasions == told.occasions]
            heads += "".join(f"{WENT_TO}: {copy.recipient}\n" for copy in copies)
        yield one.at, in_mbox(ours.door, one.at, heads.encode() + told.body)


def _named(names: dict[bytes, bytes], letter: bytes) -> None:
    if found := _NAME.search(letter):
        names.setdefault(_moment(found[1]), found[1])


def _opened(body: bytes, words: Told | None = None, sent: SentLetter | None = None) -> _Open | None:
    """None where it is not for all, which its header tells before anything is parsed."""
    told = _TOLD.search(body)
    if told is None or not is_public(body):
        return None
    facts = body, told[1].decode(), tuple(told[2].decode().split()), words
    return _Open(*facts) if sent is None else _Open(*facts, sent.recipient, sent.at)


def is_public(body: bytes) -> bool:
    """Whether a letter of ours is for all, and so part of the record."""
    told = _TOLD.search(body)
    occasions = told[2].decode().split() if told else []
    return bool(occasions) and letters_to_all().issuperset(occasions)


def _out(one: "_Open", removed: Container[int]) -> bool:
    """A letter of talk is of the moment it was said at: its version is the number of that."""
    return "talk" in one.occasions and one.number in removed


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


def _shown(copies: Sequence[_Open], ours: Ours, *, addresses: bool = False) -> bytes:
    old, new = copies[0].headers, EmailMessage(policy=POLICY)
    new["From"] = Address(" ".join((ours.title or ours.game).split()), addr_spec=ours.door)
    people = [str(one.headers["To"]) for one in copies] if addresses else []
    new["To"] = ", ".join(people) if addresses else f"The players of {ours.game}:;"
    new["Subject"] = copies[0].words[0]
    for name in ("Date", "Message-ID", "X-Nomic-Mail"):
        new[name] = ours.cut(str(old[name] or ""))
    new["References"] = thread(str(old["References"] or ""), ours)
    texts = [_text(*one.words[1:], ours) for one in copies]
    ((most, _),) = Counter(texts).most_common(1)
    new.set_content(_masked(most, ours, addresses=addresses))
    return new.as_bytes()


def in_mbox(sender: str, at: datetime, raw: bytes) -> bytes:
    """`raw` has line feeds alone, and ends in one."""
    head = f"From {sender} {asctime(at)}\n".encode()
    return head + _FROM.sub(rb">\1", raw) + b"\n"


def asctime(at: datetime) -> str:
    at = at.astimezone(UTC)
    return f"{at:%a %b} {at.day:2d} {at:%H:%M:%S %Y}"


def thread(references: str, ours: Ours) -> str:
    """By our own names of it: a player's letter that it answers was nobody else's to see."""
    host = ours.address.rpartition("@")[2]
    own = [one for one in ours.cut(references).split() if one.endswith(f"@{host}>")]
    return " ".join(own[:1])


def _words(body: bytes) -> Told:
    """The subject of a letter, its text, and what is attached to it as text."""
    letter = email.message_from_bytes(body)
    plain = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    attached = tuple((part.get_filename() or "", _decoded(part)) for part in plain[1:])
    subject = make_header(decode_header(" ".join((letter["Subject"] or "").split())))
    return str(subject), _decoded(plain[0]) if plain else "", attached


def _text(plain: str, attached: Sequence[tuple[str, str]], ours: Ours) -> str:
    """Without its last lines, which are one player's own doors; with what is attached to it: its
    proof, and what was too long for the letter."""
    words, mark, _ = plain.rpartition("\n-- \n")
    text = words if mark else plain
    for name, words in attached:
        text = f"{text}\n{name}:\n\n{words}"
    local, _, host = ours.address.rpartition("@")
    door = rf"{re.escape(local + ours.delimiter)}r\.[a-z2-7]+@{re.escape(host)}"
    return re.sub(door, ours.talk, text.strip("\n") + "\n")


def _masked(text: str, ours: Ours, *, addresses: bool) -> str:
    text = ours.cut(text.encode("utf-8", "replace").decode())
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
