"""The simulator counts on how its players' words are read: what a vote says, and what is none."""

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play.simulator import words

OPEN = About(ballot=301, open_ballots=(301,))


def votes(text: str) -> list[str]:
    found = understand("", f"{text.format(n=301)}\n", OPEN).said
    return [one.command.choice for one in found if isinstance(one.command, Vote)]


@pytest.mark.parametrize("text", words.UNCLEAR)
def test_what_is_unclear_is_no_vote(text: str) -> None:
    assert votes(text) == []


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        *((one, "for") for one in (*words.FOR, *words.BARE["for"])),
        *((one, "against") for one in (*words.AGAINST, *words.BARE["against"])),
    ],
)
def test_a_vote_is_one(text: str, choice: str) -> None:
    assert votes(text) == [choice]
