"""What is proposed is kept without a mail program's line ends, and shown so in every letter."""

import textwrap
from pathlib import Path

import pytest

from tests.kit.house import House, address_of

TEXT = (
    "When a proposed rule change is defeated, the player who proposed it loses seven points, unless"
    " it is a Tuesday, when they lose eight and have to make the tea for all the others."
)
BROKEN = f"{textwrap.fill(TEXT, 72)}\n\n- tea\n- cake"
WHOLE = f"{TEXT}\n\n- tea\n- cake"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


@pytest.mark.parametrize(
    "letter",
    [
        f"PROPOSE AMEND 206: Fewer\n{BROKEN}\n",
        f"PROPOSE ENACT: Fewer\n{{\n{BROKEN}\n}}\n",
        f"PROPOSE ENACT: Other\nOther words.\nEND\nREVISE\n{BROKEN}\n",
    ],
)
def test_a_proposal_is_kept_without_them(house: House, letter: str) -> None:
    house.reply(house.mover(), letter)
    house.run()
    (proposal,) = house.state().proposals.values()
    assert proposal.change.text == WHOLE


def test_what_a_preview_shows_is_set_anew(house: House) -> None:
    mover = house.mover()
    house.reply(mover, f"PREVIEW AMEND 206: Fewer\n{BROKEN}\n")
    (seen,) = (one for one in house.run() if one.to == address_of(mover))
    assert textwrap.indent(textwrap.fill(TEXT, 68), "    ") in seen.text.replace("\r", "")


def test_a_letter_that_says_where_its_lines_end_is_believed(house: House) -> None:
    mover = house.mover()
    raw = house.written(mover, house.door(mover), f"PROPOSE ENACT: Fewer\n{BROKEN}\n")
    raw = raw.replace(b"text/plain;", b"text/plain; format=flowed;")
    house.post_in(raw, mover, house.door(mover))
    house.run()
    (proposal,) = house.state().proposals.values()
    assert proposal.change.text == BROKEN
