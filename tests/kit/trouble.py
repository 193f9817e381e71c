"""What troubles a database of SQLite's; each ends with the block."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy import Connection, Engine, event

from tests.kit.funnel import LOOKING
from tests.kit.house import House


@contextmanager
def busy(house: House) -> Iterator[None]:
    """Another program is at it, for longer than anybody waits."""
    with closing(sqlite3.connect(house.file)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def pragma(house: House, during: str, after: str) -> Iterator[None]:
    """In every transaction, of whatever connection."""

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(during)

    with LOOKING:
        event.listen(Engine, "begin", on_begin)
    try:
        yield
    finally:
        with LOOKING:
            event.remove(Engine, "begin", on_begin)
        house.database.close()  # its connections know it
        with closing(sqlite3.connect(house.file)) as connection:
            connection.execute(after)


@contextmanager
def full(house: House) -> Iterator[None]:
    with closing(sqlite3.connect(house.file)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    with pragma(house, f"PRAGMA max_page_count={pages}", "PRAGMA max_page_count=1000000"):
        yield


@contextmanager
def read_only(house: House) -> Iterator[None]:
    with pragma(house, "PRAGMA query_only=ON", "PRAGMA query_only=OFF"):
        yield


TROUBLES = {"busy": busy, "full": full, "read-only": read_only}
