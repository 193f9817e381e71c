"""A server as its users have it: a process of its own, the command line, a mail program, Maildirs.

Nothing here looks into the database; what came of a letter is what stands in somebody's mailbox.
"""

import atexit
import email
import email.policy
import mailbox
import os
import re
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from functools import cache
from pathlib import Path
from typing import TypeVar

from tests.kit import forked
from tests.kit.databases import ON_POSTGRESQL, new_database

T = TypeVar("T")
PATIENCE_SECONDS = 90.0  # of a machine that does much else; nothing waits longer than it has to
PAUSE_SECONDS = 0.05
ADA = "Ada Lovelace <ada@example.org>"
BOB = "Bob Babbage <bob@example.org>"


def environment(home: Path) -> dict[str, str]:
    """Nobody's settings but the test's own."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "TMPDIR") if key in os.environ}
    return {**kept, "HOME": str(home), "MAILRC": "/dev/null", "TERM": "dumb", "COLUMNS": "200"}


def until(what: str, look: Callable[[], T | None]) -> T:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(PAUSE_SECONDS)
    raise TimeoutError(f"{what}: not within {PATIENCE_SECONDS:.0f} seconds")


@cache
def _new_folder() -> Path:
    """What `init` makes, made once: each server has a copy."""
    folder = Path(tempfile.mkdtemp(prefix="nomic-init-"))
    atexit.register(shutil.rmtree, folder)
    folder.chmod(0o755)
    words = [sys.executable, "-m", "nomic_mail", "init", str(folder)]
    subprocess.run(words, env=environment(folder), check=True, capture_output=True)
    return folder


class Server:
    """A folder as `init` makes it, then `serve` on any free port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.config = folder / "config.toml"
        self.mail = folder / "mail"
        self.process: subprocess.Popen[str] | None = None
        self.said: list[str] = []
        self.port = 0
        self._seen: set[str] = set()
        shutil.copytree(_new_folder(), folder, dirs_exist_ok=True)
        self.home.mkdir()
        self.set("port = 8025", "port = 0")
        if ON_POSTGRESQL:
            self.set('database = "sqlite:///nomic.db"', f'database = "{new_database()}"')

    def set(self, old: str, new: str) -> None:
        text = self.config.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        self.config.write_text(text.replace(old, new), encoding="utf-8")

    def command(self, *words: str, config: bool = True) -> list[str]:
        where = ["--config", str(self.config)] if config else []
        return [sys.executable, "-m", "nomic_mail", *where, *words]

    def tool(
        self, *words: str, status: int = 0, config: bool = True
    ) -> subprocess.CompletedProcess[str]:
        where = ["--config", str(self.config)] if config else []
        done = forked.run([*where, *words], environment(self.home), 2 * PATIENCE_SECONDS)
        assert done.returncode == status, f"{words}: {done.stdout}{done.stderr}"
        return done

    def serve(self, last_line: str = "game start tea|Moderate with") -> str:
        """Starts it; returns the greeting, which ends with a line that holds `last_line`."""
        self.process = subprocess.Popen(
            self.command("serve"),
            env=environment(self.home),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said = []
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

        def greeting() -> str | None:
            done = any(re.search(last_line, line) for line in self.said)
            ended = self.process is not None and self.process.poll() is not None
            return "".join(self.said) if done or ended else None

        told = until("the greeting", greeting)
        found = re.search(r"(?:smtp|lmtp)://127\.0\.0\.1:(\d+)", told)
        self.port = int(found[1]) if found is not None else 0
        assert found is not None or last_line in told or "letters in" in told, told
        return told

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.said.append(line)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """As a service manager does (SIGTERM), or as Ctrl-C does (SIGINT to the whole group)."""
        assert self.process is not None
        if number == signal.SIGINT:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # The players' side

    def letters(self, address: str) -> list[EmailMessage]:
        folder = self.mail / address
        if not all((folder / part).is_dir() for part in ("tmp", "new", "cur")):
            return []  # not there, or just being made
        box = mailbox.Maildir(folder, create=False)
        keys = sorted(box.keys(), key=lambda key: _age(folder, key))
        return [
            email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            for key in keys
        ]

    def next_letter(self, address: str, news: str) -> EmailMessage:
        """Waits for a letter not yet taken whose subject or first paragraphs hold these words;
        takes all before it."""

        def look() -> EmailMessage | None:
            for letter in self.letters(address):
                name = str(letter["Message-ID"])
                told = f"{letter['Subject']} {beginning(letter)}"
                if name not in self._seen and news.lower() in " ".join(told.split()).lower():
                    self._seen.add(name)
                    return letter
            return None

        return until(f'"{news}" for {address}', look)


def _age(folder: Path, key: str) -> int:
    found = [*folder.glob(f"new/{key}*"), *folder.glob(f"cur/{key}*")]
    return found[0].stat().st_mtime_ns if found else 0


def beginning(letter: EmailMessage) -> str:
    """How each section of a letter begins."""
    sections = words(letter).replace("\r", "").split("* * *")
    return " ".join(section.strip().partition("\n\n")[0] for section in sections)


def words(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def proof(letter: EmailMessage) -> str:
    """What is attached: what proves the letter."""
    return "".join(str(one.get_content()) for one in letter.iter_attachments())


Reply = Callable[[Server, str, EmailMessage, str], None]
"""Answers a letter as the mail program of the player at this address does."""


def reply_address(letter: EmailMessage) -> str:
    return parseaddr(str(letter["Reply-To"]))[1]


def run(server: Server, command: Sequence[str], typed: str = "") -> None:
    done = subprocess.run(
        command,
        env=environment(server.home),
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def by_smtplib(server: Server, sender: str, letter: EmailMessage, text: str) -> None:
    answer = EmailMessage()
    answer["From"], answer["To"] = sender, reply_address(letter)
    answer["Subject"] = f"Re: {letter['Subject']}"
    answer["Date"], answer["Message-ID"] = formatdate(), make_msgid(domain="example.org")
    answer["In-Reply-To"] = letter["Message-ID"]
    quoted = [f"> {line}" for line in words(letter).splitlines()]
    answer.set_content("\n".join([text, "", *quoted]) + "\n")
    with smtplib.SMTP("127.0.0.1", server.port, timeout=PATIENCE_SECONDS) as line:
        line.send_message(answer)


def by_swaks(server: Server, sender: str, letter: EmailMessage, text: str) -> None:
    to, subject = reply_address(letter), f"Re: {letter['Subject']}"
    where = ["--server", f"127.0.0.1:{server.port}", "--from", sender, "--to", to]
    run(server, ["swaks", "--silent", *where, "--h-Subject", subject, "--body", text])


def by_s_nail(server: Server, sender: str, letter: EmailMessage, text: str) -> None:
    """The real `reply`, in batch mode, to a Maildir that holds this letter alone."""
    folder = server.home / str(letter["Message-ID"]).strip("<>")
    mailbox.Maildir(folder).add(letter.as_bytes())
    settings = ["v15-compat", "reply-to-honour", "smtp-auth=none", f"from={sender}"]
    settings.append(f"mta=smtp://127.0.0.1:{server.port}")
    set_all = [word for one in settings for word in ("-S", one)]
    run(server, ["s-nail", "-n", "-#", *set_all, "-f", str(folder)], f"reply 1\n{text}\n~.\nexit\n")


def by_mutt(server: Server, sender: str, letter: EmailMessage, text: str) -> None:
    settings = f"set copy=no ssl_force_tls=no from={sender} smtp_url=smtp://127.0.0.1:{server.port}"
    subject = f"Re: {letter['Subject']}"
    command = ["mutt", "-F", "/dev/null", "-e", settings, "-s", subject, "--"]
    run(server, [*command, reply_address(letter)], text)


PROGRAMS: dict[str, tuple[str, Reply]] = {
    "smtplib": ("", by_smtplib),
    "swaks": ("swaks", by_swaks),
    "s-nail": ("s-nail", by_s_nail),
    "mutt": ("mutt", by_mutt),
}


def missing(program: str) -> bool:
    needed = PROGRAMS[program][0]
    return bool(needed) and shutil.which(needed) is None
