"""A vote is none where what stands behind it turns it, ties it or makes light of it, and where what
stands before it makes it one on something else or somebody else's. What only looks so leaves it."""

import random
from itertools import product

from nomic_mail.letters.grammar.reading import About
from tests.kit.letters.judged import ONE, Judged

SEED = 16
LETTER_ON_ONE_OF_TWO = About(ballot=301, open_ballots=(301, 302))
SAID = {
    "I vote yes": "for",
    "I'm for it": "for",
    "FOR": "for",
    "Yes": "for",
    "It's a yes from me": "for",
    "FOR 301": "for",
    "My vote is no": "against",
    "I'm against it": "against",
    "AGAINST": "against",
    "No": "against",
    "Count me as a no": "against",
}
TURNED = r"""
 on the understanding that nobody abuses it
, with the proviso that it is reviewed
, in exchange for Bob's vote on mine
 (and I'm the Queen of Sheba)
, and I'm the Pope
, said nobody ever
, or so I'm told
, allegedly
, in a parallel universe
, to be confirmed
, barring surprises
, minus the second clause
 but with the old number
, though only the first half
, I think so
, not really
 - psych!
, I mean the other one
. The opposite, I mean
. Or the other way round
. Hold on
. Hmm, let me think again
. Let me sleep on it
. I'll confirm tomorrow
. This is not my vote
. That is what Bob would say
. Bob said that, not me
. That was sarcasm
. Convince me otherwise
. Then again
. On the other hand
. Oops
. Draft, do not send
 (tbc)
 (Bob's vote)
, usually
, as a rule
, at least today
, with 60% certainty
, given the right wording
, as reworded by Bob
, were it legal
. May I change it?
.\n\nHold on, let me think
.\n\nOops, wrong one
.\n\nThat was Bob speaking
. Scrap that
. Cancel that, please
. Forget it
. Never mind
. Stop!
. Please disregard
.\n\nMeant for another list
.\n\nSorry, sent too early
""".strip("\n").split("\n")
LEFT = r"""
 because usually nobody reads these
, since usually it is short enough
. Usually I read more slowly
. On one hand it is short, and that is all I ask
 (about time)
. Thanks for the draft, Ada
. Well done
.\n\nA good first draft, Ada
.\n\nHold the line, newcomers
. I will write more tomorrow
. The others may think what they like
. Let me know when it closes
""".strip("\n").split("\n")
ASTRAY = """
Bob and I:
My cat says:
To quote Bob,
According to Bob,
In Bob's words,
Were it up to me,
Had I read it,
As a rule
For now,
Theoretically,
My first instinct:
On tea,
On the film,
Regarding the other one,
As for the village hall,
In the village poll
In the other game,
At the last meeting
E.g.
Over my dead body:
Today at least,
""".strip("\n").split("\n")
ON_THE_WAY = """
On balance,
On reflection,
As for this one,
About the proposal:
Regarding the vote:
On the whole it is sound, so
In my view it is plain:
At the end of the day,
According to Bob it is broken, but I read it myself and
On Ada's proposal,
As for 301,
""".strip("\n").split("\n")
STATED = ["I vote yes", "I'm for it", "my vote is yes", "I vote no", "I'm against it"]


def some(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(SEED).sample(every, min(count, len(every)))


def lines(text: str) -> str:
    return text.replace("\\n", "\n")


def test_what_turns_a_vote_leaves_none() -> None:
    judged = Judged("turned")
    for said, tail in some(600, [*SAID], TURNED):
        judged.letter(f"{said}{lines(tail)}", "none", ONE)
    judged.held()


def test_what_only_looks_like_turning_leaves_it() -> None:
    judged = Judged("not turned")
    for said, tail in some(200, [*SAID], LEFT):
        judged.letter(f"{said}{lines(tail)}", f"{SAID[said]} 301", ONE)
    judged.held(0.1)


def test_a_vote_on_something_else_or_of_somebody_else_is_none() -> None:
    judged = Judged("astray")
    for before, said in some(400, ASTRAY, [*STATED, "yes", "no", "FOR", "it's a no from me"]):
        judged.letter(f"{before} {said}", "none", ONE)
    judged.held()


def test_what_leads_to_a_vote_leaves_it() -> None:
    judged = Judged("on the way")
    for before, said in some(200, ON_THE_WAY, STATED):
        way = "for" if said.endswith(("yes", "I'm for it")) else "against"
        judged.letter(f"{before} {said}", f"{way} 301", ONE)
    judged.held(0.1)


def test_another_proposals_number_beside_a_vote_without_one_is_asked_about() -> None:
    judged = Judged("another number")
    near = ["{}. Not on 302 though", "I liked 302. {}", "302 is dull, so {}"]
    for form, said in product(near, [*STATED, "FOR", "No"]):
        judged.letter(form.format(said), "none", ONE)
        judged.letter(form.format(said), "none", LETTER_ON_ONE_OF_TWO)
    for said in STATED:
        way = "for" if said.endswith(("yes", "I'm for it")) else "against"
        judged.letter(f"As for 302, {said}", f"{way} 302", LETTER_ON_ONE_OF_TWO)
        judged.letter(f"I have read 302 and 301, and {said}", f"{way} 301", ONE)
        judged.letter(f"It is now as in rule 112, so {said}", f"{way} 301", ONE)
    judged.held()


def test_a_yes_and_a_no_behind_a_number_are_two() -> None:
    judged = Judged("two ways")
    for first, second in (
        ("FOR", "No"),
        ("FOR", "Nope"),
        ("For", "Nay"),
        ("for", "no"),
        ("Against", "Aye"),
        ("Yes to", "Nay"),
        ("Approve", "Nay"),
    ):
        judged.letter(f"{first} 301. {second}", "none", ONE)
        judged.letter(f"{first} 301... {second}, sorry", "none", ONE)
    judged.letter("301: no", "against 301", ONE)
    judged.held()


def test_a_vote_that_wishes_itself_back_is_asked_about() -> None:
    judged = Judged("wished back")
    votes = {"AGAINST": "against", "I vote no": "against", "I vote for it": "for", "FOR": "for"}
    wishes = ("be for", "be against", "abstain", "take that back", "not have it counted", "pass")
    for vote, wish in product(votes, wishes):
        judged.letter(f"{vote}, but I'd rather {wish}.", "ask")
    fates = {"for": "be rejected", "against": "be adopted"}
    for (vote, way), must in product(votes.items(), ("must", "has to")):
        judged.letter(f"{vote}, but it {must} {fates[way]}.", "ask")
    for vote, way in votes.items():
        judged.letter(f"{vote}. I'd rather keep what we have.", f"{way} 301")
    judged.held()
