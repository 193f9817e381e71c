"""The chapter "Upgrade" of docs/deploy.md, from each released state of the database: a server of
the program of then stops in the middle of a vote, is backed up, goes on under the program of now,
goes back to the program of then, and forward again.

1. The older programs come out of the repository's own history (tests/frozen/README.md names them)
   and run with the packages of today.
2. The first two had no `backup`: the folder is copied while the server is stopped, as the chapter
   says.
3. `check` tries one of them, another each day; soak tries all.
"""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.frozen import FROZEN
from tests.kit.real.server_play import (
    ADA,
    BOB,
    PATIENCE_SECONDS,
    Server,
    by_smtplib,
    environment,
)
from tests.kit.tiers import some

pytestmark = of_sqlite
README = FROZEN / "README.md"
ROOT = Path(__file__).resolve().parents[3]
ADDRESSES = ("ada@example.org", "bob@example.org")
PARTS = ("nomic_mail", "templates", "migrations", "config.example.toml")
RELEASED = re.findall(r"^\| `[^`]+` \| `(\w{7})`", README.read_text("utf-8"), re.MULTILINE)
BEFORE_BACKUP = ("fca90a5", "5f65ad4")
BEFORE_MARKS = ("fca90a5", "5f65ad4", "01b1790", "f72f49d", "1f8732f", "550160e")


def program_of(commit: str, folder: Path) -> Path:
    if not (ROOT / ".git").exists():
        pytest.skip("there is no history here: this is an unpacked archive")
    folder.mkdir()
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), "archive", commit, *PARTS]
    packed = subprocess.run(git, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return folder


class Upgraded(Server):
    """A server in a folder that an older program made, run by that one or by this one."""

    def __init__(self, folder: Path, older: Path) -> None:
        folder.mkdir()
        self.folder, self.home = folder, folder / "home"
        self.home.mkdir()
        self.config, self.mail = folder / "config.toml", folder / "mail"
        self.process = None
        self.said, self._seen = [], set()
        self.port = 0
        self.older, self.is_old = older, True
        self.call("init", str(folder), config=False)
        self.set("port = 8025", "port = 0")

    def command(self, *words: str, config: bool = True) -> list[str]:
        python = [sys.executable, "-P", "-m", "nomic_mail"]
        where = ["--config", str(self.config)] if config else []
        path = [f"PYTHONPATH={self.older}"] if self.is_old else []
        return ["env", *path, *python, *where, *words]

    def call(self, *words: str, status: tuple[int, ...] = (0,), config: bool = True) -> str:
        done = subprocess.run(
            self.command(*words, config=config),
            env=environment(self.home),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert done.returncode in status, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def stopped(self) -> None:
        assert self.stop(signal.SIGTERM) == 0


@pytest.fixture(params=some(RELEASED, 1, check=1))
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Upgraded]]:
    server = Upgraded(tmp_path / "var", program_of(request.param, tmp_path / "older"))
    yield request.param, server
    server.end()


def in_a_vote(server: Upgraded) -> tuple[str, EmailMessage]:
    """Of two players one has voted; answers whose vote is missing, and the ballot they have."""
    server.call("game", "new", "tea", "--set", "debate_min=0")
    for who in (ADA, BOB):
        server.call("player", "add", "tea", who)
    server.serve()
    for address in ADDRESSES:
        by_smtplib(server, address, server.next_letter(address, "You are invited"), "JOIN")
        server.next_letter(address, "Welcome")
    server.call("game", "start", "tea")
    begun = {one: server.next_letter(one, "The game begins") for one in ADDRESSES}
    ada, bob = ADDRESSES
    mover, other = (ada, bob) if "your turn" in str(begun[ada]["Subject"]) else (bob, ada)
    by_smtplib(server, mover, begun[mover], "PROPOSE REPEAL 206")
    by_smtplib(server, mover, server.next_letter(mover, "has gone to all players"), "CALL VOTE")
    ballots = {one: server.next_letter(one, "Vote on 301") for one in ADDRESSES}
    by_smtplib(server, mover, ballots[mover], "FOR")
    server.next_letter(mover, "Your vote FOR 301 is counted")
    return other, ballots[other]


def votes(server: Upgraded, who: str, ballot: EmailMessage) -> None:
    """By the ballot that the older program sent."""
    by_smtplib(server, who, ballot, "FOR")
    for one in ADDRESSES:
        server.next_letter(one, "301 is adopted")


def test_stop_back_up_install_go_on_and_back_again(
    released: tuple[str, Upgraded], tmp_path: Path
) -> None:
    commit, server = released
    missing, ballot = in_a_vote(server)
    server.stopped()
    kept = tmp_path / "before.tar.gz"
    if commit in BEFORE_BACKUP:
        shutil.copytree(server.folder, tmp_path / "before")
    else:
        server.call("backup", str(kept))

    server.is_old = False
    told = server.call("check")
    assert "is brought up at the next start" in told or "it is whole, and of this version" in told
    server.serve()
    votes(server, missing, ballot)
    assert "it is whole, and of this version" in server.call("check")
    record = str(tmp_path / "tea.json")
    server.call("export", "tea", record)
    server.call("verify", record)
    server.stopped()

    server.is_old = True
    if commit in BEFORE_BACKUP:
        server.folder.rename(tmp_path / "after")
        shutil.copytree(tmp_path / "before", server.folder)
    else:
        server.call("restore", "--replace", str(kept), str(server.folder), config=False)
    server.serve()
    if commit not in BEFORE_BACKUP:
        for one in ADDRESSES:
            server.next_letter(one, "set back")
    votes(server, missing, ballot)
    server.stopped()

    server.is_old = False
    if commit in BEFORE_MARKS and commit not in BEFORE_BACKUP:
        assert "serve --anew" in server.call("serve", "--once", status=(2,))
        server.call("serve", "--once", "--anew")
    server.call("serve", "--once")
    server.call("export", "tea", record + ".again")
    server.call("verify", record + ".again")


def test_an_older_program_leaves_a_newer_database_alone(released: tuple[str, Upgraded]) -> None:
    """Whoever goes back without the backup is told so, and nothing is touched."""
    _, server = released
    is_of_now = revision(server.older) == revision(ROOT)
    server.is_old = False
    server.call("serve", "--once")
    before = (server.folder / "nomic.db").read_bytes()
    server.is_old = True
    told = server.call("serve", "--once", status=(0,) if is_of_now else (1, 2))
    assert ("newer" in told) != is_of_now
    assert is_of_now or (server.folder / "nomic.db").read_bytes() == before


def revision(program: Path) -> str:
    return max(one.name for one in (program / "migrations/versions").glob("0*.py"))
