"""SQLite's side of the database: its log, and when it is waited for."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from typing import Any

from sqlalchemy import Connection

WAL_TRIES = 100
WAL_PAUSE_SECONDS = 0.02


def switch_to_wal(connection: Any) -> None:
    """A new file's first switch heeds no busy_timeout when others open it at the same moment."""
    for left in reversed(range(WAL_TRIES)):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if not left:
                raise
            sleep(WAL_PAUSE_SECONDS)
        else:
            return


@contextmanager
def waiting_for_the_disk(connection: Connection, durable: bool) -> Iterator[None]:
    """Database, rule 6."""
    if durable or connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        try:
            driver.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error:  # what went wrong is told by itself; who comes next gets another line
            connection.invalidate()
