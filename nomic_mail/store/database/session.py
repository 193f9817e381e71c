"""Who does what on a PostgreSQL database: locks that end with the session that has them.

1. A role is an advisory lock of this database, whichever folder or machine its server is on. The
   session that has it says in its name who it is. What is `shared` several may have, and nobody
   alone meanwhile.
2. PostgreSQL ends a session whose server has died at once, and one whose machine has gone within
   about a minute.
3. A session can break while its server lives (PostgreSQL was started anew): `keep` takes its locks
   again, the last one first, and tells which are somebody else's by now.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from zlib import crc32

from msgspec import Struct
from sqlalchemy import Connection, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from nomic_mail.store.database.engines import Busy
from nomic_mail.store.database.postgresql import engine_of, process_name

ROLES = 0x6E6F6D69  # "nomi": one half of each lock's key, the role is the other
LOOK = (
    "SELECT l.objid, a.application_name, a.backend_start,"
    " coalesce(extract(epoch FROM clock_timestamp() - a.state_change), 0)::float"
    " FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND l.classid = %s AND l.objsubid = 2 ORDER BY a.backend_start, a.pid"
)
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
    " AND datname = current_database() AND pid <> pg_backend_pid()"
)
ALIVE = {"keepalives_idle": 20, "keepalives_interval": 10, "keepalives_count": 3}  # rule 2
ALIVE_THERE = " ".join(f"-c tcp_{name}={value}" for name, value in ALIVE.items())


class HeldRole(Struct, frozen=True):
    """A role that a session has; since when, and for how long that session has done nothing."""

    key: int
    name: str
    since: datetime | None
    silent_seconds: float

    def is_role(self, role: str) -> bool:
        return self.key == _key(role)

    @property
    def who(self) -> str:
        shown = self.name.removeprefix("nomic_mail ") or "another process"
        return f"{shown}, since {self.since:%Y-%m-%d %H:%M:%S %Z}" if self.since else shown


class Session:
    """The locks of one process."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Connection | None = None
        self._roles: dict[str, bool] = {}  # and whether it is shared

    def _connected(self) -> Connection:
        engine = engine_of(
            self._url,
            {"application_name": process_name(), "options": ALIVE_THERE, **ALIVE},
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
        )
        return engine.connect()

    def all_held(self) -> list[HeldRole]:
        """All roles on this database, whoever has them."""
        try:
            if self._line is not None:
                return _all_held(self._line)
            with self._connected() as line:
                return _all_held(line)
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble

    def holder(self, role: str) -> str:
        """Who has it; nothing where nobody has."""
        return next((one.who for one in self.all_held() if one.is_role(role)), "")

    def take(self, role: str, *, shared: bool = False) -> str:
        """Takes a role; who has it already, or nothing where it is ours now."""
        try:
            if not self._taken(role, shared=shared):
                return self.holder(role) or "another process"
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble
        self._roles[role] = shared
        return ""

    def _taken(self, role: str, *, shared: bool) -> bool:
        if self._line is None:
            self._line = self._connected()
        how = "_shared" if shared else ""
        query = f"SELECT pg_try_advisory_lock{how}({ROLES}, {_key(role)})"
        return bool(self._line.exec_driver_sql(query).scalar_one())

    def holds(self, role: str) -> bool:
        return self._line is not None and role in self._roles

    def let_go(self, role: str) -> None:
        """One of them, taken for itself alone."""
        del self._roles[role]
        if self._line is not None:
            with suppress(DBAPIError):  # it is gone with the session
                self._line.exec_driver_sql(f"SELECT pg_advisory_unlock({ROLES}, {_key(role)})")

    def keep(self) -> Sequence[str]:
        """Rule 3."""
        try:
            if self._line is not None:
                self._line.exec_driver_sql("SELECT 1")
                return ()
        except DBAPIError:
            self._end()
        try:
            order = reversed(self._roles.items())
            lost = [role for role, shared in order if not self._taken(role, shared=shared)]
        except DBAPIError as trouble:
            self._end()
            raise _busy(trouble) from trouble
        for role in lost:
            del self._roles[role]
        return lost

    def changed(self, change: Executable, told: Mapping[str, Any]) -> int:
        """Runs a statement by itself, at once; how many rows it changed."""
        try:
            return self._line.execute(change, told).rowcount if self._line is not None else 0
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble

    def end_others(self, name: str) -> None:
        """All sessions of the process that PostgreSQL shows by that name."""
        try:
            if self._line is not None:
                self._line.exec_driver_sql(END, (name,))
        except DBAPIError as trouble:
            raise _busy(trouble) from trouble

    def release(self) -> None:
        self._roles = {}
        self._end()

    def _end(self) -> None:
        if self._line is not None:
            with suppress(DBAPIError):
                self._line.close()
            self._line = None


def _all_held(line: Connection) -> list[HeldRole]:
    return [HeldRole(*row) for row in line.exec_driver_sql(LOOK, (ROLES,))]


def _key(role: str) -> int:
    return crc32(role.encode()) & 0x7FFFFFFF


def _busy(trouble: DBAPIError) -> Busy:
    return Busy(" ".join(str(trouble.orig).split()))
