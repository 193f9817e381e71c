"""A record taken from wherever it is: record.json, its ledger as lines, a bag, a zip, a repository.

1. Which form it is, what stands in it tells, and not its name: each form is asked, the last of them
   first, and `json` takes what no other has taken.
2. What is not derived from the ledger, but beside it in a bag, is Beside: looked at by its bytes.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile
from zlib import error as Unpacked

from msgspec import Struct

from nomic_mail.archive.forms import forms
from nomic_mail.archive.jsonl import read_lines
from nomic_mail.archive.pieces import Watch, read_pieces
from nomic_mail.archive.rooms import Folder, Packed, Room
from nomic_mail.archive.shelf import Lazily
from nomic_mail.game.course import Cause
from nomic_mail.game.events import Event
from nomic_mail.written import codec
from nomic_mail.written.entry import entry_of

RECORD, LINES, MARK = "record.json", "ledger.jsonl", "site.json"
FOLDER = "folder"  # a room of no form of its own, as RECORDS brings one


class Taken(Struct, frozen=True):
    """`data` as record.json has it, or the ledger alone where that is all there is (`lines`);
    `files` are where the other forms stand, by their names, and `room` is all of them."""

    kind: str
    data: Any
    room: Room | None = None
    inner: str = ""

    @property
    def files(self) -> dict[str, str]:
        """The names of files beside the record, by their last part."""
        if self.room is None:
            return {}
        found = (name for name in self.room.names() if name.startswith(self.inner))
        return {name.removeprefix(self.inner): name for name in found}


def take(path: Path, watch: Watch = lambda count: None) -> Taken:
    """Raises OSError, or ValueError where it is no record."""
    if path.is_dir():
        return _roomy(Folder(path), watch)
    with path.open("rb") as file:
        if file.read(4) != b"PK\x03\x04":
            file.seek(0)
            return take_file(file, watch)
    try:
        return _roomy(Packed.read(path), watch)
    except (BadZipFile, Unpacked, EOFError, RuntimeError) as bad:
        raise ValueError(str(bad)) from bad


def take_file(file: BinaryIO, watch: Watch = lambda count: None) -> Taken:
    for form in reversed(forms().values()):
        if form.from_file is not None and (taken := form.from_file(file, watch)) is not None:
            return taken
    raise ValueError("no form is like it")


def _roomy(room: Room, watch: Watch) -> Taken:
    for form in reversed(forms().values()):
        if form.from_room is not None and (taken := form.from_room(room, watch)) is not None:
            return taken
    return in_room(FOLDER, room, "", watch)


def in_room(kind: str, room: Room, inner: str, watch: Watch) -> Taken:
    """The record that lies in a room, below `inner`, with all that lies beside it."""
    if isinstance(room, Folder):
        room.refuse_bomb()
    names = room.names()
    for name, read in ((RECORD, read_pieces), (LINES, read_lines)):
        if f"{inner}{name}" in names:
            with room.opened(f"{inner}{name}") as file:
                return Taken(kind, read(file, watch), room, inner)
    raise ValueError(f"neither {RECORD} nor {LINES} is in it")


def read_entry(line: Any) -> Event:
    """What is sealed is read where it was opened. Raises what BROKEN has."""
    return codec.read(entry_of(0, line).written)


def read_cause(line: Any) -> Cause | None:
    return entry_of(0, line).cause if codec.CAUSE in line["public"] else None


def up_to(data: Any, until: datetime | None) -> tuple[Sequence[Event], Sequence[Any]]:
    """The events until then, and their lines, of what was not checked."""
    lines = data["ledger"]["entries"]
    events = Lazily(len(lines), lambda place: read_entry(lines[place]))
    count = len(lines)
    if until is not None:
        count = next((n for n, event in enumerate(events) if event.at > until), count)
    return events[:count], Lazily(count, lines.__getitem__)
