"""Words below a proposal's text to who reads it: they are named, and never quietly a rule."""

import random
from itertools import product

import pytest

from nomic_mail.game.commands import Propose
from nomic_mail.letters.grammar.understand import About, understand

TEXTS = [
    "Each player may have tea.\nTea is free.",
    "1. Whoever passes owes a limerick.\n2. It is read aloud.",
    "A turn lasts a week.\n\nWhere nobody moves, it ends earlier.",
    "The Speaker keeps a list of oaths.",
]
SAID = """Please vote by Friday!|Please vote for it!|please read it twice|Vote yes, folks!
Vote by Friday!|Vote for this, it helps newcomers.|What do you think?
What does everybody think?|Any thoughts?|Comments welcome!|Feedback welcome.
Objections?|Let me know what you think.|Tell me if it is too long.
Happy to hear objections.|Thanks for reading!|Thank you all.
I think this makes the game quicker.|I hope you like it.|I'd love your vote.
My idea was to make turns quicker.|The idea behind this: fewer votes.
The reason is that nobody moves.|Rationale: today nobody pays.
(Rationale: it is too slow today.)|Reasoning: it is fair.|Hope this helps.
Hope you like it!|Hopefully it is short enough.|Cheers, Bob|Regards, Cleo Smith
Hoping for your votes.|So, what do you think?|Anyway, let me know.
Bitte stimmt bis Freitag ab!|Was meint ihr?|Ich finde das fairer.
Begründung: heute zahlt niemand.|Danke fürs Lesen!|Let's see how it goes!|Questions?
Your thoughts?""".replace("\n", "|").split("|")
RULES = """Tea is served at noon.|The reasons for a judgment are published.
Comments on a proposal are public.|Voters who thank the Speaker gain a point.
Thanksgiving is a holiday.|Hopeless cases are closed by the judge.
Votes are counted on Fridays.|Voting by proxy is forbidden.
What is not forbidden is allowed.|Ideas are free.|In case of doubt, the judge decides.
Love is not a currency.|Best of three dice counts.|The point is awarded once.
Points are whole numbers.|If a player votes for their own proposal, it counts double.
Yours and mine are one.|Whoever votes against an adopted proposal gains ten points.
Reasonable requests are granted.|Letters are read.|Any player may ask questions.
Questions are answered within a week.|Opinions bind nobody.""".replace("\n", "|").split("|")


def told(text: str, below: str, gap: str = "\n\n") -> tuple[str, ...]:
    found = understand("", f"PROPOSE ENACT Tea\n{text}{gap}{below}\n", About(none_open=True))
    assert [type(one.command) for one in found.said] == [Propose], below
    return tuple(one.question for one in found.questions)


@pytest.mark.parametrize("said", SAID)
def test_words_to_who_reads_it_are_named(said: str) -> None:
    for text in TEXTS:
        assert any("stands inside the text" in one for one in told(text, said)), text


def test_a_rule_s_own_paragraphs_are_none() -> None:
    every = list(product(TEXTS, RULES, ["\n", "\n\n"]))
    needless = [one for one in random.Random(301).sample(every, 120) if told(*one)]
    assert len(needless) <= 2, needless


def test_end_says_what_is_meant() -> None:
    for said in SAID[:12]:
        found = understand("", f"PROPOSE ENACT Tea\nTea is free.\nEND\n\n{said}\n", About())
        assert not any("stands inside" in one.question for one in found.questions), said
