"""Votes that follow something else: what is read as one, and what is asked about."""

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand

OPEN = About(open_ballots=(301, 302), conditions=True)
PLAIN = About(open_ballots=(301, 302))


def read(text: str, about: About = OPEN) -> list[tuple[str, int | None]]:
    said = [one.command for one in understand("", text, about).said]
    return [(one.choice, one.proposal) for one in said if isinstance(one, Vote)]


def asked(text: str, about: About = OPEN) -> int:
    return len(understand("", text, about).questions)


@pytest.mark.parametrize(
    ("text", "choice", "number"),
    [
        ("ENDORSE Bob ON 302", "as Bob", 302),
        ("ENDORSE Bob Babbage on proposal 302.", "as Bob Babbage", 302),
        ("I endorse Bob on 302", "as Bob", 302),
        ("ENDORSE Mary-Jane O'Hara", "as Mary-Jane O'Hara", None),
        ("FOR 302 IF 301 FAILS", "for if 301 fails", 302),
        ("for 302 if 301 is not adopted", "for if 301 fails", 302),
        ("I vote against 302, if proposal 301 passes.", "against if 301 passes", 302),
        ("ABSTAIN 302 IF 301 IS ADOPTED", "abstain if 301 passes", 302),
    ],
)
def test_a_line_that_is_such_a_vote(text: str, choice: str, number: int | None) -> None:
    assert read(text) == [(choice, number)]
    assert asked(text) == 0


def test_in_a_reply_to_a_ballot_it_is_about_that() -> None:
    about = About(ballot=302, open_ballots=(301, 302), conditions=True)
    assert read("ENDORSE Bob", about) == [("as Bob", 302)]
    assert read("AGAINST IF 301 PASSES", about) == [("against if 301 passes", 302)]
    assert read("ENDORSE Bob ON 301", about) == [("as Bob", 301)]


@pytest.mark.parametrize("text", ["FOR 302 IF 301 FAILS", "against 302, if 301 passes"])
def test_a_condition_is_asked_about_where_no_vote_takes_any(text: str) -> None:
    assert read(text, PLAIN) == []
    assert asked(text, PLAIN) == 1


@pytest.mark.parametrize(
    "text",
    [
        "FOR 302 IF 301 FAILS and Bob agrees",
        "FOR 302 IF Bob votes for it",
        "FOR 302 UNLESS 301 FAILS",
    ],
)
def test_another_condition_is_asked_about(text: str) -> None:
    assert read(text) == []
    assert asked(text) == 1


@pytest.mark.parametrize("text", ["I endorse Bob.", "I endorse Bob for king.", "Who endorses?"])
def test_talk_is_no_vote(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "AGAINST 302\nENDORSE Bob ON 302",
        "ENDORSE Bob ON 302\nENDORSE Ada ON 302",
        "FOR 302 IF 301 FAILS\n\nAGAINST 302",
        "ENDORSE Bob\nFOR 302",
    ],
)
def test_of_two_votes_on_one_proposal_none_counts(text: str) -> None:
    assert read(text) == []
    assert asked(text) == 2


def test_beside_a_vote_on_another_both_count() -> None:
    both = [("against", 301), ("for if 301 fails", 302)]
    assert sorted(read("AGAINST 301\nFOR 302 IF 301 FAILS")) == both
    assert sorted(read("AGAINST 301\nENDORSE Bob ON 302")) == [("against", 301), ("as Bob", 302)]


def test_what_is_quoted_says_nothing() -> None:
    assert read("> ENDORSE Bob ON 302\n\nThat is what Ada wrote.") == []
