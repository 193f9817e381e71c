"""Clauses that say a vote in an office's, a foreigner's or a hurried hand's words count among
whatever is told; a vote that is lost beside another of the same line is named."""

from itertools import product

import pytest

from tests.kit.letters.judged import TWO, Judged

SAID = {
    "I have read it and can confirm my approval of 301.": "for",
    "I give my agreement to this proposal.": "for",
    "I give yes vote.": "for",
    "I cast a no vote.": "against",
    "I find the proposal good and vote with yes.": "for",
    "My vote for Bob's proposal is a big fat yes.": "for",
    "It must be a no from me.": "against",
    "I agree with proposal 301.": "for",
    "I disagree with the proposal.": "against",
    "I will oppose this proposal.": "against",
    "I shall support this proposal.": "for",
    "I prefer to vote no.": "against",
    "I was torn, but I end up with no.": "against",
    "I'm voting no on this 1.": "against",
    "I'm for it soz for the late reply.": "for",
    "Put me down as abstaining.": "abstain",
    "I have a conflict of interest and therefore abstain.": "abstain",
    "I vote for, subject to no conditions.": "for",
    "I vote for proposal no. 301.": "for",
    "Please minute me as in favour.": "for",
    "Kindly enter me among the noes.": "against",
    "Please register a vote in favour on my behalf.": "for",
    "Please record an abstention for me on this item.": "abstain",
    "Having no objection in law, I assent.": "for",
    "A big yes from your old aunt!": "for",
    "For me is no, thanks.": "against",
    "From me a clear yes, it is something beautiful.": "for",
    "It will have to be no from me.": "against",
    "Me I am for, it is a charming idea.": "for",
    "I think it is good, so I will vote for it.": "for",
    "You can count on me for this one.": "for",
    "I must, with regret, cast my vote against the motion.": "against",
    "I give my voice to the proposal 301!": "for",
    "Started out against, but the debate won me over, so FOR it is.": "for",
    "Not sure about the format but I want to vote against this.": "against",
    "Between shifts - for 301 please.": "for",
}
BESIDE = (
    "The kids caught two perch.",
    "How's your knee?",
    "Where is my ladder?",
    "Is it voting time already?",
    "Thirty jars of jam, and it is only June.",
    "See you on Sunday!",
)
AGAINST_IT = ("If Bob fixes the comma.", "Or maybe not.", "Let me sleep on it.", "Just kidding.")


@pytest.mark.parametrize("vote", SAID)
def test_it_counts_among_what_is_told(vote: str) -> None:
    judged = Judged(vote)
    for before, behind in product(("", *BESIDE[:1], *BESIDE[4:]), ("", *BESIDE)):
        judged.letter(f"{before} {vote} {behind}".strip(), f"{SAID[vote]} 301")
    judged.held(needless=0.1)


@pytest.mark.parametrize("vote", SAID)
def test_what_ties_it_leaves_none(vote: str) -> None:
    judged = Judged(vote)
    for before, behind in product(("", *BESIDE[:1]), AGAINST_IT):
        judged.letter(f"{before} {vote} {behind}".strip(), "none")
    judged.held()


def test_a_second_vote_of_the_same_line_is_named() -> None:
    judged = Judged("lost in the line of another")
    said = ("302 is lovely, yes!", "302 has my full support, I think.")
    for one, gap in product(said, (" ", "  ")):
        judged.beside(f"I vote FOR 301.{gap}{one}", TWO)
    judged.held()
