"""The moderator's desk: what waits is found without loading games, told in the morning, once a day,
and answered by a reply."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import Connection

from nomic_mail.cli.desk import as_command
from nomic_mail.clock import SetClock
from nomic_mail.daemon import Daemon
from nomic_mail.game.state import State
from nomic_mail.letters.addressed import by_game
from nomic_mail.play.table import Received
from nomic_mail.pump.waiting import Item, all_waiting
from nomic_mail.store import heartbeats, outbox, waiting
from nomic_mail.store.ledger import Ledger
from tests.house import HOST, START, House
from tests.test_cli_server import call

MODERATOR = f"moderator@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A running game, with the desk letter every morning."""
    house = House(tmp_path)
    with_desk(house)
    house.begin(extensions="0", turn_window="2d")
    return house


def with_desk(house: House, timezone: str = "UTC") -> None:
    moderator = structs.replace(house.config.moderator, desk="daily", timezone=timezone)
    house.config = structs.replace(house.config, moderator=moderator)
    house.pump = house.another_pump("the house", house.database)


def at(house: House, day: int, hour: int = 9, minute: int = 0) -> list[Received]:
    house.clock.set(datetime(2026, 3, day, hour, minute, tzinfo=UTC))
    return house.run()


def desk_letters(told: list[Received]) -> list[Received]:
    return [one for one in told if one.occasions == ("desk",)]


def in_the_morning(house: House) -> Received:
    """The letter after the day on which somebody was too late."""
    for hour in (8, 12):
        assert desk_letters(at(house, 4, hour)) == []
    (letter,) = desk_letters(at(house, 5, 7))
    return letter


def items(house: House) -> list[Item]:
    with house.database.read() as connection:
        return all_waiting(connection, Ledger(), house.clock.now())


def kinds(house: House) -> list[str]:
    return [one.kind for one in items(house)]


def says(house: House, text: str, to: str) -> list[Received]:
    letter = house.written("The Moderator", to, text).replace(b"the@players.example", b"")
    raw = letter.replace(b"From: The Moderator <>", f"From: <{MODERATOR}>".encode())
    house.hand_in(raw, MODERATOR, [to])
    return house.run()


# What is found


class Unread(Ledger):
    def load(self, connection: Connection, game_id: int) -> State:
        raise AssertionError("the desk loaded a game that does not stand still")


def test_of_many_games_none_is_loaded(house: House) -> None:
    for number in range(40):
        house.begin(f"game-{number}", extensions="0")
    at(house, 4, 12)  # only tea is late
    with house.database.read() as connection:
        found = all_waiting(connection, Unread(), house.clock.now())
    assert [(one.game, one.kind) for one in found] == [("tea", "turn")]


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


# The morning


def test_the_letter_comes_in_the_morning_and_once_a_day(house: House) -> None:
    letter = in_the_morning(house)
    assert letter.to == MODERATOR
    assert "EXTEND TURN 1 BY 3d" in letter.text
    for hour in range(8, 24):
        assert desk_letters(at(house, 5, hour)) == []
    house.another_pump("another").run()
    assert desk_letters(house.post()) == []
    assert len(desk_letters(at(house, 6, 8))) == 1


def test_two_servers_write_one_letter(house: House) -> None:
    at(house, 4, 8)
    at(house, 4, 12)
    house.clock.set(datetime(2026, 3, 5, 7, tzinfo=UTC))
    for name in ("one", "two", "three"):
        house.another_pump(name, house.database).run()
    assert len(desk_letters(house.post())) == 1


def test_no_letter_where_nothing_waits(house: House) -> None:
    assert desk_letters(at(house, 3, 8)) == []
    assert desk_letters(at(house, 4, 8)) == []


def test_the_morning_is_the_moderators_own(tmp_path: Path) -> None:
    house = House(tmp_path)
    with_desk(house, "America/New_York")
    house.begin(extensions="0", turn_window="1d")
    at(house, 3, 13)  # it is winter there: five hours behind
    assert desk_letters(at(house, 4, 11, 59)) == []
    assert len(desk_letters(at(house, 4, 12))) == 1  # seven there


# The answer


def test_a_line_without_a_game_goes_to_the_only_one_in_the_letter(house: House) -> None:
    house.begin("chess")
    letter = in_the_morning(house)
    asked = says(house, "SET extension = 9d\n", letter.reply_to)
    assert [one.occasions for one in asked] == [("confirm_letter",)]
    assert house.state().settings.extension == timedelta(days=3)
    says(house, "YES\n", asked[0].reply_to)
    assert house.state().settings.extension == timedelta(days=9)
    assert house.state("chess").settings.extension == timedelta(days=3)


def test_lines_for_two_games_are_each_done_in_their_own(house: House) -> None:
    house.begin("chess", extensions="0", turn_window="2d")
    letter = in_the_morning(house)
    asked = says(house, "tea: SET extension = 9d\nchess:\nSET extension = 8d\n", letter.reply_to)
    told = says(house, "YES\n", asked[0].reply_to)
    assert house.state().settings.extension == timedelta(days=9)
    assert house.state("chess").settings.extension == timedelta(days=8)
    assert {one.subject.partition("]")[0] for one in told} == {"[nomic tea", "[nomic chess"}
    assert says(house, "YES\n", asked[0].reply_to)[0].occasions == ("confirmed_gone",)


def test_a_line_for_nobody_knows_which_does_nothing_at_all(house: House) -> None:
    house.begin("chess", extensions="0", turn_window="2d")
    letter = in_the_morning(house)
    told = says(house, "tea: SET extension = 9d\n\nSET extension = 8d\n", letter.reply_to)
    assert [one.occasions for one in told] == [("which_line",)]
    assert "    SET extension = 8d" in told[0].text
    assert house.state().settings.extension == timedelta(days=3)


def test_nobody_else_can_answer_it(house: House) -> None:
    letter = in_the_morning(house)
    house.post_in(
        house.written("Ada Lovelace", letter.reply_to, "SET extension = 9d\n"),
        "Ada Lovelace",
        letter.reply_to,
    )
    house.run()
    assert house.state().settings.extension == timedelta(days=3)


def test_a_moderator_of_one_game_hears_of_that_one(house: House) -> None:
    house.begin("chess", extensions="0", turn_window="2d")
    grace = "grace@players.example"
    house.act("add moderator", game="chess", moderator=f"Grace Hopper <{grace}>")
    (asked,) = [one for one in house.run() if one.to == grace]
    house.post_in(house.written("Grace Hopper", asked.reply_to, "YES\n"), "Grace", asked.reply_to)
    house.run()
    for hour in (8, 12):
        at(house, 4, hour)
    told = {one.to: one for one in desk_letters(at(house, 5, 7))}
    assert told.keys() == {MODERATOR, grace}
    assert "tea: EXTEND" in told[MODERATOR].text
    assert "tea" not in told[grace].text
    door = told[grace].reply_to
    house.post_in(house.written("Grace Hopper", door, "SET extension = 8d\n"), "Grace", door)
    (asked,) = [one for one in house.run() if one.to == grace]
    house.post_in(house.written("Grace Hopper", asked.reply_to, "YES\n"), "Grace", asked.reply_to)
    house.run()
    assert house.state("chess").settings.extension == timedelta(days=8)
    assert house.state().settings.extension == timedelta(days=3)


def test_a_held_letter_is_released_by_a_reply(house: House) -> None:
    number = house.unproven(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\n")
    at(house, 3, 8)
    (letter,) = desk_letters(at(house, 4, 8))
    assert f"    RELEASE {number}\r\n" in letter.text
    asked = says(house, f"RELEASE {number}\n", letter.reply_to)
    says(house, "YES\n", asked[0].reply_to)
    assert house.became(number) == "done"
    assert house.state().proposal is not None


def test_a_reply_where_addresses_have_no_additions(tmp_path: Path) -> None:
    house = House(tmp_path)
    mail = structs.replace(house.config.mail, delimiter="")
    house.config = structs.replace(house.config, mail=mail)
    with_desk(house)
    for game in ("tea", "chess"):
        house.begin(game, extensions="0", turn_window="2d")
    letter = in_the_morning(house)
    lines = f"tea: SET extension = 9d\nchess: SET extension = 8d\n{code_of(letter)}\n"
    (asked,) = says(house, lines, letter.reply_to)
    says(house, f"YES\n{code_of(asked)}\n", asked.reply_to)
    assert house.state().settings.extension == timedelta(days=9)
    assert house.state("chess").settings.extension == timedelta(days=8)


def code_of(letter: Received) -> str:
    return next(line for line in letter.text.split("\r\n") if line.startswith("[nomic "))


@pytest.mark.parametrize(
    ("text", "told", "unsure"),
    [
        ("tea: CLOSE 301", {"tea": ["CLOSE 301"]}, []),
        ("Tea : close 301\nchess: SKIP", {"tea": ["close 301"], "chess": ["SKIP"]}, []),
        (
            "tea:\nCLOSE 301\nKEEP 302\nchess:\nSKIP",
            {"tea": ["CLOSE 301", "KEEP 302"], "chess": ["SKIP"]},
            [],
        ),
        (
            "tea: BIND 301:\nadoption: 2/3 of eligible\nchess: SKIP",
            {"tea": ["BIND 301:", "adoption: 2/3 of eligible"], "chess": ["SKIP"]},
            [],
        ),
        ("tea: CLOSE 301\nKEEP 302", {"tea": ["CLOSE 301"]}, ["KEEP 302"]),
        ("CLOSE 301", {}, ["CLOSE 301"]),
        ("golf: CLOSE 301", {}, ["golf: CLOSE 301"]),
        ("Good morning,\n\nchess: SKIP\n\nThanks", {"chess": ["SKIP", "Thanks"]}, []),
        ("> tea: CLOSE 301\nchess: SKIP", {"chess": ["SKIP"]}, []),
        ("Nothing today.", {}, []),
    ],
)
def test_which_line_goes_to_which_game(
    text: str, told: dict[str, list[str]], unsure: list[str]
) -> None:
    found = by_game(text, {"tea", "chess"})
    assert (found.by_game, found.unsure) == (told, unsure)


# The command line


@pytest.fixture
def late(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    at(house, 4, 12)
    house.config.file.touch()
    monkeypatch.setattr("nomic_mail.clock.SystemClock", lambda: house.clock)
    return house


def desk(house: House, *words: str, status: int = 0) -> str:
    return str(call("--config", house.config.file, "mod", "desk", *words, status=status).stdout)


def test_the_desk_as_json(late: House) -> None:
    told: list[dict[str, Any]] = json.loads(desk(late, "--json"))
    (item,) = told
    assert (item["game"], item["kind"], item["since"]) == ("tea", "turn", "2026-03-04T12:00:00Z")
    assert item["commands"] == [as_command("tea", line) for line in item["answers"]]
    assert json.loads(desk(late, "tea", "--json")) == told


def test_the_desk_in_plain_words(late: House) -> None:
    told = desk(late, "--plain").splitlines()
    assert told[0] == "tea, since 2026-03-04 12:00 UTC (0 min): turn"
    assert told[2] == "    nomic-mail mod say tea EXTEND TURN 1 BY 3d"
    assert desk(late, "--plain") == desk(late)  # no terminal
    assert desk(late, "--quiet", status=3) == ""


def test_an_empty_desk(house: House) -> None:
    house.config.file.touch()
    with house.database.write() as connection:
        heartbeats.beat(connection, "serve", house.clock.now(), "test")
    house.change("UPDATE games SET next_wake = '9999-01-01T00:00:00.000000Z'")
    assert desk(house) == "Nothing waits for you.\n"
    assert desk(house, "--quiet") == ""
    assert json.loads(desk(house, "--json")) == []


def test_a_game_that_is_not_there(house: House) -> None:
    house.config.file.touch()
    desk(house, "golf", status=1)


def test_status_and_the_game_point_to_the_desk(late: House) -> None:
    config = late.config.file
    assert "1 thing waits for you: nomic-mail mod desk" in call("--config", config, "status").stdout
    told = call("--config", config, "game", "show", "tea").stdout
    assert "1 thing waits for you: nomic-mail mod desk tea" in told
