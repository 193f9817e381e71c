"""Who does what on a database: one process for each role, and who may tick beside them.

1. A role (to serve: deadlines and the ways in; to send; to read one mailbox) is held by a lock that
   ends with its process however that ends: on a file beside the database, and what is in it only
   says who; or in PostgreSQL itself, which servers of several folders and machines share (workers).
2. On SQLite a server takes all of its roles or none: its deadline fence knows no ways in but its
   own.
3. The command line's pump needs no lock: what it changes, it changes by conditions (DESIGN 1).
"""

import fcntl
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import Any

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.daemon.fence import LONG_AGO, fence, sealed_by
from nomic_mail.daemon.opening import NotYet, RunsAlready, open_database
from nomic_mail.daemon.parts import PAUSE_SECONDS, holder_name
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.session import Session

LOCK_TRIES = 5
SERVE = "serve"
BESIDE = " (several servers at once share a database on PostgreSQL: docs/deploy.md)"
SESSION_TRIES = 25


def _locked(file: Any, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Lock:
    """A lock on a file. `taken` begins the sentence for whoever comes second: what is done
    already."""

    def __init__(self, path: Path, taken: str) -> None:
        self._path, self._taken = path, taken
        self._file: Any = None

    def held(self) -> bool:
        """Whether somebody has it just now."""
        try:
            with self._path.open() as file:
                return not _locked(file, fcntl.LOCK_SH)
        except FileNotFoundError:
            return False

    def holder(self) -> str:
        """Who says to have it: a process, and where."""
        with suppress(OSError):
            return self._path.read_text("utf-8", "replace").strip().partition(", since")[0]
        return ""

    def take(self, now: datetime) -> None:
        # Whoever may read the file may lock it, and so keep a server from its start.
        self._file = os.fdopen(
            os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "a+"
        )
        os.fchmod(self._file.fileno(), 0o600)  # one that an older version made
        tries = LOCK_TRIES  # `held` has it for a moment, too
        while not _locked(self._file, fcntl.LOCK_EX):
            tries -= 1
            if tries:
                sleep(PAUSE_SECONDS)
                continue
            self._file.seek(0)
            who = self._file.read().strip() or "another process"
            self._file.close()
            raise NotYet(f"{self._taken} already, by {who}", f"stop that first{BESIDE}")
        since = f"{now:%Y-%m-%d %H:%M:%S} UTC"
        try:
            self._file.truncate(0)
            self._file.write(f"process {os.getpid()} on {socket.gethostname()}, since {since}\n")
            self._file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class SharedLock:
    """The same in PostgreSQL: one of the locks of a session."""

    def __init__(self, session: Session, role: str, taken: str) -> None:
        self._session, self._role, self._taken = session, role, taken

    def held(self) -> bool:
        return bool(self.holder())

    def holder(self) -> str:
        return self._session.holder(self._role)

    def take(self, now: datetime) -> None:
        tries = SESSION_TRIES  # one that was just killed ends a moment later
        while (who := self._session.take(self._role)) and (tries := tries - 1):
            sleep(PAUSE_SECONDS)
        if who:
            raise NotYet(f"{self._taken} already, by {who}", "stop that first")

    def release(self) -> None:
        self._session.release()


class Roles:
    """All the locks of a server on SQLite (rule 2)."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._locks = [
            _file_lock(config, SERVE, f"the data in {config.data} is served"),
            _file_lock(config, "sender", f"the letters out of {config.data} are sent"),
        ]
        for box in config.mailbox:
            name = box.beat_name.replace(" ", "-")
            self._locks.append(_file_lock(config, name, f"the mailbox {box.shown} is read"))
        self.holder = holder_name(SERVE)

    def open(
        self, now: datetime, overtaken: Callable[[str], None], given: Database | None = None
    ) -> Database:
        """Takes the locks, and opens the database. Nobody who lives loses the lock of a file, so
        nobody is ever `overtaken`."""
        with ExitStack() as undo:
            for lock in self._locks:
                try:
                    lock.take(now)
                except NotYet as held:
                    if lock is self._locks[0]:
                        raise RunsAlready(held.what, held.fix) from held
                    raise
                undo.callback(lock.release)
            database = given or open_database(self._config)
            undo.pop_all()
        return database

    def holds(self, role: str) -> bool:
        return True

    def look(self, now: datetime) -> None:
        """Nobody else is there."""

    def fence(
        self, now: Callable[[], datetime], intakes: Sequence[Callable[[], datetime]]
    ) -> Callable[[], datetime]:
        return fence(now, intakes)

    def release(self, now: datetime) -> None:
        for lock in self._locks:
            lock.release()


def fence_beside(config: Config, clock: Clock, database: Database) -> Callable[[], datetime]:
    """`sealed_until` for a pump outside of the daemon. While a daemon serves, it alone knows of
    letters on their way in: deadlines are left to it. While none does, a mailbox is sealed by its
    last look, as letters may lie in it since."""
    lock = lock_of(config)

    def sealed_until() -> datetime:
        if lock.held():
            return LONG_AGO
        now = clock.now()
        with database.read() as connection:
            looks = [heartbeats.seen(connection, box.beat_name) for box in config.mailbox]
        return min([now, *(sealed_by(look) for look in looks)])

    return sealed_until


def lock_of(config: Config) -> Lock | SharedLock:
    """The one of whoever serves."""
    if not config.database_url.startswith("sqlite:///"):
        return SharedLock(Session(config.database_url), SERVE, "this database is served")
    return _file_lock(config, SERVE, f"the data in {config.data} is served")


def _file_lock(config: Config, role: str, taken: str) -> Lock:
    return Lock(Path(f"{_beside(config)}{role}.lock"), taken)


def _beside(config: Config) -> str:
    """How the path of a lock begins: beside the database, whatever folder a configuration names."""
    named = config.database_url.removeprefix("sqlite:///").partition("?")[0]
    file = Path(os.path.realpath(named))
    return f"{file.parent}/" if file.name == "nomic.db" else f"{file}."
