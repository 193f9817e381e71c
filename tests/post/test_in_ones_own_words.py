"""What newcomers write in words of their own, and what comes of it."""

from pathlib import Path

import pytest

from nomic_mail.letters.grammar.understand import About, understand
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
ALL = ("cid", "ada", "bob")
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
    assert "to the Moderator alone, a person (moderator@nomic.example): TELL MODERATOR" in " ".join(
        told.text.split()
    )


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
    assert (
        "nur an den Moderator zu schicken, einen Menschen (moderator@nomic.example): TELL MODERATOR"
        in offered
    )
    letters = played(tmp_path / "b", THREE, GERMAN, frage, says("AN DEN MODERATOR"))
    (asked,) = heard_of(letters)
    assert "> Darf mein Bruder" in asked.text
    assert last(letters, "ada").startswith("Deine Worte sind an den Moderator gegangen")


TALK = "mail 2026-03-02 10:30 bob reply:\n    TELL\n    What do you think?\n"


def talked(who: str, *words: str, at: str = "11:01") -> str:
    lines = "".join(f"    {line}\n" for line in words)
    return f'mail 2026-03-02 {at} {who} reply "[talk]":\n{lines}'


def answers(who: str, *words: str, at: str = "11:02") -> str:
    lines = "".join(f"    {line}\n" for line in words)
    return f'mail 2026-03-02 {at} {who} reply "[talk_command]":\n{lines}'


CALLED = talked("cid", "yes i get it too, lets go", "call vote")
YESES = [
    ("YES",),
    ("Yes, that was meant for the game",),
    ("yes please",),
    ("Hi,", "yes, it was. Sorry!", "Cid"),
    ("ja, das war fürs Spiel",),
    ("Ja, das war für das Spiel gemeint, danke.",),
    ("For the game, please.",),
]
SENDS = [
    ("No, it's just talk. Send it",),
    ("SEND IT",),
    ("no, that was just talk", "please send it to everyone"),
    ("Nein, das war nur so gesagt. Schick es bitte an alle.",),
    ("TELL",),
]


@pytest.mark.parametrize("yes", YESES)
def test_what_was_meant_for_the_game_is_done_by_a_yes(tmp_path: Path, yes: tuple[str, ...]) -> None:
    letters = played(tmp_path, THREE, PROPOSED, TALK, CALLED, answers("cid", *yes))
    assert "The vote on 301 is open" in last(letters, "bob")


@pytest.mark.parametrize("send", SENDS)
def test_what_is_talk_is_sent_as_it_stands(tmp_path: Path, send: tuple[str, ...]) -> None:
    letters = played(tmp_path, THREE, PROPOSED, TALK, CALLED, answers("cid", *send))
    told = last(letters, "bob")
    assert told.startswith("Cid says to all players:")
    assert "yes i get it too, lets go > call vote" in told
    assert last(letters, "cid").startswith("Your words have gone to all players")


def test_a_yes_is_no_vote_for_what_one_talked_against(tmp_path: Path) -> None:
    against = talked("ada", "against")
    letters = played(tmp_path, THREE, OPEN, TALK, against)
    assert "Did you mean that for the game?" in letter(letters, "ada").subject
    yes = answers("ada", "Yes")
    letters = played(tmp_path / "b", THREE, OPEN, TALK, against, yes)
    assert "Your vote AGAINST 301 is counted" in last(letters, "ada")


def test_what_was_said_of_one_proposal_opens_no_vote_on_the_next(tmp_path: Path) -> None:
    another = """\
mail 2026-03-02 11:02 cid reply "[proposal]":
    WITHDRAW
mail 2026-03-02 11:03 cid reply "[proposal]":
    PROPOSE ENACT: Pie
    Everybody gets pie.
"""
    yes = answers("cid", "YES", at="11:05")
    letters = played(tmp_path, THREE, PROPOSED, TALK, CALLED, another, yes)
    told = (
        "Another vote, proposal or judgment has begun since you wrote it, so it was not carried out"
    )
    assert last(letters, "cid").startswith(told)
    assert "is open" not in letter(letters, "bob").subject


def test_a_bare_no_does_neither(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, PROPOSED, TALK, CALLED, answers("cid", "No."))
    assert last(letters, "cid").startswith("It was not carried out, and the server has not sent it")
    assert "What do you think?" in last(letters, "ada")
    sent = answers("cid", "send it", at="11:03")
    letters = played(tmp_path / "b", THREE, PROPOSED, TALK, CALLED, answers("cid", "No."), sent)
    assert "lets go > call vote" in last(letters, "ada")


def test_it_is_done_once(tmp_path: Path) -> None:
    twice = [answers("cid", "yes"), answers("cid", "no, just talk. send it", at="11:03")]
    letters = played(tmp_path, THREE, PROPOSED, TALK, CALLED, *twice)
    assert last(letters, "cid").startswith("What you wrote to all players has been seen to already")
    assert "The vote on 301 is open" in last(letters, "bob")


def test_a_vote_is_not_carried_over_to_another(tmp_path: Path) -> None:
    votes = "".join(
        f'mail 2026-03-02 11:1{n} {who} reply "[ballot]":\n    FOR\n' for n, who in enumerate(ALL)
    )
    turn = """\
mail 2026-03-02 12:00 bob reply "[turn]":
    PROPOSE ENACT: Tea
    There is tea.
    END
    CALL VOTE
"""
    late = answers("ada", "yes", at="13:00")
    letters = played(tmp_path, THREE, OPEN, TALK, talked("ada", "for"), votes, turn, late)
    assert last(letters, "ada").startswith(
        "Another vote, proposal or judgment has begun since you wrote it"
    )


LONG = "Whoever has a proposal adopted names one other player."


@pytest.mark.parametrize(
    ("head", "effects"),
    [
        ("PROPOSE ENACT: Encore", ()),
        ("PROPOSE ENACT: Encore", ("Effects:", "  reward mover: 5")),
        ("PROPOSE AMEND 203", ("Effects: none",)),
    ],
)
def test_a_refused_proposal_comes_back_ready_to_be_sent_again(
    tmp_path: Path, head: str, effects: tuple[str, ...]
) -> None:
    lines = "".join(f"    {one}\n" for one in ("Hi all,", "", head, LONG, *effects))
    early = f"mail 2026-03-02 10:00 bob reply:\n{lines}"
    told = letter(played(tmp_path, THREE, early), "bob").text
    assert "Not done: PROPOSE" in told
    _, _, below = told.partition("ready to be sent again:")
    text = below.replace("\r", "").partition("\n-- ")[0].strip()
    (again,) = understand("", text, About()).said
    said = "\n".join((head, LONG, *effects))
    (first,) = understand("", said, About()).said
    assert again.command == first.command


def test_what_is_too_long_does_not_come_back(tmp_path: Path) -> None:
    early = f"mail 2026-03-02 10:00 bob reply:\n    PROPOSE ENACT: Encore\n    {LONG * 90}\n"
    told = letter(played(tmp_path, THREE, early), "bob").text
    assert "Not done: PROPOSE ENACT: Encore" in told
    assert "ready to be sent again" not in told


def test_in_german_it_comes_back_too(tmp_path: Path) -> None:
    early = f"mail 2026-03-02 10:00 ada reply:\n    PROPOSE ENACT: Encore\n    {LONG}\n"
    told = last(played(tmp_path, THREE, GERMAN, early), "ada")
    assert "Dein Vorschlag, bereit, noch einmal geschickt zu werden:" in told
    assert LONG in told


WOULD = [
    "I vote FOR anything that brings cake",
    "I would vote AGAINST that",
    "I'd vote for it.",
    "I am for it",
    "Yes from me",
    "+1",
    "Ich bin dafür.",
]
WAYS = {
    "below TELL": lambda words: f"mail 2026-03-02 11:00 ada reply:\n    TELL\n    {words}\n",
    "as talk": lambda words: TALK + talked("ada", words),
    "beside": lambda words: (
        f"mail 2026-03-02 11:00 ada reply:\n    {words}\n"
        "mail 2026-03-02 11:05 ada reply:\n    TELL\n"
    ),
}


@pytest.mark.parametrize("before", ["", PROPOSED], ids=["none", "debated"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("words", WOULD)
def test_how_one_would_vote_goes_out_while_no_vote_is_open(
    tmp_path: Path, words: str, way: str, before: str
) -> None:
    letters = played(tmp_path, THREE, before, WAYS[way](words))
    assert last(letters, "bob").startswith(f"Ada says to all players: > {words}")


@pytest.mark.parametrize("way", ["below TELL", "as talk"])
@pytest.mark.parametrize(("before", "words"), [(OPEN, "I am for it"), (PROPOSED, "FOR 301")])
def test_a_vote_that_may_be_one_is_still_asked_about(
    tmp_path: Path, before: str, words: str, way: str
) -> None:
    letters = played(tmp_path, THREE, before, WAYS[way](words))
    assert "Ada says" not in last(letters, "bob")


def test_nor_does_it_go_out_below_the_call_for_the_vote(tmp_path: Path) -> None:
    calls = "mail 2026-03-02 11:00 cid reply:\n    CALL VOTE\n    TELL\n    I'd vote for it.\n"
    letters = played(tmp_path, THREE, PROPOSED, calls)
    assert "Cid says" not in last(letters, "bob")


def test_the_answer_to_tell_shows_which_words_went(tmp_path: Path) -> None:
    more = "TELL\nWho brings the cake?\n" + "And the tea, and so on. " * 40
    for way in (ASKED + says("TELL"), says(more)):
        folder = tmp_path / str(len(way))
        told = last(played(folder, THREE, way), "ada")
        words = QUESTION if way.startswith(ASKED) else "Who brings the cake?"
        assert f"Your words have gone to all players. > {words}" in told.replace("> play", "play")
        assert len(told) < 400
    german = last(played(tmp_path / "de", THREE, GERMAN, ASKED, says("TELL")), "ada")
    assert f"Deine Worte sind an alle gegangen, die mitspielen. > {QUESTION}" in german.replace(
        "> play", "play"
    )
