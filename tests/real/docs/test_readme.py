"""The first turn of README.md works as it is written: its commands are run, one after the other.

1. Lines for a mail program with a screen of its own (mutt, s-nail) are left out here.
2. After each command everything that is due is waited for, as a reader would.
3. The reader is told to swap the two addresses when Bob was drawn first; so it is done here.
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import Server, environment, until

ROOT = Path(__file__).resolve().parents[3]
UNSETTLED = """
SELECT (SELECT count(*) FROM inbox WHERE state IN ('waiting', 'claimed'))
     + (SELECT count(*) FROM outbox WHERE state = 'waiting')
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    server.serve()
    yield server
    server.end()


def statements(readme: str) -> Iterator[str]:
    """The shell's commands in the section, each whole."""
    section = re.search(r"^## The first turn\n(.*?)^## ", readme, re.DOTALL | re.MULTILINE)
    assert section is not None
    whole = ""
    for line in section[1].splitlines():
        if line.startswith("    "):
            whole += line[4:]
            if whole.endswith("\\") or whole.count('"') % 2:
                whole += "\n"
                continue
            yield whole
        whole = ""


def settled(server: Server) -> bool | None:
    with closing(sqlite3.connect(server.folder / "nomic.db")) as database:
        return database.execute(UNSETTLED).fetchone()[0] == 0 or None


@of_sqlite
def test_the_first_turn_of_the_readme(server: Server, tmp_path: Path) -> None:
    if shutil.which("swaks") is None:
        pytest.skip("swaks is not installed")
    programs = tmp_path / "bin"
    programs.mkdir()
    tool = programs / "nomic-mail"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nomic_mail "$@"\n')
    tool.chmod(0o755)
    own = environment(server.home)
    own["PATH"] = f"{programs}:{own['PATH']}"
    kept: list[str] = []  # functions and variables, which each command needs
    told = ""
    commands = list(statements((ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(commands) > 20
    for command in commands:
        word = command.split()[0]
        if word in (".", "mutt", "s-nail"):
            continue
        if word == "export" or re.match(r"\w+(=|\(\))", command):
            kept.append(command.replace("8025", str(server.port)))
            continue
        swap = "second=ada@example.org first=bob@example.org" if "Bob first" in told else ""
        script = "\n".join([*kept, swap if "first=ada@example.org" in kept else "", command])
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            env=own,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert not done.stderr, f"{command}\n{done.stderr}"
        told += done.stdout
        if "The order is: Bob" in done.stdout:
            told += "Bob first"
        until(f"what comes of: {command}", lambda: settled(server))
    for news in ("You are invited", "proposes 301", "vote on 301", "is counted", "301 is adopted"):
        assert news in told
    assert "[the server does: victory: 50]" in told
