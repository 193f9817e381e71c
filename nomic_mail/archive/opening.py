"""A record taken from wherever it is: record.json, its ledger as lines, a bag, a zip, a repository.

1. Which form it is, what stands in it tells, and not its name.
2. What is not derived from the ledger, but beside it in a bag, is Beside: looked at by its bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile
from zlib import error as Unpacked

from nomic_mail.archive.json import canonical
from nomic_mail.archive.jsonl import is_lines, read_lines
from nomic_mail.archive.pieces import Watch, read_pieces
from nomic_mail.archive.rooms import Folder, Packed, Room
from nomic_mail.archive.shelf import Lazily
from nomic_mail.game.events import Event

ReadEvent = Callable[[str, int, str, str | None], Event]

RECORD, LINES, MARK = "record.json", "ledger.jsonl", "site.json"


@dataclass(frozen=True, slots=True)
class Taken:
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
    lines = is_lines(file)
    file.seek(0)
    if lines:
        return Taken("jsonl", read_lines(file, watch))
    return Taken("json", read_pieces(file, watch))


def _roomy(room: Room, watch: Watch) -> Taken:
    names = room.names()
    kind = "bag" if "bagit.txt" in names else "site" if MARK in names else "folder"
    inner = "data/" if kind == "bag" else ""
    if f"{inner}{RECORD}" in names:
        with room.opened(f"{inner}{RECORD}") as file:
            return Taken(kind, read_pieces(file, watch), room, inner)
    if f"{inner}{LINES}" in names:
        with room.opened(f"{inner}{LINES}") as file:
            return Taken(kind, read_lines(file, watch), room, inner)
    raise ValueError(f"neither {RECORD} nor {LINES} is in it")


def read_entry(entry: Any, read_event: ReadEvent) -> Event:
    """What is sealed is read where its seal was opened. Raises what BROKEN has."""
    public, opened = entry["public"], entry.get("opened")
    sealed = canonical(opened["sealed"]).decode() if opened is not None else None
    return read_event(str(public.get("event")), entry["form"], canonical(public).decode(), sealed)


def up_to(
    data: Any, read_event: ReadEvent, until: datetime | None
) -> tuple[Sequence[Event], Sequence[Any]]:
    """The events until then, and their lines, of what was not checked."""
    lines = data["ledger"]["entries"]
    events = Lazily(len(lines), lambda place: read_entry(lines[place], read_event))
    count = len(lines)
    if until is not None:
        count = next((n for n, event in enumerate(events) if event.at > until), count)
    return events[:count], Lazily(count, lines.__getitem__)
