"""Forty players, thirty open proposals: who reads a digest has one letter a day, to be answered."""

from collections import Counter
from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.house import House, address_of

PLAYERS = [f"{first}{second}na Marsh" for first in "ABCDEFGH" for second in "aeiou"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    settings = {"digest": "daily"}
    house.act("new game", game="tea", title="Tea", ruleset="open", settings=settings)
    for name in PLAYERS:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    return house


def hours_pass(house: House, hours: int) -> list[Received]:
    found: list[Received] = []
    for _ in range(hours // 3):
        house.later(hours=3)
        found += house.run()
    return found


def test_a_letter_a_player_a_day(house: House) -> None:
    for number, name in enumerate(PLAYERS[:30]):
        house.reply(name, f"PROPOSE ENACT: Tea {number}\nThere is tea at {number} o'clock.\n")
        house.later(minutes=97)
        house.run()
    assert len(house.state().live) == 30
    house.post()
    days = 0
    while house.state().live:
        # who is no longer counted hears of that at once
        news = [one for one in hours_pass(house, 24) if "inactive" not in one.occasions]
        told = Counter(one.to for one in news)
        days += 1
        assert max(told[address_of(name)] for name in PLAYERS) <= 1
    assert 5 <= days <= 8


def test_a_digest_is_answered_by_numbers_or_for_all(house: House) -> None:
    for name in PLAYERS[:3]:
        house.reply(name, f"PROPOSE ENACT: Tea of {name}\nThere is tea.\n")
    hours_pass(house, 72)
    house.reply(PLAYERS[5], "FOR 301\nAGAINST 302\n")
    house.reply(PLAYERS[6], "FOR ALL\n")
    house.run()
    cast = [one.ballots for one in house.state().open_polls]
    assert [seat in ballots for ballots in cast for seat in (6, 7)] == [True] * 4 + [False, True]
