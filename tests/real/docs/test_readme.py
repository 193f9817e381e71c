"""The first turn of README.md works as it is written: its commands are run, one after the other.

1. Lines for a mail program with a screen of its own (mutt, s-nail) are left out of the walk; that
   of s-nail is tried by itself, with the settings that this machine's package brings.
2. After each command everything that is due is waited for, as a reader would.
3. The reader is told to swap the two addresses when Bob was drawn first; so it is done here.
"""

import os
import pty
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
from tests.kit.real.terminal import all_of

ROOT = Path(__file__).resolve().parents[3]
LOCKED = "--require-hashes -r requirements.lock"
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


def test_what_is_installed_is_said_before_it_is(tmp_path: Path) -> None:
    asked = ["make", "--dry-run", "demo", f"VENV={tmp_path}/venv"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.index("and nowhere else") < told.index("requirements.lock |") < told.index(LOCKED)


@of_sqlite
def test_the_line_for_s_nail_sends_a_reply(server: Server, tmp_path: Path) -> None:
    """Nobody is asked once more, as Debian's settings have it."""
    if shutil.which("s-nail") is None:
        pytest.skip("s-nail is not installed")
    server.tool("game", "new", "tea", "--set", "debate_min=0")
    server.tool("player", "add", "tea", "Ada Lovelace <ada@example.org>")
    server.next_letter("ada@example.org", "You are invited")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = (one for one in statements(readme) if one.startswith("s-nail"))
    terminal, theirs = pty.openpty()
    run = subprocess.Popen(
        ["bash", "-c", line.replace("8025", str(server.port))],
        cwd=tmp_path,
        env=environment(server.home) | {"TERM": "dumb"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    os.write(terminal, b"r\nJOIN\n~.\nx\n")
    shown = all_of(terminal)
    assert run.wait() == 0, shown
    server.next_letter("ada@example.org", "You have joined")
