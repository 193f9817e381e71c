"""A letter costs the same beside two thousand games: every statement on its way is a look into an
index, of the tables that grow."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from nomic_mail.store.queue import held_back
from tests.kit.databases import of_sqlite
from tests.kit.funnel import LOOKING
from tests.kit.house import House

pytestmark = of_sqlite

SMALL = {"server", "moderators", "heartbeats", "alembic_version"}  # a row for each part


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


@contextmanager
def listening(house: House) -> Iterator[list[str]]:
    """All that SQLite is told, with its values, whichever way it takes there."""
    house.database.close()  # what comes next is told by connections that are listened to
    said: list[str] = []

    def listen(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(said.append)

    with LOOKING:
        event.listen(Engine, "engine_connect", listen)
    try:
        yield said
    finally:
        with LOOKING:
            event.remove(Engine, "engine_connect", listen)


def plan_of(house: House, statement: str) -> list[str]:
    with closing(sqlite3.connect(house.file)) as connection:
        return [step for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]


def test_no_statement_of_a_letters_way_reads_a_whole_table(house: House) -> None:
    """A vote, a question, talk, and a proposal, with all that the clock looks for beside them."""
    mover, other = house.open_vote()
    house.run()
    with listening(house) as said:
        house.reply(mover, "FOR\n")
        house.reply(other, "STATUS\n")
        house.run()
        house.later(days=8)
        house.run()
    asked = [one for one in said if one.split()[0] in {"SELECT", "UPDATE", "DELETE"}]
    assert len(asked) > 50
    assert any("FROM seats" in one for one in asked)
    assert any("UPDATE games" in one for one in asked)
    tables = {name for (name,) in house.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    for statement in asked:
        for step in plan_of(house, statement):
            scanned = step.removeprefix("SCAN ").split()[0] if step[:5] == "SCAN " else ""
            assert scanned not in tables - SMALL, f"{step}: {' '.join(statement.split())}"


def test_what_is_due_is_found_by_its_own_index(house: House) -> None:
    """Hardly any seat is suspended: an index on that would be a look at all of them."""
    house.open_vote()
    until = house.clock.now() + timedelta(days=1)
    with listening(house) as said, house.database.read() as connection:
        held_back.due(connection, until)
        held_back.next_due(connection)
    asked = [one for one in said if one.startswith("SELECT")]
    assert len(asked) == 2
    for statement in asked:
        plan = " ".join(plan_of(house, statement))
        assert "ix_seats_digest_due" in plan, plan
