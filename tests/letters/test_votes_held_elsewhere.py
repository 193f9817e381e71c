"""Votes in other votes, of other people, and of who has none are no votes on the ballot."""

import random
from itertools import product

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.letters.judged import ONE, Judged, in_file

SAYS = ["I'm for it", "I'm against", "it's a no from me", "I vote yes", "yes", "FOR", "AGAINST"]
PLACES = ["at work", "at the club", "in our choir", "in the office", "in my village"]
MATTERS = ["on the coffee machine", "about the new carpet", "over a name for the cat"]
VOTES = ["a vote", "a quick poll", "a show of hands", "another ballot", "a small referendum"]
WHOSE = ["Bob's", "my wife's", "his", "our treasurer's", "Cleo's", "their"]
HAVE_NONE = [
    "I have no vote here",
    "I don't have a formal vote",
    "I'm not a player",
    "I am not eligible",
    "I can't vote on this",
    "I've got no say",
    "I am not entitled to vote",
]
# Said beside a plain vote, and of something else
BESIDE = """We had a vote at home about the holidays, so I am late.|? I wonder who comes next.
I don't have a say in how long it takes|I'm not allowed to propose until Monday, right?
P.S. I'm not a player of chess.|?|We have a vote on Thursday at work, so I'll be busy.
There was a vote in the European Parliament on chocolate today.|It was Bob's answer that did it.
It's your vote that counts now, Bob!|That's Bob's opinion, not mine.
Bob, it's your choice when we meet.
I'm not a member of the pub quiz team, so go without me.|It's Bob's choice of words that I like.
I have no say in what you drink.|I'm not entitled to a refund.|We took a vote on tea at school.
That was Cleo's answer to my mail, by the way.|I can't vote in Kent, where I grew up.""".replace(
    "\n", "|"
).split("|")
COULD = ["would support a delay", "could live with a shorter one", "might accept another text"]


def some_of(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(301).sample(every, min(count, len(every)))


def test_what_is_said_in_another_vote_is_asked_about() -> None:
    judged = Judged("in another vote")
    for vote, where, what, says in some_of(120, VOTES, PLACES, MATTERS, SAYS):
        judged.letter(f"We had {vote} {where} {what}: {says}.", "ask")
        judged.letter(f"There was {vote} {what} {where}. {says[0].upper()}{says[1:]}!", "ask")
    judged.held()


def test_a_verdict_on_something_else_is_asked_about() -> None:
    judged = Judged("a verdict on something else")
    papers = ["verdict", "vote", "answer", "opinion", "decision"]
    matters = ["the soup", "your hat", "Bob's new haircut", "the weather in Leeds", "our landlord"]
    ways = ["yes!", "no.", "against", "yes, definitely", "No, sorry.", "in favour"]
    for paper, matter, way in some_of(150, papers, matters, ways):
        judged.letter(f"My {paper} on {matter}: {way}", "ask")
        judged.letter(f"My {paper} about {matter} is {way}", "ask")
    judged.held()


def test_the_same_on_what_the_proposal_brings_is_a_vote() -> None:
    told = "\n".join(
        f"=== {paper}: {outcome}\nMy {paper} on {what}: {way}"
        for paper in ("vote", "verdict", "answer")
        for what in ("the limericks", "this proposal", "301", "it", "the motion")
        for way, outcome in (("yes", "for"), ("no", "against"), ("against", "against"))
    )
    judged = Judged("a verdict on what is proposed")
    head = "on 301 (Every proposal ends with a limerick. Limericks are read aloud.)"
    for _, text, outcome, about in in_file(f"{head}\n{told}"):
        judged.letter(text, outcome, about)
    judged.held()


def test_whose_vote_it_is_may_stand_behind_it_or_before() -> None:
    judged = Judged("another's vote")
    votes = ["FOR 301", "AGAINST", "I vote yes", "It's a no from me", "+1"]
    papers = ["vote", "answer", "opinion", "choice"]
    for whose, paper, vote in some_of(100, WHOSE, papers, votes):
        judged.letter(f"{vote}\nIt's {whose} {paper}.", "ask")
        judged.letter(f"{vote}. That was {whose} {paper}.", "ask")
    judged.held()


def test_who_has_no_vote_casts_none() -> None:
    judged = Judged("no vote of one's own")
    for none, joint, says in some_of(60, HAVE_NONE, [", but ", ". ", ".\n\n", " – "], SAYS[:4]):
        judged.letter(f"{none}{joint}{says}", "ask")
        judged.letter(f"{says[0].upper()}{says[1:]}, though {none[0].lower()}{none[1:]}.", "none")
    judged.held()


@pytest.mark.parametrize("could", COULD)
def test_a_wish_beside_a_vote_makes_it_a_question(could: str) -> None:
    judged = Judged("a wish beside it")
    for says in SAYS:
        judged.letter(f"{says} but {could}", "none")
        judged.letter(f"{says[0].upper()}{says[1:]}, though {could}.", "none")
    judged.held()


def test_others_who_have_no_vote_take_nothing_away() -> None:
    judged = Judged("others who have none")
    for who, says in product(["Bob", "My cat", "Our old chair"], ["FOR 301", "I vote for it"]):
        judged.letter(f"{who} can't vote, so {says}.", "for 301")
    judged.held(0.2)


def test_a_plain_vote_stands_beside_a_sentence_about_something_else() -> None:
    judged = Judged("beside a plain vote")
    for said, (vote, outcome) in product(
        BESIDE, [("FOR 301", "for 301"), ("AGAINST 301", "against 301"), ("301: FOR", "for 301")]
    ):
        judged.letter(f"{vote}\n\n{said}", outcome)
        judged.letter(f"{vote}\n\n{said}\n\nAda", outcome)
    judged.held()


@pytest.mark.parametrize(
    "said", ["It's Bob's vote.", "I have no vote here.", "Bob's not in. It's his ballot."]
)
def test_the_question_names_what_withholds_a_vote(said: str) -> None:
    found = understand("", f"FOR 301\n\n{said}", ONE)
    assert found.said == ()
    named = f'"FOR 301", but also "{said.rpartition(". ")[2]}"'
    assert any(one.question.startswith(named) for one in found.questions)


@pytest.mark.parametrize(
    "lead",
    [
        *("I predict", "Cleo (by phone)", "The cat", "Seen on the site", "Points this week"),
        *("From the log", "Dan says he goes with", "Last week's poll", "My guess", "Rumour has it"),
    ],
)
@pytest.mark.parametrize("sides", ["301 +1, 302 -1", "301 for, 302 against", "301 yes, 302 no"])
@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_list_that_is_led_in_as_no_vote_is_asked_about(
    lead: str, sides: str, between: str
) -> None:
    about = About(ballot=301, open_ballots=(301, 302))
    text = (
        f"{lead}:{between}{sides}" if between == " " else f"{lead}:\n" + sides.replace(", ", "\n")
    )
    assert votes_in(text, about) == []


@pytest.mark.parametrize("lead", ["My votes", "I vote", "On the proposals", "Here goes"])
def test_a_list_that_is_led_in_as_votes_is_read(lead: str) -> None:
    about = About(ballot=301, open_ballots=(301, 302))
    assert len(votes_in(f"{lead}: 301 for, 302 against", about)) == 2


@pytest.mark.parametrize(
    "words",
    ["It's not a no", "That is not a yes.", "It's likely a yes", "It's going to be a no, I fear"],
)
def test_what_is_not_a_no_is_no_yes(words: str) -> None:
    assert votes_in(words, About(ballot=301, open_ballots=(301,))) == []


def votes_in(text: str, about: About) -> list[object]:
    found = understand("", text, about).said
    return [one.command for one in found if isinstance(one.command, Vote)]
