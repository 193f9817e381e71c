"""Copies of the whole database, and what changes in one that is put back.

1. A copy is of one moment, however much is written meanwhile, and is looked through before it is
   called one.
2. A database that was put back is of a new epoch: no Message-ID that may have been given since the
   copy is given again, to other words.
3. What waited in the copy to be sent is sent: under the Message-ID it has, so that who got it
   before can tell that it is the same letter.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, func, select, update

from nomic_mail.store.database import Database, DatabaseTrouble, epoch
from nomic_mail.store.inbox import UNSETTLED
from nomic_mail.store.tables import inbox, insert_into, server

PAGES = 2000  # copied at a time: 8 MB
FETCHED = "fetched again "

Told = Callable[[int, int], None]


def snapshot(database: Database, file: Path, told: Told = lambda done, of: None) -> None:
    """Rule 1, for SQLite. The one transaction that all of it is read in waits for nobody, and lets
    nobody wait."""
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


def begin_epoch(connection: Connection) -> str:
    """Rule 2."""
    new = str(int(epoch(connection)) + 1)
    _keep(connection, "epoch", new)
    return new


def go_first(connection: Connection, ids: Sequence[int], made_at: datetime) -> None:
    """These are worked on before all that waits in the copy, and before all that came since."""
    waiting = connection.execute(
        select(func.min(inbox.c.acts_at)).where(inbox.c.state.in_(UNSETTLED))
    ).scalar_one_or_none()
    first = min(made_at, waiting or made_at) - timedelta(microseconds=1)
    connection.execute(update(inbox).where(inbox.c.id.in_(ids)).values(acts_at=first))


def owes_fetching(connection: Connection, name: str) -> bool:
    """Whether letters that this mailbox gave us after the copy was made are to be had again."""
    now = epoch(connection)
    done = connection.execute(
        select(server.c.value).where(server.c.key == f"{FETCHED}{name}")
    ).scalar_one_or_none()
    return now not in ("1", done)


def fetched(connection: Connection, name: str) -> None:
    _keep(connection, f"{FETCHED}{name}", epoch(connection))


def _keep(connection: Connection, key: str, value: str) -> None:
    connection.execute(
        insert_into(connection, server)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
