"""Who comes into a game that goes on, or goes out of it, is told all that they need for it."""

import pytest

from nomic_mail.play.table import HOST
from tests.kit.house import House, address_of

GUS = "gus@players.example"


def replaced(house: House) -> str:
    """Who had the seat."""
    house.begin()
    was = house.others()[0]
    house.act("replace player", game="tea", player=was, by=f"Gus Gray <{GUS}>")
    house.run()
    return was


def test_who_takes_over_a_seat_is_told_what_the_game_is(house: House) -> None:
    """The Moderator's letter says that they were."""
    was = replaced(house)
    told = " ".join(house.last["tea", GUS].text.split())
    assert f"You have taken over the seat of {was} in Tea, a game of Nomic by mail" in told
    assert "in which changing the rules is a move" in told
    assert "PROPOSE ENACT: Tea at four" in told
    assert "By the present rules, the first to reach 100 points wins" in told
    assert "Auf Deutsch: antworte LANGUAGE GERMAN" in told
    others = house.last["tea", address_of(house.mover())].text
    assert "Gus Gray has taken over the seat" in others
    assert "PROPOSE ENACT" not in others


@pytest.mark.parametrize("language", ["english", "german"])
def test_the_move_that_an_invitation_shows_is_a_rule_that_people_keep(
    house: House, language: str
) -> None:
    """It gave a point that the server never gave, and nobody was told so."""
    house.begin()
    mover = house.mover()
    as_told = {"player": f"Gus Gray <{GUS}>", "language": language}
    house.act("add player", game="tea", confirmed=False, **as_told)
    house.run()
    invited = house.last["tea", GUS].text
    shown = "\n".join(invited[invited.index("PROPOSE ENACT") :].splitlines()[:2])
    assert "poin" not in shown
    assert "Punkt" not in shown
    house.reply(mover, f"{shown}\n")
    told = {one.to: " ".join(one.text.split()) for one in house.run()}
    own = told.pop(address_of(mover))
    assert "The server would do nothing of this by itself" in own
    assert "HELP CLAUSES" in own
    assert not any("by itself, as it has no effects" in one for one in told.values())


def test_who_says_what_the_server_shall_do_is_not_told_that_it_does_nothing(house: House) -> None:
    house.begin()
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nThe first to have 50 wins.\nEffects:\nvictory: 50\n")
    (own,) = [one for one in house.run() if one.to == address_of(mover)]
    assert "Your 301" in own.subject
    assert "by itself, as it has no effects" not in " ".join(own.text.split())


def test_whose_seat_was_given_away_knows_where_to_write(house: House) -> None:
    was = replaced(house)
    told = " ".join(house.last["tea", address_of(was)].text.split())
    assert f"write to the Moderator (moderator@{HOST})" in told


def test_who_is_invited_and_reads_german_gets_the_invitation_first(house: House) -> None:
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f"Gus Gray <{GUS}>", confirmed=False)
    house.run()
    house.reply("Gus Gray", "LANGUAGE GERMAN")
    (told,) = (one for one in house.run() if one.to == GUS)
    assert "?] Was Nomic ist" in told.subject
    assert told.text.startswith("Dazu bist du eingeladen: Tea")


@pytest.mark.parametrize(
    "words", ["Kann ich das auf Deutsch haben?", "Hallo,\nwas muss ich denn da tun?\nIch bin Gus."]
)
def test_who_is_invited_and_writes_german_is_answered_in_it(house: House, words: str) -> None:
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f"Gus Gray <{GUS}>", confirmed=False)
    house.run()
    house.reply("Gus Gray", words)
    (told,) = (one for one in house.run() if one.to == GUS)
    assert "Um mitzuspielen" in told.text
    assert "LANGUAGE ENGLISH" in told.text
    house.reply("Gus Gray", "JOIN")
    (told,) = (one for one in house.run() if one.to == GUS)
    assert "Willkommen" in told.subject


def test_who_is_invited_and_writes_english_is_not(house: House) -> None:
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f"Gus Gray <{GUS}>", confirmed=False)
    house.run()
    house.reply("Gus Gray", "Who else plays? Bob, or der Alte?")
    (told,) = (one for one in house.run() if one.to == GUS)
    assert "To take part" in told.text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("stop", "You have said no"),
        ("Unsubscribe.", "You have said no"),
        ("please remove me from this list", "You have said no"),
        ("Bitte keine Mails mehr!", "Du hast"),
        ("abmelden", "You have said no"),
        ("what?", "What Nomic is"),
        ("Who are you?", "What Nomic is"),
        ("Wer bist du? Was ist das?", "Was Nomic ist"),
        ("I won't stop you, but who pays?", "Your question"),
    ],
)
def test_what_people_answer_to_an_invitation(house: House, words: str, told: str) -> None:
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f"Gus Gray <{GUS}>", confirmed=False)
    house.run()
    house.reply("Gus Gray", words)
    (letter,) = (one for one in house.run() if one.to == GUS)
    assert told in letter.subject
