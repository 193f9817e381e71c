"""Words that are said beside a vote for all to see: behind a colon, or behind COMMENT."""

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.letters.judged import ONE, TWO


def told(text: str, about: About) -> list[tuple[str, int | None, str]]:
    said = [one.command for one in understand("", text, about).said]
    return [(one.choice, one.proposal, one.comment) for one in said if isinstance(one, Vote)]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("FOR 301: because it is short", "because it is short"),
        ("FOR: it is short", "it is short"),
        ("301: FOR: it is short", "it is short"),
        ("I vote FOR 301: thanks, all", "thanks, all"),
        ("FOR 301\n\nCOMMENT: Bob should read it\nagain.", "Bob should read it again."),
        ("COMMENT: short\n\nFOR 301", "short"),
        ("FOR 301: short\nCOMMENT 301: and good", "short\nand good"),
        # No words beside a vote, or such as nobody asked to show
        ("FOR: 301", ""),
        ("301: FOR", ""),
        ("My vote: FOR", ""),
        ("VOTE 301: FOR", ""),
        ("FOR 301, Bob is a bore", ""),
        ("FOR 301\n\nBob is a bore.", ""),
        ("FOR 301 - Bob: a bore", ""),
        ("FOR 301 (nice)", ""),
    ],
)
def test_what_is_shown_beside_a_vote(text: str, comment: str) -> None:
    assert told(text, ONE) == [("for", 301, comment)]


def test_of_several_votes_each_has_its_own() -> None:
    both = [("for", 301, "short"), ("against", 302, "greedy")]
    assert told("FOR 301: short\nAGAINST 302: greedy", TWO) == both
    below = "FOR 301\nAGAINST 302\n\nCOMMENT 302: greedy\nCOMMENT 301: short"
    assert told(below, TWO) == both


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("FOR 301\nAGAINST 302\nCOMMENT: greedy", "which of your votes"),
        ("FOR 301\nCOMMENT 302: greedy", "which of your votes"),
        ("COMMENT: greedy", "in the same letter"),
        ("FOR 301\nCOMMENT: " + "long " * 90, "at most 400"),
    ],
)
def test_one_that_is_shown_beside_none_is_asked_about(text: str, question: str) -> None:
    understood = understand("", text, TWO)
    assert [question in one.question for one in understood.questions] == [True]
    assert all(comment == "" for _, _, comment in told(text, TWO))
    assert ("for", 301, "") in told(text, TWO) or "FOR" not in text


@pytest.mark.parametrize(
    "text", ["FOR 301: only if Bob agrees", "FOR 301: or not", "FOR 301: wait, AGAINST"]
)
def test_a_colon_makes_no_condition_a_comment(text: str) -> None:
    assert told(text, ONE) == []
    assert understand("", text, ONE).questions
