"""A vote that is stated in a clause of its own counts, whatever else the letter tells; and never,
where something ties it, softens it, takes it back, or where somebody else states it."""

import random
from itertools import product

from tests.kit.letters.judged import ONE, Judged

SEED = 301
STATED = {
    "I'm for it": "for",
    "I am against this one": "against",
    "my vote is yes": "for",
    "my answer is no": "against",
    "I shall have to vote against it": "against",
    "I hereby cast my vote in favour": "for",
    "it's a no from me": "against",
    "it's a yes from me": "for",
    "put me down as a no": "against",
    "count me in favour": "for",
    "I'm voting no": "against",
    "I vote in the affirmative": "for",
    "please change my vote to no": "against",
    "this one gets my vote": "for",
    "I'm a yes on this one": "for",
    "put me in the no column": "against",
}
BEFORE = [
    "",
    "I have thought it over and ",
    "I'm afraid ",
    "I must say that ",
    "In my view the text is sound; ",
    "I read it twice over my coffee, so ",
    "Much as I'd love to see the chaos, ",
    "What a week, the cat has had kittens. Anyway, ",
    "I was inclined the other way, but having slept on it, ",
    "I reckon ",
]
AFTER = [
    "",
    ", thanks",
    ", though I might regret it",
    " because nobody can say what might come of the old rule",
    ". Talk soon!",
    ". How's the new house, Cid?",
    ", with apologies to Bob",
    ". No hard feelings, Ada!",
    " if I may",
    ", y'all",
]
TIED = [
    " if Bob agrees",
    ", unless somebody finds a hole in it",
    ", provided the typo is fixed",
    ". But only once 302 has passed",
    ", I think",
    ", probably",
    ". Just kidding",
    ". Well, not really",
    ". I may still change it",
    ". Or should I vote the other way?",
    ", as long as the deadline stays",
    ", for now",
    " lol",
    ". Unless it rains",
    " when Bob does",
    ", subject to a ruling",
    ". Not.",
    ", at least in theory",
]
OF_OTHERS = [
    "Bob says ",
    "Bob wrote: ",
    "Cleo told me that ",
    "Everyone keeps asking why ",
    "Bob and ",
    "I wonder whether ",
    "Suppose ",
    "Dot dreamt that ",
    "It is not as if ",
    "If nobody minds, ",
]


def letters(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(SEED).sample(every, min(count, len(every)))


def opened(before: str, said: str) -> str:
    text = before + said
    return text[0].upper() + text[1:]


def test_a_statement_counts_beside_what_leaves_it_alone() -> None:
    judged = Judged("stated, and free")
    for before, said, after in letters(900, BEFORE[:-2], [*STATED], AFTER):
        judged.letter(f"{opened(before, said)}{after}", f"{STATED[said]} 301", ONE)
    judged.held(0.12)


def test_a_statement_that_is_tied_is_no_vote() -> None:
    judged = Judged("stated, and tied")
    for before, said, tie in letters(900, BEFORE, [*STATED], TIED):
        judged.letter(f"{opened(before, said)}{tie}", "none", ONE)
    judged.held()


def test_what_others_state_is_no_vote() -> None:
    judged = Judged("stated by others")
    for other, said, end in letters(160, OF_OTHERS, [*STATED][:7], ["", ".", "!", ", you know"]):
        judged.letter(f"{other}{said}{end}", "none", ONE)
    judged.held()


def test_an_answer_of_one_word_with_what_is_called_out_around_it() -> None:
    judged = Judged("one word, called out")
    yes = ["yes", "yeah", "yep", "aye"]
    no = ["no", "nope", "nah", "nay"]
    called = ["", "ok, ", "well, ", "heck ", "oh go on then, ", "bet. ", "good lord, "]
    to_whom = ["", " bro", ", sir", ", thanks", ", y'all", " for sure"]
    for one, word, two in letters(300, called, [*yes, *no], to_whom):
        judged.letter(f"{one}{word}{two}", f"{'for' if word in yes else 'against'} 301", ONE)
    judged.held()


def test_an_abstention_that_is_stated_is_read() -> None:
    judged = Judged("abstentions")
    stated = [
        "I abstain",
        "I shall abstain on this one",
        "my vote is an abstention",
        "I'm abstaining",
    ]
    before = ["", "I don't feel able to judge this, so ", "I have read it twice, and "]
    for first, said, end in letters(60, before, stated, ["", ".", ", thanks", ". Talk soon!"]):
        judged.letter(f"{opened(first, said)}{end}", "abstain 301", ONE)
    judged.held(0.1)


def test_what_may_be_a_vote_is_asked_about_and_never_lost() -> None:
    judged = Judged("asked")
    for text in (
        "It's not that I'm for it, but someone should be.",
        "Is it yes if I want it to stay as it is, or no?",
        "Heads it's yes, tails it's no",
        "Voting as last time.",
        "I'll go along with the majority.",
        "Bob and I will vote together on this.",
        "Don't count my vote yet.",
        "Conditionally approved, pending Bob.",
        "Which one is it? If it's the long one then yes.",
        "Sure, let's also make the dice decide who eats.",
        "Bob has my proxy.",
        "For now I'm for it, ask me on Thursday.",
        "Bob wrote nothing of use.\n\nI would like to change my vote, how?",
        "+0.5",
        "ack",
    ):
        judged.letter(text, "ask", ONE)
    judged.held()
