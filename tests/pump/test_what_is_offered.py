"""No letter offers what would be refused: words to all, where there is no such way."""

import re

import pytest

from nomic_mail.play.table import HOST
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"


def say(house: House, line: str) -> None:
    house.act("say", game="tea", line=line)
    house.run()


def test_a_moderator_is_not_told_of_tell(house: House) -> None:
    """013: their words to all are an announcement."""
    house.begin()
    house.mail(
        f"The Moderator <{MODERATOR}>", f"nomic+tea@{HOST}", "PAUSE: holidays\n\nBe merry!\n"
    )
    house.run()
    house.mail(f"The Moderator <{MODERATOR}>", house.last["tea", MODERATOR].reply_to, "YES\n")
    house.run()
    told = house.last["tea", MODERATOR].text
    assert "> Be merry!" in told
    assert "TELL" not in told
    assert "ANNOUNCE" in told


def test_when_the_game_is_over_players_are_offered_to_talk_for_two_weeks(house: House) -> None:
    house.begin()
    mover = house.mover()
    assert "To talk to all players" in house.last["tea", address_of(mover)].text
    house.run()
    say(house, "END GAME: a good year")
    over = house.last["tea", address_of(mover)]
    assert "The game is over" in over.subject
    assert "To talk to all players" in over.text
    house.later(days=14)
    house.reply(mover, "TELL: Thanks to all of you!\n")
    assert any("Thanks to all of you!" in one.text for one in house.run())
    house.later(days=14, seconds=1)
    house.reply(mover, "STATUS")
    house.reply(mover, "Thanks to all of you, it was fun!\n")
    house.run()
    answer = house.last["tea", address_of(mover)]
    assert "it was fun" in answer.text
    assert "TELL" not in answer.text
    assert "To talk to all players" not in answer.text


def test_what_the_moderator_may_copy_is_of_the_rule_that_is_asked_about(house: House) -> None:
    """A line ready to be sent that makes the penalties of 206 decide votes would do harm."""
    house.begin()
    house.reply(house.mover(), "PROPOSE AMEND 206: Milder\nLosing a vote costs a little less.\n")
    house.run()
    asked = house.last["tea", MODERATOR].text
    assert "What the rule would keep:" in asked
    assert "BIND 301: penalty defeat: 10" in asked
    assert "adoption" not in asked
    assert "The last is what the rule does now" in " ".join(asked.split())


def refused(house: House, line: str) -> str:
    number = house.act("say", game="tea", line=line)
    house.run()
    return house.arrival(number).result


def test_the_forms_of_a_refused_line_are_of_what_it_names(house: House) -> None:
    """Ready to be copied: they name whom and what the line did, where the game knows them."""
    house.begin()
    told = refused(house, "CORRECT SCORE Bob FROM 99 TO 5: misread")
    assert "In this game: CORRECT SCORE Bob Babbage TO 25: why" in told
    told = refused(house, "CORRECT SCORE Ada FROM 99 TO 5: misread")
    assert "In this game: CORRECT SCORE Ada Lovelace TO 25: why" in told
    assert "BIND 206: penalty defeat: 10" in refused(house, "BIND 206: tea: 4")


@pytest.mark.parametrize("line", ["SKIP TURN 1", "SKIP", "REMOVE Bob: late"])
def test_what_no_rule_allows_has_no_form_that_works(house: House, line: str) -> None:
    house.begin()
    assert "In this game" not in refused(house, line)
    number = house.mail(f"The Moderator <{MODERATOR}>", f"nomic+tea@{HOST}", f"{line}\n")
    house.run()
    house.act("say", game="tea", line=f"RELEASE {number}")
    house.run()
    told = house.last["tea", MODERATOR].text
    assert "Not done" in told
    assert "In this game it is written so" not in told


def test_a_day_ready_to_be_copied_is_one_soon_to_come(house: House) -> None:
    house.open_vote()
    told = refused(house, "EXTEND 309 UNTIL tomorrow")
    due = house.state().polls[301].closes_at
    assert due is not None
    assert f"EXTEND 301 UNTIL {due:%Y-%m-%d} 18:00" in told
    assert "2030" not in told


def test_no_act_is_offered_to_be_taken_back_but_one_that_can_be(house: House) -> None:
    house.begin()
    told = refused(house, "UNDO")
    assert "more has happened since" in told
    assert not re.search(r"UNDO \d", told)
    refused(house, "CORRECT SCORE Bob TO 5: misread")
    last = house.state().last_act
    assert last is not None
    assert f"In this game: UNDO {last.number}: why" in refused(house, "UNDO 3")


def test_no_vote_is_named_where_there_is_none(house: House) -> None:
    house.begin()
    assert "In this game" not in refused(house, "CLOSE 301")
    assert "EXTEND 301" not in refused(house, "EXTEND 301 BY 2 days")
    house.reply(house.mover(), "PROPOSE REPEAL 206\n")
    house.run()
    assert "In this game: CLOSE 301: why" in refused(house, "CLOSE 301")


def test_players_are_told_of_the_moderator_who_has_the_game_now(house: House) -> None:
    ivy = "ivy@players.example"
    house.begin()
    house.act("add moderator", game="tea", moderator=f"Ivy Ives <{ivy}>", alone=True)
    house.run()
    house.reply("Ivy Ives", "Gladly\n")
    house.run()
    assert "neither YES nor NO" in house.last["tea", ivy].text
    house.reply("Ivy Ives", "YES\n")
    house.run()
    house.reply("Ada Lovelace", "how is everybody?\n")
    house.run()
    told = house.last["tea", "ada@players.example"].text
    assert ivy in told
    assert MODERATOR not in told


def test_who_is_asked_to_moderate_is_told_whether_players_will_see_their_address(
    house: House,
) -> None:
    """Who moderates beside another of a game that was handed over is asked when that one goes."""
    house.begin()
    ivy, joe = "ivy@players.example", "joe@players.example"
    house.act("add moderator", game="tea", moderator=f"Joe Jay <{joe}>")
    house.run()
    assert "address" not in house.last["tea", joe].text.partition("If you will not")[2]
    house.act("add moderator", game="tea", moderator=f"Ivy Ives <{ivy}>", alone=True)
    house.run()
    assert "The players are told your address" in " ".join(house.last["tea", ivy].text.split())
    house.reply("Ivy Ives", "YES\n")
    house.run()
    house.act("add moderator", game="tea", moderator=f"Joe Jay <{joe}>", who="Ivy Ives")
    house.run()
    told = " ".join(house.last["tea", joe].text.split())
    assert "told the address of one of you, to ask; that may come to be yours" in told
    house.reply("Joe Jay", "YES\n")
    house.run()
    house.act("remove moderator", game="tea", moderator="Ivy Ives")
    house.run()
    house.reply("Ada Lovelace", "how is everybody?\n")
    house.run()
    assert joe in house.last["tea", "ada@players.example"].text
