"""What many games say alike is kept once: two thousand games are hardly more than their players."""

import gc
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from weakref import ref

import pytest

from bench.grown import grown, named, put
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import fold
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import State
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games.ledger import SNAPSHOT_EVERY, Ledger
from tests.kit.house import lay_tables

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAMES = 40
MOST = 16_000  # bytes for a game: 21,000 or 39,000 with all its rules


@pytest.fixture(params=[100, SNAPSHOT_EVERY])
def events(request: pytest.FixtureRequest) -> list[Event]:
    """Of a game whose state comes from its events alone, or from a snapshot."""
    return grown(request.param, NOW)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    lay_tables(tmp_path)
    found = Database(f"sqlite:///{tmp_path / 'nomic.db'}")
    yield found
    found.close()


def many(database: Database, events: list[Event]) -> list[int]:
    """Games that differ by one rule each."""
    return [put(database, f"tea-{one}", named(events, f"tea-{one}")) for one in range(GAMES)]


def loaded(database: Database, kept: Ledger, numbers: list[int]) -> list[State]:
    with database.read() as connection:
        return [kept.load(connection, one) for one in numbers]


def test_rules_that_say_the_same_are_one(database: Database, events: list[Event]) -> None:
    first, second = loaded(database, Ledger(), many(database, events)[:2])
    shared = [one for one in first.rules if any(one is other for other in second.rules)]
    assert len(shared) == len(first.rules) - 1
    assert first.last_act is not None
    before = {one.number: one for one in first.last_act.before.rules}
    assert all(before.get(one.number) in (None, one) for one in first.rules if not one.history)
    assert sum(before.get(one.number) is one for one in first.rules) >= len(first.rules) - 2


def test_what_is_kept_is_what_was_written(database: Database, events: list[Event]) -> None:
    for number, found in enumerate(loaded(database, Ledger(), many(database, events)[:3])):
        assert found == fold(named(events, f"tea-{number}"))


def test_a_rule_that_no_game_has_any_more_is_not_kept(
    database: Database, events: list[Event]
) -> None:
    numbers, kept = many(database, events)[:2], Ledger(games_kept=1)
    (own,) = [
        ref(one) for one in loaded(database, kept, numbers[:1])[0].rules if "tea-0" in one.text
    ]
    gc.collect()
    assert own() is not None
    loaded(database, kept, numbers[1:])
    mechanics_of.cache_clear()  # of late, it was asked about that book
    gc.collect()
    assert own() is None


def test_a_game_that_is_kept_is_small(database: Database, events: list[Event]) -> None:
    numbers, kept = many(database, events), Ledger()
    loaded(database, kept, numbers[:2])
    gc.collect()
    tracemalloc.start()
    loaded(database, kept, numbers[2:])
    gc.collect()
    found, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found / (GAMES - 2) < MOST
