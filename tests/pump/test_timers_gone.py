"""A timer that a rule's program has no function for any more, once the rule is amended (116)."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(("timer", "is_gone"), [("gong", True), ("hammer", False)])
def test_all_are_told_of_one_that_is_gone_and_nobody_of_one_that_stays(
    tmp_path: Path, timer: str, *, is_gone: bool
) -> None:
    house = House(tmp_path)
    house.begin()
    adopted(house, BIDS.format(change="ENACT", timer="hammer"))
    house.reply(house.mover(), "BID\n")
    house.run()
    told = adopted(house, BIDS.format(change="AMEND 301", timer=timer))
    assert len(told) >= 2
    for one in told:
        assert ('The timer "hammer", due ' in one) is is_gone
        assert (" is gone: the rule has no function for it any more." in one) is is_gone
