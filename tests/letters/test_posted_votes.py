"""Votes as lists and forums post them: a sign, and whatever is remarked behind it or before.

A sign counts beside all that leaves it one. What ties it, softens it, takes it back, counts
something with it, agrees with somebody or tells that a letter came makes it a question, and none is
lost without a word.
"""

import random
from itertools import product

from tests.kit.letters.judged import Judged

UP = [
    "+1",
    ":+1:",
    "👍",
    "Big +1",
    "+1 (binding)",
    "+1 (non-binding)",
    "**+1**",
    "+1 from me",
    "(+1)",
]
DOWN = ["-1", ":-1:", "👎", "Strong -1", "-1 (binding)", "**-1**", "-1 from me"]
WORDS = {"Support": "for", "Oppose": "against", "**FOR**": "for", "**AGAINST**": "against"}
FREE = [
    "",
    "!",
    ", thanks for the work",
    ", thanks @ada!",
    " – the draft reads well",
    " - great work, Ada",
    ". Great work, everyone!",
    ". I checked\n\n- the numbers\n- the wording\n- the old rule",
    "\n\nChecked:\n* no typos\n* no loopholes\n* it builds on 206",
    "\n\nThe wording is sound.",
    "\n\nThanks,\nAda",
    "\n\nAda Lovelace",
    '\n\n-- \nAda\n"All that glitters is not gold"',
    ", we have waited long enough for this",
    ", this kind of thing makes the game better",
    ". I read it twice and found nothing to add.",
    "\n\nWelcome to the rules!",
    " because it makes turns quicker",
    ", nobody will miss the old text",
]
SOUR = [
    "",
    "!",
    ", sorry Ada",
    " – it makes turns slower",
    ". It would punish newcomers.",
    ", this would break the old rule",
    ". Too long for my taste.",
    "\n\nI don't like where this is going.",
    " because nobody asked for it",
    "\n\nThanks,\nAda",
    ", because the text has a hole in it:\n\n- 206 stays\n- 301 says otherwise",
    ". I read it twice and found no use in it.",
]
TIED = [
    " if Bob agrees",
    ", unless somebody finds a hole",
    ". Provided that the typo is fixed.",
    " for now",
    ". Hold on, let me think again.",
    ". I may still change my mind.",
    ", but I may still change my mind",
    ". Just kidding!",
    ", once the typo is gone",
    "\n\nActually, I'm not sure.",
    " until convinced otherwise",
    " as long as it stays at two weeks",
    ", I guess",
    " :wink:",
    ". Or rather not.",
    ", but only for the first half",
    " (I think)",
    ". That was Bob speaking.",
    ", but it needs another week",
    "\n\nLet me sleep on it.",
]
OTHER = [
    "{} point for Bob",
    "{} to what Bob said",
    "{} for the cake",
    "{} on the photos",
    "Bob gave it a {}",
    "{} like Bob",
    "Would you give it a {}?",
    "{} when Bob does",
    "She said {}.",
]
CAME = ["got it, thanks", "will do", "see you on Friday", "got your letter", "received", "noted"]


def some_of(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(301).sample(every, min(count, len(every)))


def test_a_sign_counts_with_a_remark_behind_it() -> None:
    judged = Judged("posted")
    for sign, behind in some_of(180, UP, FREE):
        judged.letter(f"{sign}{behind}", "for 301")
    for sign, behind in some_of(90, DOWN, SOUR):
        judged.letter(f"{sign}{behind}", "against 301")
    judged.held()


def test_a_heading_counts_with_its_reason_behind_it() -> None:
    judged = Judged("posted under a heading")
    for word, way in WORDS.items():
        for joint, behind in product([". ", " – ", " - ", "\n\n"], (SOUR, FREE)[way == "for"]):
            if (said := behind.lstrip(" ,.–-!\n")) and "\n" not in said:
                judged.letter(f"{word}{joint}{said[0].upper()}{said[1:]}", f"{way} 301")
    judged.held()


def test_a_sign_closes_a_letter_on_its_own() -> None:
    judged = Judged("posted at the end")
    before = ["Nice idea.", "Well thought out, Ada.", "The wording is sound.", "I read it twice."]
    for said, sign in product(before, UP[:7]):
        judged.letter(f"{said} {sign}", "for 301")
        judged.letter(f"{said}\n\n{sign}", "for 301")
    for said, sign in product(["Too long.", "I don't like where this goes."], DOWN[:6]):
        judged.letter(f"{said}\n{sign}", "against 301")
    judged.held()


def test_a_forum_s_small_sign_counts() -> None:
    judged = Judged("as a forum shows it")
    ends = ["Because it is fair.", "It makes turns quicker.", "This was overdue, thanks."]
    for way, said in product(["for", "against"], ends):
        judged.letter(f"{way} {said}", f"{way} 301")
        judged.letter(f"{way}\n{said}", f"{way} 301")
    judged.held()


def test_a_sign_that_is_tied_or_turned_is_asked_about() -> None:
    judged = Judged("posted, and tied")
    for sign, tie in some_of(260, UP[:8] + DOWN, TIED):
        judged.letter(f"{sign}{tie}", "ask")
    for word, tie in product(WORDS, TIED):
        judged.letter(f"{word}{tie}", "none")
    judged.held()


def test_a_sign_for_something_else_is_none() -> None:
    judged = Judged("posted for something else")
    for sign, what in product(["+1", "-1", "👍", ":+1:"], OTHER):
        judged.letter(what.format(sign), "ask")
    judged.held()


def test_a_thumb_may_tell_that_a_letter_came() -> None:
    judged = Judged("a thumb for a letter")
    for sign, said in product(["👍", ":+1:", "👍👍", "✅"], CAME):
        judged.letter(f"{sign} {said}", "ask")
        judged.letter(f"{said[0].upper()}{said[1:]}. {sign}", "none")
    judged.held()


def test_both_signs_in_one_letter_are_asked_about() -> None:
    judged = Judged("both signs")
    for one, other in product(["+1", "👍", "Support"], ["-1", "👎", "Oppose"]):
        judged.letter(f"{one} for the idea.\n{other} for the wording.", "none")
        judged.letter(f"{one}.\n\n{other}, on reflection.", "none")
    judged.held()
