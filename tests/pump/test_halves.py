"""203's second paragraph, as it is told: which half holds, and when that changes."""

from pathlib import Path

import pytest

from tests.kit.house import NAMES, House, address_of
from tests.kit.tiers import some


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A game of suber_mail, whose 203 has two halves."""
    house = House(tmp_path)
    settings = {"debate_min": "0"}
    house.act("new game", game="tea", title="", ruleset="suber_mail", settings=settings)
    for name in NAMES:
        house.act("add player", game="tea", player=f"{name} <{address_of(name)}>", confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    return house


FIRST = "first half of rule 203 holds"
SECOND = "second half of rule 203 holds"


def turn(house: House) -> list[str]:
    """The mover's whole turn; the letters it ends with."""
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nThere is tea.\nEND\nCALL VOTE\n")
    house.run()
    for name in (mover, *house.others()):
        house.reply(name, "FOR\n")
    return [" ".join(letter.text.split()) for letter in house.run()]


@pytest.mark.parametrize("question", some(["STATUS", "RULE 203", "WHY adoption", "WHY"], 2))
def test_203_the_half_that_holds_is_told(house: House, question: str) -> None:
    asks = house.mover()
    house.reply(asks, f"{question}\n")
    (before,) = (" ".join(letter.text.split()) for letter in house.run())
    assert FIRST in before and "in circuit 1" in before and SECOND not in before
    for _ in range(2 * len([asks, *house.others()])):
        told = turn(house)
    assert house.state().circuit == 3
    assert sum(SECOND in one for one in told) == len([asks, *house.others()]) + 1  # the Moderator
    house.reply(asks, f"{question}\n")
    (after,) = (" ".join(letter.text.split()) for letter in house.run())
    assert SECOND in after and FIRST not in after


def test_a_circuit_is_called_one_where_a_rule_does(house: House, tmp_path: Path) -> None:
    house.reply(house.mover(), "STATUS\n")
    (told,) = (letter.text for letter in house.run())
    assert "Turn 1, circuit 1." in told and "a circuit is a turn" in " ".join(told.split())
    (tmp_path / "other").mkdir()
    other = House(tmp_path / "other")
    other.begin()
    other.reply(other.mover(), "STATUS\n")
    (told,) = (letter.text for letter in other.run())
    assert "Turn 1, round 1." in told and "circuit" not in told


@pytest.mark.parametrize("question", ["RULE 204", "WHY votes"])
def test_203_is_told_of_nothing_else(house: House, question: str) -> None:
    house.reply(house.mover(), f"{question}\n")
    (told,) = (" ".join(letter.text.split()) for letter in house.run())
    assert FIRST not in told
