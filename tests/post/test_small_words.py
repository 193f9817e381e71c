"""What newcomers stumbled over who had nothing but their letters, and what they are told now."""

from pathlib import Path

import pytest

from tests.kit.told import last, letter, played
from tests.post.test_an_evening import OPEN, PROPOSED, THREE, asked

GATHERING = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example>
moderator 2026-03-02 09:03 add player Cid <cid@players.example>
"""
GERMAN = "mail 2026-03-02 09:30 {who} reply:\n    LANGUAGE GERMAN\n"
LATER = "moderator 2026-03-02 09:05 set debate_min = 24h\n"


def test_words_that_are_no_command_are_answered_warmly(tmp_path: Path) -> None:
    told = asked(tmp_path, "ada", "Is it hard to begin?")
    assert "the server is a program, and found no command in it" in told
    assert "Nobody else has seen what you wrote: > Is it hard to begin?" in told
    assert "to the Moderator alone, a person (moderator@nomic.example): TELL MODERATOR" in told


@pytest.mark.parametrize(
    "words",
    [
        "How is the game now? Who must do something?",
        "what do I have to do",
        "Do I have to do anything?",
        "who has to vote?",
        "how is it going?",
        "what now?",
        "Was muss ich jetzt machen?",
        "Wer muss etwas tun?",
        "Bin ich dran?",
    ],
)
def test_who_asks_what_is_to_be_done_is_told_how_the_game_stands(
    tmp_path: Path, words: str
) -> None:
    assert asked(tmp_path, "cid", words).startswith("It is your turn to propose, until ")


@pytest.mark.parametrize(
    "words",
    [
        "What do I have to do to get points?",
        "What must a rule say?",
        "What should I do to win?",
        "I need to do something.",
    ],
)
def test_who_asks_for_a_way_is_not(tmp_path: Path, words: str) -> None:
    assert asked(tmp_path, "ada", words).startswith("Your letter has come, and nothing was done")


@pytest.mark.parametrize(
    "words",
    ["vote now pls", "let's vote", "I want to call the vote", "Können wir jetzt abstimmen?"],
)
def test_a_vote_that_is_asked_for_in_plain_words_opens_by_a_yes(tmp_path: Path, words: str) -> None:
    said = f"mail 2026-03-02 11:00 cid reply:\n    {words}\n"
    letters = played(tmp_path / "asked", THREE, PROPOSED, said)
    assert "shall the vote on your proposal 301 open now? Nothing was done." in last(letters, "cid")
    assert letter(letters, "bob").occasions == ("proposal",)
    yes = "mail 2026-03-02 11:01 cid reply:\n    Yes, please\n"
    opened = played(tmp_path / "said", THREE, PROPOSED, said, yes)
    assert letter(opened, "bob").occasions == ("ballot",)


@pytest.mark.parametrize(
    "words", ["vote now or wait?", "when do we vote?", "don't vote now", "vote for it please"]
)
def test_what_may_be_said_otherwise_opens_no_vote(tmp_path: Path, words: str) -> None:
    assert "open now?" not in asked(tmp_path, "cid", words, before=PROPOSED)


def test_only_who_proposed_it_is_asked_and_only_when_it_can_be(tmp_path: Path) -> None:
    told = asked(tmp_path / "other", "bob", "vote now pls", before=PROPOSED)
    assert "Nothing has to be voted on yet: 301 is being debated." in told
    said = "mail 2026-03-02 11:00 cid reply:\n    vote now pls\n"
    early = last(played(tmp_path / "early", THREE, LATER, PROPOSED, said), "cid")
    assert "CALL VOTE opens the vote, from Tue 2026-03-03 10:00 UTC" in early


def test_a_yes_that_comes_when_the_vote_is_open_opens_nothing(tmp_path: Path) -> None:
    said = "mail 2026-03-02 11:00 cid reply:\n    vote now pls\n"
    calls = "mail 2026-03-02 11:01 cid to table:\n    CALL VOTE\n"
    yes = 'mail 2026-03-02 11:02 cid reply "One question":\n    Yes\n'
    letters = played(tmp_path, THREE, PROPOSED, said, calls, yes)
    assert "is counted" not in last(letters, "cid")


def test_before_the_game_begins_status_tells_what_it_waits_for(tmp_path: Path) -> None:
    asks = "mail 2026-03-02 10:00 ada reply:\n    STATUS\n"
    told = last(played(tmp_path / "a", GATHERING, asks), "ada")
    assert "So far: Ada. 2 more are invited, and not here yet." in told
    assert "It begins when the Moderator starts it, which takes two players; a letter" in told
    assert "Bob" not in told  # who was asked may not want it known
    joins = "mail 2026-03-02 09:30 bob reply:\n    JOIN\n"
    told = last(played(tmp_path / "b", GATHERING, joins, asks), "ada")
    assert "One more is invited, and not here yet." in told
    assert "It begins when the Moderator starts it; a letter" in told


def in_german(folder: Path, *parts: str) -> str:
    return last(played(folder, THREE, GERMAN.format(who="cid"), *parts), "cid")


def test_help_for_a_proposal_begins_with_one_to_copy_and_is_read_at_a_glance(
    tmp_path: Path,
) -> None:
    asks = "mail 2026-03-02 10:00 cid reply:\n    HELP PROPOSE\n"
    told = letter(played(tmp_path, THREE, asks), "cid").text.replace("\r", "")
    lines = told.partition("\n-- \n")[0].splitlines()
    assert len(lines) <= 45
    assert lines[3] == "    PROPOSE ENACT: Tea at four"
    kinds = [place for place, one in enumerate(lines) if one.startswith("  PROPOSE ")]
    assert kinds == list(range(kinds[0], kinds[0] + 5)) and kinds[0] < 10


def test_a_revision_tells_the_sentences_that_go_and_those_that_come(tmp_path: Path) -> None:
    proposes = """\
mail 2026-03-02 10:00 cid reply:
    PROPOSE ENACT: Cake
    Everybody who comes at four gets cake. There is tea at five.
"""
    revises = """\
mail 2026-03-02 10:01 cid reply:
    REVISE
    Everybody who comes at four gets cake. There is tea at half past five.
"""
    letters = played(tmp_path, THREE, proposes, revises)
    told = letter(letters, "ada").text.replace("\r", "")
    assert "What goes (-) and what comes (+), since the text before this one:" in told
    assert "    - There is tea at five.\n    + There is tea at half past five.\n" in told
    assert "{+" not in told


def test_german_letters_name_german_words_where_there_are_any(tmp_path: Path) -> None:
    calls = "mail 2026-03-02 11:00 cid reply:\n    {word}\n"
    mine = in_german(tmp_path / "mine", PROPOSED)
    assert "REVISE oder ÜBERARBEITEN" in mine and "CALL VOTE oder ABSTIMMEN" in mine
    ballot = in_german(tmp_path / "ballot", PROPOSED, calls.format(word="ABSTIMMEN"))
    assert "Auch DAFÜR, DAGEGEN, FOR 301 oder AGAINST 301 geht." in ballot
    rules = in_german(tmp_path / "rules", calls.format(word="REGELN"))
    assert "In eckigen Klammern steht, was der Server wegen einer Regel tut" in rules


def test_a_page_of_help_has_a_german_subject(tmp_path: Path) -> None:
    asks = "mail 2026-03-02 11:00 cid reply:\n    HILFE ZUG\n"
    letters = played(tmp_path, THREE, GERMAN.format(who="cid"), asks)
    assert letter(letters, "cid").subject == "[tea] Hilfe: Zug"


def test_of_talk_one_line_says_where_an_answer_goes(tmp_path: Path) -> None:
    talk = "mail 2026-03-02 11:00 bob reply:\n    TELL\n    Good morning.\n"
    told = letter(played(tmp_path, THREE, talk), "ada").text.replace("\r", "")
    line = "A reply to this letter goes to all. To have no more talk, reply TALK OFF to any other."
    assert line in " ".join(told.split())


POINTS = PROPOSED.replace("Everybody gets cake.", "Whoever brings cake gets two points.")
VOTES = "mail 2026-03-02 12:00 {who} reply:\n    FOR\n"
CALLS = "mail 2026-03-02 10:01 cid reply:\n    CALL VOTE\n"


def test_of_points_that_the_server_does_not_give_it_is_said_who_writes_them_down(
    tmp_path: Path,
) -> None:
    told = "Points by the new rule are written down by the Moderator, with AWARD or FINE"
    proposed = played(tmp_path / "proposed", THREE, POINTS)
    assert told in last(proposed, "cid") and told in last(proposed, "ada")
    assert told in last(played(tmp_path / "ballot", THREE, POINTS, CALLS), "ada")
    votes = "".join(VOTES.format(who=who) for who in ("ada", "bob", "cid"))
    assert told in last(played(tmp_path / "result", THREE, POINTS, CALLS, votes), "bob")
    assert told not in last(played(tmp_path / "cake", THREE, OPEN), "ada")


def test_it_is_asked_in_german_and_answered_by_a_ja(tmp_path: Path) -> None:
    said = "mail 2026-03-02 11:00 cid reply:\n    Lasst uns jetzt abstimmen!\n"
    told = in_german(tmp_path / "asked", PROPOSED, said)
    assert "Soll die Abstimmung über deinen Vorschlag 301 jetzt beginnen?" in told
    assert "mit einem Wort, YES (oder JA)" in told
    yes = "mail 2026-03-02 11:01 cid reply:\n    Ja, bitte\n"
    opened = in_german(tmp_path / "said", PROPOSED, said, yes)
    assert opened.startswith("Die Abstimmung über 301 ist offen")
