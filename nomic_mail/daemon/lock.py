"""One daemon a database, and who may tick beside it."""

import fcntl
import os
import socket
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import Any

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.daemon.fence import LONG_AGO, beat_name, sealed_by
from nomic_mail.daemon.parts import PAUSE_SECONDS, Trouble
from nomic_mail.store import heartbeats
from nomic_mail.store.database import Database

LOCK_TRIES = 5


def _locked(file: Any, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Lock:
    """One daemon a database (SQLite: the data folder). Gone with its process, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: Any = None

    def held(self) -> bool:
        """Whether somebody has it just now."""
        try:
            with self._path.open() as file:
                return not _locked(file, fcntl.LOCK_SH)
        except FileNotFoundError:
            return False

    def take(self) -> None:
        self._file = self._path.open("a+")
        tries = LOCK_TRIES  # `held` has it for a moment, too
        while not _locked(self._file, fcntl.LOCK_EX):
            tries -= 1
            if tries:
                sleep(PAUSE_SECONDS)
                continue
            self._file.seek(0)
            who = self._file.read().strip() or "another process"
            self._file.close()
            raise Trouble(
                f"the data in {self._path.parent} is served already, by {who}; stop that first"
            )
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self._file.flush()

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def fence_beside(config: Config, clock: Clock, database: Database) -> Callable[[], datetime]:
    """`sealed_until` for a pump outside of the daemon: while one serves, a letter may be on its way
    in that only it knows of, so deadlines, and what waits for them, are left to it. While none
    does, letters may lie in a mailbox that nobody has looked into since."""
    lock = lock_of(config)

    def sealed_until() -> datetime:
        if lock.held():
            return LONG_AGO
        now = clock.now()
        with database.read() as connection:
            looks = [heartbeats.seen(connection, beat_name(box)) for box in config.mailbox]
        return min([now, *(sealed_by(look) for look in looks)])

    return sealed_until


def lock_of(config: Config) -> Lock:
    return Lock(config.data / "serve.lock")
