"""The tables as a database: one file of SQLite, for SQL, Datasette and whatever else opens it.

A whole number beyond what SQLite counts to is the nearest that it has: points can be so many.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nomic_mail.archive.forms import ExportForm, Leaving
from nomic_mail.archive.tables import TABLES, rows
from nomic_mail.game.part_points import PartPoints

MOST = 2**63 - 1
KINDS = {"integer": "INTEGER", "number": "NUMERIC"}
KEYS = {"players": "seat", "proposals": "number", "events": "number"}
LEADS = {"seat": "players", "by": "players", "proposal": "proposals", "event": "events"}


def _pieces(game: Leaving) -> Iterator[bytes]:
    from nomic_mail.archive.rooms import piece_by_piece

    with TemporaryDirectory() as folder:
        path = Path(folder, "game.db")
        _write(path, game)
        with path.open("rb") as made:
            yield from piece_by_piece(made)


def _write(path: Path, game: Leaving) -> None:
    base = sqlite3.connect(path, isolation_level=None)
    try:
        base.execute("BEGIN")
        for name, columns in TABLES.items():
            base.execute(f'CREATE TABLE "{name}" ({", ".join(_columns(name))})')
            places = ", ".join("?" * len(columns))
            into = f'INSERT INTO "{name}" VALUES ({places})'  # noqa: S608  our own names
            base.executemany(into, (tuple(map(_held, row)) for row in rows(name, game)))
        base.execute("COMMIT")
    finally:
        base.close()


def _held(value: Any) -> Any:
    beyond = isinstance(value, PartPoints) or (isinstance(value, int) and abs(value) > MOST)
    return float(value) if beyond else value


def _columns(table: str) -> Iterator[str]:
    """Seat 0 is the Moderator's, or the whole game's, and no player's row."""
    key = KEYS.get(table)
    for column, of in TABLES[table].items():
        kind = KINDS.get(of, "TEXT")
        leads = LEADS.get(column) if of == "integer" else None
        to = f' REFERENCES "{leads}" ("{KEYS[leads]}")' if leads else ""
        yield f'"{column}" {kind}{" PRIMARY KEY" if column == key else to}'


FORM = ExportForm(
    place=9,
    brief="the same tables as one SQLite database",
    what="the same tables as one SQLite database, in which seats, proposals and events lead to"
    " their rows",
    who="SQL, and what shows a database, such as Datasette",
    pieces=_pieces,
)
