"""Migrations: the schema they lead to is the one in `tables.py`; a database is brought up to it on
start, whole or not at all; a newer one is refused."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config as Alembic
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event

from nomic_mail.config import shipped
from nomic_mail.store.database import engines as store
from nomic_mail.store.database.engines import Database, DatabaseTrouble
from nomic_mail.store.database.tables import metadata
from tests.kit.house import House
from tests.kit.tiers import some

MIGRATIONS = shipped("migrations")


def script(folder: Path = MIGRATIONS) -> Alembic:
    config = Alembic()
    config.set_main_option("script_location", str(folder))
    config.set_main_option("path_separator", "os")
    return config


REVISIONS = [one.revision for one in ScriptDirectory.from_config(script()).walk_revisions()]
HEAD = ScriptDirectory.from_config(script()).get_current_head()


def at_revision(file: Path, revision: str) -> None:
    """A database as the program of that revision left it."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = script()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def schema(file: Path) -> dict[str, Any]:
    """What SQLite itself makes of each table: columns, keys and indexes, in no order."""
    found: dict[str, Any] = {}
    for (table,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = rows(file, f"PRAGMA table_xinfo({table})")
        indexes = {
            (
                "" if name.startswith("sqlite_autoindex") else name,  # numbered as they came
                unique,
                tuple(one[2] for one in rows(file, f"PRAGMA index_info({name})")),
            )
            for _, name, unique, _, _ in rows(file, f"PRAGMA index_list({table})")
        }
        keys = {one[2:5] for one in rows(file, f"PRAGMA foreign_key_list({table})")}
        found[table] = {one[1]: one[2:] for one in columns}, indexes, keys
    return found


def migrated(file: Path) -> Path:
    database = Database(f"sqlite:///{file}")
    database.migrate()
    database.close()
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "nomic.db"


@pytest.fixture
def own_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the migrations that the program takes for its own."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(store, "shipped", lambda name: tmp_path / name)
    monkeypatch.setattr(store, "HEAD", "z999")
    yield folder


def another_revision(folder: Path, upgrade: str) -> None:
    lines = ["import sqlalchemy as sa", "from alembic import op", "revision = 'z999'"]
    lines += [f"down_revision = {HEAD!r}", "def upgrade():", *upgrade.splitlines()]
    (folder / "versions" / "z999_another.py").write_text("\n".join(lines) + "\n", "utf-8")


def test_the_program_knows_the_newest_revision() -> None:
    assert HEAD == store.HEAD


def test_the_migrations_lead_to_the_tables(file: Path) -> None:
    at_revision(file, "head")
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={"compare_type": True},  # defaults: the schemas below
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_throw_away_database_has_the_schema_of_a_migrated_one(file: Path, tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path / 'made.db'}")
    made.make()
    made.close()
    at_revision(file, "head")
    assert schema(tmp_path / "made.db") == schema(file)
    assert rows(tmp_path / "made.db", "SELECT * FROM alembic_version") == [(HEAD,)]


@pytest.mark.parametrize("revision", some(["empty", *REVISIONS], 2))
def test_a_database_of_any_revision_is_brought_up_to_this_one(
    file: Path, tmp_path: Path, revision: str
) -> None:
    if revision != "empty":
        at_revision(file, revision)
    at_revision(tmp_path / "new.db", "head")
    assert schema(migrated(file)) == schema(tmp_path / "new.db")
    assert rows(file, "SELECT * FROM alembic_version") == [(HEAD,)]


def test_a_second_start_migrates_nothing(file: Path) -> None:
    migrated(file)
    before = rows(file, "PRAGMA schema_version")
    database = Database(f"sqlite:///{file}")
    said: list[str] = []
    for engine in (database._reader, database._writer):
        event.listen(engine, "before_cursor_execute", lambda c, cur, sql, *_: said.append(sql))
    database.migrate()
    database.close()
    assert rows(file, "PRAGMA schema_version") == before
    assert said
    assert not [sql for sql in said if not sql.lstrip().startswith(("SELECT", "PRAGMA", "BEGIN"))]


def test_a_game_plays_on_after_the_start_that_migrates_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open_vote()
    head = house.game().head
    migrated(house.file)
    assert house.game().head == head
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR\n")
    house.run()
    assert "VotingClosed" in house.kinds()


def test_a_database_from_the_future_is_refused_with_what_to_do(file: Path) -> None:
    migrated(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = schema(file)
    database = Database(f"sqlite:///{file}")
    with pytest.raises(DatabaseTrouble) as trouble:
        database.migrate()
    database.close()
    told = str(trouble.value)
    assert str(file) in told
    assert "9999" in told
    assert "install that version again" in told
    assert schema(file) == before
    assert rows(file, "SELECT * FROM alembic_version") == [("9999",)]


def test_a_migration_that_fails_half_way_leaves_the_old_schema(
    file: Path, own_migrations: Path
) -> None:
    at_revision(file, str(HEAD))
    before = schema(file)
    another_revision(
        own_migrations,
        "    op.add_column('seats', sa.Column('mood', sa.Text()))\n"
        "    op.create_table('moods', sa.Column('id', sa.Integer, primary_key=True))\n"
        "    op.execute(\"INSERT INTO server VALUES ('half', 'way')\")\n"
        "    raise RuntimeError('the power went')",
    )
    database = Database(f"sqlite:///{file}")
    with pytest.raises(RuntimeError, match="the power went"):
        database.migrate()
    database.close()
    assert schema(file) == before
    assert rows(file, "SELECT * FROM alembic_version") == [(HEAD,)]
    assert rows(file, "SELECT * FROM server") == []


MIGRATING = """
import sys
from pathlib import Path
from nomic_mail.store.database import engines as database
database.shipped = lambda name: Path(sys.argv[1]) / name
database.HEAD = "z999"
database.Database(sys.argv[2]).migrate()
"""


def test_a_server_killed_in_a_migration_leaves_the_old_schema(
    file: Path, tmp_path: Path, own_migrations: Path
) -> None:
    """SIGKILL with tables made and rows moved, so much of it that SQLite has written some to the
    disk already; the next start does it all."""
    at_revision(file, str(HEAD))
    before = schema(file)
    done = (
        "    op.add_column('seats', sa.Column('mood', sa.Text()))\n"
        "    op.create_table('moods', sa.Column('id', sa.Integer, primary_key=True),"
        " sa.Column('mood', sa.LargeBinary))\n"
        "    for _ in range(12):\n"
        "        op.execute('INSERT INTO moods (mood) VALUES (randomblob(1000000))')"
    )
    kill = f"{done}\n    import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    another_revision(own_migrations, kill)
    words = [sys.executable, "-B", "-c", MIGRATING, str(tmp_path), f"sqlite:///{file}"]
    killed = subprocess.run(words, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    log = file.with_name(f"{file.name}-wal")
    assert log.stat().st_size > 1_000_000  # it was at it
    assert schema(file) == before
    assert rows(file, "SELECT * FROM alembic_version") == [(HEAD,)]
    another_revision(own_migrations, done)
    database = Database(f"sqlite:///{file}")
    database.migrate()
    database.close()
    assert rows(file, "SELECT count(*) FROM moods") == [(12,)]
    assert rows(file, "SELECT * FROM alembic_version") == [("z999",)]


def test_the_failed_migration_is_done_by_the_next_start_once_it_is_mended(
    file: Path, own_migrations: Path
) -> None:
    at_revision(file, str(HEAD))
    another_revision(own_migrations, "    raise RuntimeError('the power went')")
    database = Database(f"sqlite:///{file}")
    with pytest.raises(RuntimeError, match="the power went"):
        database.migrate()
    another_revision(own_migrations, "    op.add_column('seats', sa.Column('mood', sa.Text()))")
    database.migrate()
    database.close()
    assert "mood" in schema(file)["seats"][0]
    assert rows(file, "SELECT * FROM alembic_version") == [("z999",)]


def test_several_that_start_at_once_on_a_new_database_all_get_it(tmp_path: Path) -> None:
    """A daemon and a command line, say: one migrates, the others wait for it."""
    for attempt in range(10):
        file = tmp_path / f"{attempt}.db"
        together = Barrier(4)

        def start(file: Path = file, together: Barrier = together) -> Path:
            together.wait()
            return migrated(file)

        with ThreadPoolExecutor(4) as threads:
            started = [threads.submit(start) for _ in range(4)]
        assert [one.result() for one in started] == [file] * 4
        assert rows(file, "SELECT * FROM alembic_version") == [(HEAD,)]


def test_the_file_is_nobody_elses_to_read(file: Path) -> None:
    """Letters and sealed ballots are in it (010)."""
    assert migrated(file).stat().st_mode & 0o077 == 0
