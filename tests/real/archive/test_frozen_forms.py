"""Records that older programs wrote, put into every form of now: each is proven, whatever wrote
what it is made of. What one of them gave git to make a repository of; and the next to be put by."""

import io
import json
import lzma
import subprocess
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.freeze import freeze
from nomic_mail.archive.forms import forms
from nomic_mail.cli import cli
from tests.kit.frozen import EVERYTHING, MADE_OF_LEDGERS, NEWEST, STREAM, Case, path_of, shown
from tests.kit.played import GAMES
from tests.kit.tiers import some

WRITTEN = [name for name, form in forms().items() if not form.of_letters]
STREAMS = [case for case in EVERYTHING if case[1].endswith(STREAM)]
CASES = [(case, form) for form in WRITTEN for case in some(MADE_OF_LEDGERS, 6, check=6)]


def is_proven(path: Path) -> None:
    facts = json.loads(CliRunner().invoke(cli, ["verify", str(path), "--json"]).stdout)
    assert facts["differences"] == []
    assert facts["proven"] or facts["told"] or facts["undecided"] or facts["altered"]


@pytest.mark.parametrize(
    ("case", "form"), CASES, ids=[f"{shown(case)}-{form}" for case, form in CASES]
)
def test_it_is_written_in_every_form(case: Case, form: str, tmp_path: Path) -> None:
    out = tmp_path / f"out.{form}"
    words = ["record", "export", str(path_of(case)), str(out), "--format", form]
    made = CliRunner().invoke(cli, words)
    assert made.exit_code == 0, made.output
    assert out.stat().st_size > 0
    if forms()[form].is_checked:
        is_proven(out)


@pytest.mark.parametrize("case", STREAMS, ids=shown)
def test_the_repository_that_git_makes_of_one_is_proven(case: Case, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    with path_of(case).open("rb") as stream:
        words = ["git", "fast-import", "--quiet"]
        subprocess.run(words, cwd=tmp_path, stdin=stream, check=True)
    is_proven(tmp_path)


def test_what_is_put_by_next_is_as_much_and_proven(tmp_path: Path) -> None:
    """With three transcripts instead of all."""
    freeze(tmp_path / "next", GAMES[:3])
    assert lzma.decompress((tmp_path / "next" / "server.db.xz").read_bytes())[:6] == b"SQLite"
    packed = lzma.decompress((tmp_path / "next" / "records.tar.xz").read_bytes())
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        tar.extractall(tmp_path / "records", filter="data")
    made = {one.name for one in (tmp_path / "records").iterdir()}
    of_the_server = {
        record for name, record in EVERYTHING if name == NEWEST and "server." in record
    }
    assert made > of_the_server | {"told.json"}
    for name in made:
        if not name.endswith(STREAM):
            is_proven(tmp_path / "records" / name)
