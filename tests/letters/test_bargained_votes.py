"""A vote that is promised for something is never counted, with an "if" or without one."""

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
    "Don't touch the quorum",
    "Get rid of the bonus",
    "Add caps for both",
    "Wait until Friday",
    "Explain how ties are broken",
    "Make sure nobody wins by it",
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
    "I'm in",
    "you've got my vote",
    "I'm on board",
    "I'll vote for it",
    "it has my support",
    "we have a deal",
    "I'm a yes",
    "you get my yes",
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


def test_a_vote_promised_for_a_deed_is_not_counted() -> None:
    judged = Judged("bargains")
    for deed, join, promise in product(DEEDS, JOINS, PROMISES):
        judged.letter(f"{deed}{join}{promise}.", "ask")
    for text, vote in product(("With a cap", "Without the cap", "With one more week"), PROMISES):
        judged.letter(f"{text} {vote}.", "ask")
    judged.held()


def test_what_is_told_and_offers_no_vote_is_not_asked_about() -> None:
    judged = Judged("told to do something else")
    for text in (
        "Send me the dice and I'll roll them.",
        "Read the rules again and you'll see it.",
        "Ask Ann and she will explain it to you.",
        "Fix the comma and it's a good rule.",
        "Take a break: it is only a game.",
        "Give it a week and we'll see.",
        "Bring some cake and you have my thanks.",
    ):
        judged.letter(text, "talk")
    judged.held()


def test_what_only_stands_before_a_vote_is_no_bargain() -> None:
    judged = Judged("no bargains")
    for told, vote in product(TOLD, ("I vote for it.", "I vote no.", "I vote FOR 301.")):
        way = "against" if "no" in vote else "for"
        judged.letter(f"{told}{vote}", f"{way} 301")
    judged.held()


CHANGED = (
    "Make it one week",
    "Lower it to two points",
    "Cap the bonus at ten",
    "Drop the second sentence",
    "Please add a cap of three",
    "Pay me two points",
    "Give me the first turn",
    "Leave 206 alone",
)
WITH_NOTHING_BETWEEN = (", ", ". ", "; ", "! ")
FOR_IT = ("I'm for", "I vote for it", "I'm in favour", "count me in", "you have my vote")
ONWARD = ("Make it so", "Bring it on", "Put it through", "Give it a try", "Let it pass")


def test_a_yes_right_behind_a_demand_is_not_counted() -> None:
    judged = Judged("demands")
    for deed, join, vote in product(CHANGED, WITH_NOTHING_BETWEEN, FOR_IT):
        after = vote if join.strip() in ",;" else vote[0].upper() + vote[1:]
        judged.letter(f"{deed}{join}{after}.", "ask")
    judged.held()


def test_who_cheers_it_on_demands_nothing() -> None:
    judged = Judged("cheered on")
    for cheer, join, vote in product(ONWARD, (". ", "! "), ("I vote for it", "I'm for it")):
        judged.letter(f"{cheer}{join}{vote}.", "for 301")
    judged.held()
