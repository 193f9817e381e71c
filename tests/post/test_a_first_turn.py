"""What somebody needs to know who plays their first turn, and where they had to guess."""

import re
from pathlib import Path

import pytest

from nomic_mail.game.clauses import KINDS
from nomic_mail.game.preview import Shift
from nomic_mail.letters.grammar.language import tables
from nomic_mail.phrases import words
from nomic_mail.play.table import Received
from nomic_mail.post.glossed import shift_facts
from tests.kit.told import last, letter, played

BEGUN = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min={debate}
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 09:30 ada reply:
    LANGUAGE GERMAN
"""


def after(
    folder: Path, *letters: str, ruleset: str = "net_play", debate: str = "0"
) -> list[Received]:
    """Each is `bob: words`, a minute after the one before."""
    game = BEGUN.replace("{debate}", debate)
    for minute, one in enumerate(letters):
        who, _, said = one.partition(": ")
        body = said.replace("\n", "\n    ")
        game += f"mail 2026-03-02 10:{minute:02} {who} reply:\n    {body}\n"
    return played(folder, game, ruleset=ruleset)


# How it goes


@pytest.mark.parametrize(
    "words",
    ["HELP TURN", "HELP PLAY", "HILFE ZUG"],
)
def test_a_turn_is_told_in_one_place(tmp_path: Path, words: str) -> None:
    told = last(after(tmp_path, f"bob: {words}", debate="48h"), "bob")
    steps = re.findall(
        r"proposes one change.*within 1 week|debate it, for 2 days at least|after 1 week it opens"
        r"|vote, FOR or AGAINST, for 1 week, or as soon as everybody|adopted or not \(rule 202\)"
        r"|also costs you 10 points",
        told,
    )
    assert len(steps) == 6


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [("open", "Anybody proposes"), ("chairperson", "The Chairperson calls for proposals, for")],
)
def test_where_there_are_no_turns_it_is_told_what_there_is(
    tmp_path: Path, ruleset: str, told: str
) -> None:
    assert told in last(after(tmp_path, "bob: HELP TURN", ruleset=ruleset), "bob")


@pytest.mark.parametrize(
    "words",
    [
        "How do I play?",
        "What do I have to do now?",
        "Was muss ich jetzt tun?",
        "wie geht das hier?",
    ],
)
def test_who_asks_how_to_play_is_shown_where_that_is_told(tmp_path: Path, words: str) -> None:
    assert "HELP TURN" in last(after(tmp_path, f"bob: {words}"), "bob")


def test_a_letter_with_the_turn_tells_once_whose_it_is(tmp_path: Path) -> None:
    letters = after(
        tmp_path, "bob: PROPOSE ENACT: Tea\nTea.\nEND\nCALL VOTE", "ada: FOR", "bob: FOR"
    )
    ada, bob = last(letters, "ada"), last(letters, "bob")
    assert "Du bist am Zug (Zug 2)" in ada
    assert "Jetzt bist du am Zug" not in ada
    assert "It is now the turn of Ada" in bob


@pytest.mark.parametrize(
    "words", ["ich mag nicht mehr, bitte löscht mich", "Please delete me, thanks, it was fun"]
)
def test_who_wants_to_go_is_shown_how(tmp_path: Path, words: str) -> None:
    assert "HELP LEAVE" in last(after(tmp_path, f"bob: {words}"), "bob")


# What a letter means


def test_each_value_of_a_clause_is_told_in_words_or_not_at_all() -> None:
    shifts = [
        Shift(kind.name, f"{kind.name}: none", f"{kind.name}: {form} (rule 301)")
        for kind in KINDS.values()
        for form in kind.forms
    ]
    for told in shift_facts(shifts):
        english, german = told["means"].say("en"), told["means"].say("de")
        assert bool(english) == bool(german)
        assert len(english) < 250
        others = [one for one in KINDS[told["kind"]].forms if english.startswith(f"{one}: ")]
        assert not others, told


def test_a_ballot_says_what_an_effect_would_do(tmp_path: Path) -> None:
    drafted = (
        "bob: PROPOSE ENACT: Thanks\nWho votes gets a point.\nEffects:\n  reward voters: 1\nEND"
    )
    letters = after(tmp_path, drafted, "bob: CALL VOTE")
    assert "(reward voters: each player who has sent a ballot, of whatever choice" in last(
        letters, "bob"
    )
    assert "(reward voters: wer abgestimmt hat, wie auch immer" in last(letters, "ada")


def test_words_on_the_line_of_revise_change_the_title_and_that_is_said(tmp_path: Path) -> None:
    letters = after(tmp_path, "bob: PROPOSE ENACT: Tea\nTea at four.", "bob: REVISE: Tea at five.")
    assert (
        "Only the title has changed; before it was: Tea To change the text, reply REVISE"
        in last(letters, "bob")
    )
    assert "Nur der Titel ist neu; vorher war es: Tea Eine neue Regel" in last(letters, "ada")


def test_who_votes_last_is_not_told_to_vote_again(tmp_path: Path) -> None:
    """What is written beside the vote that ends it stands there; it can be taken away no more."""
    told = "bob: PROPOSE ENACT: Tea\nTea.\nEND\nCALL VOTE"
    early = last(after(tmp_path / "a", told, "bob: FOR 301: I like tea"), "bob")
    late = last(after(tmp_path / "b", told, "ada: FOR", "bob: FOR 301: I like tea"), "bob")
    assert "To take it away, send your vote again" in early
    assert late.count("I like tea") == 1
    assert "again" not in late.partition("Proposal 301")[0]


def test_a_letter_of_talk_says_one_thing_of_where_an_answer_goes(tmp_path: Path) -> None:
    letters = after(tmp_path, "bob: TELL\nHello, Ada!")
    for who in ("bob", "ada"):
        text = [one for one in letters if one.to.startswith(who)][-1].text
        assert "Hello, Ada!" in text  # whoever wrote it is told what went
        assert ("nomic+r." not in text) == (who == "ada")
        assert text.count("antworte") + text.count("eply to") <= 2


def test_who_has_no_receipts_is_told_how_they_come_again(tmp_path: Path) -> None:
    assert "RECEIPTS ON" in last(after(tmp_path, "bob: RECEIPTS OFF"), "bob")


# In German


def test_no_line_of_german_help_has_an_english_word_in_place_of_the_reader_s() -> None:
    """What is small in a line of HELP is the reader's own word, or a name of the program's."""
    rows = {row.written for table in tables().values() for row in table}
    german = words("de")["names"]["written"]
    assert not set(german) - rows
    kept = r"coins|adoption|vote_window|\d*[dh]?\d*|[a-z]+@example\.org"
    for row in rows:
        shown = german.get(row, row)
        small = re.findall(r"(?<![\w.@])[a-z_][\w.@]*", shown)
        same = [one for one in small if not re.fullmatch(kept, one) and one in row]
        assert not same, shown


@pytest.mark.parametrize("said", ["bin wieder da", "Ich bin zurück.", "I'm back"])
def test_who_is_back_says_so_in_plain_words(tmp_path: Path, said: str) -> None:
    told = last(after(tmp_path, "ada: AWAY 2 Wochen", f"ada: {said}"), "ada")
    assert "Willkommen zurück" in told
    assert "Kein Befehl" not in told


def test_a_rule_is_changed_by_german_words(tmp_path: Path) -> None:
    letters = after(tmp_path, "ada: AMEND 208\nErsetze „100“ durch „30“.")
    told = last(letters, "ada")
    assert "Was wegfällt (-) und was dazukommt (+):" in told
    assert "30" in told.partition(" + ")[2]


# A change in words


def amended(folder: Path, told: str, answer: str) -> tuple[str, list[Received]]:
    """The letter that shows Rule 208 as it would be, quoted below an answer to it."""
    asked = f"bob: AMEND 208\n{told}"
    shown = letter(after(folder / "asked", asked), "bob").text.replace("\r", "")
    quoted = "\n".join(f"> {line}" for line in shown.splitlines())
    return shown, after(folder / "answered", asked, f"bob: {answer}\n\n{quoted}")


@pytest.mark.parametrize("answer", ["YES", "yes, please", "ja", "ok.", "PROPOSE"])
def test_a_yes_to_the_text_that_is_shown_proposes_it(tmp_path: Path, answer: str) -> None:
    shown, letters = amended(tmp_path, 'replace "100" by "30"', answer)
    assert "The effects at its end make the server do what the new text says." in shown
    told = last(letters, "bob")
    assert "Your proposal 301 has gone to all players: AMEND 208: The goal" in told
    assert "would become victory: 30 (rule 301)" in told


@pytest.mark.parametrize("answer", ["yes, but later", "is that a yes?", "NO", "no"])
def test_nothing_less_than_a_yes_proposes_it(tmp_path: Path, answer: str) -> None:
    assert "has gone to all" not in last(
        amended(tmp_path, 'replace "100" by "30"', answer)[1], "bob"
    )


def test_a_yes_above_what_is_no_proposal_of_ours_is_none(tmp_path: Path) -> None:
    told = last(
        after(tmp_path, "bob: yes\n\n> PROPOSE AMEND 208: A short title\n> The text."), "bob"
    )
    assert "has gone to all" not in told


def test_a_change_that_the_server_has_no_part_in_has_no_effects(tmp_path: Path) -> None:
    shown, _ = amended(tmp_path, 'replace "positive" by "whole"', "YES")
    assert "The effects at its end" not in shown
    assert "What the server does would stay as it is." in shown
