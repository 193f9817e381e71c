"""Faults for the drill: each a server with a game that goes on, broken in one way."""

import re
import shutil
import signal
import smtplib
import socket
import sqlite3
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_FSIZE, prlimit, setrlimit
from typing import Any

from aiosmtpd.controller import Controller

from tests.kit import forked
from tests.kit.real.real_mail import free_port, program
from tests.kit.real.server_play import ADA, BOB, Server, environment, until

LONG_AGO = "2026-01-01T00:00:00.000000Z"
LETTER = (
    "INSERT INTO inbox (source, kind, sha256, digest, message_id, mail_from, recipient,"
    " received_at, acts_at, state, result, crashes) VALUES ('x', 'letter', 'a', 'b', 'c', 'd',"
    " 'nomic+tea@localhost', ?, ?, ?, ?, ?)"
)


def begun(folder: Path) -> None:
    """A game of two that goes on; its server has been stopped."""
    server = Server(folder)
    try:
        server.serve()
        server.tool("game", "new", "tea", "--set", "debate_min=0")
        for player in (ADA, BOB):
            server.tool("player", "add", "tea", player, "--confirmed")
        server.tool("game", "start", "tea")
        until("all went out", lambda: _waiting(folder) == 0 or None)
        server.stop()
    finally:
        server.end()


def _waiting(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "nomic.db")) as line:
        (count,) = line.execute("SELECT count(*) FROM outbox WHERE state = 'waiting'").fetchone()
    return int(count)


class Drill(Server):
    """A copy of such a folder, to break."""

    def __init__(self, folder: Path, of: Path) -> None:
        shutil.copytree(of, folder)
        super().__init__(folder.with_name(f"{folder.name}-new"))
        shutil.rmtree(self.folder)
        self.folder, self.home = folder, folder / "home"
        self.config, self.mail = folder / "config.toml", folder / "mail"
        self.database = folder / "nomic.db"
        self.sql("UPDATE heartbeats SET at = ? WHERE name = 'serve'", LONG_AGO)

    def says(self, *words: str) -> tuple[int, str]:
        done = forked.run(["--config", str(self.config), *words], environment(self.home), 60)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def starts(self, before: Callable[[], None] | None = None) -> tuple[int, str]:
        """A start that is to fail."""
        done = subprocess.run(
            self.command("serve"),
            env=environment(self.home),
            capture_output=True,
            text=True,
            timeout=60,
            preexec_fn=before,
            check=False,
        )
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def sql(self, query: str, *values: object) -> None:
        with closing(sqlite3.connect(self.database)) as line:
            line.execute(query, values)
            line.commit()

    def letter_to_the_moderator(self) -> str:
        return " ".join(
            " ".join(part.get_content().split())
            for one in self.letters("moderator@localhost")
            if (part := one.get_body(("plain",))) is not None
        )


Break = Callable[[Drill], AbstractContextManager[Any]]


def once(does: Callable[[Drill], object]) -> Break:
    """What needs no end."""

    def broken(drill: Drill) -> AbstractContextManager[Any]:
        does(drill)
        return nullcontext()

    return broken


def config(text: str) -> Break:
    return once(lambda drill: drill.config.write_text(text.format(port=free_port())))


def changed(old: str, new: str) -> Break:
    def change(drill: Drill) -> None:
        text = drill.config.read_text()
        assert re.search(old, text, re.M), old
        drill.config.write_text(re.sub(old, new, text, count=1, flags=re.M))

    return once(change)


def sql(query: str, *values: object) -> Break:
    return once(lambda drill: drill.sql(query, *values))


def held(state: str, why: str, crashes: int) -> Break:
    return sql(LETTER, LONG_AGO, LONG_AGO, state, why, crashes)


def without_database(drill: Drill) -> None:
    for file in drill.folder.glob("nomic.db*"):
        file.unlink()


def another_database(drill: Drill) -> None:
    other = Server(drill.folder.with_name("other"))
    without_database(drill)
    shutil.copy(other.folder / "nomic.db", drill.database)


def damaged(drill: Drill) -> None:
    with drill.database.open("r+b") as file:
        file.seek(4096)
        file.write(60_000 * b"x")


def newer(drill: Drill) -> None:
    drill.sql("UPDATE alembic_version SET version_num = '9999'")
    drill.sql("UPDATE server SET value = '99.1' WHERE key = 'program'")


def broken_template(drill: Drill) -> None:
    (drill.folder / "own").mkdir()
    (drill.folder / "own" / "ballot.txt").write_text("{% block subject %}x{% endblok %}")
    drill.config.write_text('[listener]\nport = 0\n[templates]\npath = "own"\n')


def file_in_the_way(drill: Drill) -> None:
    (drill.folder / "site").write_text("no folder")
    drill.config.write_text('[listener]\nport = 0\n[site]\npath = "site"\n')


@contextmanager
def locked(drill: Drill) -> Iterator[None]:
    with closing(sqlite3.connect(drill.database, isolation_level=None)) as line:
        line.execute("PRAGMA locking_mode=EXCLUSIVE")
        line.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def port_taken(drill: Drill) -> Iterator[None]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        drill.set("port = 0", f"port = {other.getsockname()[1]}")
        yield


def full() -> None:
    setrlimit(RLIMIT_FSIZE, (1, 1))


def poor() -> None:
    setrlimit(RLIMIT_AS, (100_000_000, 100_000_000))


@contextmanager
def fills_up(drill: Drill) -> Iterator[None]:
    """The disk of a server that runs: no file may become longer."""
    drill.serve()
    assert drill.process is not None
    prlimit(drill.process.pid, RLIMIT_FSIZE, (1, RLIM_INFINITY))
    with smtplib.SMTP("127.0.0.1", drill.port, timeout=30) as line, suppress(smtplib.SMTPException):
        line.sendmail("ada@example.org", ["nomic+tea@localhost"], b"Subject: a letter\n\nRULES\n")
    yield


@contextmanager
def taken_away(drill: Drill) -> Iterator[None]:
    """The database of a server that runs."""
    drill.serve()
    drill.database.rename(drill.folder / "elsewhere.db")
    yield


def clock_set_back(drill: Drill) -> None:
    """As far as the games can tell: what happened in them is of next month."""
    now = datetime.now(UTC)
    days = [f"{now + timedelta(days=by):%Y-%m-%d}" for by in (0, 30, -1, 29)]
    for old, new in (days[:2], days[2:]):
        drill.sql("UPDATE ledger SET public = replace(public, ?, ?)", old, new)


@contextmanager
def killed(drill: Drill) -> Iterator[None]:
    drill.serve()
    drill.end()
    drill.sql("UPDATE heartbeats SET at = ?", LONG_AGO)
    yield


@contextmanager
def hangs(drill: Drill) -> Iterator[None]:
    drill.serve()
    assert drill.process is not None
    drill.process.send_signal(signal.SIGSTOP)
    drill.sql("UPDATE heartbeats SET at = ?", LONG_AGO)
    yield


@contextmanager
def running(drill: Drill) -> Iterator[None]:
    """There is one already."""
    drill.serve()
    yield


@contextmanager
def dead_host(drill: Drill) -> Iterator[None]:
    """It takes a connection, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as host:
        _goes_out_by(drill, host.getsockname()[1])
        yield


def _goes_out_by(drill: Drill, port: int) -> None:
    drill.config.write_text(
        '[listener]\nport = 0\n[outgoing]\nkind = "smtp"\nsmtp_host = "127.0.0.1"\n'
        f"smtp_port = {port}\ntimeout_seconds = 2\n"
    )
    drill.tool("mod", "announce", "tea", "Tea at four.")
    before = f"{datetime.now(UTC) - timedelta(hours=2):%Y-%m-%dT%H:%M:%S.%fZ}"
    drill.sql("UPDATE outbox SET created_at = ? WHERE state = 'waiting'", before)


class _Refuses:
    def __init__(self, mail: str, rcpt: str) -> None:
        self._mail, self._rcpt = mail, rcpt

    async def handle_MAIL(
        self, server: Any, session: Any, envelope: Any, address: str, options: Sequence[str]
    ) -> str:
        envelope.mail_from = address
        return self._mail or "250 OK"

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Sequence[str]
    ) -> str:
        return self._rcpt


def refusing(mail: str, rcpt: str = "250 OK") -> Break:
    @contextmanager
    def broken(drill: Drill) -> Iterator[None]:
        host = Controller(_Refuses(mail, rcpt), hostname="127.0.0.1", port=free_port())
        host.start()
        try:
            _goes_out_by(drill, host.port)
            yield
        finally:
            host.stop()

    return broken


def no_host(drill: Drill) -> AbstractContextManager[None]:
    _goes_out_by(drill, free_port())
    return nullcontext()


MAILBOX = """[listener]
port = 0
[[mailbox]]
host = "localhost"
port = {port}
security = "{security}"
user = "nomic"
password = "pw"
ca_file = "{ca_file}"
timeout_seconds = 3
"""


@contextmanager
def _imap(answers: Callable[[socket.socket], None]) -> Iterator[int]:
    """Whoever calls is answered so, until the end."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                with line, suppress(OSError):
                    answers(line)

        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1]


@contextmanager
def wrong_password(drill: Drill) -> Iterator[None]:
    def answers(line: socket.socket) -> None:
        line.sendall(b"* OK [CAPABILITY IMAP4rev1] here\r\n")
        file = line.makefile("rb")
        while command := file.readline().split():
            tag, verb = command[0], command[1].upper()
            told = b" NO [AUTHENTICATIONFAILED] Authentication failed."
            told = b" OK done" if verb in (b"CAPABILITY", b"NOOP", b"ID") else told
            if verb == b"CAPABILITY":
                line.sendall(b"* CAPABILITY IMAP4rev1\r\n")
            line.sendall(tag + told + b"\r\n")

    with _imap(answers) as port:
        drill.config.write_text(MAILBOX.format(port=port, security="none", ca_file=""))
        yield


@contextmanager
def expired(drill: Drill) -> Iterator[None]:
    """The certificate of the mail server was good until yesterday."""
    openssl, folder = program("openssl", "openssl"), drill.folder
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    new = ["req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", "x.key", "-out", "x.req"]
    signed = ["x509", "-req", "-in", "x.req", "-signkey", "x.key", "-days", "-1", "-out", "x.pem"]
    for words in ([*new, *names], [*signed, "-copy_extensions", "copy"]):
        subprocess.run([openssl, *words], cwd=folder, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "x.pem", folder / "x.key")

    def answers(line: socket.socket) -> None:
        context.wrap_socket(line, server_side=True).close()

    with _imap(answers) as port:
        drill.config.write_text(MAILBOX.format(port=port, security="tls", ca_file="x.pem"))
        yield


def no_imap(drill: Drill) -> AbstractContextManager[None]:
    drill.config.write_text(MAILBOX.format(port=free_port(), security="none", ca_file=""))
    return nullcontext()


def elsewhere(drill: Drill) -> None:
    drill.database.unlink()
    drill.database.symlink_to("/nowhere/nomic.db")


def folder_in_the_way(drill: Drill) -> None:
    (drill.folder / "serve.lock").unlink(missing_ok=True)
    (drill.folder / "serve.lock").mkdir()


def mail_in_the_way(drill: Drill) -> None:
    shutil.rmtree(drill.mail)
    drill.mail.write_text("")
    drill.tool("mod", "announce", "tea", "Tea at four.")
