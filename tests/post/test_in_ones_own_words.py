"""What newcomers write in words of their own, and what comes of it."""

from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.told import last, letter, played

THREE = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
GERMAN = "mail 2026-03-02 09:30 ada reply:\n    LANGUAGE GERMAN\n"
PROPOSED = """\
mail 2026-03-02 10:00 cid reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
"""
OPEN = f"{PROPOSED}mail 2026-03-02 10:01 cid reply:\n    CALL VOTE\n"
QUESTION = "Hi, how long does a game usually take, and can my brother play, too?"
ASKED = f"mail 2026-03-02 11:00 ada reply:\n    {QUESTION}\n"
ON = "mail 2026-03-02 11:{minute} ada reply:\n    {words}\n"


def says(words: str, minute: int = 1) -> str:
    return ON.format(minute=f"{minute:02}", words=words.replace("\n", "\n    "))


def heard_of(letters: list[Received]) -> list[Received]:
    """What the Moderator has of players' questions."""
    return [one for one in letters if one.occasions == ("player_asks",)]


def test_a_question_in_ones_own_words_can_go_to_the_moderator(tmp_path: Path) -> None:
    told = letter(played(tmp_path, THREE, ASKED), "ada")
    assert "to the Moderator alone: TELL MODERATOR" in " ".join(told.text.split())


@pytest.mark.parametrize(
    "words",
    ["TELL MODERATOR", "ok, tell the moderator please", "Ask the moderator.", "an den Moderator"],
)
def test_the_moderator_has_the_words_that_were_held_back(tmp_path: Path, words: str) -> None:
    letters = played(tmp_path, THREE, ASKED, says(words))
    (asked,) = heard_of(letters)
    flat = " ".join(asked.text.split())
    assert asked.to.startswith("moderator@")
    assert "Ada, who plays in Tea, asks you" in flat
    assert f"> {QUESTION}" in flat.replace("> play", "play")
    assert "write to ada@players.example yourself; a reply to this letter goes to the game" in flat
    assert last(letters, "ada").startswith("Your words have gone to the Moderator")
    assert QUESTION in last(letters, "ada").replace(" > ", " ")
    assert not any("brother" in one.text for one in letters if one.to.startswith("bob@"))


def test_words_below_it_go_too_and_only_those(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, says("TELL MODERATOR\nMay I invite my brother?\n\nAda"))
    (asked,) = heard_of(letters)
    assert "> May I invite my brother?" in asked.text


def test_nothing_is_asked_where_there_are_no_words(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, says("TELL MODERATOR"))
    assert not heard_of(letters)
    assert last(letters, "ada").startswith("Not done: TELL MODERATOR")


def test_a_vote_below_it_is_asked_about(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, OPEN, says("TELL MODERATOR\nMay I?\nFOR 301"))
    assert not heard_of(letters)
    assert "stands below TELL MODERATOR" in last(letters, "ada")


def test_a_player_asks_so_many_a_day(tmp_path: Path) -> None:
    more = "".join(says(f"TELL MODERATOR\nQuestion {n}?", n) for n in range(7))
    letters = played(tmp_path, THREE, more)
    assert len(heard_of(letters)) == 5
    assert "5 letters a day" in last(letters, "ada")


def test_the_moderator_asks_nobody(tmp_path: Path) -> None:
    said = (
        "mail 2026-03-02 11:00 Mo <moderator@nomic.example> to tea:\n    TELL MODERATOR: May I?\n"
    )
    letters = played(tmp_path, THREE, said)
    assert not heard_of(letters)
    assert last(letters, "moderator").startswith("You are the Moderator yourself")


def test_in_german_it_is_the_same(tmp_path: Path) -> None:
    frage = "mail 2026-03-02 11:00 ada reply:\n    Darf mein Bruder hier auch mitmachen, und wie?\n"
    offered = last(played(tmp_path / "a", THREE, GERMAN, frage), "ada")
    assert "nur an den Moderator zu schicken: TELL MODERATOR" in offered
    letters = played(tmp_path / "b", THREE, GERMAN, frage, says("AN DEN MODERATOR"))
    (asked,) = heard_of(letters)
    assert "> Darf mein Bruder" in asked.text
    assert last(letters, "ada").startswith("Deine Worte sind an den Moderator gegangen")
