"""A real daemon in a process of its own that kills itself (SIGKILL) at a chosen step of the walk of
a letter; and whoever speaks to it as an MTA does.

1. The process is forked from a server that has imported everything (`forkserver`), so a start costs
   a tenth of a second. Nothing else of the test is in it.
2. It can die between any two steps of the walk (`STEPS`, and `MAILBOX_STEPS` where letters come
   from a mailbox): those it does not name itself are put around its parts here.
3. Its clock stands at the time written in the file `clock`; its luck follows from the cause, so two
   runs of the same letters can be compared byte by byte.
"""

import hmac
import multiprocessing
import shutil
import signal
import smtplib
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database
from nomic_mail.daemon.server import Daemon
from nomic_mail.post.render import Renderer
from nomic_mail.pump import chain
from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import metadata
from nomic_mail.store.queue import inbox
from nomic_mail.wire.imap.line import MailboxLine
from nomic_mail.wire.maildir import Maildirs

if TYPE_CHECKING:  # the daemon's process shall not load what only tests need
    from tests.kit.real.real_mail import Dovecot

SEED = b"what happens when it dies"
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.01
PRELOADED = [
    "nomic_mail.daemon",
    "nomic_mail.pump.engine",
    "nomic_mail.wire.imap",
    "nomic_mail.wire.listener",
    "nomic_mail.wire.maildir",
    "alembic.command",
    "alembic.config",
    "apscheduler.schedulers.background",
    "apscheduler.triggers.interval",
    "jinja2.ext",
    "sqlalchemy.dialects.sqlite.pysqlite",
]

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(PRELOADED)


# The daemon's side


class FileClock(threading.local):
    """Stands at what the file says; the steady one at what this thread was last told. The file may
    be written between one look at the wall and one at the steady clock, and a clock that is set
    while the other stands would freeze all deadlines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told = self.now()

    def __reduce__(self) -> tuple[type["FileClock"], tuple[Path]]:
        """A helper of the daemon looks at the same file."""
        return FileClock, (self._path,)

    def now(self) -> datetime:
        self._told = datetime.fromisoformat(self._path.read_text("ascii"))
        return self._told

    def monotonic_seconds(self) -> float:
        return self._told.timestamp()


class Death:
    """Comes at the nth time this step is reached; or only a sleep, by SIGSTOP."""

    def __init__(self, step: str, nth: int, how: int = signal.SIGKILL) -> None:
        self._step, self._how = step, how
        self._left = nth

    def __call__(self, step: str) -> None:
        if step == self._step:
            self._left -= 1
            if self._left == 0:
                # to this very thread: a SIGSTOP of the process would let it go on for a while
                signal.pthread_kill(threading.get_ident(), self._how)


def fresh(cause: str) -> bytes:
    return hmac.digest(SEED, cause.encode(), "sha256")


STEPS = (
    "arriving",  # the last byte is here, and nothing is written
    "accepted",  # on the disk, and not acknowledged
    "deciding",  # in hand
    "rendering",  # decided, and no letter written
    "decided",  # all is worked out, and nothing written
    "written",  # in the transaction
    "committed",
    "sending",  # leased
    "sent",  # and not marked so
    "marked",
)
MAILBOX_STEPS = ("arriving", "accepted", "moving", "moved")


def before(owner: Any, name: str, step: str, death: Death) -> None:
    """Death may come when this is called, before it does anything."""
    done = getattr(owner, name)

    def first(*args: Any, **keys: Any) -> Any:
        death(step)
        return done(*args, **keys)

    setattr(owner, name, first)


def lie_in_wait(death: Death) -> None:
    before(inbox, "accept", "arriving", death)
    before(chain, "plan_of", "deciding", death)
    before(Renderer, "render", "rendering", death)
    before(Maildirs, "deliver", "sending", death)
    move = MailboxLine.put

    def put(line: MailboxLine, uids: Sequence[int], folder: str) -> bool:
        if uids:
            death("moving")
        done = move(line, uids, folder)
        if uids:
            death("moved")
        return done

    setattr(MailboxLine, "put", put)  # noqa: B010  in this process alone


def serve(folder: str, step: str, nth: int, told: Connection, how: int = signal.SIGKILL) -> None:
    """Tells its port once it runs; ends by SIGTERM, or by itself at the chosen step."""
    # waited for, not handled: a handler could come while this thread holds the Event's lock
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    config = load(Path(folder) / "config.toml")
    death = Death(step, nth, how)
    lie_in_wait(death)
    daemon = Daemon(config, FileClock(Path(folder) / "clock"), fresh, death)
    daemon.start()
    daemon.run_roles()
    told.send(daemon.listener.port if daemon.listener is not None else 0)
    signal.sigwait({signal.SIGTERM})
    daemon.stop()


# The other side


@dataclass(frozen=True)
class Posted:
    """A letter as its sender's MTA has it."""

    mail_from: str
    to: str
    raw: bytes


class Server:
    """The daemon seen from outside: its process, its port, its files (new, or those `of` another
    that does not run)."""

    def __init__(self, folder: Path, of: Path | None = None) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder / 'nomic.db'}"
        self.deaths = 0
        self.now = START
        self._port = 0
        self._process: BaseProcess | None = None
        if of is not None:
            shutil.copytree(of, folder)
            self.now = FileClock(folder / "clock").now()
            return
        folder.mkdir()
        (folder / "config.toml").write_text("[listener]\nport = 0\n", "utf-8")
        (folder / "secret.key").write_text("5a" * 32 + "\n", "ascii")
        self.pass_time(timedelta(0))

    def pass_time(self, by: timedelta) -> None:
        self.now += by
        new = self.folder / "clock.new"
        new.write_text(self.now.isoformat(), "ascii")
        new.replace(self.folder / "clock")

    def start(self, step: str = "never", nth: int = 1, how: int = signal.SIGKILL) -> None:
        ours, theirs = PROCESSES.Pipe()
        self._process = PROCESSES.Process(
            target=serve, args=(str(self.folder), step, nth, theirs, how), daemon=True
        )
        self._process.start()
        theirs.close()
        with ours:
            if not ours.poll(PATIENCE_SECONDS):
                raise TimeoutError("the daemon does not start")
            self._port = ours.recv()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._ended()

    def _ended(self) -> int:
        """Waits for the process to end; how it ended."""
        if self._process is None:
            raise RuntimeError("no process was started")
        self._process.join(PATIENCE_SECONDS)
        code = self._process.exitcode
        if code is None:
            raise TimeoutError("the daemon does not end")
        self._process = None
        return code

    def revive(self) -> None:
        """Waits for the kill; then the next one, which nothing kills."""
        code = self._ended()
        if code != -signal.SIGKILL:
            raise RuntimeError(f"the daemon ended by itself, with {code}")
        self.deaths += 1
        self.start()

    def post(self, letter: Posted) -> None:
        """As an MTA does: until there was a 250, the same bytes again."""
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self._port, "mta.test", PATIENCE_SECONDS) as line:
                    line.sendmail(letter.mail_from, [letter.to], letter.raw)
                return
            except (smtplib.SMTPServerDisconnected, ConnectionError):
                self.revive()

    def alive(self) -> None:
        """Starts the next one where this one has died."""
        if self._process is not None and self._process.exitcode is not None:
            self.revive()

    def settle(self) -> None:
        """Until every letter in is dealt with and every letter out is marked."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self._unfinished():
            self.alive()
            if time.monotonic() > until:
                raise TimeoutError(f"never done: {self._unfinished()}")
            time.sleep(PAUSE_SECONDS)

    def _unfinished(self) -> list[tuple[Any, ...]]:
        return self.rows(
            "SELECT 'in', id FROM inbox WHERE state IN ('waiting', 'claimed')"
            " UNION ALL SELECT 'out', id FROM outbox WHERE state = 'waiting'"
        )

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        file = self.folder / "nomic.db"
        with closing(sqlite3.connect(file, timeout=PATIENCE_SECONDS)) as connection:
            return connection.execute(query).fetchall()

    def act(self, raw: bytes) -> None:
        """An act of the moderator's, put where the command line puts it."""
        database = open_database(load(self.folder / "config.toml"))
        cause = hmac.digest(SEED, raw, "sha256").hex()
        parcel = inbox.Parcel(f"act {cause}", "act", raw, cause, cause, "", "", self.now)
        with database.write() as connection:
            inbox.accept(connection, parcel, ["moderator"])
        database.close()


def moved(file: Path, url: str) -> None:
    """All rows of a server's SQLite file, into a new database at this URL."""
    old, new = Database(f"sqlite:///{file}"), Database(url)
    new.make()
    with old.read() as source, new.write() as line:
        for table in metadata.sorted_tables:
            if rows := [row._asdict() for row in source.execute(select(table))]:
                line.execute(insert(table), rows)
            if "id" in table.c:
                top = f"SELECT coalesce(max(id), 0) + 1 FROM {table.name}"
                counter = f"pg_get_serial_sequence('{table.name}', 'id')"
                line.exec_driver_sql(f"SELECT setval({counter}, ({top}), false)")
    old.close()
    new.close()


class PostgresServer(Server):
    """One whose database is on a real PostgreSQL."""

    def __init__(self, folder: Path, of: Path, url: str) -> None:
        super().__init__(folder, of)
        self.url = url
        moved(folder / "nomic.db", url)
        (folder / "nomic.db").unlink()
        text = f'[server]\ndatabase = "{url}"\n[listener]\nport = 0\n'
        (folder / "config.toml").write_text(text, "utf-8")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.url) as line:
            return line.execute(query.encode()).fetchall()


BY_MAILBOX = """[listener]
enabled = false
[[mailbox]]
host = "127.0.0.1"
port = {port}
security = "none"
user = "{user}"
password = "pw"
"""


class MailboxServer(Server):
    """One whose letters lie in a mailbox on a real Dovecot, received when they were posted."""

    def __init__(self, folder: Path, of: Path, boxes: "Dovecot", user: str) -> None:
        super().__init__(folder, of)
        self._boxes, self._user = boxes, user
        text = BY_MAILBOX.format(port=boxes.port, user=user)
        (folder / "config.toml").write_text(text, "utf-8")

    def post(self, letter: Posted) -> None:
        head = f"Return-Path: <{letter.mail_from}>\r\nDelivered-To: {letter.to}\r\n"
        self._boxes.append(self._user, [head.encode() + letter.raw], at=self.now)
        until = time.monotonic() + PATIENCE_SECONDS
        while self._boxes.texts(self._user):
            self.alive()
            if time.monotonic() > until:
                raise TimeoutError("it stays in the mailbox")
            time.sleep(PAUSE_SECONDS)
