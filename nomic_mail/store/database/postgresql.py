"""PostgreSQL's side of the database: its engines, and the locks of its transactions.

1. A writing transaction has one advisory lock from its beginning: alone, or shared with those that
   write beside it (database, rule 1).
2. What those do `in_turn` has a lock of its own.
"""

import os
import socket
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from nomic_mail.config.told import Fixable

WRITER = 0x6E6F6D6963  # "nomic"
ARRIVING, CLAIMING = WRITER + 1, WRITER + 2  # rule 2
BESIDE = "nomic_mail_beside"
DURABLE = "nomic_mail_durable"  # database, rule 6


class DatabaseTrouble(Fixable):
    """The database cannot be used as it is; the message says what to do."""


def opened(url: str, busy_milliseconds: int, *, read_only: bool) -> Engine:
    """The same promises as of SQLite: one writer at a time (rule 1), and readers that see one
    moment and cannot write."""
    how: dict[str, Any] = {"pool_pre_ping": True, "hide_parameters": True}
    args = {"application_name": process_name()}
    if read_only:
        how["isolation_level"] = "REPEATABLE READ"
        how["execution_options"] = {"postgresql_readonly": True}
    else:
        how["isolation_level"] = "READ COMMITTED"  # what was written before the lock is seen
        args["options"] = f"-c lock_timeout={busy_milliseconds}"
    engine = engine_of(url, args, **how)

    @event.listens_for(engine, "handle_error")
    def on_error(context: Any) -> None:
        without_detail(context.original_exception)
        without_detail(context.sqlalchemy_exception)

    if not read_only:

        @event.listens_for(engine, "begin")
        def on_begin(connection: Connection) -> None:
            how = connection.get_execution_options()
            shared = "_shared" if how.get(BESIDE) else ""
            lazy = "" if how.get(DURABLE, True) else ", set_config('synchronous_commit','off',true)"
            _run(connection, f"SELECT pg_advisory_xact_lock{shared}({WRITER}){lazy}")

    return engine


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


def _run(connection: Connection, statement: str) -> None:
    """As what is `prepared`."""
    driver: Any = connection.connection.driver_connection
    driver.execute(statement)


def without_detail(error: BaseException | None) -> None:
    """PostgreSQL tells the whole row that it refuses, and errors are logged."""
    if error is not None and error.args:
        error.args = (str(error.args[0]).partition("\nDETAIL:")[0], *error.args[1:])
