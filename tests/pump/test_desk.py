"""The moderator's desk: what waits is found without loading games, with what answers it."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from nomic_mail.cli.desk import as_command
from nomic_mail.clock import SetClock
from nomic_mail.daemon.server import Daemon
from nomic_mail.game.state import State
from nomic_mail.pump.moderator.desk import Item, all_waiting
from nomic_mail.store.database import heartbeats
from nomic_mail.store.games import waiting
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.queue import outbox
from tests.cli.test_server import call
from tests.kit.databases import of_sqlite
from tests.kit.desk_play import at, begun
from tests.kit.house import NAMES, START, House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return begun(tmp_path)


def items(house: House) -> list[Item]:
    with house.database.read() as connection:
        return all_waiting(connection, Ledger(), house.clock.now())


def kinds(house: House) -> list[str]:
    return [one.kind for one in items(house)]


# What is found


class Unread(Ledger):
    def load(self, connection: Connection, game_id: int, version: int | None = None) -> State:
        raise AssertionError("the desk loaded a game that does not stand still")


def test_of_many_games_none_is_loaded(house: House) -> None:
    for number in range(40):
        house.begin(f"game-{number}", extensions="0")
    at(house, 4, 12)  # only tea is late
    with house.database.read() as connection:
        found = all_waiting(connection, Unread(), house.clock.now())
    assert [(one.game, one.kind) for one in found] == [("tea", "turn")]


@of_sqlite
@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("SELECT * FROM waits WHERE shows_at <= '2026'", "ix_waits_shows_at"),
        (
            "SELECT id FROM games WHERE status = 'running' AND moved_at <= '2026'",
            "ix_games_status_moved_at",
        ),
        ("SELECT id FROM games WHERE next_wake <= '2026'", "ix_games_next_wake"),
        ("SELECT id FROM seats WHERE suspended_at IS NOT NULL", "ix_seats_suspended_at"),
        ("SELECT id FROM inbox WHERE state = 'held'", "ix_inbox_state_acts_at_id"),
        ("SELECT id FROM outbox WHERE state = 'failed'", "ix_outbox_state_next_at"),
    ],
)
def test_each_look_is_into_an_index(house: House, query: str, index: str) -> None:
    assert index in str(house.rows(f"EXPLAIN QUERY PLAN {query}"))


def test_what_waits_goes_when_somebody_moves(house: House) -> None:
    at(house, 4, 12)
    assert kinds(house) == ["turn"]
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\n")
    house.run()
    assert items(house) == []


def test_since_when_it_waits_is_kept_whatever_else_happens(house: House) -> None:
    at(house, 4, 12)
    since = items(house)[0].since
    at(house, 6, 12)
    house.act("say", game="tea", line="SET extension = 5d")
    house.run()
    assert [(one.since, one.answers) for one in items(house)] == [(since, ("EXTEND TURN 1 BY 5d",))]


def test_a_game_without_deadlines_that_nobody_moves_stands_still(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(turn_window="0")
    at(house, 8)
    assert items(house) == []
    at(house, 9, 12)
    assert kinds(house) == ["still"]
    assert items(house)[0].answers == ("EXTEND TURN 1 BY 3d",)


def test_a_deadline_that_nobody_keeps_is_shown(house: House) -> None:
    house.clock.set(START + timedelta(days=2, hours=2))
    assert items(house) == []
    house.clock.set(START + timedelta(days=2, hours=4))
    assert kinds(house) == ["overdue"]


def test_a_letter_nobody_confirms_is_shown_after_a_day_with_what_it_says(house: House) -> None:
    number = house.unproven(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\n")
    house.run()
    assert items(house) == []
    house.later(days=1)
    (item,) = items(house)
    assert f"Letter {number} is held" in item.what
    assert "Propose in “PROPOSE ENACT: Tea”" in item.what
    assert as_command(item.game, item.answers[0]).endswith(f" letter release {number}")


def test_a_letter_that_was_given_up_is_shown_for_a_week(house: House) -> None:
    house.act("say", game="tea", line="SET extension = 5d")
    house.pump.run()
    now = house.clock.now()
    with house.database.write() as connection:
        leased = outbox.lease(connection, "test", now)[0]
        outbox.failed(connection, leased, now, "RCPT: no such user")
    (item,) = items(house)
    assert (item.kind, item.game) == ("given up", "tea")
    assert "no such user" in item.what
    house.clock.set(now + timedelta(days=1))
    assert "given up" in kinds(house)
    house.clock.set(now + timedelta(days=8))
    assert "given up" not in kinds(house)


def test_a_trouble_of_the_servers_keeps_its_beginning(house: House) -> None:
    began = house.clock.now()
    for words, hours in (("it is shut", 0), ("it is still shut", 3)):
        with house.database.write() as connection:
            heartbeats.trouble(connection, "outgoing", words, began + timedelta(hours=hours))
    (item,) = items(house)
    assert (item.since, item.what, item.game) == (began, "it is still shut", "")
    with house.database.write() as connection:
        heartbeats.trouble(connection, "outgoing", "", began)
    assert items(house) == []


def test_a_clock_that_was_set_freezes_the_deadlines_and_lies_on_the_desk(house: House) -> None:
    """Until somebody starts the server anew, who has seen to it."""
    Path(house.config.secret_file).write_text(house.key.hex(), encoding="ascii")
    for turned, shown in ((timedelta(days=-3), ["trouble"]), (timedelta(), [])):
        clock = SetClock(house.clock.now())
        daemon = Daemon(house.config, clock)
        daemon.start(listen=False)
        try:
            clock.set(clock.now() + turned)
            daemon.pump.run()
            assert [one.kind for one in items(house) if one.kind == "trouble"] == shown
        finally:
            daemon.stop()


def test_rows_that_an_older_program_left_out_are_made_from_the_states(house: House) -> None:
    at(house, 4, 12)
    rows = house.rows("SELECT game_id, kind, number, told FROM waits")
    assert rows
    house.change("DELETE FROM waits")
    house.change("UPDATE games SET waits_form = 0, moved_at = NULL")
    assert items(house) == []
    house.another_pump("an upgraded server").run()
    assert house.rows("SELECT game_id, kind, number, told FROM waits") == rows
    assert house.rows("SELECT waits_form FROM games") == [(waiting.FORM,)]


def test_they_are_made_few_at_a_time_and_letters_come_in_between(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two thousand games it took 25 seconds, in which nobody's letter was taken."""
    at(house, 4, 12)
    house.begin("chess")
    house.change("UPDATE games SET waits_form = 0")
    monkeypatch.setattr(waiting, "AT_ONCE", 1)
    left = list[int]()

    def load(connection: Connection, game_id: int) -> State:
        with house.database.read() as another:
            query = "SELECT count(*) FROM games WHERE waits_form = 0"
            left.append(another.exec_driver_sql(query).scalar_one())
        return Ledger().load(connection, game_id)

    waiting.catch_up(house.database, load)
    assert left == [2, 1], "the first was kept before the second was begun"


def test_rows_in_words_are_told_as_they_are_until_they_are_made_anew(house: House) -> None:
    at(house, 4, 12)
    rows = house.rows("SELECT game_id, kind, number, told, since FROM waits")
    words = '{"what": "Somebody is late.", "answers": ["SKIP TURN 1"], "forms": []}'
    house.change(f"UPDATE waits SET told = '{words}'")
    house.change("UPDATE games SET waits_form = 1")
    (late,) = items(house)
    assert (late.what, late.answers) == ("Somebody is late.", ("SKIP TURN 1",))
    house.another_pump("an upgraded server").run()
    assert house.rows("SELECT game_id, kind, number, told, since FROM waits") == rows


# The command line


@pytest.fixture
def late(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    at(house, 4, 12)
    house.config.file.touch()
    monkeypatch.setattr("nomic_mail.clock.SystemClock", lambda: house.clock)
    return house


def desk(house: House, *words: str, status: int = 0) -> str:
    return str(call("--config", house.config.file, "mod", "desk", *words, status=status).stdout)


@of_sqlite
def test_the_desk_as_json(late: House) -> None:
    told: list[dict[str, Any]] = json.loads(desk(late, "--json"))
    (item,) = told
    assert (item["game"], item["kind"], item["since"]) == ("tea", "turn", "2026-03-04T12:00:00Z")
    assert item["commands"] == [as_command("tea", line) for line in item["answers"]]
    assert json.loads(desk(late, "tea", "--json")) == told


@of_sqlite
def test_the_desk_in_plain_words(late: House) -> None:
    told = desk(late, "--plain").splitlines()
    assert told[0] == "tea, since 2026-03-04 12:00 UTC (0 min): turn"
    assert told[2] == "    nomic-mail mod say tea EXTEND TURN 1 BY 3d"
    assert desk(late, "--plain") == desk(late)  # no terminal
    assert desk(late, "--quiet", status=3) == ""


def test_a_question_of_several_lines_stays_in_its_matter(house: House) -> None:
    house.begin()
    house.config.file.touch()
    house.reply(NAMES[0], "JUDGMENT: May scores be negative?\n\nBob says no.\n")
    house.run()
    told = desk(house, "--plain").splitlines()
    assert any(line.startswith("  Bob says no.") for line in told)
    assert any(line.startswith("    filled in: nomic-mail mod say tea 'RULING: ") for line in told)


@of_sqlite
def test_an_empty_desk(house: House) -> None:
    house.config.file.touch()
    with house.database.write() as connection:
        heartbeats.beat(connection, "serve", house.clock.now(), "test")
    house.change("UPDATE games SET next_wake = '9999-01-01T00:00:00.000000Z'")
    assert desk(house) == "Nothing waits for you.\n"
    assert desk(house, "--quiet") == ""
    assert json.loads(desk(house, "--json")) == []


@of_sqlite
def test_a_game_that_is_not_there(house: House) -> None:
    house.config.file.touch()
    desk(house, "golf", status=1)


@of_sqlite
def test_status_and_the_game_point_to_the_desk(late: House) -> None:
    config = late.config.file
    assert "1 thing waits for you: nomic-mail mod desk" in call("--config", config, "status").stdout
    told = call("--config", config, "game", "show", "tea").stdout
    assert "1 thing waits for you: nomic-mail mod desk tea" in told
