"""A line that was taken for part of a text is asked about, with how to mend just that."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of


def asked(house: House, text: str) -> str:
    name = house.mover()
    house.reply(name, text)
    told = next(one for one in house.run() if one.to == address_of(name))
    return " ".join(told.text.split())


@pytest.mark.parametrize("line", ["CALL VOTE", "PS: I like tea.", "FOR 301"])
@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_how_fits_a_line_of_a_proposal(tmp_path: Path, line: str, language: str) -> None:
    house = House(tmp_path)
    house.begin()
    house.reply(house.mover(), f"LANGUAGE {language}")
    house.run()
    told = asked(house, f"PROPOSE ENACT: Tea\nThere is tea.\n\n{line}\n")
    assert ("plain words" not in told) and ("einfachen Worten" not in told)
    assert ("it is meant so, nothing has to be done" in told) or ("ist nichts zu tun" in told)
    assert ("with REVISE, below it the text" in told) or ("mit REVISE, darunter dem Text" in told)


def test_how_fits_a_line_of_a_question(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    told = asked(house, "JUDGMENT: Is tea a rule?\n\nSTATUS\n")
    assert "How: reply to this letter with the command, on a line of its own." in told


def test_beside_another_question_how_is_told_as_ever(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    told = asked(house, "NAME\nPROPOSE ENACT: Tea\nThere is tea.\n\nCALL VOTE\n")
    assert "How: reply to this letter with what you meant, alone on a line." in told
