"""A yes or a no in answer to a letter that was no ballot: it is said to that letter, in whatever
language, though one proposal alone is open; what is said in words of voting counts."""

from itertools import product
from pathlib import Path

import pytest

from tests.kit.house import House, address_of
from tests.kit.tiers import some

LETTERS = ["STATUS", "RULE 203", "HELP", "AWAY", "RECORDS"]
TALK = ["Yes", "No.", "Yes please", "Ja", "Nein.", "Stimme zu", "👍", "No, never!", "Yes, great!"]
VOTES = {"FOR": "for", "I vote yes.": "for", "I'm against it.": "against", "Dagegen.": "against"}


def voted(house: House, voter: str) -> str | None:
    seat = next(seat for seat, one in house.state().players.items() if one.name == voter)
    ballot = house.state().polls[301].ballots.get(seat)
    return ballot.choice if ballot is not None else None


@pytest.mark.parametrize(("asked", "word"), some(list(product(LETTERS, TALK)), 6))
def test_a_yes_to_it_is_asked_about(tmp_path: Path, asked: str, word: str) -> None:
    house = House(tmp_path)
    _, voter = house.open_vote()
    house.reply(voter, asked)
    house.run()
    house.reply(voter, word)
    told = " ".join(one.text for one in house.run() if one.to == address_of(voter))
    assert voted(house, voter) is None
    assert "Nothing was counted" in " ".join(told.split())


@pytest.mark.parametrize(("asked", "word"), some(list(product(LETTERS, VOTES)), 4))
def test_words_of_voting_count(tmp_path: Path, asked: str, word: str) -> None:
    house = House(tmp_path)
    _, voter = house.open_vote()
    house.reply(voter, asked)
    house.run()
    house.reply(voter, word)
    house.run()
    assert voted(house, voter) == VOTES[word]
