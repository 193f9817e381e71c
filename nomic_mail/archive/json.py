"""record.json: the whole game as one file that can be checked without this program.

1. `digest` is the SHA-256 of everything else in canonical form: keys sorted, no blanks, UTF-8 (for
   what a record holds, that is RFC 8785). `ledger.head` is the hash of the ledger's last entry, so
   who has it from elsewhere has an anchor outside of the file.
2. `ledger.entries` are what the rest is made of: the public part of each event, its seal, and its
   hash. The public part in canonical form is the text that was hashed, byte by byte; the words that
   it commits to are `opened` beside it.
3. The count of a vote opens the seals of the ballots that were counted (010). A ballot that was
   replaced, taken back or never counted stays sealed. What was said to all is opened at once, and
   not any more where the Moderator has taken it out.
4. The file is written for people, indented and in the order of its form; how it is laid out makes
   no difference to the digest.
5. It is made on a shelf and written piece by piece: a long game takes time and no memory.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from nomic_mail import __version__
from nomic_mail.archive.form import parts
from nomic_mail.archive.shelf import Listed, MadeList, Rows, Shelf
from nomic_mail.game import events as e
from nomic_mail.game.events import Event
from nomic_mail.game.record import ProposalRecord, Record, RuleLife, record_of
from nomic_mail.game.record.parts import (
    ActRecord,
    AdmissionRecord,
    JudgmentRecord,
    Remark,
    Scored,
    TurnRecord,
)
from nomic_mail.written.entry import Entry, line_of, sealed_again, text_of, unsealed
from nomic_mail.written.numbers import read_as, told

Line = dict[str, Any]
WRITER = f"nomic-mail {__version__}"


class Laid(Struct, frozen=True):
    """A game on a shelf: its record, and the lines of its ledger; of an old game, what it was told
    in (archive.told)."""

    record: Record
    lines: Rows[Line] | Sequence[Line]
    told: Line | None = None

    @property
    def head(self) -> str:
        return str(self.lines[-1]["hash"]) if len(self.lines) else ""

    @property
    def last_at(self) -> str:
        return str(self.lines[-1]["public"]["at"]) if len(self.lines) else ""


def lay(entries: Iterable[Entry], told: Line | None = None) -> Laid:
    shelf = new_shelf()
    lines: Rows[Any] = shelf.rows(object)
    return Laid(record_of(_laid(entries, lines), on_shelf(shelf)), lines, told)


def _laid(entries: Iterable[Entry], lines: Rows[Line]) -> Iterator[Event]:
    seals = _Seals(lines)
    for place, entry in enumerate(entries):
        event = entry.event
        lines.append(line_of(entry))
        seals.see(place, entry, event)
        yield event


class _Seals:
    """Which seals are opened, and by what. What a ballot says is kept until the next vote opens:
    so long can its vote be reopened, and is then counted again."""

    def __init__(self, lines: Rows[Line]) -> None:
        self._lines = lines
        self._cast: dict[int, dict[int, tuple[int, Line]]] = {}
        self._counted: set[int] = set()
        self._orders: dict[int, Line] = {}

    def see(self, place: int, entry: Entry, event: Event) -> None:
        if isinstance(event, e.OrderSealed):
            self._orders[place] = unsealed(entry)
        elif isinstance(event, e.ProgramRan | e.ProgramBroke) and event.opens:
            self._lines.take(event.opens - 1)["opened"] = self._orders.pop(event.opens - 1)
        elif isinstance(event, e.BallotCast):
            self._cast.setdefault(event.number, {})[event.seat] = place, unsealed(entry)
        elif isinstance(event, e.Discussed) and entry.sealed:
            self._lines.take(place)["opened"] = unsealed(entry)
        elif isinstance(event, e.TalkRemoved):
            sealed_again(self._lines.take(event.number - 1))
        elif isinstance(event, e.VotingOpened):
            for number in self._counted:
                self._cast.pop(number, None)
            self._counted.clear()
        elif isinstance(event, e.BallotSettled):
            self._open(event.number, {event.seat})
        elif isinstance(event, e.VotingClosed):
            self._counted.add(event.number)
            self._open(event.number, {*event.votes})

    def _open(self, number: int, seats: set[int]) -> None:
        cast = self._cast.get(number, {})  # votes that are told were cast elsewhere
        for seat in seats & cast.keys():
            cast_at, opened = cast[seat]
            self._lines.take(cast_at)["opened"] = opened


def record_json(entries: Iterable[Entry]) -> bytes:
    return b"".join(json_pieces(lay(entries)))


def json_pieces(laid: Laid, addresses: Mapping[str, str] | None = None) -> Iterator[bytes]:
    data = dict(parts(laid.record))
    if laid.told is not None:
        data = {"format": data["format"], "told": laid.told, **data}
    if addresses is not None:
        data["addresses"] = dict(addresses)
    data["written_by"] = WRITER
    data["ledger"] = {
        "events": len(laid.lines),
        "head": laid.head,
        "entries": MadeList(lambda: iter(laid.lines)),
    }
    data["digest"] = digest_of(data)
    yield from _indented(data, "\n")
    yield b"\n"


def _indented(value: Any, line: str) -> Iterator[bytes]:
    """As `json.dumps` with indent=2 has it; `line` is the break, and how far in it stands."""
    inner, sign = f"{line}  ", ""
    if isinstance(value, Listed):
        for one in value:
            yield f"{sign or '['}{inner}".encode() + _in_lines(one, inner)
            sign = ","
        yield f"{line}]".encode() if sign else b"[]"
    elif _has_lists(value):
        for key, one in value.items():
            yield f"{sign or '{'}{inner}{json.dumps(key, ensure_ascii=False)}: ".encode()
            yield from _indented(one, inner)
            sign = ","
        yield f"{line}}}".encode()
    else:
        yield _in_lines(value, line)


def _in_lines(value: Any, line: str) -> bytes:
    """The standard library takes twice as long over it, and leaves circles of functions behind."""
    told = msgspec.json.format(json.dumps(value, ensure_ascii=False).encode(), indent=2)
    return told.replace(b"\n", line.encode())


def _has_lists(value: Any) -> bool:
    """Whether it has to be gone into: the record itself, and its ledger."""
    return isinstance(value, dict) and any(
        isinstance(one, Listed) or _has_lists(one) for one in value.values()
    )


def canonical(data: Any) -> bytes:
    return text_of(data).encode()


def _canonical_pieces(value: Any) -> Iterator[bytes]:
    sign = b""
    if isinstance(value, Listed):
        yield b"["
        for one in value:
            yield sign + canonical(one)
            sign = b","
        yield b"]"
    elif _has_lists(value):
        yield b"{"
        for key in sorted(value):
            yield sign + canonical(key) + b":"
            yield from _canonical_pieces(value[key])
            sign = b","
        yield b"}"
    else:
        yield canonical(value)


def digest_of(data: dict[str, Any]) -> str:
    """What `digest` has to be; a digest that is there already is left out."""
    told = sha256()
    for piece in _canonical_pieces({key: value for key, value in data.items() if key != "digest"}):
        told.update(piece)
    return told.hexdigest()


# The shelf


def new_shelf() -> Shelf:
    return Shelf(_pack, _unpack)


def on_shelf(shelf: Shelf) -> Record:
    """An empty record, of which nothing that grows with the game is in memory."""
    return Record(
        rules=shelf.cards(RuleLife),
        proposals=shelf.cards(ProposalRecord),
        admissions=shelf.rows(AdmissionRecord),
        turns=shelf.rows(TurnRecord),
        judgments=shelf.rows(JudgmentRecord),
        surplus_changes=shelf.rows(e.SurplusChanged),
        rolls=shelf.rows(e.DiceThrown),
        scores=shelf.rows(Scored),
        acts=shelf.rows(ActRecord),
        talk=shelf.rows(Remark),
        announcements=shelf.rows(e.Announced),
    )


def _pack(kind: type, piece: Any) -> bytes:
    """A plain value (object) may be a stranger's, and hold what only Python's own reader takes."""
    if kind is object:
        return json.dumps(piece).encode()
    try:
        return msgspec.json.encode(piece, enc_hook=told)
    except msgspec.MsgspecError as bad:
        raise ValueError(str(bad)) from bad


def _unpack(kind: type, packed: bytes) -> Any:
    return (
        json.loads(packed) if kind is object else read_as(kind, msgspec.json.decode(packed), packed)
    )
