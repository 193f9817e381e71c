"""Opening the database: two engines, one schema, and a daemon that migrates on start.

1. The writer begins IMMEDIATE (in PostgreSQL: with an advisory lock), so a transaction never fails
   half-way for a lock it meets later, and what it has read stays true until it commits. In
   PostgreSQL several may write `beside` each other, and beside nobody else: what touches one game
   that its worker has in hand, or rows that nobody else has to do with.
2. The reader cannot write (query_only), and on SQLite's WAL never waits for the writer.
3. A database newer than this program is refused: it holds things this program would not know.
4. `at_once` makes one transaction of many: each `write` inside is undone alone where it fails, each
   `read` sees what was written before it, and all of it is durable at the end. What may take long
   (the network, a whole record) says `alone` first: no lock is held for that; and what touches more
   than one game says `by_itself`: it is not done beside others.
5. Who writes again at once keeps nobody waiting: SQLite wakes none of those that wait for its lock,
   so the threads of a process write in turn, and other processes look for it often.
6. What may be done twice, and is not worth waiting for the disk, is written `durable=False`: a
   process that dies loses none of it; a power cut may, what is of the last half minute (so a
   letter that takes the whole machine down with it may not be counted as in hand).
"""

import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.exc import DatabaseError, InternalError, OperationalError

from nomic_mail.config import shipped
from nomic_mail.store import postgresql
from nomic_mail.store.postgresql import (
    ARRIVING,
    BESIDE,
    CLAIMING,
    DURABLE,
    DatabaseTrouble,
    in_turn,
)
from nomic_mail.store.prepared import say
from nomic_mail.store.sqlite import switch_to_wal, waiting_for_the_disk
from nomic_mail.store.tables import DamagedTime, metadata, server

__all__ = [
    "ARRIVING",
    "CLAIMING",
    "Alone",
    "Busy",
    "ByItself",
    "Connection",
    "Damaged",
    "Database",
    "DatabaseTrouble",
    "epoch",
    "in_turn",
]

BUSY_MILLISECONDS = 10_000
LOOK_MILLISECONDS = 5  # how often who waits for the lock looks for it (rule 5)
HEAD = "0009"  # the newest revision in migrations/, which a test holds it to


class Busy(Exception):
    """Locked, full, damaged or unreachable just now: the same thing can be tried again, and no
    letter is to blame."""


class Damaged(Busy):
    """The file is not whole: only a backup helps."""


class Alone(Exception):
    """This is not to be done among other things (rule 4): it takes too long."""


class ByItself(Alone):
    """It touches too much."""


class _Turns:
    """Rule 5: whoever had the last turn comes behind those that wait for the next."""

    def __init__(self) -> None:
        self._next, self._writing = threading.Lock(), threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        _take(self._next)
        try:
            _take(self._writing)
        finally:
            self._next.release()
        try:
            yield
        finally:
            self._writing.release()


def _take(lock: threading.Lock) -> None:
    if not lock.acquire(timeout=BUSY_MILLISECONDS / 1000):
        raise Busy("database is locked")


class Database:
    def __init__(self, url: str) -> None:
        self.url = url
        self.is_shared = not url.startswith("sqlite")  # several workers may have it
        self._turns = nullcontext if self.is_shared else _Turns().taken  # PostgreSQL has a queue
        self._inside = threading.local()  # the connection of `at_once`, in the thread that is in it
        self._writer = _engine(url, read_only=False)
        self._reader = _engine(url, read_only=True)
        self.guard: Callable[[Connection], None] | None = None  # may refuse a transaction: Busy

    @contextmanager
    def write(
        self, *, apart: bool = True, beside: bool = False, durable: bool = True
    ) -> Iterator[Connection]:
        """One transaction: all of it or nothing. Trouble of the disk or a lock raises Busy. Inside
        `at_once` it is undone `apart`, or with what it is a part of."""
        if (outer := self._outer) is not None:
            with self._told():
                _still_open(outer)
                with _savepoint(outer) if apart else nullcontext():
                    yield outer
            return
        with self._turns(), self._told(), self._writer.connect() as connection:
            connection.execution_options(**{BESIDE: beside, DURABLE: durable})
            with waiting_for_the_disk(connection, durable), connection.begin():
                if self.guard is not None:
                    self.guard(connection)
                yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        if (outer := self._outer) is not None:
            with self._told():
                _still_open(outer)
                yield outer
            return
        with self._told(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def at_once(self, *, beside: bool = False) -> Iterator[Connection]:
        """Rule 4, for what this thread does."""
        with self.write(beside=beside) as connection:
            self._inside.connection = connection
            try:
                yield connection
                _still_open(connection)
            finally:
                self._inside.connection = None

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What fails in here is undone alone, where anything is written yet (rule 4)."""
        if self._outer is None:
            yield
            return
        with self.write():
            yield

    def alone(self) -> None:
        """Rule 4."""
        if self._outer is not None:
            raise Alone

    def by_itself(self) -> None:
        """Rule 4."""
        outer = self._outer
        if self.is_shared and outer is not None and outer.get_execution_options().get(BESIDE):
            raise ByItself

    @property
    def _outer(self) -> Connection | None:
        return getattr(self._inside, "connection", None)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OperationalError, InternalError) as trouble:
            raise Busy(" ".join(str(trouble.orig).split())) from trouble
        except sqlite3.OperationalError as trouble:  # of what is `prepared`
            raise Busy(" ".join(str(trouble).split())) from trouble
        except DamagedTime as bad:
            raise Busy(f"{bad}; a running server puts it right within half a minute") from bad
        except (DatabaseError, sqlite3.DatabaseError) as trouble:
            of_driver = trouble.orig if isinstance(trouble, DatabaseError) else trouble
            if type(of_driver) is not sqlite3.DatabaseError:  # a constraint, or an error of ours
                raise
            told = f"{self._shown()} is damaged ({of_driver}): restore a backup"
            raise Damaged(told) from trouble

    @contextmanager
    def raw_reader(self) -> Iterator[Any]:
        """The driver's own connection, for what only SQLite can do."""
        with self._reader.connect() as connection:
            yield connection.connection.driver_connection

    def is_new(self) -> bool:
        """Whether nothing was ever put into it."""
        with self.read() as connection:
            return not inspect(connection).has_table("games")

    def is_current(self) -> bool:
        with self.read() as connection:
            return _revision(connection) == HEAD

    def migrate(self) -> None:
        """Brings the schema up to this program's, or refuses what is newer than it. Alembic is
        loaded only where there is something to bring up."""
        with self._told():
            with self._writer.connect() as connection:
                present = _revision(connection)
                is_new = present is None and not inspect(connection).has_table("games")
            if present == HEAD:
                return
            if is_new:
                self.make()
            else:
                self._bring_up(present)

    def look(self) -> str:
        """What would be done at a start; nothing where it is as it should be. Changes nothing."""
        with self.read() as connection:
            present = _revision(connection)
            if connection.dialect.name == "sqlite":
                wrong = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
                if wrong != ["ok"]:
                    raise DatabaseTrouble(f"{self._shown()} is damaged: {'; '.join(wrong)[:300]}")
        if present == HEAD:
            return ""
        self._refuse_newer(present, _alembic_config())
        return f"it is of an older version ({present}), and is brought up at the next start"

    def _refuse_newer(self, present: str | None, config: Any) -> None:
        from alembic.script import ScriptDirectory

        script = ScriptDirectory.from_config(config)
        known = {revision.revision for revision in script.walk_revisions()}
        if present is not None and present not in known:
            raise DatabaseTrouble(
                f"the database {self._shown()} is at revision {present}, which this nomic_mail does"
                " not know: it was written by a newer one. Install that version, or restore a"
                " backup made by this one."
            )

    def _bring_up(self, present: str | None) -> None:
        from alembic import command

        config = _alembic_config()
        self._refuse_newer(present, config)
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
        return re.sub(r"//[^@/]*@", "//", self.url).removeprefix("sqlite:///")


def epoch(connection: Connection) -> str:
    """Changes when a backup is restored, so that no Message-ID is ever given twice."""
    value = connection.execute(
        select(server.c.value).where(server.c.key == "epoch")
    ).scalar_one_or_none()
    return value or "1"


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    say(connection, "SAVEPOINT apart")
    try:
        yield
    except BaseException:
        if _is_open(connection):
            say(connection, "ROLLBACK TO SAVEPOINT apart")
            say(connection, "RELEASE SAVEPOINT apart")
        raise
    say(connection, "RELEASE SAVEPOINT apart")


def _is_open(connection: Connection) -> bool:
    """SQLite undoes a whole transaction by itself where the disk is full or fails: what came after
    it would be written without one. And PostgreSQL may have gone."""
    if connection.invalidated:
        return False
    driver: Any = connection.connection.driver_connection
    return not isinstance(driver, sqlite3.Connection) or driver.in_transaction


def _still_open(connection: Connection) -> None:
    if not _is_open(connection):
        raise Busy("the disk was full, or the database failed: what was in hand is undone")


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
    if not url.startswith("sqlite"):
        return postgresql.opened(url, BUSY_MILLISECONDS, read_only=read_only)
    engine = create_engine(url, hide_parameters=True)  # letters are in them, and errors are logged
    _set_up_sqlite(engine, read_only=read_only)
    return engine


def _set_up_sqlite(engine: Engine, *, read_only: bool) -> None:
    path = engine.url.database
    if path and path != ":memory:" and not Path(path).exists():
        # created here, so that letters and sealed ballots are nobody else's to read
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        switch_to_wal(connection)
        for pragma in (
            "synchronous=FULL",
            "foreign_keys=ON",
            f"query_only={'ON' if read_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if not read_only:
            connection.execute(f"PRAGMA busy_timeout={LOOK_MILLISECONDS}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        if read_only:
            connection.exec_driver_sql("BEGIN")
        else:
            _begin_to_write(connection)


def _begin_to_write(connection: Connection) -> None:
    """Rule 5: SQLite by itself looks ten times a second, and so misses who lets go for less."""
    driver: Any = connection.connection.driver_connection
    for _ in range(BUSY_MILLISECONDS // LOOK_MILLISECONDS):
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as trouble:
            if trouble.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                break
        else:
            return
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # what is wrong is told by this one
