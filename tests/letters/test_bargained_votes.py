"""A vote that is promised for something is asked about, with an "if" and without one."""

from itertools import product

from tests.kit.letters.judged import Judged

DEEDS = (
    "Make it one week",
    "Fix the comma",
    "Drop the second sentence",
    "Take out the cap",
    "Lower the number to five",
    "Let Ann write it",
    "Promise to fix it",
    "Leave 206 alone",
    "Just make it shorter",
    "Please change one word",
    "I like it, but cut it in half",
    "Too long. Split it in two",
)
JOINS = (" and ", ", and ", ", then ", ". Then ", " and then ", ": ", " & ", " = ")
PROMISES = (
    "I vote yes",
    "I'm all for it",
    "you have my vote",
    "it's a yes from me",
    "my vote is for",
    "I vote FOR 301",
    "count me in",
)
TOLD = (
    "Slept on it and ",
    "Thought about it and ",
    "A good idea, and ",
    "Call me old-fashioned, but ",
    "Long story short: ",
    "With a heavy heart ",
    "Without a doubt ",
    "Congratulations to Ann, and ",
    "Bring it on! ",
    "Give my love to Ann. ",
)


def test_a_vote_promised_for_a_deed_is_asked_about() -> None:
    judged = Judged("bargains")
    for deed, join, promise in product(DEEDS, JOINS, PROMISES):
        judged.letter(f"{deed}{join}{promise}.", "none")
    for text, vote in product(("With a cap", "Without the cap", "With one more week"), PROMISES):
        judged.letter(f"{text} {vote}.", "none")
    judged.held()


def test_what_only_stands_before_a_vote_is_no_bargain() -> None:
    judged = Judged("no bargains")
    for told, vote in product(TOLD, ("I vote for it.", "I vote no.", "I vote FOR 301.")):
        way = "against" if "no" in vote else "for"
        judged.letter(f"{told}{vote}", f"{way} 301")
    judged.held()
