"""Ways to take somebody's seat that were tried: by the talk address that stands in every letter, by
one reply address that leaked, by an answer to something else. Each is told from the attacker's
side, and comes to nothing."""

from pathlib import Path

import pytest

from tests.attackers import EVIL, Attacker, addresses_of
from tests.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


@pytest.fixture
def attacker(house: House) -> Attacker:
    return Attacker(house, house.mover())


def safe(house: House, attacker: Attacker) -> bool:
    """Nothing of the victim's goes to the attacker, and nothing of the attacker's counts."""
    mine = addresses_of(house, attacker.victim)
    return mine == (attacker.home, []) and "BallotCast" not in house.kinds()


# By the talk address


def test_the_talk_address_takes_no_seat(house: House, attacker: Attacker) -> None:
    attacker.forges(attacker.talk_address(), f"ADDRESS {EVIL}\n")
    assert attacker.letters() == []
    house.later(days=2)
    house.run()
    assert safe(house, attacker)


def test_a_talk_address_is_no_way_to_a_vote_and_to_the_victims_own_address(
    house: House, attacker: Attacker
) -> None:
    """All of it, as it was done."""
    attacker.forges(attacker.talk_address(), f"ADDRESS {EVIL}\n")
    if attacker.letters():
        attacker.answers_there()
        attacker.forges(attacker.letters()[-1].reply_to, "AGAINST 301\n", sender=EVIL)
        dropped = f"ADDRESS DROP {attacker.home}\n"
        attacker.forges(attacker.letters()[-1].reply_to, dropped, sender=EVIL)
    assert safe(house, attacker)
