"""Attacks by what is handed to whoever checks a record, or reads one in."""

import json
import time
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner

from nomic_mail.archive import opening
from nomic_mail.archive.rooms import ANY_RATIO_BYTES, UNPACKED_RATIO, Packed
from nomic_mail.cli import cli
from tests.attacks.kit import Attack, attacks
from tests.cli.test_server import call

BLANKS = b" " * (1 << 20)


def packed(path: Path, name: str, megabytes: int, *, copies: int = 1) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as out:
        for copy in range(copies):
            with out.open(f"record/{copy}{name}" if copy else f"record/{name}", "w") as member:
                for _ in range(megabytes):
                    member.write(BLANKS)
    return path


@attacks(
    Attack(
        "archives",
        "whoever checks a record",
        "sends a zip whose record is blanks, a thousand times its size",
        "it is refused by its sizes, before a byte is unpacked",
        given="record.json",
    ),
    Attack(
        "archives",
        "whoever checks a record",
        "sends such a zip of a ledger's lines",
        "it is refused likewise",
        given="ledger.jsonl",
    ),
    Attack(
        "archives",
        "whoever checks a record",
        "hides the blanks in a file beside the record",
        "it is refused likewise",
        given="data/letters.mbox",
    ),
)
def test_a_zip_of_blanks(tmp_path: Path, given: str) -> None:
    bomb = packed(tmp_path / "bomb.zip", given, 60)
    assert bomb.stat().st_size < 100_000
    began = time.process_time()
    with pytest.raises(ValueError, match="no record is like that"):
        opening.take(bomb)
    assert time.process_time() - began < 0.5
    told = call("verify", bomb, status=1)
    assert "no record is like that" in told.stdout + told.stderr


@attacks(
    Attack(
        "archives",
        "whoever checks a record",
        "sends a zip of many members, each harmless",
        "they are counted together",
    )
)
def test_a_zip_of_many(tmp_path: Path) -> None:
    bomb = packed(tmp_path / "bomb.zip", "x.json", 2, copies=40)
    with pytest.raises(ValueError, match="no record is like that"):
        opening.take(bomb)


@attacks(
    Attack(
        "archives",
        "whoever checks a record",
        "names a small size in the zip, and packs more",
        "no more is read than it names, and the sum is found wrong",
    )
)
def test_a_zip_that_lies(tmp_path: Path) -> None:
    whole = packed(tmp_path / "bomb.zip", "record.json", 60).read_bytes()
    real, small = (60 << 20).to_bytes(4, "little"), (1000).to_bytes(4, "little")
    lying = tmp_path / "lying.zip"
    lying.write_bytes(whole.replace(real, small))
    began = time.process_time()
    with pytest.raises(ValueError):
        opening.take(lying)
    assert time.process_time() - began < 0.5


@attacks(
    Attack(
        "archives",
        "whoever checks a record",
        "names a member of the zip out of its folder",
        "nothing is written, and no record found",
        given="../../etc/record.json",
    ),
    Attack(
        "archives",
        "whoever checks a record",
        "names a member with a path of the whole machine",
        "nothing is written, and no record found",
        given="/etc/record.json",
    ),
)
def test_a_zip_that_leads_out(tmp_path: Path, given: str) -> None:
    file = tmp_path / "out.zip"
    with ZipFile(file, "w") as out:
        out.writestr(given, "{}")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises((ValueError, KeyError)):
        opening.take(file)
    assert sorted(tmp_path.rglob("*")) == before


@attacks(
    Attack(
        "archives",
        "whoever checks a record",
        "nests a hundred thousand lists in record.json",
        "it is no record, and nothing breaks",
        given=b"[" * 100_000,
    ),
    Attack(
        "archives",
        "whoever checks a record",
        "writes a number of a hundred thousand digits",
        "it is no record, and nothing breaks",
        given=b'{"format": ' + b"9" * 100_000 + b"}",
    ),
    Attack(
        "archives",
        "whoever checks a record",
        "writes lone surrogates and NUL into it",
        "it is no record, and nothing breaks",
        given=b'{"format": "\\ud800\\u0000"}',
    ),
)
def test_a_record_that_is_none(tmp_path: Path, given: bytes) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(given)
    began = time.process_time()
    told = call("verify", file, status=1)
    assert time.process_time() - began < 2
    assert "Traceback" not in told.stdout + told.stderr


def test_an_honest_record_is_far_from_the_limit(tmp_path: Path) -> None:
    """Of the longest record there can be a hundred times as much is let in as is packed of one."""
    lines = [json.dumps({"seq": n, "hash": f"{n * 7919:064x}"}) for n in range(20_000)]
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        made.writestr("record/ledger.jsonl", "\n".join(lines))
    (tmp_path / "honest.zip").write_bytes(out.getvalue())
    Packed.read(tmp_path / "honest.zip")
    assert len("\n".join(lines)) < UNPACKED_RATIO / 4 * len(out.getvalue())
    assert ANY_RATIO_BYTES == 50_000_000


@attacks(
    Attack(
        "disk",
        "whoever checks a record by `verify -`",
        "hands them what never ends",
        "it is read to a bound, and refused with what to do",
    )
)
def test_a_pipe_without_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nomic_mail.cli.record.MOST_PIPED", 3_000_000)
    long = tmp_path / "long"
    with long.open("wb") as file:
        file.truncate(30_000_000)
    with long.open("rb") as pipe:
        done = CliRunner().invoke(cli, ["verify", "-"], input=pipe)
        assert pipe.tell() < 6_000_000
    assert done.exit_code == 2
    assert "more than 3,000,000 bytes come by this pipe; save it to a file" in done.output
