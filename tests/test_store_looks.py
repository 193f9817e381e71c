"""A letter costs the same beside two thousand games: every statement on its way is a look into an
index, of the tables that grow."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from nomic_mail.store import held_back
from tests.funnel import LOOKING
from tests.house import House

SMALL = {"server", "moderators", "heartbeats", "alembic_version"}  # a row for each part


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def test_no_statement_of_a_letters_way_reads_a_whole_table(house: House) -> None:
    """A vote, a question, talk, and a proposal, with all that the clock looks for beside them."""
    said: dict[str, Any] = {}

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _x: Any, many: bool) -> None:
        said.setdefault(statement, parameters[0] if many else parameters)

    mover, other = house.open_vote()
    house.run()
    with LOOKING:
        event.listen(Engine, "before_cursor_execute", note)
    try:
        house.reply(mover, "FOR\n")
        house.reply(other, "STATUS\n")
        house.run()
        house.later(days=8)
        house.run()
    finally:
        with LOOKING:
            event.remove(Engine, "before_cursor_execute", note)
    assert len(said) > 30
    tables = {name for (name,) in house.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    with closing(sqlite3.connect(house.file)) as connection:
        for statement, parameters in said.items():
            if statement.split()[0] not in {"SELECT", "UPDATE", "DELETE"}:
                continue
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            for *_, step in plan:
                scanned = step.removeprefix("SCAN ").split()[0] if step[:5] == "SCAN " else ""
                assert scanned not in tables - SMALL, f"{step}: {' '.join(statement.split())}"


def test_what_is_due_is_found_by_its_own_index(house: House) -> None:
    """Hardly any seat is suspended: an index on that would be a look at all of them."""
    said: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        said.append((statement, parameters))

    house.open_vote()
    until = house.clock.now() + timedelta(days=1)
    with LOOKING:
        event.listen(Engine, "before_cursor_execute", note)
    try:
        with house.database.read() as connection:
            held_back.due(connection, until)
            held_back.next_due(connection)
    finally:
        with LOOKING:
            event.remove(Engine, "before_cursor_execute", note)
    asked = [one for one in said if one[0].startswith("SELECT")]
    with closing(sqlite3.connect(house.file)) as file:
        for statement, parameters in asked:
            plan = str(file.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall())
            assert "ix_seats_digest_due" in plan, plan
