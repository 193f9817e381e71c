"""The databases that older programs left, each as it was, under the program of now: it is brought
up, what was on its way arrives, and every game in it goes on by letters. The day goes on with some
of them, each day with others (check with more, soak with all), and brings all of them up."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner
from sqlalchemy import create_engine

from bench.frozen_server import PLAYERS
from nomic_mail.archive.json import record_json
from nomic_mail.cli import cli
from nomic_mail.game import events as e
from nomic_mail.store.database.tables import metadata
from nomic_mail.store.people import seats
from tests.kit.databases import of_sqlite
from tests.kit.frozen import NAMES, data_of, database_of, says, unsaid, upgraded
from tests.kit.house import House, address_of
from tests.kit.recorded import checked
from tests.kit.tiers import some

pytestmark = of_sqlite
WITH_A_CHAIR = [name for name in NAMES if name != "2026-11-21a"]


@pytest.fixture(params=some(NAMES, 2, check=4))
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    house = upgraded(request.param, tmp_path)
    yield house
    house.close()


def games(house: House) -> list[str]:
    with house.database.read() as connection:
        return [game.name for game in seats.all_games(connection)]


def last(house: House, game: str, kind: type) -> Any:
    return [event for event in house.events(game) if isinstance(event, kind)][-1]


def proven(house: House, game: str) -> None:
    assert checked(json.loads(record_json(house.entries(game, 0)))).differences == []


@pytest.mark.parametrize("name", some(NAMES, 4))
def test_it_is_brought_up_and_no_byte_of_a_ledger_changes(name: str, tmp_path: Path) -> None:
    rows = "SELECT game_id, seq, kind, form, public, sealed, salt, seal, hash FROM ledger"
    (tmp_path / "then.db").write_bytes(database_of(name))
    with closing(sqlite3.connect(tmp_path / "then.db")) as connection:
        then = sorted(connection.execute(rows).fetchall())
    house = upgraded(name, tmp_path)
    assert sorted(house.rows(rows)) == then
    house.close()
    engine = create_engine(f"sqlite:///{tmp_path}/nomic.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("name", some(NAMES, 2, check=4))
def test_the_server_itself_starts_on_it(name: str, tmp_path: Path) -> None:
    """With another key: the doors of old letters are shut, and all else goes on."""

    def call(*words: str) -> str:
        told = CliRunner().invoke(cli, ["--config", str(tmp_path / "x" / "config.toml"), *words])
        assert told.exit_code == 0, told.output
        return told.output

    assert CliRunner().invoke(cli, ["init", str(tmp_path / "x")]).exit_code == 0
    config = tmp_path / "x" / "config.toml"  # a server of the tester's own may run meanwhile
    config.write_text(config.read_text(encoding="utf-8").replace("port = 8025", "port = 0"))
    (tmp_path / "x" / "nomic.db").write_bytes(database_of(name))
    call("serve", "--once")
    shown = {one["name"]: one["status"] for one in json.loads(call("game", "list", "--json"))}
    assert (shown["tea"], shown["cake"], shown["hall"]) == ("ended", "running", "forming")
    assert "it is whole, and of this version" in call("check")
    assert len(json.loads(call("game", "show", "cake", "--json"))["missing"]) == 1


@pytest.mark.parametrize("name", some(NAMES, 3))
def test_each_game_stands_as_its_record_said(name: str, tmp_path: Path) -> None:
    """As the old program wrote it of the same database: rules, scores, votes and all else."""
    house = upgraded(name, tmp_path)
    for game in games(house):
        now = json.loads(record_json(house.entries(game, 0)))
        then = data_of((name, f"server.{game}.json"))
        assert list(unsaid(says(then), now)) == []
        assert now["ledger"]["head"] == then["ledger"]["head"]
    house.close()


def test_what_was_on_its_way_arrives(house: House) -> None:
    """A letter that was not sent, and one that was not read: it votes anew."""
    (waiting,) = house.rows("SELECT count(*) FROM inbox WHERE state = 'waiting'")
    assert waiting == (1,)
    told = {(one.to, one.subject.partition("] ")[2]) for one in house.run()}  # tags differ by age
    assert (address_of("Bob Babbage"), "Welcome to Hall") in told
    assert last(house, "cake", e.BallotCast).changed
    assert house.rows("SELECT * FROM inbox WHERE state = 'waiting'") == []


def test_a_vote_closes_with_the_ballots_of_then(house: House) -> None:
    """Two have voted in the old program; the third votes now, from the door of an old letter."""
    house.run()
    state = house.state("cake")
    assert state.poll is not None
    (missing,) = state.poll.missing
    house.reply(state.name_of(missing), "AGAINST\n", "cake")
    house.run()
    closed = last(house, "cake", e.VotingClosed)
    assert sorted(closed.votes) == [1, 2, 3]
    assert sorted(closed.votes.values()) == ["against", "for", "for"]
    assert closed.votes[missing] == "against"
    assert house.kinds("cake")[-1] == "TurnBegan"


def test_a_vote_that_was_paused_goes_on(house: House) -> None:
    """The first three could not pause: it is paused now."""
    house.run()
    if house.state("rum").status == "running":
        house.act("say", game="rum", line="PAUSE: the house is shut")
        house.run()
    assert house.state("rum").status == "paused"
    house.later(days=30)
    house.run()
    house.act("say", game="rum", line="RESUME")
    house.run()
    state = house.state("rum")
    assert state.status == "running"
    assert state.poll is not None
    house.reply(state.name_of(state.poll.missing[0]), "FOR\n", "rum")
    house.run()
    votes = last(house, "rum", e.VotingClosed).votes
    assert sorted(votes.values()) == ["against", "for", "for"]


def test_the_deadline_that_was_set_then_holds(house: House) -> None:
    """Not a minute before; as 105 has it, the vote of who is missing is waited for."""
    house.run()
    closes_at = last(house, "cake", e.VotingOpened).closes_at
    house.clock.set(closes_at - timedelta(minutes=1))
    house.run()
    assert "VotingExtended" not in house.kinds("cake")
    house.clock.set(closes_at)
    house.run()
    assert last(house, "cake", e.VotingExtended).at == closes_at


def test_a_question_is_answered_by_its_judge(house: House) -> None:
    house.run()
    judgment = house.state("court").judgment
    assert judgment is not None
    judge = house.state("court").name_of(judgment.judge)
    ruling = "RULING\nWhat is not forbidden is permitted (116).\n"
    house.reply(judge, ruling, "court")  # to "Was this letter yours?", the last they had
    house.run()
    assert "JudgmentGiven" not in house.kinds("court")
    house.reply(judge, "NO\n", "court")
    house.run()
    house.reply(judge, ruling, "court")
    house.run()
    assert last(house, "court", e.JudgmentGiven).judge == judgment.judge


def test_a_letter_that_was_asked_about_is_said_to_be_theirs(house: House) -> None:
    """`yes` to a question of the old program: what was held is done."""
    ((sender,),) = house.rows("SELECT mail_from FROM inbox WHERE state = 'held'")
    (asked,) = {
        one.reply_to: one
        for one in house.told
        if one.to == sender and "court" in one.subject and "I should say so." in one.text
    }.values()
    name = next(who for who in PLAYERS if address_of(who) == sender)
    house.post_in(house.written(name, asked.reply_to, "yes\n"), name, asked.reply_to)
    house.run()
    assert house.rows("SELECT * FROM inbox WHERE state = 'held'") == []


def test_a_game_that_was_forming_begins(house: House) -> None:
    house.run()
    assert house.state("hall").status == "forming"
    house.reply("Cleo Curie", "JOIN\n", "hall")
    house.run()
    house.act("command", game="hall", verb="Start", fields={})
    house.run()
    assert house.state("hall").status == "running"
    assert len(house.state("hall").playing) == 3


@pytest.mark.parametrize("house", some(WITH_A_CHAIR, 2), indirect=True)
def test_a_chair_calls_the_vote_on_what_was_discussed(house: House) -> None:
    house.run()
    house.clock.set(last(house, "table", e.PeriodBegan).until)
    house.run()
    house.reply("Bob Babbage", "CALL VOTE 2 days\n", "table")
    house.run()
    for name in PLAYERS:
        house.reply(name, "FOR ALL\n", "table")
    house.run()
    house.later(days=3)
    house.run()
    closed = [one for one in house.events("table") if isinstance(one, e.VotingClosed)]
    assert [one.number for one in closed] == [303, 304, 305]
    assert all(sorted(one.votes.values()) == ["for"] * 3 for one in closed)


def test_the_records_of_all_games_are_proven(house: House) -> None:
    for game in games(house):
        proven(house, game)


def test_they_are_still_proven_when_the_games_have_gone_on(house: House) -> None:
    house.run()
    for name in PLAYERS:
        house.reply(name, "FOR\n", "cake")
    for _ in range(12):
        house.run()
        house.later(days=5)
    for game in games(house):
        house.act("say", game=game, line="END GAME: the house is sold")
    house.run()
    assert {house.state(game).status for game in games(house)} == {"ended"}
    for game in games(house):
        proven(house, game)
