"""The record of every transcript's game is proven from itself: record.json here (by day some of
them, others each day), and what `export` writes, in each form that `verify` takes, in
`tests/real/archive/test_every_form.py`."""

import json
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from tests.kit.played import GAMES, Look, named
from tests.kit.recorded import checked
from tests.kit.tiers import some


@pytest.mark.parametrize("file", some(GAMES, 8), ids=named)
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
