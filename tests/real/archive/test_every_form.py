"""The record of every transcript's game, exported, is proven from itself in every form that
`verify` takes; the text and the letters lie in the bag, and are checked there."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail.archive.forms import forms
from nomic_mail.archive.json import record_json
from nomic_mail.cli import cli
from nomic_mail.play.table import HOST
from nomic_mail.store.people import seats
from tests.kit.played import GAMES, KEY, Look, named
from tests.kit.tiers import some

PROVEN = (name for name, form in forms().items() if form.is_checked and not form.of_letters)
FORMS = (*PROVEN, "bag.zip")
SHOWN = some(GAMES, 6, check=6)
# The day proves every game's record.json; check tries some in each form, soak all in all.
CASES = [(file, form) for form in FORMS for file in some(GAMES, 6, check=6)]


@pytest.mark.parametrize(
    ("file", "form"), CASES, ids=[f"{named(file)}-{form}" for file, form in CASES]
)
def test_the_record_of_every_game_is_proven_in_every_form(
    file: Path, form: str, played: Look, tmp_path: Path
) -> None:
    """Of each game on that server."""
    server, config = played(file), tmp_path / "config.toml"
    config.write_text(
        f'[server]\ndatabase = "sqlite:///{server.folder}/nomic.db"\n'
        f'[mail]\naddress = "nomic@{HOST}"\n[moderator]\naddress = "moderator@{HOST}"\n',
        encoding="utf-8",
    )
    (tmp_path / "secret.key").write_text(KEY.hex(), encoding="ascii")
    database = server.database()
    with database.read() as connection:
        games = [game.name for game in seats.all_games(connection)]
    database.close()
    assert games
    for name in games:
        out, kind = str(tmp_path / f"{name}.{form}"), form.partition(".")[0]
        words = ("--config", str(config), "export", name, out, "--format", kind)
        made = CliRunner().invoke(cli, words)
        assert made.exit_code == 0, made.output
        told = CliRunner().invoke(cli, ["verify", out, "--json"])
        facts = json.loads(told.stdout)
        assert (told.exit_code, facts["proven"], facts["differences"]) == (0, True, [])


@pytest.mark.parametrize("file", SHOWN, ids=named)
def test_the_record_of_every_game_is_shown_written_again_and_goes_on(
    file: Path, played: Look, tmp_path: Path
) -> None:
    """Written again byte by byte; brought to another server its ledger stays, byte by byte."""
    record = tmp_path / "a.json"
    record.write_bytes(record_json(played(file).entries()))
    data = json.loads(record.read_bytes())
    assert data["game"]["title"] in call("record", "show", str(record))
    call("record", "export", str(record), str(tmp_path / "b.json"))
    assert (tmp_path / "b.json").read_bytes() == record.read_bytes()
    call("init", str(tmp_path / "there"))
    there = ("--config", str(tmp_path / "there" / "config.toml"))
    call(*there, "import", str(record), "--as", "there")
    call(*there, "export", "there", str(tmp_path / "c.json"))
    lines = data["ledger"]["entries"]
    again = json.loads((tmp_path / "c.json").read_bytes())["ledger"]["entries"]
    assert again[: len(lines)] == lines
    assert [one["public"]["event"] for one in again[len(lines) :]] == (
        [] if data["game"]["status"] == "ended" else ["GameImported"]
    )
    if data["game"]["status"] == "ended":
        assert (tmp_path / "c.json").read_bytes() == record.read_bytes()
    call("verify", str(tmp_path / "c.json"))


def call(*words: str) -> str:
    told = CliRunner().invoke(cli, words)
    assert told.exit_code == 0, f"{words}: {told.output}{told.exception!r}"
    return told.output
