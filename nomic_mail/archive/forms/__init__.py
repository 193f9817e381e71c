"""The forms in which a record leaves the house: one file a form, and nothing names them all.

1. A file of this package is one form: its name is what `--format` takes, its FORM says the rest.
   The choices and help of `export`, what `verify` and `import` take, what a bag holds, its
   README.txt and the table in docs/records.md are made of them.
2. What a form is written with is imported when it is written: a help text asks for all the FORMs.
3. The game is laid on its shelf once, and every form is made of that and of its events. Words that
   are withheld (`--redact`) are withheld there already.
4. `addresses` (by the seat's number) are for private keeping, and in no form unless given.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from pathlib import Path

    from nomic_mail.archive.json import Laid
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch
    from nomic_mail.archive.rooms import Folder, Packed, Room
    from nomic_mail.archive.verify.report import Report
    from nomic_mail.game.events import Event

T = TypeVar("T")


class Passing(Protocol):
    """Sees things go by (a progress bar)."""

    def __call__(self, things: Iterable[T], doing: str, /) -> Iterable[T]: ...


def unwatched(things: Iterable[T], doing: str, /) -> Iterable[T]:
    return things


class Leaving(Struct, frozen=True):
    """A game that is to be written. `events` and `letters` give all of them, from the first, each
    time; `watch` sees the pieces go by, or the events. `licence` is what its words are given away
    under, where that is told."""

    laid: "Laid"
    events: "Callable[[], Iterable[Event]]"
    letters: Callable[[], Iterable[bytes]] = tuple
    addresses: Mapping[str, str] | None = None
    watch: Passing = unwatched
    licence: str = ""

    @property
    def has_letters(self) -> bool:
        """A record alone has none; nor did letters of what is told go through here."""
        return self.letters is not tuple

    def pieces(self, name: str) -> Iterable[bytes]:
        """Of the form that has this name, which is one file."""
        made = forms()[name].pieces
        assert made is not None, name  # noqa: S101  whoever asks knows that it is one file
        return self.watch(made(self), f"writing {name}")


def again(data: dict[str, Any], events: "Iterable[Event]", licence: str = "") -> Leaving:
    """Of a record that was read: `data` as record.json has it, and its events."""
    from nomic_mail.archive.json import Laid, new_shelf, on_shelf
    from nomic_mail.game.record import record_of

    made = record_of(events, on_shelf(new_shelf()))
    laid = Laid(made, data["ledger"]["entries"], data.get("told"))
    return Leaving(laid, lambda: events, addresses=data.get("addresses"), licence=licence)


class ExportForm(Struct, frozen=True, kw_only=True):
    """`place` is where it stands among the others; `brief` is one line of help, `what` and `who`
    are its row in docs/records.md."""

    place: int
    brief: str
    what: str
    who: str

    # How it is written: as one file, or into a folder or a zip, of which `filled` is said then.
    # One file can be unpacked into a folder by another program: what it says then is given back.
    pieces: Callable[[Leaving], Iterator[bytes]] | None = None
    fill: "Callable[[Leaving, Folder | Packed], None] | None" = None
    filled: str = ""
    unpack: "Callable[[Path, Iterable[bytes]], str] | None" = None

    # In a bag: its file there, or (the site's alone) a folder. `of_letters`: no record alone
    # is enough to make it. When the same program made the bag, its bytes are compared; one that is
    # `lasting` is the same of every version; one that has `check` is looked at otherwise, with
    # the events and the lines of the ledger.
    in_bag: str = ""
    of_letters: bool = False
    lasting: bool = False
    check: "Callable[[BinaryIO, Sequence[Event], Sequence[Any], Report], None] | None" = None

    # How it is read back: None from what is in another form. One that is a record by itself may
    # have its own way to look `beside` it; one without a ledger says `alone` what it proves.
    from_file: "Callable[[BinaryIO, Watch], Taken | None] | None" = None
    from_room: "Callable[[Room, Watch], Taken | None] | None" = None
    beside: "Callable[[Taken, Sequence[Event], Report], None] | None" = None
    alone: "Callable[[Path], Report | None] | None" = None
    goes_on: bool = False  # `import` takes it

    @property
    def is_checked(self) -> bool:
        """Whether `verify` takes it by itself."""
        return any((self.from_file, self.from_room, self.alone))


@cache
def forms() -> dict[str, ExportForm]:
    found = {one.name: import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)}
    made: dict[str, ExportForm] = {name: module.FORM for name, module in found.items()}
    return dict(sorted(made.items(), key=lambda one: (one[1].place, one[0])))


def in_bag() -> Mapping[str, str]:
    """The names of the forms that stand in a bag, by where they stand."""
    return {form.in_bag: name for name, form in forms().items() if form.in_bag}
