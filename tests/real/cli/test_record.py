"""The record and its letters in programs of others, and what a terminal shows of long work."""

import mailbox
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.archive import long_game, put_with_letters
from bench.grown import put
from nomic_mail.cli import cli
from nomic_mail.store.database.engines import Database
from tests.kit.real.real_mail import program
from tests.kit.real.terminal import all_of, mutt_counts


@pytest.fixture
def server(tmp_path: Path) -> tuple[Path, Database]:
    """Its config, and its database with no game in it."""
    assert CliRunner().invoke(cli, ["init", str(tmp_path / "server")]).exit_code == 0
    database = Database(f"sqlite:///{tmp_path}/server/nomic.db")
    return tmp_path / "server" / "config.toml", database


def test_mutt_and_python_count_the_same_letters(
    server: tuple[Path, Database], tmp_path: Path
) -> None:
    program("mutt", "mutt")
    config, database = server
    put_with_letters(database, "game", long_game(6, 4), 2)
    database.close()
    path = tmp_path / "game.mbox"
    words = ("--config", str(config), "export", "game", str(path), "--format", "mbox")
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    count = len(mailbox.mbox(path, create=False))
    assert count == 6
    assert mutt_counts(path) == count


def test_who_looks_on_sees_a_bar(server: tuple[Path, Database], tmp_path: Path) -> None:
    """On a terminal, and of a long game only; standard output has nothing of it."""
    config, database = server
    put(database, "long", long_game(110, 4))
    database.close()
    record = str(tmp_path / "long.json")
    for words, told in (
        (("--config", str(config), "export", "long", record), ("reading", "writing json")),
        (("verify", record), ("checking",)),
    ):
        ours, theirs = pty.openpty()
        run = subprocess.Popen(
            [sys.executable, "-m", "nomic_mail", *words], stdout=subprocess.PIPE, stderr=theirs
        )
        os.close(theirs)
        shown, said = all_of(ours), run.communicate()[0]
        assert run.returncode == 0, said
        assert all(one.encode() in shown for one in told)
        assert b"\x1b" not in said
