"""What two newcomers wrote who had nothing but their letters, and what had got lost of it."""

import re
from pathlib import Path

import pytest

from nomic_mail.game.clauses import KINDS
from tests.kit.told import last, letter, played
from tests.post.test_newcomers import THREE

# TELL, to the letter that offers it

BOTTOM = """\
On Sun, 1 Mar 2026 09:04:00 +0000, Tea <nomic+r.abc@nomic.example> wrote:
> The game has begun.
>
> --
> Tea, a game of Nomic by mail.

"""


@pytest.mark.parametrize(
    "words",
    [
        "Zeitzone Deutschland\nund schickt mir bitte die Regeln",
        "Danke für den Kuchen\nEr war sehr gut",
        f"{BOTTOM}Sorry I don't understand this. What does the second sentence mean?",
        "Sorry, what is this?",
        "Hello all of you there\nWhat is it about?",
        "Ada Rules\nLove your cake",
        "I do not see why the cake is at four. Rules and\nhats are nicer.",
        "\n".join(f"Line {number} of many is this" for number in range(30)),
    ],
)
def test_tell_sends_the_words_that_the_letter_showed(tmp_path: Path, words: str) -> None:
    body = "".join(f"    {line}\n" for line in words.split("\n"))
    letter = f"mail 2026-03-02 10:00 bob reply:\n{body}"
    told = last(played(tmp_path / "a", THREE, letter), "bob")
    after = re.split("[Nn]obody else has seen [^>]*: > ", told)[-1]
    shown = after.partition(" To send these words")[0]
    assert shown
    tell = "mail 2026-03-02 10:05 bob reply:\n    TELL\n"
    heard = last(played(tmp_path / "b", THREE, letter, tell), "cid")
    assert f"says to all players: > {shown} A reply to this letter" in heard


# A new text without Effects


def amended(folder: Path, text: str) -> tuple[str, str]:
    """What the proposer is told, and another."""
    amend = f"mail 2026-03-02 10:00 cid reply:\n    PROPOSE AMEND 206\n    {text}\n"
    letters = played(folder, THREE, amend)
    return last(letters, "cid"), last(letters, "bob")


def test_who_gives_another_figure_is_offered_the_clause(tmp_path: Path) -> None:
    text = "A player loses 2 points when a rule change which that player proposed is defeated."
    mine, theirs = amended(tmp_path, text)
    assert "EFFECTS, alone on a line of your reply, adds the effects" in mine
    assert "penalty defeat: 2" in mine
    assert "penalty defeat: 2" not in theirs


def test_who_says_it_in_words_of_their_own_is_told_how_to_say_it_to_the_server(
    tmp_path: Path,
) -> None:
    mine, theirs = amended(tmp_path, "Whoever fails is out two points, more or less.")
    told = "this stays: penalty defeat: 10 To have it do otherwise, reply EFFECTS, and below it"
    assert told in mine
    assert "reply EFFECTS" not in theirs


GOODBYES = [
    "Gruß, Bob",
    "Gruss Bob",
    "VG Bob",
    "Schönen Gruß, Bob",
    "Tschüss, Bob",
    "Bis dann, Bob",
]


@pytest.mark.parametrize("goodbye", GOODBYES)
def test_a_german_goodbye_beside_a_command_is_no_word_that_anybody_misses(
    tmp_path: Path, goodbye: str
) -> None:
    asks = f"mail 2026-03-02 10:00 bob reply:\n    STATUS\n\n    {goodbye}\n"
    told = last(played(tmp_path, THREE, asks), "bob")
    assert "It is the turn of" in told
    assert "TELL" not in told


@pytest.mark.parametrize("goodbye", [*GOODBYES, "Viele Grüße"])
def test_a_german_goodbye_right_below_effects_ends_them(tmp_path: Path, goodbye: str) -> None:
    text = "    PROPOSE AMEND 208\n    Fifty win.\n    Effekte:\n    victory: 50\n"
    said = f"mail 2026-03-02 10:00 cid reply:\n{text}    {goodbye}\n"
    assert "Effects: victory: 50 It needs" in last(played(tmp_path, THREE, said), "bob")


# What does not get lost below a long answer


def test_a_question_beside_rules_is_told_above_them_with_who_answers_it(tmp_path: Path) -> None:
    asks = "mail 2026-03-02 10:00 bob reply:\n    RULES\n    Who is the moderator?\n"
    letters = played(tmp_path, THREE, asks)
    told = last(letters, "bob")
    words, _, rules = told.partition("rules in force")
    assert "what else stands in your letter: > Who is the moderator? To send these words" in words
    assert "to the Moderator alone, a person (moderator@nomic.example): TELL MODERATOR" in words
    assert "201" in rules
    assert "The rules in force" in letter(letters, "bob").subject


def test_who_asks_nobody_anything_is_told_of_nobody_to_ask(tmp_path: Path) -> None:
    asks = "mail 2026-03-02 10:00 bob reply:\n    RULES\n    I have lost my copy of them.\n"
    told = last(played(tmp_path, THREE, asks), "bob")
    assert "Nobody else has seen what else stands in your letter: > I have lost my copy" in told
    assert "If you would rather ask a person" not in told


def test_a_wish_that_is_refused_is_told_above_the_rules_and_in_the_subject(tmp_path: Path) -> None:
    asks = "mail 2026-03-02 10:00 bob reply:\n    RULES\n    TIMEZONE Germany\n"
    letters = played(tmp_path, THREE, asks)
    told = last(letters, "bob")
    assert "TIMEZONE Europe/Berlin" in told.partition("rules in force")[0]
    assert "[tea!] Not done: TIMEZONE Germany; The rules" in letter(letters, "bob").subject


# HELP on one clause


@pytest.mark.parametrize(
    ("asks", "kinds"),
    [
        ("HELP REWARD PROPOSER", ["reward proposer"]),
        ("help reward proposer", ["reward proposer"]),
        ("HELP penalty", ["penalty defeat", "penalty absent"]),
        ("HELP VICTORY", ["victory"]),
        ("HELP CLAUSES VOTES", ["votes"]),
        ("HELP CLAUSE judge", ["judge"]),
        ("Help clauses adoption of enact", ["adoption of enact"]),
        ("HELP adoption of enact", ["adoption of enact"]),
    ],
)
def test_help_and_the_name_of_a_clause_tells_of_that_alone(
    tmp_path: Path, asks: str, kinds: list[str]
) -> None:
    told = last(played(tmp_path, THREE, f"mail 2026-03-02 10:00 bob reply:\n    {asks}\n"), "bob")
    assert re.findall(r"- ([a-z ]+):", told) == kinds
    assert len(told) < 1500


def test_help_clauses_lists_them_and_all_that_each_can_be_comes_by_a_word_more(
    tmp_path: Path,
) -> None:
    asks = "mail 2026-03-02 10:{} bob reply:\n    HELP CLAUSES{}\n"
    listed = last(played(tmp_path / "listed", THREE, asks.format("00", "")), "bob")
    assert "reward proposer: 1d6 reward adopted: 10 reward for: 3" in listed
    assert "HELP CLAUSES PENALTY DEFEAT" in listed
    each = last(played(tmp_path / "each", THREE, asks.format("00", " ALL")), "bob")
    kinds = re.findall(r"- ([a-z ]+): ", each)
    assert kinds == list(KINDS)
    assert all(f" {kind}: " in listed for kind in kinds)


@pytest.mark.parametrize("words", ["help me please with this", "HELP ME WITH THIS"])
def test_a_call_for_help_asks_for_no_clause(tmp_path: Path, words: str) -> None:
    asks = f"mail 2026-03-02 10:00 bob reply:\n    {words}\n"
    assert "No command in your letter" in letter(played(tmp_path, THREE, asks), "bob").subject


def test_no_letter_says_that_a_file_is_attached_which_is_not(tmp_path: Path) -> None:
    for one in played(tmp_path, THREE):
        files = re.findall(r"[Aa]ttached, (?:as )?(\w+\.(?:ics|txt))", one.text)
        assert all(name in dict(one.attached) for name in files), (one.subject, files)


def test_of_words_that_may_be_no_part_of_a_text_it_is_said_until_when_they_can_go(
    tmp_path: Path,
) -> None:
    rule = "Everybody gets cake.\n\n    PS: thanks"
    said = f"mail 2026-03-02 10:00 cid reply:\n    PROPOSE ENACT: Cake\n    {rule}\n"
    told = last(played(tmp_path, THREE, said), "cid")
    assert "By when: before the vote on it opens; if it is meant so" in told
    assert "no time is set" not in told


# A question beside what is asked about

VOTING = "mail 2026-03-02 10:00 cid reply:\n    PROPOSE REPEAL 206\n    END\n    CALL VOTE\n"


@pytest.mark.parametrize(
    ("words", "goes"),
    [
        ("Yes, why not. But I'm not sure what I get for it??", True),
        ("Perhaps FOR\n    What would it change for me?", True),
        ("AGAINST?", False),
        ("Perhaps FOR", False),
    ],
)
def test_a_question_of_theirs_beside_one_of_ours_goes_to_somebody(
    tmp_path: Path, words: str, goes: bool
) -> None:
    vote = f"mail 2026-03-02 10:05 bob reply:\n    {words}\n"
    letters = played(tmp_path, THREE, VOTING, vote)
    assert "One question about your letter" in letter(letters, "bob").subject
    told = last(letters, "bob")
    assert ("ask a person, write to the Moderator: " in told or "alone, a person (" in told) == goes


def test_a_name_below_what_is_asked_about_is_no_word_that_anybody_misses(tmp_path: Path) -> None:
    words = "I propose to amend rule 206. Ten is harsh, is that ok?\n\n    Cid"
    told = last(played(tmp_path, THREE, f"mail 2026-03-02 10:00 cid reply:\n    {words}\n"), "cid")
    assert "what do you propose?" in told
    assert "TELL" not in told
