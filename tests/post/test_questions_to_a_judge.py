"""Many questions before one judge are one list, and not as many quotations."""

from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.house import House

MANY = 12


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin(extensions="9")
    return house


def asked(house: House, language: str) -> Received:
    """The letter to the next judge, when the first has let them lie."""
    for name in (house.mover(), *house.others()):
        house.reply(name, f"LANGUAGE {language}")
    house.run()
    other = house.others()[0]
    for number in range(1, MANY + 1):
        house.reply(other, f"JUDGMENT: Is rule {number} <b>a</b> rule?")
        house.run()
    judge = house.state().judgment
    assert judge is not None
    assert len(judge.pending) == MANY
    house.told.clear()
    house.later(days=4)
    house.run()
    return next(one for one in house.told if "is rule 2 " in one.text.lower())


@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_they_are_one_numbered_list(house: House, language: str) -> None:
    lines = asked(house, language).text.splitlines()
    first = lines.index("> 1. Is rule 1 <b>a</b> rule?")
    told = [f"> {number}. Is rule {number} <b>a</b> rule?" for number in range(1, MANY + 1)]
    assert lines[first : first + MANY] == told
