"""A database in which a game was played, as each older program left it, is brought up with all that
is in it, and the game plays on: on SQLite and on PostgreSQL. `check` brings up some, others each
day; soak all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, Row, Select, Table, create_engine, inspect, select, text

from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import metadata
from tests.kit.house import START, House
from tests.kit.real.real_postgres import Postgres
from tests.kit.tiers import some
from tests.store.test_migrations import REVISIONS, script

OLDER = sorted(REVISIONS)[:-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'older.db'}"
    server: Postgres = request.getfixturevalue("postgresql")
    return server.new()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[House]:
    """An open vote with one ballot in, and a letter that is held."""
    (tmp_path / "played").mkdir()
    house = House(tmp_path / "played")
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.run()
    house.unproven(other, "PROPOSE ENACT: Rum\nThere is rum.\n")
    house.run()
    yield house
    house.close()


def older(url: str, revision: str, file: Path) -> list[Table]:
    """A database of that revision at `url`, with all of the rows of an SQLite file that it had a
    place for; its tables."""
    engine, source = create_engine(url), create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = script()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    known = MetaData()
    known.reflect(engine)
    tables = [one for one in known.sorted_tables if one.name != "alembic_version"]
    with engine.begin() as connection, source.connect() as rows:
        for table in tables:
            found = [row._asdict() for row in rows.execute(asked(table, source))]
            if found:
                connection.execute(table.insert(), found)
            if found and "id" in table.c and connection.dialect.name == "postgresql":
                last = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id))"
                connection.execute(text(f"{last} FROM {table.name}"))
    engine.dispose()
    source.dispose()
    return tables


def asked(table: Table, engine: Engine) -> Select[Any]:
    """All that an older program had there, wherever it stands now."""
    kept_once = table.name == "inbox" and inspect(engine).has_table("contents")
    bytes_of = text("(SELECT raw FROM contents WHERE sha256 = inbox.content) AS raw")
    columns = [bytes_of if kept_once and column.name == "raw" else column for column in table.c]
    return select(*columns).select_from(table)


def contents(url: str, tables: list[Table]) -> dict[str, list[Row[Any]]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            one.name: sorted(connection.execute(asked(one, engine)), key=repr) for one in tables
        }
    engine.dispose()
    return found


@pytest.mark.parametrize("revision", some(OLDER, 6, check=6))
def test_a_played_game_is_brought_up_and_plays_on(
    url: str, revision: str, played: House, tmp_path: Path
) -> None:
    tables = older(url, revision, played.file)
    before = contents(url, tables)
    assert all(len(before[name]) > 5 for name in ("ledger", "inbox", "outbox"))
    database = Database(url)
    database.migrate()
    database.close()
    assert contents(url, tables) == before
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    house = House(tmp_path, database=url)
    house.clock.set(START)
    house.last, house._letters = played.last, played._letters
    assert house.game().head == played.game().head
    for said in ("NO\n", "FOR\n"):  # the letter held was not theirs; their ballot stands open
        house.reply(voter(house), said)
        house.run()
    assert "VotingClosed" in house.kinds()
    house.begin("rum")
    assert house.state("rum").status == "running"
    house.close()


def voter(house: House) -> str:
    """Who has not voted yet."""
    poll = house.state().poll
    assert poll is not None
    return house.state().name_of(poll.missing[0])
