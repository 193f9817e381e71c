"""Votes on several proposals in one letter, each on what it names, in ordinary words; and what only
looks like them. Each letter is made of parts, and its outcome with them."""

from itertools import product

from nomic_mail.letters.grammar.reading import About
from tests.kit.letters.judged import TWO, Judged

MANY = 48  # there are thousands of each
THREE = About(open_ballots=(301, 302, 303))
SIDES = {
    "yes": "for",
    "in favour": "for",
    "I'm for it": "for",
    "it gets my vote": "for",
    "no": "against",
    "against": "against",
    "I can't support this": "against",
    "I abstain": "abstain",
}
HEADS = (
    ("301: {}.", "302: {}."),
    ("301 - {}", "302 - {}"),
    ("As to 301, {}.", "As to 302, {}."),
    ("(1) Proposal 301: {};", "(2) Proposal 302: {}."),
    ("The first one: {}.", "The second one: {}."),
    ("301 (cake): {}", "302 (tea): {}"),
    ("With regard to the first proposal, {}.", "With regard to the second, {}."),
)
REASONS = ("", ", because it is short", ", since nobody else wrote one")
BEFORE = (
    "",
    "Sorry for the wait! ",
    "The kettle is on. ",
    "My answers are as follows:\n",
    "Please see my responses below:\n\n",
)
BEHIND = ("", "\n\nThanks\nAda", "\n\nAll my love\nAda")


def test_each_below_its_heading() -> None:
    judged = Judged("below headings", one_of=MANY)
    for heads, one, other, why in product(HEADS, SIDES, SIDES, REASONS):
        said = [head.format(side + why) for head, side in zip(heads, (one, other), strict=True)]
        for before, behind in product(BEFORE, BEHIND):
            outcome = ", ".join((f"{SIDES[one]} 301", f"{SIDES[other]} 302"))
            judged.letter(before + "\n".join(said) + behind, outcome, TWO)
    judged.held(needless=0.05)


def test_one_more_that_is_not_read_is_asked_about() -> None:
    judged = Judged("one more")
    for said in (
        "Yes to 301 and 303. For 302 I want to wait.",
        "Since they reject 301 and accept 302, I accept 301 and reject 302.",
        "301 has my support. 302 does not.",
        "Yes to 301. That 302 and 303 wait is fine.",
    ):
        judged.beside(said, THREE if "303" in said else TWO)
    judged.letter("301 yes, 302 no\n\nPS: No, make 302 a yes as well.", "ask", TWO)
    judged.letter("301 yes, 302 no\n\nPS: 302 has a typo.", "for 301, against 302", TWO)
    judged.held()


def test_counted_sides() -> None:
    judged = Judged("counted")
    for side, way in {"yes": "for", "no": "against"}.items():
        two = (
            f"{side} twice",
            f"twice {side}",
            f"{side}, two times",
            f"{side} x2",
            f"double {side}",
        )
        for said in two:
            judged.letter(said.capitalize() + ".", f"{way} 301, {way} 302", TWO)
        for said in (f"three times {side}", f"{side} x3", f"triple {side}", f"{side} three times"):
            judged.letter(said.capitalize() + "!", f"{way} 301, {way} 302, {way} 303", THREE)
            judged.letter(said, "ask", TWO)
    judged.held()


def test_the_order_as_a_heading() -> None:
    judged = Judged("order as heading")
    sides = [side for side in SIDES if len(side.split()) < 3 and side != "I abstain"]
    for one, other, mark in product(sides, sides, (":", " -")):
        said = f"First{mark} {one}\nSecond{mark} {other}"
        judged.letter(said, f"{SIDES[one]} 301, {SIDES[other]} 302", TWO)
        judged.letter(f"My votes:\n{said}", f"{SIDES[one]} 301, {SIDES[other]} 302", TWO)
        for head in ("Answers for Bob:", "On my holiday:", "Ann asked two things."):
            judged.letter(f"{head}\n{said}", "none", TWO)
    judged.letter("First of all: no\nSecond: yes", "none", TWO)
    judged.letter("First: yes, I am still here.\nSecond: yes, I know I am late.", "none", TWO)
    judged.letter("> Did you get my letter?\n\nYes, twice!", "none", TWO)
    judged.held()


TO = {
    "yes to {}": "for",
    "aye to {}": "for",
    "no to {}": "against",
    "against {}": "against",
    "I vote no on {}": "against",
}
JOINS = (", ", " and ", "; ", ", but ")


def test_each_in_front_of_what_it_is_on() -> None:
    judged = Judged("in front of names", one_of=MANY)
    groups = (("303", "the other two"), ("the first", "the others"), ("301 and 302", "the third"))
    numbers = {"303": (303,), "the other two": (301, 302), "the first": (301,)}
    numbers |= {"the others": (302, 303), "301 and 302": (301, 302), "the third": (303,)}
    for (one, other), first, second, join in product(groups, TO, TO, JOINS):
        said = f"{first.format(one)}{join}{second.format(other)}.".capitalize()
        votes = dict.fromkeys(numbers[one], TO[first]) | dict.fromkeys(numbers[other], TO[second])
        judged.letter(said, ", ".join(f"{votes[n]} {n}" for n in sorted(votes)), THREE)
    judged.held(needless=0.05)


def test_a_row_of_sides_is_on_all_in_their_order() -> None:
    judged = Judged("in a row", one_of=MANY)
    words = {"yes": "for", "no": "against", "abstain": "abstain"}
    for one, two, three in product(words, words, words):
        ways = f"{words[one]} 301, {words[two]} 302, {words[three]} 303"
        for text in (
            f"{one}, {two}, {three}",
            f"{one.capitalize()}, {two} and {three}.",
            f"In the order you gave them: {one}, {two}, {three}.",
            f"I've read all three on the tram. That makes {one}, {two}, {three}.",
            f"{one} / {two} / {three}\n\nAda",
        ):
            judged.letter(text, ways, THREE)
    judged.letter("Two noes.", "against 301, against 302", TWO)
    judged.letter("Three times yes!", "for 301, for 302, for 303", THREE)
    judged.held()


def test_a_number_is_one_with_its_mark() -> None:
    judged = Judged("#301", one_of=MANY)
    for one, other in product(("I support", "I back", "I am for proposal"), ("oppose", "reject")):
        judged.letter(f"{one} #301 and {other} #302.", "for 301, against 302", TWO)
    judged.letter("I support #301.", "for 301")
    judged.letter("301/302: yes", "for 301, for 302", TWO)
    judged.held(needless=0.3)


def test_what_is_no_row_of_votes() -> None:
    judged = Judged("no row of votes", one_of=MANY)
    for text in (
        "Yes and no.",
        "No, no!",
        "301 and 302 are the same, so one yes.",
        "Yes to one of them, no to the other.",
        "For 301: its elegance. Against 301: its price. For 302: nothing.",
        "In favour of the first, against the second. I'm talking about the paragraphs.",
        "That makes two noes and a yes so far.",
        "Ann is for 301 and against 302.",
        "301: yes, 302: no. Or was it the other way round?",
        "Both of us: no.",
        "Yes, to both questions: I'm coming, and I'm bringing cake.",
        "301 approved, 302 rejected.",
        "301 - yes, 302 - yes. That's what Priya put on the board.",
        "Is it right like this, before I send the real one?\n301: yes\n302: no",
        "no to both\n(withdrawn, will vote Thursday)",
        "Yes to 301, no to 302. Nicely put by Priya, I wish I could say it so.",
        "Neither of them, or both, who knows.",
        "301 if 302 passes, else no.",
    ):
        judged.letter(text, "none", TWO)
    for text in (
        "If you held a knife to my throat: yes, no, yes.",
        "Ann is right about the deadline. +1, +1, +1.",
        "Bob's ballot: yes, no, no.",
        "Vote yes on 301! No, wait, on 303. Or on both?",
        "All three: yes. Hold all of the above, count none of it yet.",
    ):
        judged.letter(text, "none", THREE)
    judged.held()
