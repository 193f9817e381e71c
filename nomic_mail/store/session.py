"""Who does what on a PostgreSQL database: locks that end with the session that has them.

1. A role is an advisory lock of this database, whichever folder or machine its server is on. The
   session that has it says in its name who it is.
2. PostgreSQL ends a session whose server has died at once, and one whose machine has gone within
   about a minute.
3. A session can break while its server lives (PostgreSQL was started anew): `keep` takes its locks
   again, or tells that somebody else has one by now.
4. Between the two nobody can know whether somebody else was faster. So each server that takes the
   locks begins a term, and writes nothing once another has begun one: it looks in each transaction,
   and there is one writer at a time (database, rule 1).
"""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from zlib import crc32

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from nomic_mail.store.database import Busy, postgresql_engine
from nomic_mail.store.tables import insert_into, server

TERM = "term"
ROLES = 0x6E6F6D69  # "nomi": one half of each lock's key, the role is the other
LOOK = (
    "SELECT a.application_name, a.backend_start FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND l.classid = %s AND l.objid = %s AND l.objsubid = 2"
)
ALIVE = {"keepalives_idle": 20, "keepalives_interval": 10, "keepalives_count": 3}  # rule 2
ALIVE_THERE = " ".join(f"-c tcp_{name}={value}" for name, value in ALIVE.items())


class Session:
    """The locks of one process."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Connection | None = None
        self._roles: list[str] = []

    def _connected(self) -> Connection:
        me = f"nomic_mail process {os.getpid()} on {socket.gethostname()}"[:63]
        engine = postgresql_engine(
            self._url,
            {"application_name": me, "options": ALIVE_THERE, **ALIVE},
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
        )
        return engine.connect()

    def holder(self, role: str) -> str:
        """Who has it; nothing where nobody has."""
        try:
            with self._connected() as line:
                return _holder(line, role)
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble

    def take(self, role: str) -> str:
        """Nothing, or who has it already."""
        try:
            if self._line is None:
                self._line = self._connected()
            query = "SELECT pg_try_advisory_lock(%s, %s)"
            if not self._line.exec_driver_sql(query, _key(role)).scalar_one():
                return _holder(self._line, role) or "another process"
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble
        self._roles.append(role)
        return ""

    def keep(self) -> str:
        """Rule 3: nothing, or what is lost, and to whom."""
        try:
            if self._line is not None:
                self._line.exec_driver_sql("SELECT 1")
                return ""
        except DBAPIError:
            self._end()
        roles, self._roles = self._roles, []
        for role in roles:
            if who := self.take(role):
                return f"{role}: {who}"
        return ""

    def release(self) -> None:
        self._roles = []
        self._end()

    def _end(self) -> None:
        if self._line is not None:
            with suppress(DBAPIError):
                self._line.close()
            self._line = None


def begin_term(connection: Connection) -> str:
    """Rule 4."""
    old = _term(connection) or ""
    new = str(int(old) + 1 if old.isdecimal() else 1)
    connection.execute(
        insert_into(connection, server)
        .values(key=TERM, value=new)
        .on_conflict_do_update(index_elements=["key"], set_={"value": new})
    )
    return new


def refuse_after(term: str, overtaken: Callable[[str], None]) -> Callable[[Connection], None]:
    """What a transaction of this term's server begins with; `overtaken` is told before it is
    refused."""

    def look(connection: Connection) -> None:
        now = _term(connection)
        if now != term:
            why = (
                f"another server has begun to serve this database (term {now}, and ours is {term})"
            )
            overtaken(why)
            raise Busy(why)

    return look


def _term(connection: Connection) -> str | None:
    found = connection.execute(select(server.c.value).where(server.c.key == TERM))
    return found.scalar_one_or_none()


def _holder(line: Connection, role: str) -> str:
    found = line.exec_driver_sql(LOOK, _key(role)).first()
    if found is None:
        return ""
    name, since = found
    who = str(name).removeprefix("nomic_mail ") or "another process"
    return f"{who}, since {since:%Y-%m-%d %H:%M:%S %Z}" if since else who


def _key(role: str) -> tuple[int, int]:
    return ROLES, crc32(role.encode()) & 0x7FFFFFFF


def _busy(trouble: DBAPIError) -> Busy:
    return Busy(" ".join(str(trouble.orig).split()))
