"""Letters that are had again from a mailbox's folder after a backup was put back: they count as
they did, and what had been answered is not answered a second time where nothing is lost by it.
"""

from pathlib import Path

import pytest

from nomic_mail.store.queue import inbox
from tests.kit.house import House, address_of


class HadAgain:
    """An open vote on 301, and what comes of a voter's letter that was answered once."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.mover, self.voter = house.open_vote()

    def say(self, text: str, how: str = inbox.AGAIN) -> str:
        """What comes back."""
        number = self.house.reply(self.voter, text)
        self.house.change("UPDATE inbox SET source = ? || source WHERE id = ?", how, number)
        return self.told()

    def told(self) -> str:
        to = address_of(self.voter)
        return " ".join(" ".join(one.text.split()) for one in self.house.run() if one.to == to)


@pytest.fixture
def had(tmp_path: Path) -> HadAgain:
    return HadAgain(House(tmp_path))


def test_a_vote_counts_again_and_the_next_letter_tells_it(had: HadAgain) -> None:
    assert had.say("FOR") == ""
    assert had.house.kinds().count("BallotCast") == 1
    had.house.act("say", game="tea", line="ANNOUNCE: tea at four")
    told = had.told()
    assert "Your vote FOR 301" in told
    assert "It was there before the server was set back, and counts again." in told
    assert "RECEIPTS OFF" not in told


@pytest.mark.parametrize("text", ["RULES", "STATUS\nSCORES", "PREVIEW REPEAL 206"])
def test_a_question_is_not_answered_again(had: HadAgain, text: str) -> None:
    assert had.say(text) == ""
    assert had.say(text + "\n\n", "") != ""


@pytest.mark.parametrize(
    "text",
    [
        "FOR 302",
        "FOR\nSTATUS",
        "Maybe for, maybe against.",
        "RULES\nWhat is this?",
        "JUDGMENT: Why?",
    ],
)
def test_whatever_else_it_leads_to_is_told(had: HadAgain, text: str) -> None:
    """It may come to something else than it did."""
    assert had.say(text) != ""
