"""A fork of a game's repository, as a player has one: exported, cloned and changed with git. Who
asks for the same one again gets a copy of how it was."""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.json import lay
from nomic_mail.archive.repository import write_repository
from nomic_mail.game.commands import Change
from nomic_mail.game.events import ProposalMade
from nomic_mail.play.table import Received
from nomic_mail.written.entry import Entry
from tests.kit.house import NAMES, House, address_of


def git(folder: Path, *words: str) -> str:
    alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": "/"}
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", **alone},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


_FORKS: dict[tuple[str, str], Path] = {}  # by the head of the ledger, and whose it is


def _forked(exported: list[Entry], name: str) -> Path:
    kept = tempfile.TemporaryDirectory(prefix="nomic-fork-")
    atexit.register(kept.cleanup)
    folder = Path(kept.name)
    leaving = Leaving(lay(exported), lambda: [one.event for one in exported])
    write_repository(folder / "rules", leaving.pieces("git"))
    git(folder, "clone", "-q", "rules", "fork")
    git(folder / "fork", "config", "user.name", name)
    git(folder / "fork", "config", "user.email", address_of(name))
    return folder / "fork"


class Fork:
    """The clone of somebody, made of what `nomic-mail export --format git` writes."""

    def __init__(self, folder: Path, entries: Iterable[Entry], name: str) -> None:
        exported = [*entries]
        of = exported[-1].hash, name
        if of not in _FORKS:
            _FORKS[of] = _forked(exported, name)
        self.room = folder / "fork"
        shutil.copytree(_FORKS[of], self.room, symlinks=True)

    def file(self, path: str) -> str:
        return (self.room / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        (self.room / path).write_text(text, encoding="utf-8")

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.file(path)
        assert text.count(old) == 1, (old, text)
        self.write(path, text.replace(old, new))

    def delete(self, path: str) -> None:
        (self.room / path).unlink()

    def add_player(self, line: str) -> None:
        self.write("PLAYERS.md", f"{self.file('PLAYERS.md')}{line}\n")

    def diff(self, *options: str) -> str:
        """What `git diff` prints; the clone is as it was afterwards."""
        git(self.room, "add", "-A")
        said = git(self.room, "diff", "--cached", *options)
        git(self.room, "reset", "-q", "--hard")
        return said

    def commit(self, message: str) -> None:
        git(self.room, "add", "-A")
        git(self.room, "commit", "-q", "-m", message)

    def formatted(self, *options: str, commits: int = 1) -> list[str]:
        """What `git format-patch` makes of the last commits."""
        out = self.room.parent / "patches"
        git(self.room, "format-patch", "-q", "-o", str(out), *options, f"-{commits}")
        found = [one.read_text(encoding="utf-8") for one in sorted(out.iterdir())]
        for one in out.iterdir():
            one.unlink()
        return found

    def sent(self, letter: str, to: str, number: int = 1) -> bytes:
        """The letter that git sends of it: without the mailbox's line, and with an address."""
        head, _, rest = letter.partition("\n")
        assert head.startswith("From ")
        more = f"To: {to}\nMessage-Id: <{number}.git@mail.test>\nX-Mailer: git-send-email 2.39.5\n"
        return (more + rest).encode()


class Playing(House):
    """The game of two, its mover, and the mover's fork."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.begin()
        self.name = self.mover()
        self.fork = Fork(folder, self.entries("tea", 0), self.name)
        self.count = 0
        self.answers: list[Received] = []

    def letter(self, text: str, subject: str = "Re: It is your turn") -> EmailMessage:
        self.count += 1
        letter = EmailMessage()
        letter["From"] = f"{self.name} <{address_of(self.name)}>"
        letter["To"] = self.door(self.name)
        letter["Subject"], letter["Message-ID"] = subject, f"<{self.count}.fork@mail.test>"
        letter.set_content(text)
        return letter

    def says(self, letter: EmailMessage | bytes) -> list[Any]:
        """What happens then."""
        raw = letter if isinstance(letter, bytes) else letter.as_bytes()
        before = len(self.events())
        self.post_in(raw, self.name, self.door(self.name))
        self.answers = self.run()
        return self.events()[before:]

    def proposes(self, letter: EmailMessage | bytes) -> Change:
        (made,) = (one for one in self.says(letter) if isinstance(one, ProposalMade))
        change: Change = made.change
        return change

    def to_players(self) -> list[Received]:
        """What each of the two was told, which is the same to both."""
        told = [one for one in self.answers if one.to != self.config.moderator.address]
        assert {one.to for one in told} == {address_of(name) for name in NAMES}
        return told

    def refused(self, letter: EmailMessage | bytes) -> str:
        assert self.says(letter) == []
        (answer,) = self.answers
        assert answer.subject.startswith(("[tea!]", "[tea?]"))
        return " ".join(answer.text.split())
