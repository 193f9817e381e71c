"""Votes beside what is no vote: news, other worlds, what is left for later, other things. Whole
classes of letters, each made of parts whose outcome is fixed by how they are put together."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.kit.letters.judged import TWO, Judged

SEED = 24
BRINGS = {
    "It's a yes!": "for",
    "It's a no.": "against",
    "That's a yes.": "for",
    "It is a no.": "against",
    "The answer is no.": "against",
    "It's a big yes!": "for",
    "So it's a no.": "against",
}
NEWS = [
    "We got the mortgage.",
    "She said yes!",
    "The bank rang this morning.",
    "The landlord won't let us keep the cat.",
    "I got the job!",
    "We are getting married in May!",
    "The dog is not for sale.",
    "My doctor was very clear.",
    "They are moving to Spain.",
    "He will come to the wedding.",
    "The visa came today.",
    "Our tenants leave on Monday.",
]
OF_THE_VOTE = [
    "It is too complicated.",
    "I like it.",
    "Thanks for the reminder.",
    "Sorry for the delay.",
    "This rule makes the game better.",
    "I do not want another rule.",
    "I have read it twice.",
    "Who proposed this?",
    "See you at the next vote.",
    "I vote as I said I would.",
]
PLAIN = {
    "AGAINST.": "against",
    "No.": "against",
    "I vote no.": "against",
    "Against it.": "against",
    "FOR.": "for",
    "Yes.": "for",
    "I vote for it.": "for",
}
WERE = ["If it were five points", "Were it shorter", "Had it been a smaller number", "With a cap"]
IF_OTHERS = [
    "If Bob votes yes",
    "If somebody else votes no",
    "Unless you object",
    "When Ada agrees",
]
NO_CONDITION = [
    "if I must choose",
    "if I have to pick a side",
    "if forced to choose",
    "in case that isn't clear",
    "in case anyone wonders",
    "in case you hadn't guessed",
    "if you ask me",
    "if I really have to choose",
]
READS_LATER = [
    "Will read it later.",
    "I'll look at it tonight.",
    "Thanks, will read it when I am home.",
    "I shall have a look at it tomorrow.",
    "will look at this on Sunday",
    "I need to think about it.",
    "I'll check the rest after work.",
]
ON_301 = ["301: for.", "FOR 301.", "Yes to 301.", "I vote for 301.", "301 gets my vote."]
LEFT = [
    "On {} I have not decided yet.",
    "{}: undecided.",
    "{} will follow.",
    "I'm still thinking about {}.",
    "I will send {} later.",
    "My vote on {} will follow tomorrow.",
    "I need more time for {}.",
    "I haven't made up my mind on {}.",
    "No opinion on {} yet.",
    "I don't know about {} yet.",
    "As for {}, I'm not sure yet.",
]
LEANING = [
    "On {} I have not decided yet, rather against.",
    "{}: undecided, perhaps no.",
    "Maybe against {}.",
    "I'm still thinking about {}, but probably no.",
]
NEITHER = [
    "I support neither",
    "I support neither of them",
    "Neither gets my support",
    "Neither of these gets my vote",
    "None of them has my support",
    "I approve neither proposal",
    "I am in favour of neither",
    "I'm for neither of the two",
    "None of these two gets my vote",
    "I back neither one",
]
OTHER_THINGS = [
    "I saw two flats.",
    "We looked at dresses.",
    "The kids tried both cakes.",
    "About the two flats we saw.",
    "We visited three schools.",
    "On the two offers from the garage.",
    "My sister compared two phones.",
]
ABOUT_THEM = [
    "About the two proposals.",
    "Sorry for the delay.",
    "I have read both proposals.",
    "Here are my votes.",
    "Hi all.",
    "I thought about it for a week.",
]


def some(count: int, *parts: object) -> Iterator[tuple[Any, ...]]:
    every = list(product(*(list(one) for one in parts)))  # type: ignore[call-overload]
    yield from random.Random(SEED).sample(every, min(count, len(every)))


def test_a_yes_may_be_news() -> None:
    judged = Judged("a yes beside news")
    for said, news, order in some(300, BRINGS, NEWS, [0, 1]):
        judged.letter(" ".join((said, news) if order else (news, said)), "ask")
    for said, of_it in some(200, BRINGS, OF_THE_VOTE):
        if not (BRINGS[said] == "for" and of_it.startswith(("It is too", "I do not"))) and not (
            BRINGS[said] == "against" and of_it.startswith(("I like", "This rule makes"))
        ):
            judged.letter(f"{said} {of_it}", f"{BRINGS[said]} 301")
    judged.held(0.03)


def test_what_would_be_of_another_proposal_ties_none() -> None:
    judged = Judged("another world")
    sides = {"for": "I would be against", "against": "I would be in favour"}
    others = {"for": "I would oppose it", "against": "I'd vote for it"}
    for vote, were, side in some(200, PLAIN, WERE, [sides, others]):
        judged.letter(f"{vote} {were} {side[PLAIN[vote]]}.", f"{PLAIN[vote]} 301")
    for vote, tie, side in some(200, PLAIN, IF_OTHERS, [sides, others]):
        judged.letter(f"{vote} {tie}, {side[PLAIN[vote]]}.", "none")
    judged.held()


def test_a_condition_that_is_none() -> None:
    judged = Judged("conditions that are none")
    for vote, way in {"FOR": "for", "against": "against", "I vote no": "against"}.items():
        for told in NO_CONDITION:
            judged.letter(f"{vote}, {told}.", f"{way} 301")
    for told, vote in product(NO_CONDITION[:3], ("against", "FOR", "no")):
        way = "for" if vote == "FOR" else "against"
        judged.letter(f"{told[0].upper()}{told[1:]}: {vote}.", f"{way} 301")
    for vote, tie in product(
        ("FOR", "against", "I vote no"), ("if it passes", "in case Bob agrees")
    ):
        judged.letter(f"{vote}, {tie}.", "ask")
    judged.held()


def test_a_bare_yes_beside_what_is_yet_to_be_read() -> None:
    judged = Judged("yes, and it is yet to be read")
    for word, later, between in product(
        ("yes", "Yes.", "ok yes", "No.", "+1", "ACK"), READS_LATER, (" ", "\n\n")
    ):
        stop = "" if word.endswith(".") or between != " " else "."
        judged.letter(f"{word}{stop}{between}{later}", "ask")
    judged.held()


def test_what_is_left_for_later_needs_no_vote() -> None:
    judged = Judged("left for later")
    for vote, left, order in product(ON_301, LEFT, (0, 1, 2)):
        told = left.format(302)
        text = (
            "\n".join((vote, told))
            if order == 2
            else " ".join((vote, told) if order else (told, vote))
        )
        judged.letter(text, "for 301", TWO)
    for vote, left in product(ON_301, LEFT):
        judged.letter(f"{vote} {left.format(301)}", "ask", TWO)
    for vote, left in product(ON_301[:4], LEFT):
        judged.letter(f"{vote} Against 302. {left.format(301)}", "none", TWO)
    for vote, left in product(ON_301, LEANING):
        judged.letter(f"{vote} {left.format(302)}", "none", TWO)
    judged.held()


def test_neither_is_a_no_to_both() -> None:
    judged = Judged("neither")
    for told, end, more in product(NEITHER, (".", "!", ""), ("", "Hi all,\n\n", "Sorry.\n\n")):
        judged.letter(f"{more}{told}{end}", "against 301, against 302", TWO)
    for told in ("I vote for neither.", "Neither has my support yet.", "I know neither of them."):
        judged.letter(told, "none", TWO)
    judged.held()


def test_the_first_and_the_second_of_other_things() -> None:
    judged = Judged("of other things")
    ways = {
        "The first one yes, the second one no.": "for 301, against 302",
        "First one no. Second one yes.": "against 301, for 302",
        "The first one: yes! The second: no.": "for 301, against 302",
    }
    for head, said in product(OTHER_THINGS, ways):
        judged.letter(f"{head} {said}", "ask", TWO)
    for head, said in product(ABOUT_THEM, ways):
        judged.letter(f"{head} {said}", ways[said], TWO)
    judged.held()


def test_a_list_of_sides_in_order() -> None:
    judged = Judged("in order")
    words = {"yes": "for", "no": "against", "rejected": "against", "approved": "for", "FOR": "for"}
    for one, two in product(words, words):
        news = {one, two} <= {"rejected", "approved"}
        votes = f"{words[one]} 301, {words[two]} 302"
        judged.letter(f"1. {one}\n2. {two}", "none" if news else votes, TWO)
    for joint in ("as well as", "and also", "along with", "plus"):
        judged.letter(f"I vote for 301 {joint} 302.", "for 301, for 302", TWO)
        judged.letter(f"Against 301 {joint} 302", "against 301, against 302", TWO)
    judged.held()


def test_the_words_of_reviewers() -> None:
    judged = Judged("reviewers")
    for text in ("ACK", "ACK.", "Acked-by: Per Hansson", "ACK from me", "ACK\n\nThanks,\nBob"):
        judged.letter(text, "for 301")
    for text in ("NACK", "nak", "NACK, too long", "Nack: it breaks rule 203", "NACK - see below"):
        judged.letter(text, "against 301")
    for text in ("ack", "ack, got it", "ACK, will read it tonight", "ACK your mail"):
        judged.letter(text, "none")
    judged.held()
