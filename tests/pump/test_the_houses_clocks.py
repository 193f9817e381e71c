"""Who has said nothing of where they are is told times by the moderator's clocks, beside UTC."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec import structs

from nomic_mail.post.times import clock
from tests.kit.house import House
from tests.kit.told import last, played


def in_berlin(folder: Path) -> House:
    house = House(folder)
    there = structs.replace(house.config.moderator, timezone="Europe/Berlin")
    house.config = structs.replace(house.config, moderator=there)
    house.pump = house.another_pump("the house", house.database)
    return house


def test_a_player_is_told_times_by_the_moderators_clocks_until_they_say_others(
    tmp_path: Path,
) -> None:
    house = in_berlin(tmp_path)
    house.begin()
    turn = next(one for one in house.told if "It is your turn" in one.subject)
    assert "UTC (Mon 10:00 in Europe/Berlin), in" in " ".join(turn.text.split())
    welcome = next(one for one in house.told if "Welcome" in one.subject)
    assert "Times are told in UTC and in Europe/Berlin; TIMEZONE and another zone" in " ".join(
        welcome.text.split()
    )


SIX = """\
moderator 2026-03-02 09:00 new game tea open debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 set player Bob timezone=Asia/Tokyo
moderator 2026-03-02 09:05 start
"""


def test_what_lies_on_the_table_is_told_by_ones_own_clocks(tmp_path: Path) -> None:
    lines = [
        f"mail 2026-03-02 15:{minute} {who} reply:\n    PROPOSE ENACT: No {minute}\n    Cake.\n"
        for minute, who in enumerate(["ada", "ada", "bob", "bob", "cid", "cid"], 30)
    ]
    lines += [
        f"mail 2026-03-02 16:0{at} {who} reply:\n    STATUS\n"
        for at, who in ((1, "ada"), (2, "bob"))
    ]
    letters = played(tmp_path, SIX, *lines)
    for who, told in (("ada", "2026-03-04 15:30"), ("bob", "2026-03-05 00:30")):
        words = last(letters, who)
        assert f"301 until {told} debated: No 30" in words
        assert f"Times are {'UTC' if who == 'ada' else 'by the clocks of Asia/Tokyo'}." in words


def test_an_hour_that_comes_twice_says_which_it_is() -> None:
    first, other = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    assert clock(first, "Europe/Berlin") == "2026-10-25 02:30 CEST"
    assert clock(other, "Europe/Berlin") == "2026-10-25 02:30 CET"
    assert clock(datetime(2026, 10, 25, 2, 30, tzinfo=UTC), "Europe/Berlin") == "2026-10-25 03:30"
