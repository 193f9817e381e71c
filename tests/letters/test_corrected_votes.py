"""Who has voted, and takes it back at once: what comes right behind is the vote."""

import random
from itertools import product

from tests.kit.letters.judged import Judged

SEED = 19
OH = ["", "Oh ", "Oops, ", "Sorry, ", "No, ", "ah, "]
WRONG = [
    "wait",
    "hang on",
    "scrap that",
    "scratch that",
    "please ignore my last letter",
    "forget my earlier vote",
    "wrong way round",
    "my mistake",
    "I misread it",
    "take that back",
]
FALSCH = ["Moment", "Irrtum meinerseits", "ich habe mich geirrt", "Quatsch", "mein Fehler"]
GAPS = [", ", ". ", ": ", " - ", "\n", "! "]
VOTES = {
    "for": "for 301",
    "FOR.": "for 301",
    "AGAINST": "against 301",
    "I meant against": "against 301",
    "I vote for.": "for 301",
    "make that AGAINST.": "against 301",
    "I'm for.": "for 301",
}
STIMMEN = {
    "FOR": "for 301",
    "natürlich FOR.": "for 301",
    "doch dagegen": "against 301",
    "ich stimme dafür": "for 301",
    "DAGEGEN": "against 301",
}
NOTHING = [
    "for whom is that?",
    "against what?",
    "I need a day",
    "Bob says for",
    "I have to think",
    "for once I agree with Bob",
    "I would be for if it were shorter",
    "yes to the cake, that is",
    "is it for all of us",
    "",
]


def test_what_is_taken_back_gives_way_to_what_stands_behind_it() -> None:
    judged = Judged("a correction and a vote")
    parts = [*product(OH, WRONG, GAPS, VOTES), *product(["", "Ach, "], FALSCH, GAPS, STIMMEN)]
    for oh, wrong, gap, vote in random.Random(SEED).sample(parts, 500):
        text = f"{oh}{wrong}{gap}{vote}"
        judged.letter(text[0].upper() + text[1:], {**VOTES, **STIMMEN}[vote])
    judged.held(silent=0)


def test_what_is_taken_back_alone_is_no_vote() -> None:
    judged = Judged("a correction and no vote")
    for oh, wrong, gap, more in product(OH, WRONG, GAPS, NOTHING):
        judged.letter(f"{oh}{wrong}{gap}{more}", "none")
    judged.held()
