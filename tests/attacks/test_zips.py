"""A zip that two programs read as two: the record that was checked is not the one that is read."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from nomic_mail.archive import opening
from tests.attacks.kit import each
from tests.cli.test_server import call

HAS = "whoever checks a record"
RECORD = b'{"format": 1}'

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate name")


def zipped(*names: str, method: int = ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", method) as made:
        for number, name in enumerate(names):
            made.writestr(name, RECORD + b" " * number)
    return out.getvalue()


def refused(tmp_path: Path, raw: bytes, why: str) -> None:
    file = tmp_path / "record.zip"
    file.write_bytes(raw)
    assert why, "by an empty one any sentence would do"
    with pytest.raises(ValueError, match=why):
        opening.take(file)
    told = call("verify", file, status=1)
    assert "is no record" in told.stderr
    assert "Traceback" not in told.stdout + told.stderr


TWICE = {
    "under the same name": ("r/record.json", "r/record.json"),
    "in capitals, as some machines cannot tell": ("r/record.json", "r/RECORD.JSON"),
    "in another Unicode form": ("r/\u00e4.json", "r/a\u0308.json", "r/record.json"),
}
NAMES = {
    "with a folder of no name": "r//record.json",
    "with a folder that is its own": "r/./record.json",
    "with a folder that leads up": "r/../r/record.json",
    "that is a folder of its own": "./",
    "that begins at the root": "/record.json",
    "with a backslash": "r\\record.json",
    "of a drive": "c:/record.json",
    "that steers a terminal": "r/\x1b[2J",
}


@each("archives", HAS, "packs two records {}", "it is refused", TWICE)
def test_two_files_of_one_name(tmp_path: Path, given: tuple[str, ...]) -> None:
    refused(tmp_path, zipped(*given), "two of its files")


@each("archives", HAS, "packs a file beside it {}", "it is refused", NAMES)
def test_a_name_that_is_none(tmp_path: Path, given: str) -> None:
    refused(tmp_path, zipped("r/record.json", given), "no name of a file")


def _damaged(raw: bytes) -> bytes:
    at = raw.find(b"record.json") + len(b"record.json")
    return raw[: at + 6] + bytes(20) + raw[at + 26 :]


def _flagged(raw: bytes, local: int, central: int, value: bytes) -> bytes:
    made = bytearray(raw)
    for mark, place in ((b"PK\3\4", local), (b"PK\1\2", central)):
        at = made.find(mark) + place
        made[at : at + 2] = value
    return bytes(made)


ODD: dict[str, Callable[[], bytes]] = {
    "by LZMA, and damages it": lambda: _damaged(zipped("r/record.json", method=ZIP_LZMA)),
    "by bzip2, and damages it": lambda: _damaged(zipped("r/record.json", method=ZIP_BZIP2)),
    "by a way nobody knows": lambda: _flagged(zipped("r/record.json"), 8, 10, b"\x63\0"),
    "and says that it is encrypted": lambda: _flagged(zipped("r/record.json"), 6, 8, b"\1\0"),
}


@each("archives", HAS, "packs it {}", "it is refused", ODD)
def test_packed_as_no_record_is(tmp_path: Path, given: Callable[[], bytes]) -> None:
    refused(tmp_path, given(), "packed as no record is")


TWO = ("r/record.json", "r/other.json")


def _between(raw: bytes, more: bytes) -> bytes:
    """A file that stands in no table, between the files and it; the table is found all the same."""
    table, end = raw.find(b"PK\1\2"), raw.rfind(b"PK\5\6")
    place = (table + len(more)).to_bytes(4, "little")
    return raw[:table] + more + raw[table : end + 16] + place + raw[end + 20 :]


def _commented(raw: bytes, comment: bytes) -> bytes:
    return raw[:-2] + len(comment).to_bytes(2, "little") + comment


def _overlapping() -> bytes:
    """Both lines of the table lead to the same file."""
    raw = bytearray(zipped("r/record.json", "r/record.jsox"))
    second = raw.rfind(b"PK\1\2")
    raw[second + 42 : second + 46] = bytes(4)
    return bytes(raw)


def _said(raw: bytes, place: int, value: bytes) -> bytes:
    """A head of a file's own that says something else."""
    return raw[:place] + value + raw[place + len(value) :]


def _huge() -> bytes:
    """A size of eight bytes, by which the file is as long as no disk."""
    member = ZipInfo("r/record.json")
    out = BytesIO()
    with ZipFile(out, "w") as made:
        made.writestr(member, RECORD)
    raw = bytearray(out.getvalue())
    line, end = raw.find(b"PK\1\2"), raw.rfind(b"PK\5\6")
    name = int.from_bytes(raw[line + 28 : line + 30], "little")
    extra = b"\1\0\x10\0" + (1 << 62).to_bytes(8, "little") * 2
    raw[line + 20 : line + 28] = b"\xff" * 8
    raw[line + 30 : line + 32] = len(extra).to_bytes(2, "little")
    raw[line + 46 + name : line + 46 + name] = extra
    size = (end - line + len(extra)).to_bytes(4, "little")
    end += len(extra)
    raw[end + 12 : end + 16] = size
    return bytes(raw)


def _nested() -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        made.writestr("r/record.json", zipped("r/record.json"))
    return out.getvalue()


def _made(content: bytes = RECORD, **of_it: object) -> bytes:
    """A record, and beside it a file of which something odd is told."""
    member = ZipInfo("r/other.json")
    for name, value in of_it.items():
        setattr(member, name, value)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        made.writestr("r/record.json", RECORD)
        made.writestr(member, content)
    return out.getvalue()


def _behind_its_end(method: int) -> bytes:
    """More bytes packed than the file has, in a file of which table and head say one thing."""
    out = BytesIO()
    with ZipFile(out, "w", method) as made:
        made.writestr("r/record.json", RECORD)
    raw, more = out.getvalue(), b"more"
    table, end = raw.find(b"PK\1\2"), raw.rfind(b"PK\5\6")
    size = (int.from_bytes(raw[18:22], "little") + len(more)).to_bytes(4, "little")
    head = raw[:18] + size + raw[22:table] + more
    line = raw[table : table + 20] + size + raw[table + 24 : end]
    place = len(head).to_bytes(4, "little")
    return head + line + raw[end : end + 16] + place + raw[end + 20 :]


ANOTHER_NAME = struct.pack("<HHBI", 0x7075, 5 + 6, 1, zlib.crc32(b"r/other.json")) + b"r/evil"
LOCAL_FILE = zipped("r/record.json")[: zipped("r/record.json").find(b"PK\1\2")]
BESIDE: dict[str, tuple[Callable[[], bytes], str]] = {
    "puts another zip before it": (lambda: zipped("r/record.json") + zipped(*TWO), "no file of it"),
    "puts another zip behind it, as a comment": (
        lambda: _commented(zipped(*TWO), zipped("r/record.json") + b"\n"),
        "no file of it",
    ),
    "puts a comment behind it": (lambda: _commented(zipped(*TWO), b"hello"), "stands behind"),
    "puts a file that is in no table behind the others": (
        lambda: _between(zipped(*TWO), LOCAL_FILE),
        "no file of it",
    ),
    "lets two lines of the table lead to one file": (_overlapping, "no file of it|differ"),
    "lets a file say another length of itself": (
        lambda: _said(zipped("r/record.json"), 22, b"\2"),
        "something else of itself",
    ),
    "lets a file say that it is packed otherwise": (
        lambda: _said(zipped("r/record.json"), 8, b"\0"),
        "something else of itself",
    ),
    "lets a file say another sum of itself": (
        lambda: _said(zipped("r/record.json"), 14, b"abcd"),
        "something else of itself",
    ),
    "says a length that no disk has, in eight bytes": (_huge, "no record is like that"),
    "tells another name of a file, for programs that look there": (
        lambda: _made(extra=ANOTHER_NAME),
        "something else of itself",
    ),
    "has a comment on a file": (lambda: _made(comment=b"It was not so."), "something else"),
    "says of a file that it leads elsewhere": (
        lambda: _made(external_attr=0o120777 << 16),
        "is no file",
    ),
    "puts words into a folder": (lambda: _made(b"Words.", filename="r/more/"), "is no file"),
    "packs more into a file than it has": (lambda: _behind_its_end(ZIP_DEFLATED), "more"),
    "lays more into a file than it has": (lambda: _behind_its_end(ZIP_STORED), "more"),
    "packs a zip in it": (_nested, "can't decode"),
}


@each("archives", HAS, "packs it, and {}", "it is refused", BESIDE)
def test_a_zip_with_more_than_its_files(
    tmp_path: Path, given: tuple[Callable[[], bytes], str]
) -> None:
    make, why = given
    refused(tmp_path, make(), why)


@pytest.mark.parametrize("size", [1, 65_535, 65_536, 65_537, 65_600, 131_073])
def test_a_file_that_packs_well_is_taken(tmp_path: Path, size: int) -> None:
    """Its last bytes may be in the box long after those they are packed in have been read."""
    file = tmp_path / "record.zip"
    with ZipFile(file, "w", ZIP_DEFLATED) as made:
        made.writestr("r/record.json", RECORD)
        made.writestr("r/words.txt", "a" * size)
    assert opening.take(file).files.keys() >= {"words.txt"}


def test_a_zip_that_was_written_in_one_go_is_taken(tmp_path: Path) -> None:
    """Its sizes stand behind each file."""

    class Line(BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *where: int) -> int:
            raise OSError("this is a line")

    out = Line()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        for name in TWO:
            with made.open(name, "w", force_zip64=name == TWO[0]) as member:
                member.write(RECORD)
    file = tmp_path / "record.zip"
    file.write_bytes(out.getvalue())
    assert opening.take(file).data == {"format": 1}
