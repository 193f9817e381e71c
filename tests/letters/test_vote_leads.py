"""What stands right above a vote: a line that ties it to something, or one that announces it."""

import pytest

from nomic_mail.letters.grammar.understand import understand
from tests.kit.letters.letter_reading import BALLOT, votes


@pytest.mark.parametrize(
    "lead",
    [
        "If Bob agrees:\n",
        "If Bob agrees, then",
        "When 302 has passed:\n",
        "Shall I write",
        "Here is an example of a vote:",
        "e.g.",
        "Draft\n",
        "Bob's vote:",
        "Bob wants me to write:\n",
        "On behalf of Bob:",
        "Yesterday I sent:\n",
    ],
)
def test_what_stands_above_a_vote_may_tie_it(lead: str) -> None:
    understood = understand("", f"{lead}\nFOR 301\n", BALLOT)
    assert understood.said == ()
    assert understood.questions


@pytest.mark.parametrize(
    "lead",
    [
        "My vote:",
        "I vote as follows:\n",
        "Bob's idea is great",
        "On 301:",
        "Once again:",
        "Hi Bob,",
    ],
)
def test_and_may_just_announce_it(lead: str) -> None:
    assert votes(f"{lead}\nFOR 301\n") == [("for", 301)]
