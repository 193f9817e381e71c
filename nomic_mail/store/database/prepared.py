"""The statements that every letter needs, straight to the database's driver.

1. SQLAlchemy writes each of them once. What it does around every run of one (its caches, contexts
   and rows) took ten times as long as SQLite itself.
2. They run in the transaction of their connection, which is begun where it is not yet; what goes
   wrong is the driver's own error, and told by `Database` as any other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam
from sqlalchemy.dialects import sqlite

from nomic_mail.store.database import postgresql

_SQLITE = sqlite.dialect(paramstyle="named")


class _Written(NamedTuple):
    sql: str
    fixed: dict[str, Any]  # the values that stand in the statement itself
    given: tuple[tuple[str, Callable[[Any], Any] | None], ...]
    read: tuple[tuple[int, Callable[[Any], Any]], ...]  # what becomes of a column
    order: tuple[str, ...] | None  # of the values, where the database has them by number


def one_of(column: Any, count: int) -> Any:
    """Whether it is one of so many, which are `numbered`: a statement for each length."""
    return column.in_([bindparam(f"this{number}") for number in range(count)])


def numbered(values: Sequence[object]) -> dict[str, object]:
    return {f"this{number}": value for number, value in enumerate(values)}


class Prepared:
    """No value of it is a list."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._written: dict[tuple[str, tuple[str, ...]], _Written] = {}

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        written, done = self._run(connection, values)
        found: list[Any] = done.fetchall()
        return [_read(written, row) for row in found] if written.read else found

    def first(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        found = self.rows(connection, values)
        return found[0] if found else None

    def value(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """Of the first row, if there is one."""
        found = self.rows(connection, values)
        return found[0][0] if found else None

    def done(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """How many rows it changed; or added, where the driver knows."""
        return int(self._run(connection, values)[1].rowcount)

    def _run(self, connection: Connection, values: Mapping[str, Any]) -> tuple[_Written, Any]:
        which = (connection.dialect.name, tuple(values))
        written = self._written.get(which)
        if written is None:
            written = self._written[which] = _write(self._statement, connection, which[1])
        if not connection.in_transaction():
            connection.begin()
        bound = dict(written.fixed)
        for name, bind in written.given:
            bound[name] = bind(values[name]) if bind is not None else values[name]
        if written.order is not None:
            return written, postgresql.run(
                connection, written.sql, [bound[name] for name in written.order]
            )
        driver: Any = connection.connection.driver_connection
        return written, driver.execute(written.sql, bound)


def _write(statement: Any, connection: Connection, names: tuple[str, ...]) -> _Written:
    is_sqlite = connection.dialect.name == "sqlite"
    of_it: Any = type(connection.dialect)
    dialect = _SQLITE if is_sqlite else of_it(paramstyle="numeric_dollar")
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    fixed, given = {}, []
    for name, value in compiled.params.items():
        bind = compiled.binds[name].type.dialect_impl(_SQLITE).bind_processor(_SQLITE)
        if name in names:
            given.append((name, bind))
        else:
            fixed[name] = bind(value) if bind is not None else value
    read = []
    for place, column in enumerate(statement.exported_columns):
        process = column.type.dialect_impl(_SQLITE).result_processor(_SQLITE, None)
        if process is not None:
            read.append((place, process))
    order = None if is_sqlite else tuple(compiled.positiontup or ())
    return _Written(compiled.string, fixed, tuple(given), tuple(read), order)


def _read(written: _Written, row: Any) -> list[Any]:
    found = list(row)
    for place, process in written.read:
        if found[place] is not None:  # what is not there is so of every kind
            found[place] = process(found[place])
    return found
