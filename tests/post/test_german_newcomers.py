"""Who writes German and nearly a proposal is answered by the form that would work."""

from pathlib import Path

import pytest

from nomic_mail.letters.grammar.german import nearly_proposes
from tests.kit.told import last, played

BEGUN = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 09:30 bob reply:
    LANGUAGE GERMAN
mail 2026-03-02 10:00 bob reply:
    {words}
"""


def told_bob(folder: Path, *words: str) -> str:
    return last(played(folder, BEGUN.replace("{words}", "\n    ".join(words))), "bob")


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("Vorschlag ändern 208: Schneller fertig", "PROPOSE AMEND 208: Schneller fertig"),
        ("vorschlag neue regel: Kuchen", "PROPOSE ENACT: Kuchen"),
        ("Mein Vorschlag: Neue Regel: Kuchen", "PROPOSE ENACT: Kuchen"),
        ("Vorschlag: Regel 206 aufheben", "PROPOSE REPEAL 206"),
        ("Vorschlag umwandeln 105", "PROPOSE TRANSMUTE 105"),
    ],
)
def test_a_proposal_in_small_letters_is_answered_by_its_form(
    tmp_path: Path, head: str, form: str
) -> None:
    text = ["Statt 100 Punkten reichen 20."] if "208" in form or "ENACT" in form else []
    told = told_bob(tmp_path / "a", head, "Statt 100 Punkten reichen 20.")
    if text:  # it is shown whole, for a YES above it
        assert "Meintest du den Vorschlag unten? Vorgeschlagen ist noch nichts." in told
        assert f"{form} {text[0]} END" in told
    else:
        assert f"Meintest du {form}? Es ist nichts geschehen; bitte schreib es noch einmal" in told
    assert "ist an alle gegangen" in told_bob(tmp_path / "b", form, *text)


@pytest.mark.parametrize(
    "talk",
    [
        "Vorschlag: ändern wir doch lieber den Termin",
        "Vorschlag 301 ändern",
        "Vorschlag: Regel 206 aufheben, was meint ihr?",
        "Neue Regel: wer zuerst kommt, mahlt zuerst",
        "Mein Vorschlag wäre ein anderer.",
        "Mein Vorschlag ändert die Regel 203 nicht, Bob, er ersetzt sie.",
        "Vorschlag ändern 208 war der Betreff.",
        "Mein Vorschlag: Regel 206 streichen wir besser nicht",
        "Vorschlag ändert Regel 203, wie ihr seht",
        "Mein Vorschlag: neue Regel erst nach Ostern",
        "Vorschlag: Aufheben 206 fände ich dumm",
    ],
)
def test_talk_of_a_proposal_is_talk(talk: str) -> None:
    assert nearly_proposes(talk) == ""


@pytest.mark.parametrize("words", ["DIGEST täglich", "DIGEST täglich, bitte", "DIGEST TÄGLICH"])
def test_an_english_word_takes_a_german_one(tmp_path: Path, words: str) -> None:
    assert "Neues täglich im Sammelbrief" in told_bob(tmp_path, words)


def test_help_shows_a_whole_proposal_that_works(tmp_path: Path) -> None:
    told = told_bob(tmp_path / "a", "HILFE")
    shown = "PROPOSE ENACT: Tee um vier", "Wer um vier Uhr nachmittags an alle schreibt,"
    assert " ".join(shown) in told
    assert "Dein Vorschlag 301 ist an alle gegangen: ENACT: Tee um vier" in told_bob(
        tmp_path / "b", *shown
    )
