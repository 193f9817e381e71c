"""A vote that its own clause performs, among whatever else its sentence and its letter tell; and
clauses that only look like one (`traps-7`)."""

import pytest

from tests.kit.letters.judged import Judged
from tests.letters.test_plain_words import some

CAST = {
    "I vote for it": "for",
    "I vote yes": "for",
    "I'm voting for it": "for",
    "my vote is yes": "for",
    "put me down as for": "for",
    "I vote against it": "against",
    "I'm voting no": "against",
    "my answer is no": "against",
    "count me as against": "against",
    "I cast my vote against it": "against",
    "I abstain": "abstain",
    "I'd rather abstain": "abstain",
}
LED = """
The doctor allows no excitement until Easter, so {}.
Don't be cross with your old uncle, but {}.
Grace would never do it, and Bob would do it twice: {}.
I had thought about a yes and a no for a week, therefore {}.
Hold the front page! {}.
I never saw a harder ballot (three of them were in verse), but {}.
Said it to the cat, said it to the dog, and now {}.
My partner isn't a player, would not know what this is about, and sends her love; {}.
The cat could not care less, and {} because the text is plain.
""".strip().split("\n")
BESIDE = (
    "",
    "Is it true that Grace has a new bicycle?",
    "When will the next turn begin, by the way?",
    "We had hail on Tuesday, and the roof is not what it was.",
    "Bob will not like it.",
    "Everybody should read the text twice, I could not put it down.",
)
GERMAN = {
    "Klares Ja von mir, endlich geht es weiter!": "for",
    "Hab lange überlegt, ob ich dagegen bin. Bin ich nicht. Meine Stimme: dafür.": "for",
}
PICTURES = ("🥳", "☀️", "💃", "😤", "🐙", "🇫🇷", "👩‍🚀")


def outcome(choice: str) -> str:
    return f"{choice} 301"


def test_a_clause_that_votes_counts_whatever_else_is_told() -> None:
    judged = Judged("clauses")
    for cast, led, beside in some(400, CAST, LED, BESIDE):
        judged.letter(f"{led.format(cast)} {beside}".strip(), outcome(CAST[cast]))
    judged.held()


@pytest.mark.parametrize("text", GERMAN)
def test_in_german(text: str) -> None:
    judged = Judged(text)
    judged.letter(text, outcome(GERMAN[text]))
    judged.held()


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_that_says_nothing_is_not_read(picture: str) -> None:
    judged = Judged(picture)
    for text, choice in (
        (f"yes pls {picture}", "for"),
        (f"{picture} against {picture}", "against"),
        (f"voting no {picture}", "against"),
    ):
        judged.letter(text, outcome(choice))
    judged.held()
