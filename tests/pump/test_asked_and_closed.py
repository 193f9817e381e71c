"""A vote closes while one of its voters is being asked what a letter of theirs says."""

from pathlib import Path

from tests.kit.told import last, letter, played

THREE = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0d extensions=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 10:00 ada reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
    END
    CALL VOTE
"""
BEFORE = "mail 2026-03-02 10:30 bob reply:\n    AGAINST\n"
ASKED = """\
mail 2026-03-02 11:10 bob reply:
    Hm, I may have been too hasty, so rather yes I suppose?
"""
OTHERS = """\
mail 2026-03-02 11:30 ada reply:
    FOR
mail 2026-03-02 11:40 cid reply:
    FOR
"""
CLOSED = "tick 2026-03-09 11:00\nmoderator 2026-03-09 12:00 CLOSE 301: Bob is not to be reached\n"
AGAIN = "moderator 2026-03-09 12:30 REOPEN 301 FOR 2 days: Bob was asked\n"
AT = "of Mon 2026-03-02 11:10 UTC was not counted on 301: the server asked"


def test_whoever_was_asked_is_told_with_the_result_what_counts(tmp_path: Path) -> None:
    told = last(played(tmp_path, THREE, BEFORE, ASKED, OTHERS), "bob")
    assert "Proposal 301 is defeated, 2 for, 1 against" in told
    assert f"Your letter {AT} you what it says, and the vote closed before your answer." in told
    assert "Your vote from before it, AGAINST, counts; the vote is over." in told


def test_who_had_no_vote_is_told_that_it_can_be_opened_again(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, ASKED, OTHERS, CLOSED)
    told = last(letters, "bob")
    assert f"Your letter {AT} you what it says" in told
    assert "No vote of yours is in it. If there was to be one, tell the Moderator" in told
    told = last(letters, "moderator")
    assert f"A letter of Bob {AT} what it says" in told
    assert "reply REOPEN 301 FOR 2 days, with the reason below it" in told
    again = played(tmp_path / "again", THREE, ASKED, OTHERS, CLOSED, AGAIN)
    assert "opened the vote on 301 again: it was counted without Bob" in last(again, "ada")


def test_nobody_else_is_told(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, BEFORE, ASKED, OTHERS)
    for who in ("ada", "cid"):
        assert "301 defeated" in letter(letters, who).subject
        assert "was not counted on 301" not in last(letters, who)


def test_an_answer_is_an_answer(tmp_path: Path) -> None:
    answer = "mail 2026-03-02 11:20 bob reply:\n    FOR\n"
    told = last(played(tmp_path, THREE, BEFORE, ASKED, answer, OTHERS), "bob")
    assert "Proposal 301 is adopted" in told
    assert AT not in told


def test_what_is_asked_of_something_else_is_no_vote(tmp_path: Path) -> None:
    unclear = "mail 2026-03-02 11:10 bob reply:\n    PROPOSE AMEND: Cake\n    More cake.\n"
    told = last(played(tmp_path, THREE, BEFORE, unclear, OTHERS), "bob")
    assert "Proposal 301 is defeated" in told
    assert AT not in told
