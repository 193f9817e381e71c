"""Where a form of several files is put, and taken from again: a folder, or a zip of one.

1. The same files give the same bytes: a member of a zip has no time of its own.
2. What is read is a stranger's: no name leads out of its room, and what is there is of a size that
   records have, packed or not. (A member is never read further than the length it names.)
3. A zip is refused that another program could read as another one: with two files of one name, as
   any machine tells names; with a name that is none, or of what is no file; packed as no record is;
   and with anything beside its files (tiled).
4. A folder with nothing in it is named, as its name says something.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from nomic_mail.archive.tiled import refuse_gaps
from nomic_mail.composed import composed

NO_TIME = (1980, 1, 1, 0, 0, 0)
PIECE = 1 << 20
UNPACKED_BYTES = 8_000_000_000
UNPACKED_RATIO = 100  # a record packs to a tenth; blanks to a thousandth
ANY_RATIO_BYTES = 50_000_000  # in so little nobody is lost
NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|^[a-z]:")
ENCRYPTED = 1  # of a member's flags


class Room(Protocol):
    def names(self) -> list[str]: ...
    def opened(self, name: str) -> BinaryIO: ...


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def refuse_bomb(self) -> None:
        """A file may have a length, and nothing in it that takes up room."""
        files = [one.stat() for one in self.path.rglob("*") if one.is_file()]
        _refuse_bomb(sum(one.st_size for one in files), room_of(files))

    def names(self) -> list[str]:
        """Of all that is no folder, of links and pipes, too; and rule 4."""
        found = (one for one in self.path.rglob("*") if not _leads_on(one))
        return sorted(one.relative_to(self.path).as_posix() for one in found)

    def opened(self, name: str) -> BinaryIO:
        found = Path(os.path.realpath(self.path / name))  # which a link to itself does not stop
        if not found.is_relative_to(self.path.resolve()):
            raise ValueError(f"{name} leads out of {self.path}")
        if not found.is_file():
            raise ValueError(f"{name} is no file")
        return found.open("rb")

    def write(self, name: str, pieces: Iterable[bytes]) -> tuple[str, int]:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as out:
            return _written(out, pieces)


class Packed:
    """All members stand in one folder."""

    def __init__(self, packed: ZipFile, top: str) -> None:
        self._packed, self._top = packed, top

    @classmethod
    def read(cls, path: Path) -> "Packed":
        packed = ZipFile(path)
        _refuse_bomb(sum(one.file_size for one in packed.infolist()), path.stat().st_size)
        _refuse_odd(packed.infolist())
        refuse_gaps(path, packed)
        tops = {PurePosixPath(name).parts[0] for name in packed.namelist() if "/" in name}
        alone = len(tops) == 1 and all("/" in name for name in packed.namelist())
        return cls(packed, tops.pop() if alone else "")

    def names(self) -> list[str]:
        start = f"{self._top}/" if self._top else ""
        found = (name.removeprefix(start) for name in self._packed.namelist())
        names = sorted(name for name in found if name)
        empty = (one for one, after in zip_longest(names, names[1:]) if not _holds(one, after))
        return [one.removesuffix("/") for one in empty]

    def opened(self, name: str) -> BinaryIO:
        return self._packed.open(str(PurePosixPath(self._top, name)))  # type: ignore[return-value]

    def write(self, name: str, pieces: Iterable[bytes]) -> tuple[str, int]:
        member = ZipInfo(str(PurePosixPath(self._top, name)), NO_TIME)
        member.compress_type = ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        with self._packed.open(member, "w", force_zip64=True) as out:
            return _written(out, pieces)  # type: ignore[arg-type]


def _leads_on(one: Path) -> bool:
    return not one.is_symlink() and one.is_dir() and any(one.iterdir())


def _holds(name: str, after: str | None) -> bool:
    """Whether it is a folder, and the next name is of what is in it."""
    return name.endswith("/") and after is not None and after.startswith(name)


def room_of(files: Sequence[os.stat_result]) -> int:
    """What they take up; what they have, where the file system tells it of none of them."""
    blocks = sum(getattr(one, "st_blocks", None) or 0 for one in files)
    return blocks * 512 or sum(one.st_size for one in files)


def _refuse_bomb(unpacked: int, size: int) -> None:
    large = unpacked > ANY_RATIO_BYTES and unpacked > UNPACKED_RATIO * size
    if large or unpacked > UNPACKED_BYTES:
        raise ValueError(f"{size:,} bytes that unpack to {unpacked:,}: no record is like that")


def _refuse_odd(members: Sequence[ZipInfo]) -> None:
    """Rule 3."""
    known = set[str]()
    for one in members:
        name = composed("NFC", one.orig_filename).casefold()
        parts = name.removesuffix("/").split("/")
        if NO_NAME.search(name) or not {"", ".", ".."}.isdisjoint(parts):
            raise ValueError(f"{one.orig_filename!r} in it is no name of a file")
        if name in known:
            raise ValueError(f"two of its files are called {one.filename}")
        known.add(name)
        kind = stat.S_IFMT(one.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or (one.is_dir() and one.file_size):
            raise ValueError(f"{one.filename} in it is no file")
        if one.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or one.flag_bits & ENCRYPTED:
            raise ValueError(f"{one.filename} in it is packed as no record is")


@contextmanager
def packing(path: Path | BinaryIO, top: str) -> Iterator[Packed]:
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        yield Packed(packed, top)


def _written(out: BinaryIO, pieces: Iterable[bytes]) -> tuple[str, int]:
    told, size = sha256(), 0
    for piece in pieces:
        out.write(piece)
        told.update(piece)
        size += len(piece)
    return told.hexdigest(), size


def sum_of(file: BinaryIO) -> str:
    return sum_and_size(file)[0]


def sum_and_size(file: BinaryIO) -> tuple[str, int]:
    told, size = sha256(), 0
    for piece in piece_by_piece(file):
        told.update(piece)
        size += len(piece)
    return told.hexdigest(), size


def piece_by_piece(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def written_sum(pieces: Iterable[bytes]) -> str:
    told = sha256()
    for piece in pieces:
        told.update(piece)
    return told.hexdigest()
