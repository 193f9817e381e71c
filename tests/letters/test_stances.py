"""A vote, and beside it the side that its writer says to be on: the other one is no vote at all."""

from itertools import product

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, Understood, understand

BALLOT = About(ballot=301, open_ballots=(301,))
TWO = About(ballot=301, open_ballots=(301, 302))
FOR = ("For.", "FOR 301", "Yes", "In favour.", "I vote for it.")
AGAINST = ("Against.", "AGAINST 301", "No", "Opposed.", "I vote against it.")
LIKES = ("I am for it.", "I'm in favour.", "I support it.", "I do not oppose this.", "I agree.")
DISLIKES = (
    "I am not for it.",
    "I'm against it!",
    "We do not support this",
    "I can't vote for it.",
    "I'm no longer in favour of it, sorry.",
    "I oppose 301.",
)
BELOW = ("\n", "\n\n", "\n\nHi Bob,\n")


def said(text: str, about: About = BALLOT) -> Understood:
    return understand("Re: [nomic tea] Vote on 301", text, about)


def choices(read: Understood) -> list[str]:
    return [getattr(one.command, "choice", "") for one in read.said]


@pytest.mark.parametrize("between", BELOW)
def test_a_vote_that_its_writer_denies_is_asked_about(between: str) -> None:
    for vote, denial in [*product(FOR, DISLIKES), *product(AGAINST, LIKES)]:
        read = said(f"{vote}{between}{denial}")
        assert choices(read) == [], (vote, denial)
        assert read.questions, (vote, denial)


def test_so_is_one_on_its_own_line() -> None:
    for vote, denial in product(("For.", "I vote for it."), DISLIKES):
        assert choices(said(f"{vote} {denial}")) != ["for"], (vote, denial)


@pytest.mark.parametrize("between", BELOW[:2])
def test_the_same_side_is_no_doubt(between: str) -> None:
    for vote, same in product(FOR[:2], LIKES[:3]):
        assert choices(said(f"{vote}{between}{same}")) == ["for"], (vote, same)
    for vote, same in product(AGAINST[:2], DISLIKES[:2]):
        assert choices(said(f"{vote}{between}{same}")) == ["against"], (vote, same)


@pytest.mark.parametrize(
    "beside",
    [
        "I am against the old rule.",
        "I was against it at first.",
        "We oppose tea at five, and this is at four.",
    ],
)
def test_nor_is_another_matter_or_another_time(beside: str) -> None:
    assert choices(said(f"FOR 301\n\n{beside}")) == ["for"]


def test_of_two_votes_a_side_is_of_the_one_that_it_names() -> None:
    both = "FOR 301\nAGAINST 302\n\n"
    assert choices(said(both, TWO)) == ["for", "against"]
    assert choices(said(f"{both}I am against 302.", TWO)) == ["for", "against"]
    torn = said("FOR 301\nAGAINST 302\n\nI am against 301.", TWO)
    assert 301 not in [one.command.proposal for one in torn.said if isinstance(one.command, Vote)]
    assert torn.questions


@pytest.mark.parametrize(
    "text",
    ["AGAINST 3,01", "I am against 31.", "No to 3,01", "I vote for 3 01"],
)
def test_a_number_that_is_not_the_ballots_is_asked_about(text: str) -> None:
    read = said(text)
    assert choices(read) == []
    assert read.questions
