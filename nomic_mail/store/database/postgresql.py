"""PostgreSQL's side of the database: its engines, and the locks of its transactions.

1. A writing transaction has one advisory lock from its beginning: alone, or shared with those that
   write beside it (database, rule 1).
2. What those do `in_turn` has a lock of its own.
3. What every letter needs goes straight to libpq, and is prepared once for each connection: what
   psycopg does around a statement took several times as long, and it forgets what it prepared
   with each transaction that is rolled back.
"""

import os
import socket
from collections.abc import Callable, Mapping, Sequence
from select import POLLIN, poll
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError

from nomic_mail.config.told import Fixable

WRITER = 0x6E6F6D6963  # "nomic"
ARRIVING, CLAIMING = WRITER + 1, WRITER + 2  # rule 2
BESIDE = "nomic_mail_beside"
DURABLE = "nomic_mail_durable"  # database, rule 6
ASKS, ANSWERS = "nomic_mail_asks", "nomic_mail_answers"
PREPARED = "nomic_mail_prepared"


class DatabaseTrouble(Fixable):
    """The database cannot be used as it is; the message says what to do."""


class Ran(Struct, frozen=True):
    rows: list[tuple[Any, ...]]
    rowcount: int

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.rows


def run(connection: Connection, statement: str, values: Sequence[Any]) -> Ran:
    """Rule 3. Its values are numbered ($1), and are texts, whole numbers, bytes or nothing."""
    line, known = _line(connection), connection.info.setdefault(PREPARED, {})
    name = known.get(statement)
    if name is None:
        name = b"nomic_mail %d" % len(known)
        _good(connection, line.prepare(name, statement.encode()))
        known[statement] = name
    told = [_told(one) for one in values]
    by_text = [0 if isinstance(one, int) else 1 for one in values]
    found = _good(connection, line.exec_prepared(name, told, by_text, 1))
    read = [_READ[found.ftype(at)] for at in range(found.nfields)]
    rows = [
        tuple([_found(read[at], found.get_value(row, at)) for at in range(found.nfields)])
        for row in range(found.ntuples)
    ]
    return Ran(rows, found.command_tuples or 0)


def _line(connection: Connection) -> Any:
    driver: Any = connection.connection.driver_connection
    return driver.pgconn


def _told(value: Any) -> bytes | None:
    if isinstance(value, str):
        return value.encode()
    return b"%d" % value if isinstance(value, int) else value


def _found(read: Callable[[bytes], Any], value: bytes | None) -> Any:
    return read(value) if value is not None else None


def _whole(value: bytes) -> int:
    return int.from_bytes(value, "big", signed=True)


# By the numbers that PostgreSQL has for its types: bytea; int8, int2, int4; text, varchar
_READ: Mapping[int, Callable[[bytes], Any]] = {
    17: bytes,
    **dict.fromkeys((20, 21, 23), _whole),
    **dict.fromkeys((25, 1043), bytes.decode),
}


def _good(connection: Connection, done: Any) -> Any:
    driver: Any = connection.dialect.loaded_dbapi
    if done.status in (driver.pq.ExecStatus.COMMAND_OK, driver.pq.ExecStatus.TUPLES_OK):
        return done
    line = _line(connection)
    if line.status == driver.pq.ConnStatus.BAD:
        raise driver.OperationalError(line.get_error_message())
    raise driver.errors.error_from_result(done)


def opened(url: str, busy_milliseconds: int, *, read_only: bool) -> Engine:
    """The same promises as of SQLite: one writer at a time (rule 1), and readers that see one
    moment and cannot write."""
    how: dict[str, Any] = {"hide_parameters": True}
    how["isolation_level"] = "AUTOCOMMIT"  # each begins by itself, a writer with its lock
    args: dict[str, Any] = {"application_name": process_name(), "client_encoding": "utf8"}
    args["prepare_threshold"] = None  # rule 3
    if not read_only:
        args["options"] = f"-c lock_timeout={busy_milliseconds}"
    engine = engine_of(url, args, **how)

    @event.listens_for(engine, "handle_error")
    def on_error(context: Any) -> None:
        without_detail(context.original_exception)
        without_detail(context.sqlalchemy_exception)

    @event.listens_for(engine, "checkout")
    def on_checkout(driver: Any, _record: Any, _proxy: Any) -> None:
        if _is_closed(driver):
            raise DisconnectionError  # and there is a new one

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        if read_only:
            _run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        how = connection.info
        shared = "_shared" if how.get(BESIDE) else ""
        lazy = "" if how.get(DURABLE, True) else ", set_config('synchronous_commit','off',true)"
        lock = f"SELECT pg_advisory_xact_lock{shared}({WRITER}){lazy}"
        # what was written before the lock is seen, by what is asked with it, too
        begin = f"BEGIN ISOLATION LEVEL READ COMMITTED; {lock}; {how.get(ASKS, '')}"
        how[ANSWERS] = _run(connection, begin).ntuples

    @event.listens_for(engine, "commit")
    def on_commit(connection: Connection) -> None:
        _run(connection, "COMMIT")

    @event.listens_for(engine, "rollback")
    def on_rollback(connection: Connection) -> None:
        if not connection.invalidated:
            _line(connection).exec_(b"ROLLBACK")  # where that fails, SQLAlchemy meets it next

    return engine


def is_over(connection: Connection) -> bool:
    """Whether PostgreSQL has closed it."""
    return _is_closed(connection.connection.driver_connection)


def _is_closed(driver: Any) -> bool:
    """A line on which something has come that nobody asked for was closed, as when PostgreSQL is
    started anew. To ask it before each transaction would be one wait more."""
    if driver.closed:
        return True
    looks = poll()
    looks.register(driver.pgconn.socket, POLLIN)
    return bool(looks.poll(0))


def engine_of(url: str, args: dict[str, Any], **how: Any) -> Engine:
    try:
        return create_engine(url, connect_args={"connect_timeout": 10, **args}, **how)
    except ModuleNotFoundError as missing:
        raise DatabaseTrouble(
            f"PostgreSQL wants {missing.name}",
            "install nomic-mail with it: pip install 'nomic-mail[postgresql]'",
        ) from None


def process_name() -> str:
    """What PostgreSQL shows of us; at most 63 bytes."""
    return f"nomic_mail process {os.getpid()} on {socket.gethostname()[:33]}"


def in_turn(connection: Connection, what: int) -> None:
    """Until this transaction ends, nobody else does it, though they may write beside it. What they
    wrote before is seen from now on. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        _run(connection, f"SELECT pg_advisory_xact_lock({what})")


def _run(connection: Connection, statement: str) -> Any:
    """As what is `prepared`."""
    line = _line(connection)
    return _good(connection, line.exec_(statement.encode()))


def without_detail(error: BaseException | None) -> None:
    """PostgreSQL tells the whole row that it refuses, and errors are logged."""
    if error is not None and error.args:
        error.args = (str(error.args[0]).partition("\nDETAIL:")[0], *error.args[1:])
