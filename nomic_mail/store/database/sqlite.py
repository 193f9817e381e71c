"""SQLite's side of the database: its log, and when it is waited for."""

import sqlite3
from time import sleep
from typing import Any

from sqlalchemy import Connection

WAL_TRIES = 100
WAITS = "waits for the disk"
SYNCHRONOUS = {True: "FULL", False: "NORMAL"}  # by whether a commit waits for the disk
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


def wait_for_the_disk(connection: Connection, durable: bool) -> None:
    """Whether what comes next on this connection waits (database, rule 6)."""
    if connection.dialect.name == "sqlite" and connection.info.get(WAITS, True) != durable:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA synchronous={SYNCHRONOUS[durable]}")
        connection.info[WAITS] = durable
