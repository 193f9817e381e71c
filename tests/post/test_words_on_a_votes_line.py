"""Words on the line of a vote that is counted: nobody sees them, and their writer is told so."""

from pathlib import Path

import pytest

from tests.kit.told import last, played

OPEN = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 10:01 cid reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
    END
    CALL VOTE
mail 2026-03-02 11:00 ada reply:
    {words}
"""
TELL = "mail 2026-03-02 11:05 ada reply:\n    TELL\n"


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("FOR. But next time shorter, please.", "But next time shorter, please."),
        ("I vote for 301. Let us have pie as well.", "Let us have pie as well."),
        ("FOR 301 - the kitchen is mine on Sundays", "the kitchen is mine on Sundays"),
        ("AGAINST because it is too long", "because it is too long"),
        ("Good work on the cake, Cid. FOR 301", "Good work on the cake, Cid."),
    ],
)
def test_words_that_nobody_sees_are_told_and_tell_shows_them(
    tmp_path: Path, words: str, lost: str
) -> None:
    receipt = last(played(tmp_path / "a", OPEN.replace("{words}", words)), "ada")
    assert "301 is counted." in receipt
    assert (
        f"Only the vote was counted; nobody else has seen these words: > {lost} To send these words"
        in receipt
    )
    told = last(played(tmp_path / "b", OPEN.replace("{words}", words), TELL), "bob")
    assert told.startswith(f"Ada says to all players: > {lost} ")
    assert "FOR 301" not in told


def test_they_are_told_in_their_order(tmp_path: Path) -> None:
    words = "FOR. But next time I would like it\n    shorter, please."
    told = last(played(tmp_path, OPEN.replace("{words}", words), TELL), "bob")
    assert "> But next time I would like it > shorter, please." in told


@pytest.mark.parametrize(
    "words",
    [
        "FOR",
        "FOR, thanks",
        "FOR 301 - Bob",
        "Yes, I like it",
        "FOR, cheers, Ada",
        "AGAINST, sorry",
        "I am in favour of this proposal",
        "Against: too long, and dull",
    ],
)
def test_where_nothing_is_lost_nothing_is_told(tmp_path: Path, words: str) -> None:
    receipt = last(played(tmp_path, OPEN.replace("{words}", words)), "ada")
    assert "301 is counted." in receipt
    assert "TELL" not in receipt


def test_what_might_be_a_vote_is_offered_to_nobody(tmp_path: Path) -> None:
    both = "FOR 301. I would be against the next one by Bob, whatever it says."
    assert "TELL" not in last(played(tmp_path, OPEN.replace("{words}", both)), "ada")


def test_of_talk_that_answers_a_ballot_it_is_said_at_once_how_it_is_shown(tmp_path: Path) -> None:
    told = last(played(tmp_path, OPEN.replace("{words}", "Who would pay for all that?")), "ada")
    assert "reply with one word: TELL" in told.partition("to the Moderator alone")[0]
