"""A letter that tells results is no ballot, nor is one that tells of a new proposal: a vote without
a number in answer to it is asked about, though one proposal alone is open, for it may be said of
what was decided, or is yet to be voted on."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of

NAMES = ("Ada Able", "Bob Baker", "Cleo Cook", "Dora Dahl")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Bob's letter decides 301 and 302, and 303 is the only one open."""
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="open", settings={"debate_min": "0"})
    for name in NAMES:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    for name, thing in zip(NAMES, ("Tea", "Milk", "Sugar"), strict=False):
        says(house, name, f"PROPOSE ENACT: {thing}\nThere is {thing.lower()}.\nEND\nCALL VOTE\n")
    house.later(days=3)
    house.run()
    says(house, NAMES[0], "FOR 301\nAGAINST 302\n")
    says(house, NAMES[2], "FOR 301\n")
    says(house, NAMES[1], "FOR 301\nAGAINST 302\n")
    assert [poll.number for poll in house.state("tea").open_polls] == [303]
    assert "Adopted: 301; Defeated: 302" in house.told[-1].subject
    return house


def says(house: House, name: str, text: str) -> str:
    house.reply(name, text)
    out = [one for one in house.run() if one.to == address_of(name)]
    return " ".join(out[-1].text.split("\n-- ")[0].split()) if out else ""


def ballots(house: House) -> int:
    return sum(len(poll.ballots) for poll in house.state("tea").open_polls)


@pytest.mark.parametrize(
    "text", ["yes", "Yes!", "FOR", "No, I am against that.", "I vote yes.", "Agreed.", "Ja"]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_vote_without_a_number_is_asked_about(house: House, name: str, text: str) -> None:
    told = says(house, name, f"{text}\n")
    assert ballots(house) == 0
    assert "FOR 303 or AGAINST 303" in told


@pytest.mark.parametrize("text", ["FOR 303", "303: yes", "I vote for 303.", "FOR ALL"])
def test_one_with_a_number_counts(house: House, text: str) -> None:
    says(house, NAMES[0], f"{text}\n")
    assert ballots(house) == 1


def test_one_below_its_quoted_item_counts(house: House) -> None:
    says(house, NAMES[0], "> 303  ENACT: Sugar\n\nFOR\n")
    assert ballots(house) == 1


def test_what_answers_the_question_counts(house: House) -> None:
    says(house, NAMES[0], "yes\n")
    says(house, NAMES[0], "FOR\n")
    assert ballots(house) == 1


def test_beside_a_ballot_a_result_leaves_the_letter_one(house: House) -> None:
    """The server was away when 304 was put to the vote, and a minute later 303 was decided."""
    house.later(days=2, hours=23, minutes=59)
    says(house, NAMES[2], "PROPOSE ENACT: Salt\nThere is salt.\n")
    house.later(days=3)
    house.run()
    assert "Vote on 304 by Mon 16 Mar: Salt; 303 lapsed" in house.told[-1].subject
    says(house, NAMES[0], "yes\n")
    assert ballots(house) == 1


@pytest.mark.parametrize("text", ["yes", "No.", "FOR", "I am against it.", "Agreed.", "Ja"])
def test_what_answers_a_new_proposal_is_no_vote_on_another(house: House, text: str) -> None:
    says(house, NAMES[3], "PROPOSE ENACT: Salt\nThere is salt.\n")
    assert "304 proposed by Dora Dahl" in house.last["tea", address_of(NAMES[0])].subject
    told = says(house, NAMES[0], f"{text}\n")
    assert ballots(house) == 0
    assert "FOR 303 or AGAINST 303" in told
    says(house, NAMES[0], "FOR\n")
    assert ballots(house) == 1
