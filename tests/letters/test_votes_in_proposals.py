"""A ballot is secret (010): a vote in the text of a proposal is not published with it, and one
that could be no vote is told of."""

import pytest

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand

OPEN = About(open_ballots=(301, 302))
QUIET = About(none_open=True)
HEADS = ["PROPOSE ENACT: Tea", "PROPOSE AMEND 203: Tea", "REVISE", "PROPOSE\nENACT: Tea"]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("vote", ["FOR 301", "AGAINST ALL", "For 301-302", "I vote against 302."])
@pytest.mark.parametrize("text", ["{}\nThere is tea.", "Tea.\n{}\nAnd cake.", "Tea.\n\n{}"])
def test_with_a_vote_in_its_text_nothing_is_proposed(head: str, vote: str, text: str) -> None:
    read = understand("", f"{head}\n{text.format(vote)}\n", OPEN)
    assert read.said == ()
    (asked,) = read.questions
    word = head.split(maxsplit=1)[0]
    assert asked.question.startswith(f'"{vote}" stands below {word}, where all would see it')


@pytest.mark.parametrize(
    "letter",
    [
        "PROPOSE ENACT: Tea\nThere is tea.\nFOR 301\nEND\n",
        "PROPOSE ENACT: Tea {\nThere is tea.\nFOR 301\n}\n",
        "PREVIEW ENACT: Tea\nThere is tea.\nFOR 301\n",
    ],
)
def test_a_text_that_is_ended_is_what_it_says(letter: str) -> None:
    (one,) = understand("", letter, OPEN).said
    assert isinstance(one.command, c.Propose | c.Preview)
    assert "FOR 301" in one.command.change.text


def test_a_line_of_the_rule_that_is_amended_is_no_vote() -> None:
    rule = "Votes\nWhoever likes tea says\nFOR\nand drinks."
    about = About(open_ballots=(301,), texts=lambda: (rule,))
    text = "PROPOSE AMEND 203: Votes\nWhoever likes milk says\nFOR\nand drinks."
    (one,) = understand("", text, about).said
    assert isinstance(one.command, c.Propose)
    text = text.replace("FOR", "AGAINST 301")
    assert understand("", text, about).said == ()


def test_above_or_behind_end_it_is_a_vote() -> None:
    for letter in (
        "FOR 301\nPROPOSE ENACT: Tea\nThere is tea.",
        "PROPOSE ENACT: Tea\nThere is tea.\nEND\nFOR 301",
    ):
        read = understand("", letter, OPEN)
        assert {type(one.command) for one in read.said} == {c.Vote, c.Propose}
        assert read.questions == ()


@pytest.mark.parametrize("vote", ["FOR 301", "VOTE AGAINST", "DAFÜR 301"])
def test_where_nothing_is_open_a_vote_amid_the_text_is_told_of(vote: str) -> None:
    read = understand("", f"PROPOSE ENACT: Tea\nThere is tea.\n{vote}\nAnd cake.", QUIET)
    assert [type(one.command) for one in read.said] == [c.Propose]
    (asked,) = read.questions
    assert f'"{vote}" stands inside the text of your proposal' in asked.question


@pytest.mark.parametrize(
    "text",
    [
        "Whoever votes for a proposal that fails loses a point.",
        "A player votes with one word, for or against.\nNo vote is public.",
        "A tie is for the judge.\n\nFor this rule, 301 is no proposal.",
        "Players say what they vote for:\n- yes\n- no opinion",
    ],
)
def test_rules_about_votes_are_proposed(text: str) -> None:
    read = understand("", f"PROPOSE ENACT: Votes\n{text}", OPEN)
    assert [type(one.command) for one in read.said] == [c.Propose]


# JUDGMENT and RULING


@pytest.mark.parametrize("vote", ["YES", "NO", "Yes.", "Nein", "no 302", "I vote for 302."])
@pytest.mark.parametrize("head", ["JUDGMENT: Is 202 a rule?", "RULING: It is one.", "JUDGMENT"])
def test_a_yes_below_words_for_all_is_not_shown(head: str, vote: str) -> None:
    about = About(ballot=302, open_ballots=(302,))
    read = understand("", f"{head}\n{vote}", about)
    assert read.said == ()
    assert "where all would see it" in read.questions[0].question


def test_the_first_words_of_a_ruling_are_its_answer() -> None:
    about = About(ballot=302, open_ballots=(302,))
    read = understand("", "RULING\nYES\nAs 202 says so.", about)
    assert [type(one.command) for one in read.said] == [c.Ruling]
    assert read.questions == ()


@pytest.mark.parametrize("head", ["PROPOSE REPEAL 206", "propose transmute 105"])
@pytest.mark.parametrize("line", ["call vote", "Call the vote.", "CALL VOTE"])
def test_who_calls_the_vote_below_what_needs_no_text_gives_no_reason(head: str, line: str) -> None:
    made, called = understand("", f"{head}\n{line}\n", QUIET).said
    assert isinstance(made.command, c.Propose) and isinstance(called.command, c.CallVote)
    assert made.command.change.text == ""


@pytest.mark.parametrize("line", ["Nobody needs it: call vote.", "Let us call the vote on less."])
def test_a_reason_that_speaks_of_calling_is_one(line: str) -> None:
    (made,) = understand("", f"PROPOSE REPEAL 206\n{line}\n", QUIET).said
    assert isinstance(made.command, c.Propose) and line in repr(made.command)
