"""Whoever writes into SQLite takes turns: SQLite itself has no queue, and lets in whoever asks at
the lucky moment.

1. Threads of one process wait in line.
2. Other processes (a command, beside the server) can only ask again and again. So they ask often,
   and who writes much at once leaves them a moment before the next.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep

from sqlalchemy.exc import OperationalError

ASK_MILLISECONDS = 20  # in which SQLite asks five times
MOMENT_SECONDS = 0.003


class Turns:
    def __init__(self) -> None:
        self._line: deque[threading.Lock] = deque()  # the first of them has its turn
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, patience_seconds: float) -> Iterator[bool]:
        """False: it did not come in time."""
        mine = threading.Lock()
        with self._lock:
            self._line.append(mine)
            if self._line[0] is not mine:
                mine.acquire()
        came = mine.acquire(timeout=patience_seconds)
        try:
            yield came
        finally:
            with self._lock:
                was_first = self._line[0] is mine
                self._line.remove(mine)
                if was_first and self._line:
                    self._line[0].release()

    def leave_a_moment(self) -> None:
        """Rule 2; a thread that waits is let in anyway."""
        if not self._line:
            sleep(MOMENT_SECONDS)


def ask(begin: Callable[[], object], patience_milliseconds: int) -> None:
    """Rule 2."""
    for left in reversed(range(patience_milliseconds // ASK_MILLISECONDS + 1)):
        try:
            begin()
        except OperationalError as trouble:
            why = trouble.orig
            busy = isinstance(why, sqlite3.Error) and why.sqlite_errorname == "SQLITE_BUSY"
            if not busy or not left:
                raise
        else:
            return
