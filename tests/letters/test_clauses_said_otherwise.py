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
    "I am sorry but I will vote no, because two times is too many.": "against",
    "Kindly record that I am opposed to 301.": "against",
    "Please find herewith my vote in favour of proposal 301.": "for",
    "I have no objection to 301 and vote for it.": "for",
    "For me no, I prefer one throw only.": "against",
    "I see no harm in it. I concur.": "for",
    "Why not, put me down for a yes.": "for",
    "It becomes a no from here.": "against",
    "On shift, quick no from me.": "against",
    "I find for the proposal.": "for",
    "I respectfully dissent.": "against",
    "Count one more yes, from Helsinki.": "for",
    "My yes to this one.": "for",
    "Let me put it briefly: no.": "against",
    "Short break: 301 yes.": "for",
    "No time to argue; simply count me as a no.": "against",
    "Gonna say no to this one.": "against",
    "I shall be brief for once: I'm against 301.": "against",
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
    for gap in (" ", "  "):
        judged.beside(f"I vote FOR 301.{gap}302 has my full support, I think.", TWO)
        judged.letter(f"I vote FOR 301.{gap}302 is lovely, yes!", "for 301, for 302", TWO)
    judged.held()


def test_all_in_capitals_nothing_is_louder_than_the_rest() -> None:
    judged = Judged("in capitals")
    judged.letter("I VOTE NO TO 301 SORRY FOR THE CAPITALS", "against 301")
    judged.letter("MY VOTE IS FOR, NO HARD FEELINGS", "for 301")
    judged.letter("I VOTE NO OR MAYBE FOR", "none")
    judged.held(0.5)


def test_words_like_these_state_nothing() -> None:
    judged = Judged("like these")
    for text in (
        "I think I will vote yes.",
        "I will vote yes tomorrow.",
        "Perhaps I will vote no.",
        "I will vote no if it stays like this.",
        "You know I will vote no to such things.",
        "I'm not going to say no.",
        "Ann is going to say no.",
        "Bob becomes a no from here.",
        "It becomes a no from here if the cap goes.",
        "Can you count on me for this one?",
        "You can't count on me for this one.",
        "They concur.",
        "The judges find for the proposal.",
        "I can't find for the proposal any reason.",
        "Bob counts one more yes, from Helsinki.",
        "My yes to this one was a mistake.",
        "My no to that is not decided.",
        "Put a tick by yes or by no.",
        "Bob said let me put it briefly: no.",
        "Is 301 yes?",
        "Ann on 301: yes, and on 302: no, I don't know about me.",
        "I can't concur.",
        "I do not assent.",
        "Hard no? Or a soft yes?",
        "Is it a hard no.",
        "The minutes record that I am opposed to everything.",
        "The ayes have it.",
        "I will, with luck, vote against it next week.",
        "I know Bob and vote as he does.",
        "I have no time to read it and vote for nothing.",
        "He said: big yes from your old uncle!",
        "Send it - for 301 please write the text again.",
    ):
        judged.letter(text, "none")
    judged.held()
