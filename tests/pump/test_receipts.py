"""RECEIPTS OFF: a plain vote is told of in the next letter, and in no other."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of

IN = "is in. RECEIPTS OFF is why no letter told you at once."


class Quiet:
    """An open vote on 301, and a voter who wants no receipts."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.mover, self.voter = house.open_vote()
        self.say("RECEIPTS OFF")

    def say(self, text: str) -> str:
        """What comes back."""
        self.house.reply(self.voter, text)
        return self.told()

    def announced(self) -> str:
        self.house.act("say", game="tea", line="ANNOUNCE: tea at four")
        return self.told()

    def told(self) -> str:
        to = address_of(self.voter)
        return " ".join(" ".join(one.text.split()) for one in self.house.run() if one.to == to)


@pytest.fixture
def quiet(tmp_path: Path) -> Quiet:
    return Quiet(House(tmp_path))


def test_a_plain_vote_gets_no_letter_and_the_next_one_tells_it_once(quiet: Quiet) -> None:
    assert quiet.say("FOR") == ""
    assert "Your vote FOR 301, sent Mon 2026-03-02 09:00 UTC, " + IN in quiet.announced()
    assert "Your vote" not in quiet.announced()


def test_it_tells_the_last_ballot_alone(quiet: Quiet) -> None:
    assert quiet.say("AGAINST") + quiet.say("FOR") == ""
    told = quiet.announced()
    assert told.count(IN) == 1
    assert "Your vote FOR 301" in told
    assert "AGAINST" not in told


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("FOR\nThe tea was cold.", "Your vote FOR 301 is counted"),
        ("FOR 302", "Not done: FOR 302"),
        ("Maybe for, maybe against.", "Nothing was counted."),
        ("FOR\nSTATUS", "Your vote FOR 301 is counted"),
        ("FOR\nRECEIPTS ON", "Your vote FOR 301 is counted"),
    ],
)
def test_whatever_else_a_letter_says_is_answered_at_once(
    quiet: Quiet, text: str, answered: str
) -> None:
    assert answered in quiet.say(text)
    assert "Your vote" not in quiet.announced()


def test_what_is_taken_back_is_not_told_to_be_in(quiet: Quiet) -> None:
    assert quiet.say("FOR") == ""
    told = quiet.say("RETRACT")
    assert "Your ballot is taken back" in told
    assert IN not in told + quiet.announced()


def test_of_a_vote_that_is_counted_the_result_tells(quiet: Quiet) -> None:
    assert quiet.say("FOR") == ""
    quiet.house.reply(quiet.mover, "FOR")
    told = quiet.told()
    assert "Proposal 301 is adopted" in told
    assert "Your vote FOR 301, sent" in told
    assert IN not in quiet.announced()


def test_nobody_else_is_told_of_it(quiet: Quiet) -> None:
    quiet.say("FOR")
    quiet.house.act("say", game="tea", line="ANNOUNCE: tea at four")
    letters = [one.to for one in quiet.house.run() if IN in " ".join(one.text.split())]
    assert letters == [address_of(quiet.voter)]
