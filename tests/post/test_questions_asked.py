"""What is asked about a line tells that line once, and how to answer what is asked."""

from pathlib import Path

import pytest

from tests.kit.house import House


def _asked(folder: Path, text: str) -> str:
    house = House(folder)
    _, other = house.open_vote()
    house.reply(other, text)
    (told,) = house.run()
    return " ".join(told.text.split())


def test_the_line_stands_there_once(tmp_path: Path) -> None:
    told = _asked(tmp_path, "I'd vote yes if we say which language")
    assert told.count("which language") == 1
    assert told.startswith('"I\'d vote yes if we say which language": how do you vote?')
    assert "How: reply to this letter with your vote, alone on a line." in told


@pytest.mark.parametrize(
    "text",
    [
        "JUDGMENT\nMust tea be hot? I say no; rule 101 says nothing.",
        "TELL\nI say no.",
    ],
)
def test_words_that_only_look_like_a_vote_have_a_way_through(tmp_path: Path, text: str) -> None:
    told = _asked(tmp_path, text)
    assert "if it is part of them, say it in other words" in told
    assert "with your vote" not in told


def test_a_misspelt_command_is_no_vote(tmp_path: Path) -> None:
    told = _asked(tmp_path, "PROPSE ENACT: Tea\nThere is tea.")
    assert "Did you mean the proposal below? Nothing has been proposed yet" in told
    assert "PROPOSE ENACT: Tea There is tea. END" in told
