"""The databases that older programs left, as they would stand in PostgreSQL: in tables that the
migrations of then made there, all the rows of the SQLite file. They are brought up, and the games
in them go on as on SQLite."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from inspect import signature
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from nomic_mail.archive.json import record_json
from nomic_mail.store.database.tables import metadata
from tests.kit.frozen import NAMES, data_of, database_of, says, started, unsaid
from tests.kit.house import House
from tests.kit.real.real_postgres import Postgres
from tests.kit.tiers import some
from tests.real.store.test_migrations_played import contents, older
from tests.store import test_frozen
from tests.store.test_frozen import games


def left(name: str, folder: Path) -> tuple[Path, str]:
    """The file that was left, and which revision it is of."""
    file = folder / "then.db"
    file.write_bytes(database_of(name))
    with closing(sqlite3.connect(file)) as connection:
        ((revision,),) = connection.execute("SELECT version_num FROM alembic_version")
    return file, revision


@pytest.fixture(params=some(NAMES, 2, check=2))
def house(request: pytest.FixtureRequest, tmp_path: Path, postgresql: Postgres) -> Iterator[House]:
    file, revision = left(request.param, tmp_path)
    url = postgresql.new()
    older(url, revision, file)
    house = started(tmp_path, url)
    yield house
    house.close()


@pytest.mark.parametrize("name", some(NAMES, 3, check=3))
def test_no_row_changes_when_it_is_brought_up(
    name: str, tmp_path: Path, postgresql: Postgres
) -> None:
    file, revision = left(name, tmp_path)
    url = postgresql.new()
    tables = older(url, revision, file)
    before = contents(url, tables)
    assert all(before[one] for one in ("games", "ledger", "inbox", "outbox", "seats"))
    house = started(tmp_path, url)
    assert contents(url, tables)["ledger"] == before["ledger"]
    for game in games(house):
        now = json.loads(record_json(house.entries(game, 0)))
        then = data_of((name, f"server.{game}.json"))
        assert list(unsaid(says(then), now)) == []
        assert now["ledger"]["head"] == then["ledger"]["head"]
    house.close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


PLAYED_ON = {
    name: one
    for name, one in vars(test_frozen).items()
    if name.startswith("test_") and "house" in signature(one).parameters
}
assert len(PLAYED_ON) > 8
globals().update(PLAYED_ON)
