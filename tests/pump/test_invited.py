"""Who was invited, and answers in words of their own: taken at their word where it is plain."""

import itertools
from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from nomic_mail.pump.who.invitees import accepts, declines, willing
from tests.kit.house import House

_BEFORE = ["", "Thanks for the invitation! ", "Sounds fun, ", "Great, ", "Thank you. "]
_YES = [
    *("Yes", "Yes please", "Sure", "Of course", "Gladly", "With pleasure", "I'm in", "I am in"),
    *("Count me in", "I’d love to", "I would like to join", "I'll play", "I will gladly join"),
    *("Happy to play", "Let's play", "I would be happy to", "I'd like to take part", "I'll be in"),
]
_AFTER = ["", "!", ", thanks!", ". Sounds great :)", ", why not?", ". Count me in."]
_LEFT_OPEN = [
    *(", but not before March", " if Bob plays, too", ", I think", " - when does it begin?"),
    *(", on one condition", " not", " later", ", unless it takes long", "? No.", " to watch"),
]


@pytest.mark.parametrize("yes", _YES)
def test_a_plain_yes_takes_part_however_it_is_said(yes: str) -> None:
    said = [b + yes + a for b, a in itertools.product(_BEFORE, _AFTER)]
    assert [one for one in said if not willing(one)] == []


@pytest.mark.parametrize("yes", _YES)
def test_a_yes_with_more_than_a_yes_in_it_is_asked_about(yes: str) -> None:
    said = [b + yes + a for b, a in itertools.product(_BEFORE, _LEFT_OPEN)]
    assert [one for one in said if willing(one)] == []


@pytest.mark.parametrize(
    "words",
    [
        *("Thanks!", "Sounds fun!", "Great", "Why not?", "What is it like to play?", "I like tea"),
        *("I would love to know more", "No, I'd love to", "Maybe I'll join", "", "I will be away"),
    ],
)
def test_what_is_no_yes_takes_nobody_in(words: str) -> None:
    assert not willing(words)


def test_a_yes_and_the_word_itself_take_part(tmp_path: Path) -> None:
    for said in ("ok then JOIN. Cleo", "Dann bin ich dabei. JOIN", "mach mit", "Sure, JOIN please"):
        assert accepts([said], "Cleo Curie"), said
    for said in ("ok then, who else? JOIN", "JOIN? Not now", "Dann bin ich weg. JOIN"):
        assert not accepts([said], "Cleo Curie"), said


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("Sure, count me in. What do I have to do?", "One word, and you are in"),
        ("Who else is playing?", "Your question about Tea"),
        ("Sorry, too busy this spring", "Your letter about Tea"),
        ("I would play, but when does it begin?", "Your question about Tea"),
    ],
)
def test_the_answer_is_called_what_it_is(tmp_path: Path, words: str, subject: str) -> None:
    house = House(tmp_path)
    house.begin()
    house.act("add player", game="tea", player="Cleo Curie <cleo@players.example>", confirmed=False)
    (invitation,) = [one for one in house.run() if one.to == "cleo@players.example"]
    (answer,) = _answered(house, invitation.reply_to, words)
    assert answer.subject == f"[tea?] {subject}"


_STOPS = [
    *("Stop", "Unsubscribe", "Remove me from your mailing list", "Take me off this list"),
    *("Please remove me from your mailing list", "Stop sending me emails", "Stop writing to me"),
    *("Delete my address", "Remove my email address from your system", "No more emails"),
    *("Please don't write to me again", "Do not contact me any more", "Leave me alone"),
    *("Could you please take me off your mailing list", "Please stop e-mailing me", "Opt out"),
    *("Unsubscribe me from all lists", "Never mail me again", "Don’t send me any more emails"),
]
_STAYS = [
    *("Remove rule 203", "Stop by on Sunday", "Take me with you", "Don't write to Bob"),
    *("Please send me the rules", "Unsubscribe is a funny word", "Stop sending FOR", "Delete 301"),
]


@pytest.mark.parametrize("words", _STOPS)
def test_who_wants_no_more_letters_says_no(words: str) -> None:
    said = [words + after for after in ("", ".", "!", ", thanks.", ". Thank you.")]
    assert [one for one in said if not declines(one)] == []


@pytest.mark.parametrize("words", _STAYS)
def test_who_wants_something_else_does_not(words: str) -> None:
    assert not declines(words)


def test_what_comes_once_they_have_joined_is_answered_to_the_game(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    house.act("add player", game="tea", player="Cleo Curie <cleo@players.example>", confirmed=False)
    (invitation,) = [one for one in house.run() if one.to == "cleo@players.example"]
    (rules,) = _answered(house, invitation.reply_to, "RULES")
    assert rules.reply_to == invitation.reply_to
    welcome, *_ = _answered(house, rules.reply_to, "Yes, I'm in!")
    assert "You have joined" in welcome.text
    assert welcome.reply_to != invitation.reply_to


def _answered(house: House, to: str, text: str) -> list[Received]:
    house.post_in(house.written("Cleo", to, text), "Cleo", to)
    return [one for one in house.run() if one.to == "cleo@players.example"]


def test_somebody_is_invited_in_their_language(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    told = {"game": "tea", "player": "Cleo Curie <cleo@players.example>", "confirmed": False}
    house.act("add player", **told, language="Klingon")
    assert [one for one in house.run() if one.to == "cleo@players.example"] == []
    house.act("add player", **told, language="german")
    (invitation,) = [one for one in house.run() if one.to == "cleo@players.example"]
    assert "lädt dich ein" in invitation.text
    welcome, *_ = _answered(house, invitation.reply_to, "JOIN")
    assert "Willkommen" in welcome.subject


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("Not in German please. What is this?", "en"),
        ("Gibt es das auf Englisch?", "en"),
        ("Ich spreche kein Deutsch, nur Englisch.", "en"),
        ("Mein Deutsch ist nicht so gut. Was ist das?", "en"),
        ("Was ist das? Ich kann Deutsch und Englisch.", "en"),
        ("Ist das auf Deutsch oder auf Englisch?", "en"),
        ("What is this? I live in Germany, and speak a little German.", "en"),
        ("Gibt es das auf Deutsch?", "de"),
        ("Could I have it in German, please?", "de"),
        ("Ich spreche nur Deutsch, kein Englisch.", "de"),
        ("My English is not so good, and I am French. What is this?", "en"),
        ("Ich kann leider kein Englisch. Was ist das?", "de"),
        ("Was ist das, und wie geht es?", "de"),
        ("Ich spreche Deutsch. Was ist das?", "de"),
    ],
)
def test_who_asks_for_a_language_has_that_one_whatever_they_ask_in(
    tmp_path: Path, words: str, language: str
) -> None:
    house = House(tmp_path)
    house.begin()
    house.act("add player", game="tea", player="Cleo Curie <cleo@players.example>", confirmed=False)
    (invitation,) = [one for one in house.run() if one.to == "cleo@players.example"]
    (answer,) = _answered(house, invitation.reply_to, words)
    assert ("Um mitzuspielen" in answer.text) == (language == "de")
    assert ("To take part" in answer.text) == (language == "en")


def test_who_says_no_is_told_who_hears_of_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    house.act("add player", game="tea", player="Cleo Curie <cleo@players.example>", confirmed=False)
    (invitation,) = [one for one in house.run() if one.to == "cleo@players.example"]
    (answer,) = _answered(house, invitation.reply_to, "NO THANKS")
    assert "nothing more comes from here. The Moderator is told." in " ".join(answer.text.split())
