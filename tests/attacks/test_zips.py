"""A zip that two programs read as two: the record that was checked is not the one that is read."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from nomic_mail.archive import opening
from tests.attacks.kit import Attack, attacks
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


@attacks(
    *(
        Attack("archives", HAS, f"packs two records {how}", "it is refused", given=names)
        for how, names in TWICE.items()
    )
)
def test_two_files_of_one_name(tmp_path: Path, given: tuple[str, ...]) -> None:
    refused(tmp_path, zipped(*given), "two of its files")


@attacks(
    *(
        Attack("archives", HAS, f"packs a file beside it {how}", "it is refused", given=name)
        for how, name in NAMES.items()
    )
)
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


@attacks(
    *(
        Attack("archives", HAS, f"packs it {how}", "it is refused", given=make)
        for how, make in ODD.items()
    )
)
def test_packed_as_no_record_is(tmp_path: Path, given: Callable[[], bytes]) -> None:
    refused(tmp_path, given(), "packed as no record is")
