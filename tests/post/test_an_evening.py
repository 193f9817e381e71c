"""What people say to the game as they would to a person, and what they are told then."""

from pathlib import Path

import pytest

from tests.kit.told import last, letter, played

THREE = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
FIRST = "cid"  # has the turn
PROPOSED = """\
mail 2026-03-02 10:00 cid reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
"""
OPEN = f"{PROPOSED}mail 2026-03-02 10:01 cid reply:\n    CALL VOTE\n"


def asked(folder: Path, who: str, *words: str, before: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in words)
    return last(played(folder, THREE, before, f"mail 2026-03-02 11:00 {who} reply:\n{lines}"), who)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("whats rule 204?", "204 Points for voting against"),
        ("Was sagt Regel 204?", "204 Points for voting against"),
        ("may I please read the rules?", "These are the 42 rules in force."),
        ("How many points have I got?", "The scores (100 points win"),
        ("How do things stand at the moment, please?", "It is the turn of"),
        ("who has not voted yet?", "It is the turn of"),
        ("So, whose turn is it now?", "It is the turn of"),
        ("Wer ist gerade dran?", "It is the turn of"),
        ("Wie viele Punkte habe ich?", "The scores (100 points win"),
        ("can you send me rule 112, please", "112 "),
    ],
)
def test_a_short_question_is_answered(tmp_path: Path, words: str, told: str) -> None:
    assert asked(tmp_path, "ada", words).startswith(told)


@pytest.mark.parametrize(
    "words",
    [
        "how do i get points? whats the easy way",
        "How do I change a rule that is already there, like 203? And can I do two at once?",
        "I made it to rule 112.",
        "rule 203 is a nice one",
        "Thanks for the points!",
        "Is 201 any good?",
        "Who decides when two of us read rule 213 differently?",
        "Whose turn is it when the mover is away?",
    ],
)
def test_what_may_be_about_more_is_not(tmp_path: Path, words: str) -> None:
    told = asked(tmp_path, "ada", words)
    assert told.startswith("Your letter has come, and nothing was done")


def test_a_proposal_in_the_words_of_a_chat_is_told_how_it_is_written(tmp_path: Path) -> None:
    told = asked(tmp_path, FIRST, "new rule: whoever voted for a proposal gets 2 points for it")
    assert "How: it is your turn" in told
    assert "PROPOSE ENACT: A short title The text of the new rule." in told
    assert "is that your vote" not in told


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("sorry meant yes", "FOR"),
        ("Selbstverständlich stimme ich für meinen eigenen Vorschlag.", "FOR"),
        ("hmm against i guess", "AGAINST"),
    ],
)
def test_a_yes_answers_whether_that_is_ones_vote(tmp_path: Path, words: str, way: str) -> None:
    said = f"mail 2026-03-02 11:00 ada reply:\n    {words}\n"
    letters = played(tmp_path / "asked", THREE, OPEN, said)
    assert f"is that your vote {way} 301? Nothing was counted." in last(letters, "ada")
    yes = "mail 2026-03-02 11:01 ada reply:\n    Yes, it is.\n"
    counted = played(tmp_path / "said", THREE, OPEN, said, yes)
    assert f"Your vote {way} 301 is counted" in last(counted, "ada")


@pytest.mark.parametrize(
    "words", ["a yes would be a mistake", "yes and no, really", "hmm against, my cat says"]
)
def test_where_no_side_is_plain_it_is_asked_how_they_vote(tmp_path: Path, words: str) -> None:
    told = asked(tmp_path, "ada", words, before=OPEN)
    assert "how do you vote? Nothing was counted." in told


GOODBYES = [("Love and crumbs,", "Cid"), ("Yours in biscuits, Cid",), ("Happy baking,", "Cid")]
TEXTS = [
    ("There is cake for Ada, Cid",),
    ("The judges are:", "", "Ada, Bob, Cid"),
    ("The order is that of", "", "Bob and Ada,", "Cid"),
    ("The judges are named.", "", "Ada, Bob, Cid"),
]


@pytest.mark.parametrize("goodbye", GOODBYES)
def test_a_goodbye_in_ones_own_words_is_no_part_of_a_rule(
    tmp_path: Path, goodbye: tuple[str, ...]
) -> None:
    told = asked(tmp_path, FIRST, "PROPOSE ENACT: Cake", "There is cake.", "", *goodbye)
    assert "A new rule: There is cake. It needs the votes" in told


@pytest.mark.parametrize("text", TEXTS)
def test_names_that_a_rule_ends_with_are_of_it(tmp_path: Path, text: tuple[str, ...]) -> None:
    told = asked(tmp_path, FIRST, "PROPOSE ENACT: Cake", *text)
    assert " ".join(" ".join(text).split()) in told


def test_how_one_would_vote_is_talk_while_no_vote_is_open(tmp_path: Path) -> None:
    talk = "mail 2026-03-02 11:00 bob reply:\n    TELL\n    What do you think?\n"
    said = 'mail 2026-03-02 11:01 ada reply "[talk]":\n    nice one cid. im a yes tho, go for it\n'
    letters = played(tmp_path, THREE, PROPOSED, talk, said)
    assert "im a yes tho" in last(letters, "bob")
    assert letter(letters, "ada").occasions == ("talk",)  # and no echo of their own words
    assert "What do you think?" in letter(letters, "ada").text


def test_call_vote_among_talk_is_asked_about(tmp_path: Path) -> None:
    talk = "mail 2026-03-02 11:00 bob reply:\n    TELL\n    What do you think?\n"
    said = (
        'mail 2026-03-02 11:01 cid reply "[talk]":\n    yes i get it too, lets go\n    call vote\n'
    )
    told = last(played(tmp_path, THREE, PROPOSED, talk, said), "cid")
    assert told.startswith("You wrote to all players what looks like a command to the game")


def test_tell_sends_a_refused_proposal_with_the_words_around_it(tmp_path: Path) -> None:
    early = """\
mail 2026-03-02 11:00 ada reply:
    Dear all,

    as I am next, I give you my proposal already:

    PROPOSE ENACT: Encore
    Whoever has a proposal adopted names one other player.
mail 2026-03-02 11:01 ada reply:
    ok tell
"""
    letters = played(tmp_path, THREE, early)
    told = next(one for one in reversed(letters) if one.to.startswith("cid@")).text
    assert "Dear all," in told
    assert "PROPOSE ENACT: Encore" in told
    assert "names one other player" in told
    assert last(letters, "ada").startswith("Your words have gone to all players.")


def test_of_who_is_away_it_is_told_whether_their_vote_is_in(tmp_path: Path) -> None:
    away = "mail 2026-03-02 11:00 ada reply:\n    AWAY 5 days\n"
    assert "Their vote on 301 is not in yet; the vote is open until" in last(
        played(tmp_path / "a", THREE, OPEN, away), "bob"
    )
    voted = "mail 2026-03-02 10:59 ada reply:\n    FOR\n"
    assert "Their vote on 301 is in." in last(
        played(tmp_path / "b", THREE, OPEN, voted, away), "bob"
    )


def test_penalties_of_several_rules_are_told_with_their_sum(tmp_path: Path) -> None:
    told = asked(
        tmp_path,
        FIRST,
        "PROPOSE ENACT: Milder",
        "Whoever is defeated loses 5 points.",
        "Effects:",
        "  penalty defeat: 5",
    )
    assert "would become penalty defeat: 10 + 5 = 15 (rules 206 and 301)" in told
