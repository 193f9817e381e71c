"""A timer that a rule's program has no function for any more, once the rule is amended (116)."""

from pathlib import Path

from tests.kit.house import House

BIDS = """PROPOSE {change}: Bids
Three days after a bid all is sold.
Effects:
  program:
    @action("BID")
    def bids(me):
        later(3, "{timer}")

    @timer("{timer}")
    def over():
        say("Sold.")
END
CALL VOTE
"""


def adopted(house: House, letter: str) -> list[str]:
    """What each was told last."""
    house.reply(house.mover(), letter)
    house.run()
    for name in [house.mover(), *house.others()]:
        house.reply(name, "FOR\n")
        told = house.run()
    return [" ".join(one.text.split()) for one in told]


def test_all_are_told_of_it_with_the_new_program(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    adopted(house, BIDS.format(change="ENACT", timer="hammer"))
    house.reply(house.mover(), "BID\n")
    house.run()
    told = adopted(house, BIDS.format(change="AMEND 301", timer="gong"))
    assert len(told) >= 2
    for one in told:
        assert 'The timer "hammer", due ' in one
        assert " is gone: the rule has no function for it any more." in one


def test_one_that_stays_is_told_to_nobody(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    adopted(house, BIDS.format(change="ENACT", timer="hammer"))
    house.reply(house.mover(), "BID\n")
    house.run()
    told = adopted(house, BIDS.format(change="AMEND 301", timer="hammer"))
    assert not any("is gone" in one for one in told)
