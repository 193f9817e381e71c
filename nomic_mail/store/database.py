"""Opening the database: two engines, one schema, and a daemon that migrates on start.

1. The writer begins IMMEDIATE, so a transaction never fails half-way for a lock it meets later.
2. The reader cannot write (query_only), and on SQLite's WAL never waits for the writer.
3. A database newer than this program is refused: it holds things this program would not know.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.exc import OperationalError

from nomic_mail.config import shipped
from nomic_mail.store.tables import metadata, server

__all__ = ["Busy", "Connection", "Database", "DatabaseTrouble", "epoch"]

BUSY_MILLISECONDS = 10_000
HEAD = "0003"  # the newest revision in migrations/, which a test holds it to
WAL_TRIES = 100
WAL_PAUSE_SECONDS = 0.02


class DatabaseTrouble(Exception):
    """The database cannot be used as it is; the message says what to do."""


class Busy(Exception):
    """Locked, full or unreachable just now: the same thing can be tried again."""


class Database:
    def __init__(self, url: str) -> None:
        self.url = url
        self._writer = _engine(url, read_only=False)
        self._reader = _engine(url, read_only=True)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: all of it or nothing. Trouble of the disk or a lock raises Busy."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except OperationalError as trouble:
            raise Busy(str(trouble.orig)) from trouble

    @contextmanager
    def read(self) -> Iterator[Connection]:
        try:
            with self._reader.connect() as connection:
                yield connection
        except OperationalError as trouble:
            raise Busy(str(trouble.orig)) from trouble

    def migrate(self) -> None:
        """Brings the schema up to this program's, or refuses what is newer than it. Alembic is
        loaded only where there is something to bring up."""
        with self._writer.connect() as connection:
            present = _revision(connection)
            is_new = present is None and not inspect(connection).has_table("games")
        if present == HEAD:
            return
        if is_new:
            self.make()
        else:
            self._bring_up(present)

    def _bring_up(self, present: str | None) -> None:
        from alembic.script import ScriptDirectory

        config = _alembic_config()
        script = ScriptDirectory.from_config(config)
        known = {revision.revision for revision in script.walk_revisions()}
        if present is not None and present not in known:
            raise DatabaseTrouble(
                f"the database {self._shown()} is at revision {present}, which this nomic_mail does"
                " not know: it was written by a newer one. Install that version, or restore a"
                " backup made by this one."
            )
        self._upgrade(config)

    def _upgrade(self, config: Any) -> None:
        from alembic import command

        with self._writer.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def make(self) -> None:
        """A new schema at once: the tables that all migrations lead to, without the history."""
        with self._writer.begin() as connection:
            if _revision(connection) is not None:
                return  # somebody else was faster
            metadata.create_all(connection)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
            connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{HEAD}')")  # noqa: S608

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()

    def _shown(self) -> str:
        return re.sub(r"//[^@/]*@", "//", self.url)


def epoch(connection: Connection) -> str:
    """Changes when a backup is restored, so that no Message-ID is ever given twice."""
    value = connection.execute(
        select(server.c.value).where(server.c.key == "epoch")
    ).scalar_one_or_none()
    return value or "1"


def _alembic_config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(shipped("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").first()
    return found[0] if found is not None else None


def _engine(url: str, *, read_only: bool) -> Engine:
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine, read_only=read_only)
    return engine


def _switch_to_wal(connection: Any) -> None:
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


def _set_up_sqlite(engine: Engine, *, read_only: bool) -> None:
    path = engine.url.database
    if path and path != ":memory:" and not Path(path).exists():
        # created here, so that letters and sealed ballots are nobody else's to read
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        _switch_to_wal(connection)
        for pragma in (
            "synchronous=FULL",
            "foreign_keys=ON",
            f"query_only={'ON' if read_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
