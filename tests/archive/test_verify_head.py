"""A whole forgery, and the head of the ledger as a player really has it: from a letter they kept.

Two servers play the same game of the same people with the same dice, but that one word was another
in the second: a record with every hash, throw and digest as they have to be, of another game.
"""

import email
import email.policy
import re
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.archive.forms.bag import page
from nomic_mail.archive.json import lay, record_json
from nomic_mail.archive.jsonl import jsonl_pieces
from nomic_mail.cli import cli
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.written.entry import Entry
from tests.kit.played import GAMES, Look, play

FILE = next(one for one in GAMES if one.stem == "first-turn-adopted")
SAID = "Is coffee allowed?"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def head_in(letter: bytes) -> str:
    """As Ada would look for it in her mail program: in the file attached."""
    read = email.message_from_bytes(letter, policy=email.policy.default)
    assert isinstance(read, EmailMessage)
    (part,) = (one for one in read.iter_attachments() if one.get_filename() == "proof.txt")
    told = r"The record's head after this letter.*?\b([0-9a-f]{64})\b"
    found = re.search(told, part.get_content(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def kept(played: Look) -> str:
    """What Ada's letter of the result of 301 tells."""
    of_results = [
        body
        for body in played(FILE).bodies
        if b"\nTo: Ada Lovelace" in body and b"The record's head" in body
    ]
    return head_in(of_results[0])


@pytest.fixture
def forged(tmp_path: Path) -> list[Entry]:
    other = tmp_path / "other.game"
    text = FILE.read_text(encoding="utf-8")
    assert text.count(SAID) == 1
    other.write_text(text.replace(SAID, "Is cocoa allowed?"), encoding="utf-8")
    (tmp_path / "there").mkdir()
    play(other, tmp_path / "there")
    return _entries(tmp_path / "there")


def _entries(folder: Path) -> list[Entry]:
    database = Database(f"sqlite:///{folder}/nomic.db")
    with database.read() as connection:
        found = list(ledger.entries(connection, seats.all_games(connection)[0].id))
    database.close()
    return found


def written(entries: list[Entry], path: Path) -> str:
    lines = path.suffix == ".jsonl"
    path.write_bytes(b"".join(jsonl_pieces(lay(entries))) if lines else record_json(entries))
    return str(path)


@pytest.mark.parametrize("name", ["game.json", "game.jsonl"])
def test_a_whole_forgery_passes_in_the_words_of_what_is_proven_and_a_letter_catches_it(
    forged: list[Entry], played: Look, kept: str, tmp_path: Path, name: str
) -> None:
    path = written(forged, tmp_path / name)
    alone = run("verify", path)
    assert alone.exit_code == 0
    assert "That it is the game that was played, and not another one made up whole," in alone.output
    assert "only a head from outside proves: --head, with one" in alone.output
    caught = run("verify", path, "--head", kept)
    assert caught.exit_code == 1
    assert f"ledger.head, by --head\n  says      {forged[-1].hash}" in caught.output
    assert f"comes out {kept}" in caught.output
    true = written(played(FILE).entries(), tmp_path / name)
    assert "its head is the one you gave" in run("verify", true, "--head", kept).output


def test_the_page_of_a_bag_passes_it_too_and_the_same_letter_catches_it(
    forged: list[Entry], played: Look, kept: str, tmp_path: Path
) -> None:
    (tmp_path / "check_record.py").write_bytes(page("check_record.py"))

    def check(entries: list[Entry], *head: str) -> tuple[int, str]:
        path = written(entries, tmp_path / "record.json")
        command = [sys.executable, "-I", str(tmp_path / "check_record.py"), path, *head]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert check(forged) == (
        0,
        "0 events have words withheld or altered, unchecked.\nAll the rest fits.\n"
        "Only a HEAD from a letter proves that it was played so.\n",
    )
    status, told = check(forged, kept)
    assert status == 1
    assert told.startswith("HEAD: says False\n  comes out True\n")
    assert check(played(FILE).entries(), kept)[0] == 0


def test_an_import_takes_it_without_a_letter_and_not_with_one(
    forged: list[Entry], played: Look, kept: str, tmp_path: Path
) -> None:
    there = str(tmp_path / "server")
    assert run("init", there).exit_code == 0
    call = ("--config", f"{there}/config.toml", "import")
    path = written(forged, tmp_path / "game.json")
    refused = run(*call, path, "--head", kept)
    assert refused.exit_code == 1
    assert "ledger.head, by --head" in refused.output
    assert "is not imported" in refused.output
    assert run(*call, path).exit_code == 0
    true = written(played(FILE).entries(), tmp_path / "true.json")
    assert run(*call, true, "--as", "tea-2", "--head", kept).exit_code == 0
