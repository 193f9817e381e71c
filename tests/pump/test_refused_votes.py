"""A vote that is refused is answered by what stands, and by what is asked of its writer now."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def answer(house: House, name: str, text: str) -> str:
    house.reply(name, text)
    found = [one.text for one in house.run() if one.to == address_of(name)]
    return " ".join(found[-1].split())


def test_one_with_a_wrong_number_tells_that_the_earlier_vote_stands(house: House) -> None:
    (other,) = house.others()
    assert "stands as it is" not in answer(house, other, "FOR 302\n")
    answer(house, other, "AGAINST\n")
    assert "Your vote AGAINST 301 stands as it is." in answer(house, other, "FOR 302\n")


def test_one_that_comes_late_tells_whose_turn_it_is(house: House) -> None:
    mover, (other,) = house.mover(), house.others()
    for name in (mover, other):
        answer(house, name, "FOR 301\n")
    assert house.mover() == other
    told = answer(house, other, "AGAINST 301\n")
    assert "the vote on 301 is over" in told and "It is your turn, until" in told
    assert "It is your turn" not in answer(house, mover, "AGAINST 301\n")
