"""A letter under a player's From, to an address that tells no game: it proves nothing, and is
answered all the same."""

from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from tests.attacks.kit import each
from tests.kit.house import House, address_of

DOORS = {
    "the server's address": f"nomic@{HOST}",
    "a game that is not here": f"nomic+no-such-game@{HOST}",
    "the talk of a game that is not here": f"nomic+no-such-game.talk@{HOST}",
    "a reply address nobody ever made": f"nomic+r.{'a' * 40}@{HOST}",
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin("tea")
    house.begin("rum")
    return house


@each(
    "flood",
    "the address of a player of two games",
    "writes forty letters in their name to {}",
    "they get five letters a day, and the Moderator is told once",
    DOORS,
)
def test_forged_letters_to_no_game(house: House, given: str) -> None:
    victim = address_of(house.mover("tea"))
    told = []
    for number in range(40):
        raw = f"From: {victim}\r\nMessage-ID: <{number}@x>\r\n\r\nHello {number}\r\n".encode()
        house.hand_in(raw, "evil@attacker.example", [given])
        told += house.run()
    assert len([one for one in told if one.to == victim]) == CHALLENGES_A_DAY
    assert len([one for one in told if one.to != victim]) == 1
