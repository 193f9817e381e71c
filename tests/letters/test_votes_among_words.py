"""A vote that says of itself that it is one, among words that have nothing to do with which way it
goes: excuses, reasons, another world, a sign-off; and what looks so and is none."""

from itertools import product

from tests.kit.letters.judged import Judged

VOTES = {
    "I vote yes": "for 301",
    "I'm voting for it": "for 301",
    "I'm voting against": "against 301",
    "My vote is no": "against 301",
    "I'm for it": "for 301",
    "I abstain": "abstain 301",
}


def test_an_if_of_politeness_ties_no_vote() -> None:
    judged = Judged("excuses with an if")
    excuses = ("forgive me if", "sorry if", "excuse me if", "please tell me if", "correct me if")
    what = ("this is short", "I do it wrong", "the spelling is off", "it sounds blunt")
    for (vote, way), one, of in product(VOTES.items(), excuses, what):
        if vote.startswith(("I'm voting", "I abstain")):  # others are asked about
            judged.letter(f"Just off a long shift so {one} {of}, {vote}.", way)
        judged.letter(f"{one[0].upper()}{one[1:]} {of}. {vote}.", way)
    judged.held()


def test_an_if_that_is_none_of_politeness_ties_it() -> None:
    judged = Judged("ifs that tie")
    ifs = ("if Bob agrees", "if it is five and not ten", "if the others do", "if nobody objects")
    for (vote, _), one in product(VOTES.items(), ifs):
        judged.letter(f"{vote} {one}.", "ask")
        judged.letter(f"{one[0].upper()}{one[1:]}, {vote[0].lower()}{vote[1:]}.", "ask")
        judged.letter(f"{vote} because it is short, {one}.", "ask")
    judged.held()


def test_a_condition_within_a_reason_ties_no_vote() -> None:
    judged = Judged("reasons that turn on something")
    reasons = (
        "because babies get points when nobody is even playing",
        "because it says nothing of what happens when two are born on one day",
        "since nobody knows what to do when it is a Sunday",
        "because people only read the rules when they have to",
    )
    for (vote, way), reason in product(VOTES.items(), reasons):
        judged.letter(f"{vote} {reason}.", way)
        judged.letter(f"Hello all. {vote} {reason}.\nBest\nTim", way)
    judged.held(0.05)


def test_of_another_number_it_is_no_vote_on_this_one() -> None:
    judged = Judged("with five I say yes")
    numbers = ("five", "3", "twenty", "half", "less", "another number")
    votes = ("I say yes", "I vote yes", "I'm for it", "I vote for it", "I would say no")
    for number, vote in product(numbers, votes):
        judged.letter(f"With {number} {vote}.", "ask")
        judged.letter(f"Hello. Ten is a lot. With {number} {vote}, with ten I do not know.", "ask")
        judged.letter(f"{vote} with {number}, with ten I don't know.", "ask")
    judged.held()


def test_what_was_not_for_the_game_is_no_vote() -> None:
    judged = Judged("that line was not for you")
    what = ("that first line", "the last line", "that word", "this", "that one", "the yes")
    nots = ("wasn't for you", "was not meant for you", "isn't for the game", "is not for this list")
    for word, one, no in product(("yes", "no", "FOR", "AGAINST"), what, nots):
        judged.letter(f"{word}\nsorry, {one} {no}.", "ask")
        judged.letter(f"{word} I'm coming\n\n{word}\n\nOh, {one} {no}. Where was I?", "ask")
    judged.held()


def test_another_world_beside_a_vote_ties_it_not() -> None:
    judged = Judged("if I wanted charity")
    worlds = (
        "If I wanted charity I'd go and stand outside a church.",
        "If I knew what I want I'd write shorter letters.",
        "If I could sing I'd be on the radio.",
        "If I were rich I'd send you all a cake.",
    )
    for (vote, way), world in product(VOTES.items(), worlds):
        judged.letter(f"{world} {vote}.", way)
        judged.letter(f"{world} {vote}, good day.\nBurt", way)
    judged.held(0.1)


def test_and_a_vote_in_another_world_is_none_in_this() -> None:
    judged = Judged("if I had a vote")
    worlds = (
        "If it were five I'd vote yes.",
        "If they asked me I would say no.",
        "If you wanted it shorter I'd be for it.",
        "If I knew the author I'd vote against.",
    )
    for world in worlds:
        judged.letter(world, "ask")
        judged.letter(f"{world} It rains.", "ask")
    judged.held()


def test_a_wish_for_the_minutes_and_a_sign_off_leave_a_vote() -> None:
    judged = Judged("notes for the minutes")
    wishes = (
        "and I'd like it in the archive",
        "and I would like that noted",
        "and I'd like this to be recorded",
        "and I'd like that in the minutes",
    )
    ends = ("With good humour,\nLeonard", "With every good wish,\nAda", "With affection, Bob")
    for (vote, way), wish in product(VOTES.items(), wishes):
        judged.letter(f"{vote}, {wish}.", way)
    for (vote, way), end in product(VOTES.items(), ends):
        judged.letter(f"{vote}.\n{end}", way)
        judged.letter(f"See me after class, Ms Proposer! {vote}.\n{end}", way)
    judged.held()
