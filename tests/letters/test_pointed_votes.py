"""A vote is for what it points at: where that may be something else than the ballot, it is asked
about, and where it plainly is the ballot, it counts."""

from itertools import product

from nomic_mail.letters.grammar.reading import About
from tests.kit.letters.judged import ONE, Judged

LETTER_ON_ONE_OF_TWO = About(ballot=301, open_ballots=(301, 302))
SAID = [
    "I vote for {}",
    "I vote against {}",
    "I'm for {}",
    "{} has my vote",
    "I give my vote to {}",
]
ELSEWHERE = """
the other proposal
the other one
the old text
the old rule
the next proposal
the previous draft
the earlier version
your other idea
the original text
the existing rule
the opposite motion
the first draft
the second one
this cake idea
your lunch suggestion
the shorter text
my own proposal
""".strip("\n").split("\n")
HERE = """
this proposal
the proposal
your proposal
the new rule
the whole proposal
this fine idea
that rule change
the proposed amendment
this one
301
""".strip("\n").split("\n")
OF_SOMEBODY = ["Cyd's proposal", "Cyd's new rule", "his amendment", "her idea"]
NOT_ALL_OF_IT = """
I vote for the idea, not the text
I vote for the text, not its effects
I vote for the rule, not for the amendment
I vote for the rule as it stands
I'm for the rule as it is
I vote for the text as it was
I vote yes here and no there
I vote for the plan: let us meet on Sunday
I vote for this suggestion: adjourn
""".strip("\n").split("\n")
NO_VOTE = """
I stay for the vote
I'll stay for it
I stand for it
I'm a yes man
I abstain from meat
I abstain from comment
I am abstaining from coffee today
I vote yes. Please hold this until Friday
I vote yes. Count this only if needed
I vote yes. Do not open before Sunday
FOR 301. Please keep it back until Bob has voted
Against.\\nOr for
Yes\\nBut
FOR 301\\nbut...
""".strip("\n").split("\n")
ABSTAINS = """
I abstain
I abstain from voting
I abstain from this vote
I am abstaining on this one
I abstain from voting on 301
""".strip("\n").split("\n")


def test_what_may_point_elsewhere_is_asked_about() -> None:
    judged = Judged("elsewhere")
    for said, (what, about) in product(SAID, product(ELSEWHERE, (ONE, LETTER_ON_ONE_OF_TWO))):
        text = said.format(what)
        judged.letter(text[0].upper() + text[1:], "ask", about)
    for said, what in product(SAID, OF_SOMEBODY):
        text = said.format(what)
        judged.letter(text[0].upper() + text[1:], "ask", LETTER_ON_ONE_OF_TWO)
    judged.held()


def test_what_points_at_the_ballot_counts() -> None:
    judged = Judged("here")
    for said, what in product(SAID, HERE):
        way = "against" if "against" in said else "for"
        text = said.format(what)
        judged.letter(text[0].upper() + text[1:], f"{way} 301", ONE)
    judged.held(0.1)


def test_what_holds_a_part_of_it_back_is_asked_about() -> None:
    judged = Judged("held back")
    for text in (*NOT_ALL_OF_IT, *NO_VOTE):
        judged.letter(text.replace("\\n", "\n"), "none", ONE)
    judged.held()


def test_an_abstention_is_from_voting() -> None:
    judged = Judged("abstentions")
    for text in ABSTAINS:
        judged.letter(text, "abstain 301", ONE)
    judged.held()
