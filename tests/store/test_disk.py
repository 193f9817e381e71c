"""What is committed stands on the disk before anybody is told of it, but for what need not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.sqlite import SYNCHRONOUS
from tests.kit.databases import AS_IT_IS, of_sqlite

pytestmark = of_sqlite
FULL, NORMAL = 2, 1  # as SQLite says it: whether it waits at each commit, or when its log is full


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    for durable, word in AS_IT_IS.items():
        monkeypatch.setitem(SYNCHRONOUS, durable, word)
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    database.make()
    yield database
    database.close()


def waits(database: Database, *, durable: bool = True) -> int:
    with database.write(durable=durable) as connection:
        return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())


def test_a_commit_waits_for_the_disk_but_where_it_need_not(database: Database) -> None:
    assert waits(database) == FULL
    assert waits(database, durable=False) == NORMAL
    assert waits(database, durable=False) == NORMAL
    assert waits(database) == FULL


def test_a_new_connection_waits_at_once(database: Database) -> None:
    """That of a reader, too: whoever closes a file last brings its log into it."""
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == FULL
    database.close()
    assert waits(database) == FULL
