"""A ballot is secret (010): words that go to all are not sent with a vote among them."""

import pytest

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand

OPEN = About(ballot=302, open_ballots=(302,))


@pytest.mark.parametrize(
    "head", ["JUDGMENT: May Gus vote for Cid?", "RULING: He may.", "TELL: Hello!"]
)
@pytest.mark.parametrize("vote", ["FOR", "AGAINST 302", "Dafür 302", "ABSTAIN"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_with_a_vote_below_nothing_is_told_to_anybody(head: str, vote: str, between: str) -> None:
    read = understand("", f"{head}{between}{vote.upper()}\n\nBest,\nDot", OPEN)
    assert read.said == ()
    (asked,) = read.questions
    word = head.partition(":")[0]
    assert f'"{vote.upper()}" stands below {word}, where all would see it' in asked.question
    assert f"If it is, write it above {word}, or END above it; if it is part" in asked.question


@pytest.mark.parametrize("head", ["JUDGMENT: May Gus vote for Cid?", "RULING: He may."])
def test_behind_end_it_is_a_vote(head: str) -> None:
    read = understand("", f"{head}\nEND\nAGAINST 302", OPEN)
    assert [type(one.command) for one in read.said][1:] == [c.Vote]
    assert read.questions == ()


@pytest.mark.parametrize("word", ["FOR", "AGAINST", "YES"])
def test_a_word_that_is_the_whole_ruling_is_that(word: str) -> None:
    (one,) = understand("", f"RULING\n{word}", OPEN).said
    assert one.command == c.Ruling(text=word)


def test_other_words_below_stay_where_they_stand() -> None:
    (one,) = understand("", "JUDGMENT: Is tea a rule?\nOr is it for 302 to say?", OPEN).said
    assert isinstance(one.command, c.Judgment)
    (one,) = understand("", "RULING\nYes.\n\n302 was for all.", OPEN).said
    assert isinstance(one.command, c.Ruling)
