"""An invitation that was forwarded: whoever answers it from an address of their own is a stranger,
and is asked whether they want to join; whom it was sent to is told, and plays only by their own
word."""

import pytest

from nomic_mail.play.table import HOST, Received
from nomic_mail.pump.who.strangers import JOINS_A_DAY
from nomic_mail.store.queue import inbox
from tests.kit.house import House

NILS, TOM, MODERATOR = "nils@players.example", "tom@friends.example", f"moderator@{HOST}"


def nils_is_invited(house: House) -> Received:
    house.begin()
    house.act("add player", game="tea", player=f"Nils Berg <{NILS}>", confirmed=False)
    (invitation,) = [one for one in house.run() if one.to == NILS]
    return invitation


def tom_writes(house: House, to: str, text: str, sender: str = TOM) -> dict[str, Received]:
    """What the server writes then, by whom it is to."""
    house.mail(f"Tom Tailor <{sender}>", to, text, "Re: You are invited")
    came = house.run()
    by_reader = {one.to: one for one in came}
    assert len(by_reader) == len(came)
    return by_reader


def plain(letter: Received) -> str:
    return " ".join(letter.text.split())


def names(house: House) -> list[str]:
    return [one.name for one in house.state().players.values()]


@pytest.mark.parametrize(
    "text", ["JOIN", "YES", "Yes, gladly!", "JOIN Tommy Tailor", "Sure\n\nTom"]
)
def test_a_friend_who_takes_it_up_is_asked_and_whose_it_is_is_told(house: House, text: str) -> None:
    invitation = nils_is_invited(house)
    before = names(house)
    came = tom_writes(house, invitation.reply_to, text)
    assert sorted(came) == [NILS, TOM]
    assert (
        f"from {TOM}" in plain(came[NILS]) and f"> {text.split(maxsplit=1)[0]}" in came[NILS].text
    )
    assert "nothing was done in your name" in plain(came[NILS])
    assert "want to join" in came[TOM].subject
    assert NILS not in came[TOM].text and "Nils" not in came[TOM].text
    assert invitation.reply_to not in came[TOM].text != came[NILS].text
    assert names(house) == before
    tom_writes(house, came[TOM].reply_to, "JOIN")
    assert names(house) == [*before, "Tommy Tailor" if "Tommy" in text else "Tom Tailor"]
    house.mail(f"Nils <{NILS}>", came[NILS].reply_to, "JOIN", "Re: tea")
    house.run()
    assert names(house)[-1] == "Nils Berg"


def test_whose_it_is_is_not_entered_by_a_word_that_says_nothing_of_it(house: House) -> None:
    """They are told which word does it."""
    invitation = nils_is_invited(house)
    told = plain(tom_writes(house, invitation.reply_to, "JOIN")[NILS])
    assert "To play yourself, reply to this letter with one word: JOIN" in told
    assert "YES" not in told.replace("> YES", "")


def test_a_question_of_theirs_is_told_with_the_address_it_came_from(house: House) -> None:
    invitation = nils_is_invited(house)
    came = tom_writes(house, invitation.reply_to, "Uwe gave me this. When does it begin?")
    assert sorted(came) == sorted([MODERATOR, NILS, TOM])
    told = plain(came[MODERATOR])
    assert TOM in told and "> Uwe gave me this. When does it begin?" in told
    assert f"write to {TOM}" in told and NILS not in told
    assert "Uwe" not in came[TOM].text and "The Moderator has been told" in plain(came[TOM])


def test_neither_is_written_to_without_end(house: House) -> None:
    invitation = nils_is_invited(house)
    tom_writes(house, invitation.reply_to, "JOIN")
    for number in range(JOINS_A_DAY + 3):
        other = tom_writes(house, invitation.reply_to, "JOIN", f"tom{number}@f{number}.example")
        assert NILS not in other
    assert len([one for one in house.told if "friends" in one.to or "@f" in one.to]) == JOINS_A_DAY
    assert tom_writes(house, invitation.reply_to, "JOIN Tom") == {}


@pytest.mark.parametrize("text", ["NO THANKS", "RULES", "LEAVE"])
def test_what_else_they_say_is_asked_about_and_from_where_it_came(house: House, text: str) -> None:
    invitation = nils_is_invited(house)
    came = tom_writes(house, invitation.reply_to, text)
    assert list(came) == [NILS]
    assert f"from {TOM}" in plain(came[NILS]) and f"> {text}" in came[NILS].text
    assert "nothing in it proves" not in plain(came[NILS])


def test_a_player_who_answers_it_is_no_stranger(house: House) -> None:
    invitation = nils_is_invited(house)
    came = tom_writes(house, invitation.reply_to, "JOIN", "ada@players.example")
    assert list(came) == [NILS]
    assert "from ada@players.example" in plain(came[NILS])
    assert "YES means that you join Tea yourself" in plain(came[NILS])


def test_a_yes_to_a_join_that_nothing_proves_is_told_to_join(house: House) -> None:
    nils_is_invited(house)
    house.mail(f"Nils <{NILS}>", f"nomic+tea@{HOST}", "JOIN", "Hello")
    (asked,) = house.run()
    assert "YES means that you join" in plain(asked)
    house.later(days=2)
    house.mail(f"Nils <{NILS}>", f"nomic+tea@{HOST}", "RULES", "Hello")
    (asked,) = house.run()
    assert "YES means" not in plain(asked)


def test_a_friend_who_wants_to_look_on_is_asked_that(house: House) -> None:
    invitation = nils_is_invited(house)
    came = tom_writes(house, invitation.reply_to, "OBSERVE")
    assert sorted(came) == [NILS, TOM]
    assert "look on" in plain(came[TOM])


@pytest.mark.parametrize("sender", [MODERATOR, "a..b@x.example"])
def test_nobody_else_is_asked_for_who_is_no_stranger(house: House, sender: str) -> None:
    invitation = nils_is_invited(house)
    assert set(tom_writes(house, invitation.reply_to, "JOIN", sender)) <= {NILS}
    assert "Nils Berg" not in names(house)


def test_an_invitation_that_is_void_asks_nobody_but_whose_it_was(house: House) -> None:
    """And shows them no words: whoever has an old letter may have written them."""
    invitation = nils_is_invited(house)
    house.change("UPDATE seats SET token_epoch = 1 WHERE address = ?", NILS)
    came = tom_writes(house, invitation.reply_to, "JOIN Buy my tea")
    assert list(came) == [NILS]
    assert f"from {TOM}" in plain(came[NILS]) and "Buy" not in came[NILS].text


def test_what_the_moderator_releases_is_the_strangers(house: House) -> None:
    invitation = nils_is_invited(house)
    for number in range(JOINS_A_DAY):
        tom_writes(house, invitation.reply_to, "JOIN", f"tom{number}@f{number}.example")
    before = names(house)
    assert tom_writes(house, invitation.reply_to, "JOIN") == {}
    ((held,),) = house.rows("SELECT id FROM inbox WHERE state = 'held'")
    with house.database.write() as connection:
        assert inbox.release_held(connection, held, house.clock.now())
    assert [one.to for one in house.run()] == [TOM]
    assert names(house) == before


def test_it_is_told_in_german(house: House) -> None:
    house.begin()
    told = {"game": "tea", "player": f"Nils Berg <{NILS}>", "confirmed": False}
    house.act("add player", **told, language="german")
    (invitation,) = [one for one in house.run() if one.to == NILS]
    came = tom_writes(house, invitation.reply_to, "Uwe hat mir das geschickt. Wann geht es los?")
    assert sorted(came) == sorted([MODERATOR, NILS, TOM])
    assert f"von {TOM}" in plain(came[NILS]) and "JOIN" in came[NILS].text
    assert "> Uwe hat mir das geschickt." in came[MODERATOR].text


def test_a_yes_to_a_void_invitation_that_would_join_says_so_too(house: House) -> None:
    invitation = nils_is_invited(house)
    house.change("UPDATE seats SET token_epoch = 1 WHERE address = ?", NILS)
    for text, joins in (("Yes, gladly!", True), ("When does it begin?", False)):
        house.mail(f"Nils Berg <{NILS}>", invitation.reply_to, text, "Re: Tea")
        (asked,) = house.run()
        assert ("YES means that you join" in plain(asked)) == joins
        house.later(days=2)
