"""A side that is only thought of, called out to others, weighed, or nodded along with is asked
about; beside each stands what is as plain a vote, in nearly the same words."""

import random
from itertools import product

from tests.kit.letters.judged import ONE, TWO, Judged

SEED = 41
HELLO = ["", "Hi all,\n\n", "Dear Moderator,\n\n", "Moin,\n\n"]
ENDS = ["", "\n\nAda", "\n\nBest regards,\nAda", "\n\nSent from my iPhone"]
GUESSES = """
I think
I guess
I suppose
I believe
I reckon
I hope
I'd say
I imagine
""".strip().split("\n")
GUESSED = [
    "I'm for it",
    "I am against it",
    "I support this",
    "it's a yes",
    "it's a no from me",
    "yes",
]
OPENS = """
In principle
In theory
Provisionally
Tentatively
Most likely
At first glance
Currently
As things stand
For now
""".strip().split("\n")
OPENED = ["yes", "no", "I'm for it", "I'm against it", "I support this"]
MAY_BE = """
Should be a yes
It would be a no
That could be a yes
I can vote yes
I ought to vote no
I'm thinking of voting yes
I'm considering a no
Voting yes would be madness
Voting no seems rude
I wanted to vote yes but now I wonder
I was going to say no, but then I read it again
Yes, but
No, but
""".strip().split("\n")
CALLS = """
Vote {}!
Vote {} on this one!
Vote {}, people!
Vote {}, everybody, it is a trap.
Vote {} and you will be happy
Vote {} or regret it
Do the right thing: vote {}
Everybody, vote {}!
Do vote {}
Vote {}, you lot
""".strip().split("\n")
NODS = [
    f"{yes}{joint}{one}{joint}{other}."
    for yes, joint, one, other in product(
        ["Yeah", "Yes", "Sure", "Ok"], [", ", ". "], ["great", "fine", "lovely"], ["sure", "nice"]
    )
]
DULL = """
Yes please, more paperwork
Oh yes, another rule!
Yes! More bureaucracy!
Yeah, yet another amendment
Yes, because what this game really needs is fewer brakes.
Yes, because all we ever wanted is another deadline.
""".strip().split("\n")
TALKS = """
Yes, well.
Yes, erm
No, hm
Yes it is
No it isn't
Yes, the one about thirds
No, the other
Yes, more time please
No, sorry, no time
Yes, thanks, all well
Ja, hallo
Ja danke, gut
For all that
Yes, will vote this evening.
""".strip().split("\n")
WEIGHS = [
    "For: it is quick.\nAgainst: it is unfair.",
    "- for: it speeds things up\n- against: a few may be run over",
    "Pro: fast\nContra: unfair",
    "Yes: it is short\nNo: it is unclear",
    "Arguments for: speed. Arguments against: fairness.",
    "Dafür: es geht schneller\nDagegen: es ist ungerecht",
]
PLAIN = {
    "I think it is fair. I vote yes.": "for 301",
    "I believe in short rules, so I vote for it.": "for 301",
    "In principle I like long debates. This one I vote against.": "against 301",
    "vote yes": "for 301",
    "VOTE FOR 301": "for 301",
    "Vote: no": "against 301",
    "My vote: yes!": "for 301",
    "I vote yes!": "for 301",
    "Great, yes!": "for 301",
    "Fine, yes.": "for 301",
    "Yes, great idea.": "for 301",
    "Yes please!": "for 301",
    "Pros: faster\nCons: none that I see\nVote: FOR": "for 301",
    "Pros: rest. Cons: bookkeeping. On balance: against.": "against 301",
    "I was going to vote against, but Bob's letter convinced me. I vote for.": "for 301",
    "No, and I mean it.": "against 301",
    "No, and I mean no.": "against 301",
}


def some(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(SEED).sample(every, min(count, len(every)))


def test_a_guess_is_no_vote() -> None:
    judged = Judged("guesses")
    for hello, guess, side, mark, end in some(200, HELLO, GUESSES, GUESSED, ["", "."], ENDS):
        judged.letter(f"{hello}{guess} {side}{mark}{end}", "ask", ONE)
    for hello, opens, comma, side, end in some(200, HELLO, OPENS, ["", ","], OPENED, ENDS):
        judged.letter(f"{hello}{opens}{comma} {side}{end}", "ask", ONE)
    for hello, line, end in product(HELLO, MAY_BE, ENDS):
        judged.letter(f"{hello}{line}{end}", "none", ONE)
    for number, guess in product(["301 yes, 302 no", "301: no, 302: yes"], [*GUESSES, "e.g."]):
        judged.letter(f"{guess} {number}", "none", TWO)
    judged.held()


def test_who_calls_on_others_has_not_voted() -> None:
    judged = Judged("calls")
    for hello, call, way, end in product(HELLO, CALLS, ["yes", "no", "for", "against"], ENDS):
        if way in ("for", "against") and "{}!" not in call:
            continue
        judged.letter(f"{hello}{call.format(way)}{end}", "none", ONE)
    judged.held()


def test_a_nod_or_a_jest_is_no_vote() -> None:
    judged = Judged("nods")
    for hello, line, end in some(300, HELLO, [*NODS, *DULL, *TALKS, *WEIGHS], ENDS):
        judged.letter(f"{hello}{line}{end}", "none", ONE)
    judged.held()


def test_what_is_said_in_nearly_the_same_words_is_a_vote() -> None:
    judged = Judged("plain beside them")
    for hello, (line, outcome), end in product(HELLO, PLAIN.items(), ENDS):
        judged.letter(f"{hello}{line}{end}", outcome, ONE)
    judged.held()


def test_who_votes_as_somebody_does_is_asked() -> None:
    judged = Judged("so do I")
    for who, does, too, end in product(
        ("Carol", "My neighbour", "Everybody here"),
        ("says no", "votes for it", "is against it", "supports 301", "will say yes"),
        ("and so do I", "and so am I", ", so will I", "and so would I"),
        ("", ".", ", or at least I think so.", ", I think"),
    ):
        judged.letter(f"{who} {does} {too}{end}", "ask")
    for too in ("and so am I", "and so do I"):
        judged.letter(f"Carol is going to the shop {too}.", "talk")
    for neither in ("I vote for neither", "Neither", "I support neither side"):
        judged.letter(f"{neither}.", "ask", TWO)
    judged.held()


def test_a_vote_in_another_language_behind_a_greeting_is_read_or_asked_about() -> None:
    judged = Judged("greeted abroad")
    votes = {
        "ik stem voor 301": "for", "ik stem tegen 301": "against", "voto a favor de 301": "for",
        "jag röstar för 301": "for", "głosuję przeciw 301": "against", "je vote contre": "against",
    }  # fmt: skip
    greetings = ("Hoi", "Hola", "Olá", "Cześć", "Buongiorno", "Goedemorgen", "Hej", "Bonjour")
    for greeting, (vote, way) in product(greetings, votes.items()):
        judged.letter(f"{greeting}, {vote}", f"{way} 301")
        judged.letter(f"{greeting} Ada! {vote}.", f"{way} 301")
        judged.letter(f"Beste vrienden uit het verre land, {vote}", "ask")
        judged.letter(f"Lang nachgedacht habe ich, nun also, und {vote}, wie auch immer", "ask")
    judged.held()
