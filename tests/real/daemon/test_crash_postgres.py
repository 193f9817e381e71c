"""The same deaths on PostgreSQL: at every step of a letter's walk, and in a migration."""

import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import inspect

from nomic_mail.store.database.engines import Database
from tests.kit.real.crash_server import PostgresServer
from tests.kit.real.real_postgres import Postgres
from tests.kit.tiers import some
from tests.real.daemon import test_crash
from tests.real.daemon.test_crash import KEPT, KILLED, Undisturbed, play_on
from tests.store import test_migrations
from tests.store.test_migrations import HEAD, MIGRATING, another_revision

undisturbed = test_crash.undisturbed
own_migrations = test_migrations.own_migrations


@pytest.mark.parametrize(("step", "nth"), some(KILLED, 2, check=2))
def test_a_kill_between_two_steps_loses_and_doubles_nothing_on_postgresql(
    tmp_path: Path, undisturbed: Undisturbed, postgresql: Postgres, step: str, nth: int
) -> None:
    """The game is the one that was played on SQLite, to the last byte of its ledger and letters."""
    before = undisturbed.before("last vote")
    server = PostgresServer(tmp_path / "data", before, postgresql.new())
    try:
        play_on(server, undisturbed, "last vote", step, nth)
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("letter", "step"), some(list(product(KEPT, ["written", "committed"])), 1, check=1)
)
def test_a_letter_that_is_kept_in_a_pause_stays_on_postgresql(
    tmp_path: Path, undisturbed: Undisturbed, postgresql: Postgres, letter: str, step: str
) -> None:
    server = PostgresServer(tmp_path / "data", undisturbed.before(letter), postgresql.new())
    try:
        play_on(server, undisturbed, letter, step)
    finally:
        server.stop()


def tables(database: Database) -> dict[str, list[str]]:
    with database.read() as connection:
        seen = inspect(connection)
        return {
            name: sorted(one["name"] for one in seen.get_columns(name))
            for name in seen.get_table_names()
        }


def test_a_server_killed_in_a_migration_leaves_the_old_schema_on_postgresql(
    tmp_path: Path, own_migrations: Path, postgresql: Postgres
) -> None:
    """SIGKILL with tables made and rows moved; the next start does it all."""
    url = postgresql.new()
    database = Database(url)
    database.make()
    with database.write() as line:
        line.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{HEAD}'")
    before = tables(database)
    done = (
        "    op.add_column('seats', sa.Column('mood', sa.Text()))\n"
        "    op.create_table('moods', sa.Column('id', sa.Integer, primary_key=True))\n"
        "    op.execute('INSERT INTO moods SELECT generate_series(1, 12)')"
    )
    kill = f"{done}\n    import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    another_revision(own_migrations, kill)
    words = [sys.executable, "-B", "-c", MIGRATING, str(tmp_path), url]
    killed = subprocess.run(words, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert tables(database) == before
    another_revision(own_migrations, done)
    database.migrate()
    with database.read() as line:
        assert line.exec_driver_sql("SELECT count(*) FROM moods").scalar_one() == 12
        assert line.exec_driver_sql("SELECT * FROM alembic_version").all() == [("z999",)]
    assert "mood" in tables(database)["seats"]
    database.close()
