"""Copies of the whole database, and what changes in one that is put back.

1. A copy is of one moment, however much is written meanwhile, and is looked through before it is
   called one.
2. A database that was put back is of a new epoch, which goes by when that was: no Message-ID that
   may have been given since the copy, or after it was put back before, is given again, to other
   words.
3. What waited in the copy to be sent is sent: under the Message-ID it has, so that who got it
   before can tell that it is the same letter.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select, update

from nomic_mail.store.database.engines import Database, DatabaseTrouble, epoch
from nomic_mail.store.database.tables import fact, inbox, keep_fact, moment, server

PAGES = 2000  # copied at a time: 8 MB
FETCHED = "fetched again "
PUT_BACK = "put back at"
OWED = (
    "a backup was restored, and no letter is answered before those that came since are had again"
    " from this mailbox; if it is gone for good, take its [[mailbox]] out of the configuration and"
    " start the server anew"
)
FIRST = datetime(1970, 1, 2, tzinfo=UTC)

Told = Callable[[int, int], None]


def snapshot(database: Database, file: Path, told: Told = lambda done, of: None) -> None:
    """Rule 1, for SQLite. All of it is read in one transaction, which keeps nobody waiting."""
    with database.raw_reader() as source:
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM server").fetchone()
        try:
            with closing(sqlite3.connect(file)) as copy:
                source.backup(copy, pages=PAGES, progress=lambda _, left, of: told(of - left, of))
                wrong = [row[0] for row in copy.execute("PRAGMA quick_check")]
        finally:
            source.execute("ROLLBACK")
    if wrong != ["ok"]:
        raise DatabaseTrouble(f"the database is damaged: {'; '.join(wrong)[:300]}")


def begin_epoch(connection: Connection, now: datetime) -> str:
    """Rule 2."""
    new = str(max(int(epoch(connection)) + 1, int(now.timestamp())))
    keep_fact(connection, "epoch", new)
    keep_fact(connection, PUT_BACK, now.isoformat())
    return new


def put_back_since(connection: Connection, since: datetime) -> bool:
    """Whether a backup was put back since then: what was made after the copy is not in it."""
    found = moment(fact(connection, PUT_BACK))
    return found is not None and found > since


def go_first(connection: Connection, ids: Sequence[int]) -> None:
    """Puts these acts before all letters: those that wait in the copy, and those that came since,
    whatever a mail server's clock says. (No event is earlier than the last in the copy.)"""
    connection.execute(update(inbox).where(inbox.c.id.in_(ids)).values(acts_at=FIRST))


def owe_fetching(connection: Connection, names: Sequence[str]) -> bool:
    """Whether letters that one of these mailboxes gave us after the copy was made are to be had
    again. Till then no letter is worked on: what waits answers what is not back yet."""
    return bool(owed_by(connection, names))


def owed_by(connection: Connection, names: Sequence[str]) -> list[str]:
    """Those of the mailboxes that are still to give them."""
    if not names or (now := epoch(connection)) == "1":
        return []
    keys = [f"{FETCHED}{name}" for name in names]
    done = select(server.c.key).where(server.c.key.in_(keys), server.c.value == now)
    given = set(connection.execute(done).scalars())
    return [name for name in names if f"{FETCHED}{name}" not in given]


def fetched(connection: Connection, name: str) -> None:
    keep_fact(connection, f"{FETCHED}{name}", epoch(connection))
