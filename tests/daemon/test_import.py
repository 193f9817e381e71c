"""A record brought back: from one server to another, byte for byte, and play goes on there."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from bench.grown import put
from nomic_mail.archive.json import canonical
from nomic_mail.cli import cli
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import READING
from nomic_mail.pump.moderator import acts
from nomic_mail.store.database.engines import Database
from nomic_mail.written.codec import secrets_in
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import entries_of, recorded
from tests.kit.tiers import some

Call = Callable[..., Result]


def half_voted() -> Game:
    """Two votes were counted, one of them with a ballot that was changed; a third is open."""
    game = Game(few("net_play"), players=3).start()
    game.done(c.Discuss(by=1, text="Tea or coffee?", letter="talk"))
    game.propose(enact("Tea is at four."))
    game.call()
    game.done(c.Vote(by=1, choice="against", letter="first thought"))
    game.all_vote()
    game.propose(enact("Cake is at five."))
    game.call()
    game.all_vote(1)
    game.propose(enact("Coffee."))
    game.call()
    game.done(c.Vote(by=2, choice="against", letter="still open"))
    return game


def over() -> Game:
    game = half_voted()
    game.end()
    return game


def server(folder: Path, *games: tuple[str, Game]) -> Call:
    """A server of its own, with these games."""
    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    database = Database(f"sqlite:///{folder}/nomic.db")
    for name, game in games:
        put(database, name, game.events)
    database.close()

    def call(*words: str, status: int = 0) -> Result:
        every = ["--config", str(folder / "config.toml"), *words]
        result = CliRunner().invoke(cli, every)
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    return call


@pytest.fixture
def here(tmp_path: Path) -> Call:
    return server(tmp_path / "here", ("game", half_voted()), ("old", over()))


@pytest.fixture
def there(tmp_path: Path) -> Call:
    return server(tmp_path / "there")


def exported(call: Call, game: str, path: Path, *more: str) -> Path:
    form = path.name.split(".")[1]
    call("export", game, str(path), "--format", form, *more)
    return path


def lines(call: Call, game: str, path: Path) -> list[dict[str, Any]]:
    text = exported(call, game, path).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("form", some(["json", "jsonl", "bag", "bag.zip"], 1))
def test_a_game_that_is_over_comes_out_as_it_went_in(
    here: Call, there: Call, tmp_path: Path, form: str
) -> None:
    record = exported(here, "old", tmp_path / f"a.{form}")
    told = there("import", str(record)).output
    assert "It is over, and stands here as it was." in told
    assert "no letters to" not in there("status").output  # nobody waits for any
    again = exported(there, "game", tmp_path / f"b.{form}")
    if form == "bag":
        names = sorted(one.relative_to(record) for one in record.rglob("*") if one.is_file())
        assert names == sorted(one.relative_to(again) for one in again.rglob("*") if one.is_file())
        differ = [
            name for name in names if (record / name).read_bytes() != (again / name).read_bytes()
        ]
        assert differ == []
    else:
        assert record.read_bytes() == again.read_bytes()


@pytest.mark.parametrize("form", some(["json", "jsonl", "bag", "bag.zip"], 1))
def test_a_game_goes_on_and_only_the_announcement_is_new(
    here: Call, there: Call, tmp_path: Path, form: str
) -> None:
    before = exported(here, "game", tmp_path / "a.jsonl").read_bytes()
    there("import", str(exported(here, "game", tmp_path / f"b.{form}")))
    after = exported(there, "game", tmp_path / "c.jsonl").read_bytes()
    assert after.startswith(before)
    (one, *_) = json.loads(there("status", "--json").output)["no_address"]
    assert one == {"game": "game", "player": "Player 01"}
    (new,) = [json.loads(line)["public"] for line in after[len(before) :].splitlines()]
    assert new["event"] == "GameImported"
    assert new["votes"] == [303]
    there("verify", str(tmp_path / "c.jsonl"))
    shown = json.loads(there("game", "show", "game", "--json").output)
    assert shown["turn"] == 3
    assert sorted(shown["missing"]) == ["Player 01", "Player 02", "Player 03"]  # begun anew
    there("mod", "resume", "game")
    assert lines(there, "game", tmp_path / "d.jsonl")[-1]["public"]["event"] == "DeadlinesMoved"
    there("verify", str(tmp_path / "d.jsonl"))


def test_a_game_whose_first_act_is_held_stands_still(
    here: Call, there: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its deadlines are long over: none of them passes. RESUME does what was not done."""

    def stumbles(*_: object, **__: object) -> None:
        raise RuntimeError

    record = exported(here, "game", tmp_path / "a.jsonl")
    with monkeypatch.context() as patch:
        patch.setitem(acts.KINDS, "set back", stumbles)
        there("import", str(record), status=1)
    there("serve", "--once")
    assert len(json.loads(there("status", "--json").output)["held"]) == 1
    assert json.loads(there("game", "show", "game", "--json").output)["status"] == "paused"
    assert exported(there, "game", tmp_path / "b.jsonl").read_bytes() == record.read_bytes()
    there("mod", "resume", "game")
    new = lines(there, "game", tmp_path / "c.jsonl")[len(record.read_bytes().splitlines()) :]
    kinds = [one["public"]["event"] for one in new]
    assert kinds == ["GameImported", "ModeratorActed", "GameResumed", "DeadlinesMoved"]
    there("verify", str(tmp_path / "c.jsonl"))
    there("verify", str(exported(there, "game", tmp_path / "d.json")))


def test_no_seed_and_no_ballot_came_along(here: Call, there: Call, tmp_path: Path) -> None:
    there("import", str(exported(here, "game", tmp_path / "a.json")))
    database = Database(f"sqlite:///{tmp_path}/there/nomic.db")
    with database.read() as connection:
        rows = connection.exec_driver_sql("SELECT kind, public, sealed FROM ledger").all()
    database.close()
    closed = [
        row.kind
        for row in rows
        if secrets_in(json.loads(row.public)) - set(json.loads(row.sealed or "{}"))
    ]
    cast = [one for one in entries_of(half_voted().events) if one.kind == "BallotCast"]
    assert closed.count("DiceCommitted") == 1
    assert closed.count("BallotCast") == 2  # what was changed, and what is still open
    assert len(cast) == 8


def test_what_is_refused_and_what_to_do(here: Call, there: Call, tmp_path: Path) -> None:
    record = exported(here, "game", tmp_path / "a.json")
    told = here("import", str(record), status=1).output
    assert "--as game-2" in told
    here("import", str(record), "--as", "game-2")
    assert "game-2" in here("game", "show", "game-2").output
    assert json.loads(exported(here, "game-2", tmp_path / "b.json").read_bytes())["game"][
        "name"
    ] == ("game")
    assert "part of an address" in there("import", str(record), "--as", "No!", status=1).output
    assert "differ" in there("import", str(record), "--head", "0" * 64, status=1).output
    there("import", str(record), "--head", "tea", status=2)
    altered = tmp_path / "c.jsonl"
    written = exported(here, "game", tmp_path / "d.jsonl").read_bytes()
    altered.write_bytes(written.replace(b"Tea is at four", b"Tea is at nine"))
    assert "not imported" in there("import", str(altered), status=1).output
    empty = tmp_path / "e.json"
    empty.write_text("{}")
    there("import", str(empty), status=1)
    there("import", str(tmp_path / "nothing.json"), status=2)
    assert json.loads(there("game", "list", "--json").output) == []


@pytest.mark.parametrize("number", [0, -3, 1 << 21, (1 << 21) + 1, 1 << 70])
def test_a_seat_that_would_be_the_moderators_door_is_not_brought_in(
    tmp_path: Path, number: int
) -> None:
    """A reply's token names who answers by such a number. The record is sound by itself."""
    told = bring_in_with_second(tmp_path, seat=number)
    assert f"{number} is no number of a seat" in told


@pytest.mark.parametrize("name", ["Eve\r\nBcc: all@example.org", "Eve\0", "E" * 201])
def test_a_name_that_no_join_can_have_given_is_not_brought_in(tmp_path: Path, name: str) -> None:
    assert "seat 2 bears no name" in bring_in_with_second(tmp_path, name=name)


def bring_in_with_second(folder: Path, **changed: Any) -> str:
    """What is said of a record whose second player is another; it passes its own check."""
    created, *events = Game(few("net_play"), players=3).events
    read = e.LawRead(at=events[-1].at, reading=READING)
    assert isinstance(created, e.GameCreated)
    older = replace(created, reading=0)  # from before causes were told
    second = next(n for n, one in enumerate(events) if isinstance(one, e.PlayerJoined)) + 1
    events[second] = replace(events[second], **changed)
    record = folder / "a.json"
    record.write_bytes(canonical(recorded([older, *events, read])))
    assert CliRunner().invoke(cli, ["verify", str(record)]).exit_code == 0
    there = server(folder / "there")
    told = there("import", str(record), status=1).output
    assert json.loads(there("game", "list", "--json").output) == []
    return told


def test_a_record_with_words_withheld_is_not_imported(tmp_path: Path, there: Call) -> None:
    game = half_voted()
    game.done(c.Discuss(by=1, text="Write to ada@players.example.", letter="address"))
    here = server(tmp_path / "other", ("game", game))
    record = exported(here, "game", tmp_path / "a.jsonl", "--redact")
    assert "without --redact" in there("import", str(record), status=1).output


def test_addresses_that_were_asked_for_come_along(there: Call, tmp_path: Path) -> None:
    """Exported --with-addresses: whoever imports it vouches for them."""
    first = server(tmp_path / "first")
    first("game", "new", "tea", "--set", "debate_min=0")
    for name in ("Ada", "Bob"):
        first("player", "add", "tea", f"{name} <{name.lower()}@players.example>", "--confirmed")
    first("game", "start", "tea")
    record = exported(first, "tea", tmp_path / "a.json", "--with-addresses")
    facts = json.loads(there("import", str(record), "--json").output)
    assert facts["status"] == "paused"
    assert facts["without_address"] == []
    seated = json.loads(there("player", "list", "tea", "--json").output)
    assert [one["address"] for one in seated] == ["ada@players.example", "bob@players.example"]
    there("import", str(exported(first, "tea", tmp_path / "b.json")), "--as", "bare")
    seated = json.loads(there("player", "list", "bare", "--json").output)
    assert [one["address"] for one in seated] == [None, None]
    assert (
        exported(there, "bare", tmp_path / "c.json", "--with-addresses").read_text().count("@") == 0
    )


def test_players_are_told_that_how_they_are_written_to_is_not_here(
    here: Call, there: Call, tmp_path: Path
) -> None:
    """A record holds no preferences; who reads only German would not know why all is English."""
    record = exported(here, "game", tmp_path / "a.json", "--with-addresses")
    there("import", str(record))
    with closing(sqlite3.connect(tmp_path / "there" / "nomic.db")) as connection:
        bodies = [one for (one,) in connection.execute("SELECT body FROM outbox")]
    assert len(bodies) > 2
    for body in bodies:
        assert b"How you are written to (TIMEZONE, LANGUAGE, DIGEST, TALK)" in b" ".join(
            body.split()
        )
