"""Votes in another's mouth, said to another thing, in jest, or for both sides: asked about, however
they are put together."""

from itertools import product

import pytest

from tests.kit.letters.judged import Judged

VOTES = ("FOR 301", "I vote for 301", "I vote against it", "AGAINST 301", "I am for it", "No")
QUOTED = ('"{}"', "“{}”", "„{}“", "«{}»", "'{}'", "‘{}’")
SPOKEN = (
    *(" says Bob.", " said Edgar, and not one word of why.", " wrote my brother."),
    *(" my wife tells me.", " was what Bob shouted.", " is what the old flyer said."),
    *(" cried the crowd.", " writes Ann of it"),
)
CHEERS = ("brilliant", "wonderful", "great", "lovely", "fantastic", "marvellous", "perfect")
MORE = (
    *("another pile of cards to lose", "one more form to fill in", "yet another die"),
    *("just what we needed", "exactly what this game was missing", "more homework"),
)
AYE = ("Yes", "Aye", "Oh yes", "Oh aye", "Yeah", "Yep")
RECEIVED = (
    *("message received", "letter received", "your mail has arrived", "received with thanks"),
    *("ballot received", "got it, thanks", "understood", "roger", "noted", "all clear"),
)


@pytest.mark.parametrize("quoted", QUOTED)
def test_a_vote_that_somebody_says(quoted: str) -> None:
    judged = Judged("in another's mouth")
    for vote, spoken in product(VOTES, SPOKEN):
        for comma in ("", ","):
            judged.letter(f"{quoted.format(vote)}{comma}{spoken}", "none")
    judged.held()


def test_a_cheer_for_one_more() -> None:
    judged = Judged("in jest")
    for yes, cheer, more in product(AYE, CHEERS, MORE):
        for letter in ("{}, {}, {}.", "{}, {}! {}.", "{}! {}, {}."):
            judged.letter(letter.format(yes, cheer, more), "none")
    judged.held()


def test_a_yes_that_says_that_the_letter_came() -> None:
    judged = Judged("to another thing")
    for yes, received in product((*AYE, "Aye aye", "Aye aye, Captain", "Yes, sir"), RECEIVED):
        for letter in ("{}, {}.", "{}, {}!", "{} - {}"):
            judged.letter(letter.format(yes, received), "none")
    judged.letter("Aye aye, Captain!", "none")
    judged.held()


def test_a_number_that_measures_something() -> None:
    judged = Judged("to another thing")
    for vote in (
        "Support for",
        "Support for the",
        "Against",
        "Yes to the",
        "No to",
        "I vote for the",
    ):
        for measured in (
            "1024-bit keys",
            "301-point rule",
            "301-page book is gone",
            "301-euro prize",
        ):
            judged.letter(f"{vote} {measured}.", "none")
    judged.held()


def test_a_yes_and_a_no_of_one_person() -> None:
    judged = Judged("for both")
    for one, other in (("yes", "no"), ("no", "yes"), ("aye", "nay")):
        for letter in (
            "A {} from me, and a {}, because I'm two people today.",
            "A {} from me and a {} from me.",
            "A {}, and then a {}.",
            "I vote {}, with a small {} in it.",
            "It's a {} and a {}.",
            "Half a {}, half a {}.",
        ):
            judged.letter(letter.format(one, other), "none")
    judged.held()


OTHERS_ASKED = (
    *("I put the question to my class", "We put it to a show of hands in the pub", "They asked us"),
    *("I asked my wife", "I asked around", "I've asked the kids", "My kids voted"),
    *("I ran it past my lawyer", "I took it to the committee", "We had a vote at work"),
    *("I polled the office", "I consulted the oracle", "My brother and I put 301 to our mother"),
    *("The whole class voted", "I put an ad in the paper", "Took it to Ann"),
)
THEY_ANSWERED = (
    *(" and the answer is {}", " and it's a {}", " and the verdict was {}", "; the answer is {}"),
    *(": it was a clear {}", " and they say {}", ", and the result is a {}", " and it was {}"),
)
ASKED_ONESELF = (
    *(
        "I put the question to myself and the answer is {}",
        "I asked myself what I want and it's a {}",
    ),
    *("I took it to heart, and it's a {}", "I took the time to read it and it's a {}"),
    *("I consulted my conscience and the answer is {}", "I ran the numbers and it's a {}"),
    "Having asked for the cap and got it, it's a {}",
)


def test_an_answer_of_somebody_who_was_asked() -> None:
    judged = Judged("of those who were asked")
    for asked, answered in product(OTHERS_ASKED, THEY_ANSWERED):
        for side in ("yes", "no"):
            judged.letter(f"{asked}{answered.format(side)}.", "none")
    for asked, (side, choice) in product(
        ASKED_ONESELF, (("yes", "for 301"), ("no", "against 301"))
    ):
        judged.letter(f"{asked.format(side)}.", choice)
    judged.letter("Put the kettle on, Hannah, I'm for it. The tea, I mean.", "none")
    judged.held()


@pytest.mark.parametrize("side", ["FOR", "AGAINST"])
def test_a_slogan(side: str) -> None:
    judged = Judged("a slogan")
    for more in ("a livelier game", "freedom", "Bob's old cards", "more fun on Sundays"):
        for letter in (
            "Vote {0} 301! Vote {0} {1}!",
            "Vote {0} 301!\nVote {0} {1}!",
            "Vote {0} {1}! Vote {0} 301!",
            "Vote {0} 301! One card a turn. Vote {0} {1}!\n(that's my poster, too loud?)",
        ):
            judged.letter(letter.format(side, more), "none")
    judged.held()


def test_one_that_was_sent_too_soon() -> None:
    judged = Judged("sent too soon")
    for vote, oops in product(
        VOTES,
        (
            "Oh dear, I hit send.",
            "Sorry, that went out too soon.",
            "Oops, sent before I was done. Vote to come.",
            "Pressed send by mistake, my vote follows.",
            "Zu früh abgeschickt, meine Stimme folgt.",
        ),
    ):
        for letter in ("{}\n\n{}", "{}. {}", "{}\n{}"):
            judged.letter(letter.format(vote, oops), "none")
    judged.held()


def test_a_line_of_a_program() -> None:
    judged = Judged("a program's")
    for line in (
        "Reverse filter: for n in range(K - 3, -1, -1): y[n] = (cs * yp[n] + 2 * rho * y[n + 1])",
        "for (i = n; i > 0; i += -1, -1)",
        "return x if yes | no else -1",
    ):
        judged.letter(line, "none")
    judged.held()


def test_a_vote_to_come() -> None:
    judged = Judged("to come")
    for lead in ("I expect to be", "I hope to be", "I look forward to", "I am likely to be"):
        for way in ("voting for", "voting for it", "voting against this", "voting yes"):
            judged.letter(f"{lead} {way}.", "none")
    judged.held()


LABELS = ("Bob", "Carol", "Mum", "Uncle Fred", "Mary-Ann", "Dr Watson")
HEADS = ("Verdict", "My vote", "Note", "Update", "Conclusion", "Decision", "Hi all", "In short")
CLAUSES = {"I'm against.": "against", "I vote for it.": "for", "my vote is no.": "against"}


def test_a_name_before_a_colon_says_what_follows() -> None:
    judged, own = Judged("below a name"), Judged("below a head")
    befores = ("", "Thanks for the mail. ", "The rain has stopped. ")
    for (clause, way), before in product(CLAUSES.items(), befores):
        for label in LABELS:
            judged.letter(f"{before}{label}: {clause}", "none")
        for head in HEADS if not before else ():
            own.letter(f"{head}: {clause}", f"{way} 301")
    judged.held()
    own.held()
