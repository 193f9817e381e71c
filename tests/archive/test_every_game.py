"""The record of every transcript's game, exported and proven from itself: as record.json here, and
in each other form that `verify` takes in `tests/real/archive/test_every_form.py`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from nomic_mail.play.table import HOST
from nomic_mail.store import seats
from tests.kit.played import GAMES, Look, Played, named


@pytest.mark.parametrize("file", GAMES, ids=named)
def test_the_record_of_every_game_is_proven(file: Path, played: Look, tmp_path: Path) -> None:
    assert_proven(played(file), tmp_path, "json")


def assert_proven(played: Played, folder: Path, form: str) -> None:
    """Of each game on that server."""
    config = folder / "config.toml"
    config.write_text(
        f'[server]\ndatabase = "sqlite:///{played.folder}/nomic.db"\n'
        f'[mail]\naddress = "nomic@{HOST}"\n[moderator]\naddress = "moderator@{HOST}"\n',
        encoding="utf-8",
    )
    database = played.database()
    with database.read() as connection:
        games = [game.name for game in seats.all_games(connection)]
    database.close()
    assert games
    kind, out = form.partition(".")[0], {name: folder / f"{name}.{form}" for name in games}
    for name in games:
        words = ("--config", str(config), "export", name, str(out[name]), "--format", kind)
        made = CliRunner().invoke(cli, words)
        assert made.exit_code == 0, made.output
        told = CliRunner().invoke(cli, ["verify", str(out[name]), "--json"])
        facts = json.loads(told.stdout)
        assert (told.exit_code, facts["proven"], facts["differences"]) == (0, True, [])
        assert facts["game"]["name"] == name
