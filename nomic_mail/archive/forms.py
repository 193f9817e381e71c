"""The forms of one game's record, each as pieces of bytes; and the bag that holds them all.

1. The game is laid on its shelf once, and every form is made of that and of its events.
2. A bag is BagIt 1.0 (RFC 8493), written by hand: nothing in it is of the day it was packed.
3. `addresses` (by the seat's number) are for private keeping, and in no form unless given.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from nomic_mail import __version__
from nomic_mail.archive.git import git_pieces
from nomic_mail.archive.json import Laid, json_pieces, new_shelf, on_shelf
from nomic_mail.archive.jsonl import jsonl_pieces
from nomic_mail.archive.rooms import Folder, Packed
from nomic_mail.archive.site import Page, site_pages
from nomic_mail.archive.text import text_pieces
from nomic_mail.archive.told.moments import stamp
from nomic_mail.config import shipped
from nomic_mail.game.events import Event
from nomic_mail.game.record import Record, record_of
from nomic_mail.game.state import TOLD

T = TypeVar("T")

# The file of a form, and the form; those of a bag in this order.
RECORD = "record.json"
FILES: Mapping[str, str] = {
    RECORD: "json",
    "ledger.jsonl": "jsonl",
    "record.txt": "text",
    "letters.mbox": "mbox",
    "rules.fi": "git",
}
SITE = "site/"  # the folder of a site in a bag
README = "README.txt"
PAGES = ("check_record.py", README)  # that nobody needs this program
BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


class Watch(Protocol):
    def __call__(self, things: Iterable[T], doing: str, /) -> Iterable[T]: ...


def unwatched(things: Iterable[T], doing: str, /) -> Iterable[T]:
    return things


@dataclass(frozen=True, slots=True)
class Leaving:
    """`events` and `letters` give all of them, from the first, each time; `watch` sees the pieces
    go by, or the events (a progress bar)."""

    laid: Laid
    events: Callable[[], Iterable[Event]]
    letters: Callable[[], Iterable[bytes]] = tuple
    addresses: Mapping[str, str] | None = None
    watch: Watch = unwatched

    def pieces(self, form: str) -> Iterable[bytes]:
        return self.watch(self._pieces(form), f"writing {form}")

    def _pieces(self, form: str) -> Iterator[bytes]:
        if form == "json":
            yield from json_pieces(self.laid, self.addresses)
        elif form == "jsonl":
            yield from jsonl_pieces(self.laid, self.addresses)
        elif form == "text":
            lines = text_pieces(self.laid, self.events(), self.addresses)
            yield from (line.encode() for line in lines)
        elif form == "git":
            record = json_pieces(self.laid, self.addresses)
            yield from git_pieces(self.events(), record, self.addresses)
        else:
            yield from self.letters()

    def site(self, record_at: str = RECORD, since: int = 0) -> Iterator[Page]:
        """Each page is to be written before the next is asked for."""
        events = self.watch(self.events(), "writing site")
        return site_pages(self.laid, events, since, record_at, self.addresses)


def again(data: dict[str, Any], events: Iterable[Event]) -> Leaving:
    """Of a record that was read: `data` as record.json has it, and its events."""
    made = record_of(events, on_shelf(new_shelf()))
    laid = Laid(made, data["ledger"]["entries"], data.get("told"))
    return Leaving(laid, lambda: events, addresses=data.get("addresses"))


def write_site(game: Leaving, room: Folder | Packed) -> int:
    """How many files it has."""
    return sum(1 for name, pieces in game.site() if room.write(name, pieces))


def page(name: str) -> bytes:
    words = (shipped("templates") / "record" / name).read_bytes()
    return words + (f"\nWritten by nomic-mail {__version__}.\n".encode() if name == README else b"")


def write_bag(game: Leaving, room: Folder | Packed) -> None:
    payload: dict[str, tuple[str, int]] = {}
    for name, form in FILES.items():
        if form == "mbox" and game.laid.told is not None:
            continue  # no letter of it went through here
        payload[f"data/{name}"] = room.write(f"data/{name}", game.pieces(form))
    for name, pieces in game.site(f"../{RECORD}"):
        payload[f"data/{SITE}{name}"] = room.write(f"data/{SITE}{name}", pieces)
    for name in PAGES:
        payload[f"data/{name}"] = room.write(f"data/{name}", [page(name)])
    sums = "".join(f"{told}  {name}\n" for name, (told, _) in sorted(payload.items()))
    size = sum(size for _, size in payload.values())
    tags = {
        "bagit.txt": BAGIT,
        "bag-info.txt": _info(game, f"{size}.{len(payload)}"),
        "manifest-sha256.txt": sums,
    }
    for name, text in tags.items():
        room.write(name, [text.encode()])
    told = (f"{sha256(tags[name].encode()).hexdigest()}  {name}\n" for name in sorted(tags))
    room.write("tagmanifest-sha256.txt", ["".join(told).encode()])


def _info(game: Leaving, oxum: str) -> str:
    """In the words of Dublin Core where BagIt has none of its own. The day is the ledger's last."""
    record, last = game.laid.record, game.laid.last_at
    title = " ".join((record.title or record.name).split())
    told = record.ruleset == TOLD
    what = "The whole record of a game of Nomic by mail"
    what = "What is told of a game of Nomic, written down by hand" if told else what
    names = [" ".join(player.name.split()) for player in record.players.values()]
    fields = [
        ("Title", title),
        ("Type", "Dataset"),
        ("Subject", "Nomic, a game in which changing the rules is a move"),
        *(("Contributor", name) for name in names),
        ("Date", f"{str(record.created_at)[:10]}/{last[:10]}" if not told else _told_dates(record)),
        ("Format", "nomic-mail/1"),
        ("External-Description", f"{what}: {title}"),
        ("External-Identifier", f"nomic-mail:{record.name}:{game.laid.head}"),
        *([] if told else [("Bagging-Date", last[:10])]),
        ("Bag-Software-Agent", f"nomic-mail {__version__}"),
        ("Payload-Oxum", oxum),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields)


def _told_dates(record: Record) -> str:
    """As far as they are told."""
    ends = (record.started_at, record.ended_at)
    return "/".join((stamp(at) if at is not None else "") or "unknown" for at in ends)
