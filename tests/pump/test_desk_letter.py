"""The desk letter: what waits is told in the morning, once a day, and answered by a reply."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs

from nomic_mail.letters.grammar.moderator.addressed import by_game
from nomic_mail.play.table import Received
from nomic_mail.pump.who.challenges import ANSWERS_A_DAY
from tests.kit.desk_play import MODERATOR, at, begun, desk_letters, in_the_morning, says, with_desk
from tests.kit.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return begun(tmp_path)


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
    assert {one.subject.partition("]")[0] for one in told} == {"[tea", "[chess"}
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


def test_each_moderator_has_a_morning_of_their_own(tmp_path: Path) -> None:
    house = House(tmp_path)
    with_desk(house, "America/New_York")
    house.begin(extensions="0", turn_window="1d")
    grace, tokyo = "grace@players.example", "Asia/Tokyo"
    house.act("add moderator", game="tea", moderator=f"Grace Hopper <{grace}>")
    (asked,) = [one for one in house.run() if one.to == grace]
    yes = house.written("Grace Hopper", asked.reply_to, f"YES\nTIMEZONE {tokyo}\n")
    house.post_in(yes, "Grace", asked.reply_to)
    house.run()
    at(house, 3, 13)
    told = [
        (one.to, day, hour)
        for day, hour in ((one // 24, one % 24) for one in range(3 * 24 + 14, 6 * 24))
        for one in desk_letters(at(house, day, hour))
    ]
    seven_in_new_york, seven_in_tokyo = 12, 22
    assert told == [
        (grace, 3, seven_in_tokyo),
        (MODERATOR, 4, seven_in_new_york),
        (grace, 4, seven_in_tokyo),
        (MODERATOR, 5, seven_in_new_york),
        (grace, 5, seven_in_tokyo),
    ]
    letter = [one for one in house.told if one.to == grace][-1]
    assert f"in {tokyo}" in letter.text
    door = letter.reply_to
    house.post_in(house.written("Grace Hopper", door, "TIMEZONE Europe/Berlin\n"), "Grace", door)
    house.run()
    assert [one.to for one in desk_letters(at(house, 6, 12))] == [MODERATOR]
    assert desk_letters(at(house, 7, 5, 59)) == []
    assert [one.to for one in desk_letters(at(house, 7, 6))] == [grace]


def test_what_is_held_can_be_answered_at_once(house: House) -> None:
    for _ in range(ANSWERS_A_DAY + 1):
        number = house.reply("Ada Lovelace", "STATUS\n")
    (letter,) = [one for one in house.run() if one.occasions == ("held",)]
    assert house.became(number) == "held"
    asked = says(house, f"DISCARD {number}: it came twice\n", letter.reply_to)
    says(house, "YES\n", asked[0].reply_to)
    assert house.became(number) == "discarded"


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
