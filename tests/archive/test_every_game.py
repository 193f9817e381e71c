"""The record of every transcript's game is proven from itself: record.json here (by day some of
them, others each day), and what `export` writes, in each form that `verify` takes, in
`tests/real/archive/test_every_form.py`."""

import json
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.archive.verify import verify
from nomic_mail.sandbox import sandbox, spending
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from tests.kit.played import GAMES, Look, named
from tests.kit.recorded import checked
from tests.kit.tiers import ALL, some


@pytest.mark.parametrize("file", some(GAMES, 4, check=ALL), ids=named)
def test_the_record_of_every_game_is_proven(file: Path, played: Look) -> None:
    """Of each game on that server."""
    database = played(file).database()
    with database.read() as connection:
        games = seats.all_games(connection)
        records = [record_json(ledger.entries(connection, game.id)) for game in games]
    database.close()
    assert records
    for record in records:
        report = checked(json.loads(record))
        assert report.differences == []
        assert report.proven


WITH_PROGRAMS = [file for file in GAMES if file.parent.name == "programs"]


@pytest.mark.parametrize("seconds", some([1e-9, 2e-4, 1e-3, 5e-3], 2, check=ALL))
@pytest.mark.parametrize("file", some(WITH_PROGRAMS, 2, check=6), ids=named)
def test_a_machine_without_time_calls_no_sound_record_altered(
    file: Path, seconds: float, played: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came to no end here is not decided again, and contradicts nothing."""
    database = played(file).database()
    with database.read() as connection:
        records = [
            record_json(ledger.entries(connection, game.id)) for game in seats.all_games(connection)
        ]
    database.close()
    for module in (sandbox, spending):
        monkeypatch.setattr(module, "SECONDS", seconds)
        monkeypatch.setattr(module, "GENEROUS", seconds)
    reports = [verify(json.loads(one), None, runs=sandbox.Sandbox()) for one in records]
    assert [one.differences for one in reports] == [[] for _ in records]
    assert seconds > 1e-4 or any(one.undecided for one in reports)
