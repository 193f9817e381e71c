"""Many proposals in a row are told by the first and the last, as a vote may name them too."""

from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from nomic_mail.post.text import in_runs
from tests.kit.house import House, address_of

PLAYERS = [f"{first}na Marsh" for first in "ABCDEFGHI"]


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ([], ""),
        ([301, 302, 303, 304, 305], "301, 302, 303, 304, 305"),
        ([301, 302, 303, 304, 305, 306], "301-306"),
        ([298, *range(301, 331), "J4", "J5", 340], "298, 301-330, J4, J5, 340"),
        (["305", "305/2", "306", "307"], "305, 305/2, 306, 307"),
    ],
)
def test_six_in_a_row(labels: list[int | str], told: str) -> None:
    assert in_runs(labels) == told


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.act("new game", game="tea", title="Tea", ruleset="open", settings={})
    for name in PLAYERS:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    for name in PLAYERS[:8]:
        house.reply(name, f"PROPOSE ENACT: Tea of {name}\nThere is tea.\n")
    house.run()
    return house


def the_ballots(house: House, to: str) -> Received:
    while True:
        house.later(hours=12)
        for one in house.run():
            if one.to == address_of(to) and "ballots" in one.occasions:
                return one


def test_the_letter_of_many_ballots(house: House) -> None:
    letter = the_ballots(house, PLAYERS[8])
    assert letter.subject.endswith("Vote on 301-308 by Mon 9 Mar")
    assert letter.text.startswith("The vote is open on 301-308.")
    assert "FOR 301-307; AGAINST 308" in (line.strip() for line in letter.text.splitlines())


def test_its_example_is_a_vote_as_it_stands(house: House) -> None:
    the_ballots(house, PLAYERS[8])
    house.reply(PLAYERS[8], "FOR 301-307; AGAINST 308\n")
    house.run()
    cast = {one.number: one.ballots[9].choice for one in house.state().open_polls}
    assert cast == {**dict.fromkeys(range(301, 308), "for"), 308: "against"}


@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_copied_or_in_the_subject_it_is_no_vote(house: House, language: str) -> None:
    name = PLAYERS[8]
    house.reply(name, f"LANGUAGE {language}\n")
    letter = the_ballots(house, name)
    assert "301-308" in letter.subject
    copied = letter.text.replace("\r", "").split("\n\n")[2:4]  # how to reply, and the example
    assert "FOR 301-307; AGAINST 308" in copied[1]
    wrote = house.written(name, letter.reply_to, f"{copied[0]}\n\n{copied[1]}\n\nThanks!\n")
    house.post_in(
        wrote.replace(b"a letter", b"Re: " + letter.subject.encode()), name, letter.reply_to
    )
    house.run()
    assert not any(9 in one.ballots for one in house.state().open_polls)
