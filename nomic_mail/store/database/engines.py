"""Opening the database: two engines, one schema, and a daemon that migrates on start.

1. The writer begins IMMEDIATE (in PostgreSQL: with an advisory lock), so a transaction never fails
   half-way for a lock it meets later, and what it has read stays true until it commits. In
   PostgreSQL several may write `beside` each other, and beside nobody else: what touches one game
   that its worker has in hand, or rows that nobody else has to do with.
2. The reader cannot write (query_only), and on SQLite's WAL never waits for the writer.
3. A database newer than this program is refused: it holds things this program would not know.
4. A transaction only writes: what it writes was read, asked of the network, decided and rendered
   before it began, and it fails (Conflict) where that is no longer true.
5. Nobody who writes again and again keeps others waiting. SQLite wakes none of those that wait for
   its lock: so the threads of a process take turns, and a process looks for it often.
6. What is not worth waiting for the disk is written `durable=False`. A process that dies loses none
   of it. A power cut may lose the last of it, and never one thing without all that was committed
   after it: the log is written in order, so whoever next commits durably waits for all before it.
   Letters that are in hand together are committed so, each by itself, and only the last is waited
   for. That loses nothing and tells nobody what then was not: the letters still stand durably in
   the queue, the acts that somebody waits for are durable, and the sender leases durably before a
   byte goes out, so that whatever caused it is on the disk.
"""

import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DatabaseError, InternalError, OperationalError, SQLAlchemyError

from nomic_mail import __version__
from nomic_mail.config import shipped
from nomic_mail.config.lost import SINCE, restoring
from nomic_mail.config.told import Fixable, file_limit, hindered
from nomic_mail.store.database import identity, postgresql
from nomic_mail.store.database.postgresql import (
    ARRIVING,
    ASKS,
    BESIDE,
    CLAIMING,
    DURABLE,
    DatabaseTrouble,
    in_turn,
)
from nomic_mail.store.database.sqlite import SYNCHRONOUS, switch_to_wal, wait_for_the_disk
from nomic_mail.store.database.tables import DamagedTime, fact, metadata

__all__ = [
    "ARRIVING",
    "CLAIMING",
    "Busy",
    "Connection",
    "Damaged",
    "Database",
    "DatabaseTrouble",
    "Look",
    "epoch",
    "in_turn",
]

BUSY_MILLISECONDS = 10_000
# How often who waits for the lock looks for it (rule 5), in seconds; most hold it for a moment.
LOOKS = (*[0.0002] * 50, *[0.005] * (BUSY_MILLISECONDS // 5))
HEAD = "0018"  # the newest revision in migrations/, which a test holds it to


# What SQLite and PostgreSQL say where somebody has to do something, and what.
CURES = (
    ("unable to open database file", "the user who runs this must be able to read and write it and"
     " its folder"),
    ("readonly database", "it belongs to another user, or its disk is read-only"),
    ("database is locked", "another program has it open and writes: end that one (`lsof` with the"
     " file's name tells which), or wait for it"),
    ("disk is full", "make room on its disk"),
    ("disk I/O error", "its disk fails (dmesg and smartctl tell): make a backup onto another one"
     " now"),
    ("failed to resolve host", "is the host in [server] database spelt right, and does this"
     " machine's DNS answer (/etc/resolv.conf)?"),
    ("connection failed", "is it running, and is the address in [server] database right?"),
    ("could not connect", "is it running, and is the address in [server] database right?"),
    ("connection is bad", "is it running, and is the address in [server] database right?"),
)  # fmt: skip

GUESSED = ("unable to open", "readonly", "disk I/O error")  # the system knows better why


class Busy(Fixable):
    """Locked, full, damaged or unreachable just now: the same thing can be tried again, and no
    letter is to blame."""


class Conflict(Exception):
    """Somebody else changed the game or took the letter first: look again."""


class Damaged(Busy):
    """The file is not whole: only a backup helps."""


class _Turns:
    """Turns of the threads (rule 5): whoever had the last one comes behind those that wait."""

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
        raise Busy("a thread of this server holds the database", "it is tried again")


class Database:
    def __init__(self, url: str, which: tuple[int, int] | None = None) -> None:
        """`which` file of that name another process has open, where this one is a part of it."""
        self.url = url
        self.is_shared = not url.startswith("sqlite")  # several workers may have it
        self._file = None if self.is_shared else url.removeprefix("sqlite:///")
        self.which = which  # file of that name, as long as it is in use
        if which is not None:
            self._is_there()  # before an empty one is made
        self._turns = nullcontext if self.is_shared else _Turns().taken  # PostgreSQL has a queue
        self._writer = _engine(url, read_only=False)
        self._driver: Any = self._writer.dialect.loaded_dbapi
        self._kept: list[Connection] = []  # lines that nobody writes by just now
        self._reader = _engine(url, read_only=True)
        self.guard: Callable[[Connection], None] | None = None  # may refuse a transaction: Busy
        self.asks = ""  # what PostgreSQL is asked for it, with its lock; how many rows are ANSWERS

    @contextmanager
    def write(self, *, beside: bool = False, durable: bool = True) -> Iterator[Connection]:
        """One transaction: all of it or nothing. Trouble of the disk or a lock raises Busy."""
        self._is_there()
        with self._turns(), self.telling(), self._line() as connection:
            connection.info.update({BESIDE: beside, DURABLE: durable, ASKS: self.asks})
            wait_for_the_disk(connection, durable)
            with connection.begin():
                if self.guard is not None:
                    self.guard(connection)
                yield connection

    @contextmanager
    def _line(self) -> Iterator[Connection]:
        """What is written by. To SQLite there is one, of whoever has the turn; after trouble, a new
        one."""
        line = self._kept.pop() if self._kept else self._writer.connect()
        if self.is_shared and postgresql.is_over(line):
            line.invalidate()
            line.close()
            line = self._writer.connect()
        try:
            yield line
        except BaseException:
            line.close()
            raise
        self._kept.append(line)

    def _is_there(self) -> None:
        """A file that was taken away is written on to by whoever has it open, and lost."""
        if self._file is None:
            return
        try:
            found = os.stat(self._file)  # noqa: PTH116  before each letter
            which = (found.st_dev, found.st_ino)
        except FileNotFoundError:
            which = None
        if self.which is None:
            self.which = which
        elif which != self.which:
            raise Busy(
                f"{self._shown()} was taken away or replaced while it was in use, and nothing is"
                " kept",
                f"stop the server, put it back, or your newest backup as FILE: {self._backup()};"
                " then start it again",
            )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        self._is_there()  # a new connection would make an empty one, and take the log of the old
        with self.telling(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What goes wrong, in the words of this module."""
        try:
            yield
        except (OperationalError, InternalError) as trouble:
            raise Busy(*self._in_words(str(trouble.orig))) from trouble
        except self._driver.Error as trouble:  # of what is `prepared`
            self._tell(trouble)
            raise
        except DamagedTime as bad:
            raise Busy(str(bad), "a running server puts it right within half a minute") from bad
        except DatabaseError as trouble:
            if type(trouble.orig) is not sqlite3.DatabaseError:  # a constraint, or an error of ours
                raise
            raise Damaged(*self._damaged(trouble.orig)) from trouble

    def _tell(self, trouble: Exception) -> None:
        if self.is_shared:
            postgresql.without_detail(trouble)
        if isinstance(trouble, self._driver.OperationalError | self._driver.InternalError):
            raise Busy(*self._in_words(str(trouble))) from trouble
        if type(trouble) is sqlite3.DatabaseError:
            raise Damaged(*self._damaged(trouble)) from trouble

    def _damaged(self, said: object) -> tuple[str, str]:
        what = f"{self._shown()} is damaged ({said})"
        return (
            what,
            f"with no server running, put your newest backup in its place: {self._backup()}",
        )

    def _backup(self) -> str:
        if self._file is None:
            return "as your PostgreSQL is backed up (pg_restore)"
        return f"`{restoring(Path(self._file).parent)}` ({SINCE})"

    def _in_words(self, said: str) -> tuple[str, str]:
        """What the database says, with the file that it is about, and what helps."""
        said = " ".join(re.sub(r"\[Errno -?\d+\] ", "", said).split())
        cure = next((cure for words, cure in CURES if words in said), "")
        if self.is_shared:
            return (f"PostgreSQL cannot be reached: {said}", cure) if cure else (said, "")
        if "disk I/O error" in said and (limit := file_limit()):
            cure = limit
        elif any(one in said for one in GUESSED) and (known := hindered(Path(self._file or "."))):
            return known.what, known.fix
        return f"{self._shown()}: {said}", cure

    @contextmanager
    def raw_reader(self) -> Iterator[Any]:
        """The driver's own connection, for what only SQLite can do."""
        self._is_there()
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
        if (self._file is None or os.path.exists(self._file)) and self.is_current():  # noqa: PTH110
            return  # without waiting for whoever writes
        with self.telling():
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
        """What `migrate` would do at a start, in words; empty where there is nothing. Changes
        nothing."""
        with self.read() as connection:
            present = _revision(connection)
            if connection.dialect.name == "sqlite":
                wrong = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
                if wrong != ["ok"]:
                    raise DatabaseTrouble(*self._damaged("; ".join(wrong)[:300]))
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
                f"the database {self._shown()} was written by {self._program()} than this one,"
                f" {__version__} (revision {present})",
                "install that version again. Only if that cannot be, put a backup back that this"
                f" one made: {self._backup()}",
            )

    def _program(self) -> str:
        """The nomic-mail that served it last."""
        with suppress(Exception), self.read() as connection:
            if known := identity.program(connection):
                return f"nomic-mail {known}, a newer one"
        return "a newer nomic-mail"

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
        while self._kept:
            self._kept.pop().close()
        self._writer.dispose()
        self._reader.dispose()

    def _shown(self) -> str:
        return re.sub(r"//[^@/]*@", "//", self.url).removeprefix("sqlite:///")


class Look:
    """What one piece of work reads of the database: one moment of it, in one transaction that
    begins with the first look and ends with `rest`. It has to rest before anything slow, and before
    anything is written. Outside of `held`, and for other threads, each look is a transaction of its
    own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held = 0  # by which thread
        self._open = ExitStack()
        self._connection: Connection | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        self._held = threading.get_ident()
        try:
            yield
        finally:
            self._held = 0
            self._close()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        if self._held != threading.get_ident():
            with self._database.read() as connection:
                yield connection
            return
        with self._database.telling():
            if self._connection is None:
                self._connection = self._open.enter_context(self._database.read())
            yield self._connection

    def rest(self) -> None:
        """What is read next is read at another moment, by the same connection."""
        if self._connection is None:
            return
        try:
            self._connection.rollback()
        except SQLAlchemyError:  # it is gone, and the next look has another
            self._close()

    def _close(self) -> None:
        self._connection = None
        self._open.close()


def epoch(connection: Connection) -> str:
    """Changes when a backup is restored, so that no Message-ID is ever given twice."""
    return fact(connection, "epoch") or "1"


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
        connection.execute(f"PRAGMA synchronous={SYNCHRONOUS[True]}")
        switch_to_wal(connection)
        for pragma in (
            "wal_autocheckpoint=4000",
            "foreign_keys=ON",
            f"query_only={'ON' if read_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if not read_only:
            connection.execute("PRAGMA busy_timeout=0")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        if read_only:
            driver: Any = connection.connection.driver_connection
            driver.execute("BEGIN")
        else:
            _begin_to_write(connection)


def _begin_to_write(connection: Connection) -> None:
    """Rule 5: SQLite by itself looks ten times a second, and so misses who lets go for less."""
    driver: Any = connection.connection.driver_connection
    for pause in LOOKS:
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as trouble:
            if trouble.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                break
            sleep(pause)
        else:
            return
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # what is wrong is told by this one
