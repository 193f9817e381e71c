"""What a letter ends with, above the name of its writer, is no part of what it says."""

from itertools import product

import pytest

from tests.kit.letters.judged import ONE, TWO, Judged

NOUNS = ("regards", "wishes", "greetings", "respect", "gratitude", "appreciation", "salutations")
HOW = ("", "with ", "with great ", "with civic ", "very best ", "in haste and with ", "friendly ")
FROM = ("", " from Riga", " to all of you", " from a rainy coast")
BELOW = ("Dmitri", "R. Pemberton", "Ann Marsh\nSecretary", "D.", "")
VOTES = {
    "No.": "against 301",
    "Yes": "for 301",
    "I vote against it.": "against 301",
    "For": "for 301",
}
APIECE = "301 - no.\n302 - yes."


def closings() -> list[str]:
    told = [f"{how}{noun}{where}" for how, noun, where in product(HOW, NOUNS, FROM)]
    return [f"{one[:1].upper()}{one[1:]}" for one in told]


def test_it_is_no_vote_and_hides_none() -> None:
    judged = Judged("closings")
    for closing, comma, name in product(closings(), (",", ""), BELOW):
        for vote, outcome in VOTES.items():
            judged.letter(f"{vote}\n\n{closing}{comma}\n{name}", outcome, ONE)
        judged.letter(f"{APIECE}\n\n{closing}{comma}\n{name}", "against 301, for 302", TWO)
    judged.held()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("With respect to 301, no.", "against 301"),
        ("With greetings from Riga, and no.", "against 301"),
        ("With no regards\nfor the author", "none"),
        ("Hello\n\nAgainst, with regards,\nAda", "against 301"),
    ],
)
def test_what_only_begins_as_one_is_read(text: str, outcome: str) -> None:
    judged = Judged("no closing", one_of=1)
    judged.letter(text, outcome, ONE)
    judged.held(needless=1)


def test_thanks_and_apologies_behind_a_yes_or_a_no_leave_it_one() -> None:
    judged = Judged("thanks behind")
    behind = (
        "thanks for asking", "thank you for reminding me", "thanks for the reminder",
        "thank you for all your work", "thanks for your patience", "with apologies to Ada",
        "with thanks to Bob", "with my apologies to Ada",
    )  # fmt: skip
    for (word, way), comma, said, end in product(
        (("Yes", "for"), ("yes", "for"), ("No", "against"), ("FOR 301", "for")),
        (", ", " - ", ". "),
        behind,
        ("", ".", "!"),
    ):
        judged.letter(f"{word}{comma}{said}{end}", f"{way} 301")
    for word in ("Yes", "No"):
        judged.letter(f"{word}, thanks for asking if we meet on Friday.", "none")
    judged.held()
