"""Strangers, and what strangers must not get: senders whom no letter can reach, addresses with a
token, players who come back."""

import re

import msgspec
import pytest

from nomic_mail.play.table import HOST
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from nomic_mail.pump.who.strangers import JOINS_A_DAY, STRANGERS_A_DAY
from nomic_mail.store.queue import inbox
from tests.kit.house import House, address_of
from tests.kit.siege import AUTHSERV


def test_a_reply_address_quoted_to_all_is_cut_out_of_the_talk_and_of_the_record(
    house: House,
) -> None:
    """Whoever read it could speak in its owner's name (DESIGN 3: relays strip tokens)."""
    mover, other = house.open_vote()
    found = re.search(r"nomic\+r\.\S+", house.last["tea", address_of(mover)].text)
    assert found
    to = found[0]
    text = f"Good morning.\n\n> To talk to all players: {to}\n"
    house.post_in(house.written(mover, to, text), mover, to)
    relayed = next(one.text for one in house.run() if one.to == address_of(other))
    assert "Good morning." in relayed
    assert to not in relayed
    assert "nomic+r." not in house.events()[-1].text


@pytest.mark.parametrize("sender", ["a..b@x.example", "<a:b@x.example>", "<ü@x.example>", "a@[x"])
def test_a_stranger_whom_no_letter_can_reach_troubles_nobody(house: House, sender: str) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    house.run()
    head = f"From: {sender}\r\nMessage-ID: <1@x.example>\r\n\r\n"
    number = house.hand_in(head.encode() + b"JOIN\r\n", "a@x.example", [f"nomic+tea@{HOST}"])[0]
    assert house.run() == []
    assert house.became(number) == "screened"


def test_a_stranger_with_an_international_domain_is_asked_at_its_ascii_form(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    raw = "From: Zoe <zoe@bücher.example>\r\n\r\nJOIN\r\n".encode()
    house.hand_in(raw, "zoe@b.example", [f"nomic+tea@{HOST}"])
    (asked,) = house.run()
    assert asked.to == "zoe@xn--bcher-kva.example"


def test_who_has_left_can_be_invited_again(house: House) -> None:
    _, other = house.open_vote()
    house.reply(other, "FORFEIT\n")
    house.run()
    who = f"{other} <{address_of(other)}>"
    house.act("add player", game="tea", player=who, confirmed=False)
    (invited,) = (one for one in house.run() if one.to == address_of(other))
    assert "invited" in invited.subject


def test_a_vote_told_to_all_is_neither_relayed_nor_counted_and_its_player_is_asked(
    house: House,
) -> None:
    """010: ballots are secret until the vote closes, also with a remark below them."""
    mover, _ = house.open_vote()
    found = re.search(r"nomic\+r\.\S+", house.last["tea", address_of(mover)].text)
    assert found
    text = "FOR 301\n\nBut I would like some cake with it.\n"
    house.post_in(house.written(mover, found[0], text), mover, found[0])
    (asked,) = house.run()
    assert (asked.to, "for the game" in asked.subject) == (address_of(mover), True)
    assert house.events()[-1].__class__.__name__ == "VotingOpened"


def stranger(house: House, number: int, text: str = "JOIN\n") -> int:
    raw = f"From: Zoe <zoe{number}@x.example>\r\nMessage-ID: <{number}@x>\r\n\r\n{text}".encode()
    return house.hand_in(raw, f"zoe{number}@x.example", [f"nomic+tea@{HOST}"])[0]


def test_joins_are_capped_and_what_is_over_it_waits_for_the_moderator(house: House) -> None:
    """Forged JOINs cannot make us write to the whole world; a real one is not lost by them."""
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    numbers = [stranger(house, number) for number in range(JOINS_A_DAY + 3)]
    assert len(house.run()) == JOINS_A_DAY
    late = numbers[-1]
    assert (house.became(late), house.arrival(late).proof) == ("held", "unasked")
    with house.database.write() as connection:
        assert inbox.release_held(connection, late, house.clock.now())
    (asked,) = house.run()
    assert asked.to == f"zoe{JOINS_A_DAY + 2}@x.example"
    raw = f"From: {asked.to}\r\nMessage-ID: <yes@x>\r\n\r\nJOIN\r\n".encode()
    house.hand_in(raw, asked.to, [asked.reply_to])
    house.run()
    assert "PlayerJoined" in house.kinds()


def test_one_address_is_not_asked_without_end_whether_it_wants_to_join(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    for number in range(10):
        raw = f"From: zoe@x.example\r\nMessage-ID: <{number}@x>\r\n\r\nJOIN {number}\r\n".encode()
        house.hand_in(raw, "zoe@x.example", [f"nomic+tea@{HOST}"])
    assert len(house.run()) <= 1 + CHALLENGES_A_DAY


def test_what_strangers_write_beside_a_join_is_kept_and_not_answered(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    number = stranger(house, 1, "STATUS\n")
    assert house.run() == []
    assert house.became(number) == "screened"
    assert house.arrival(number).raw.endswith(b"STATUS\n")


def test_strangers_whom_a_domain_vouches_for_are_answered_so_many_a_day(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    mail = msgspec.structs.replace(house.config.mail, authserv_id=AUTHSERV)
    house.config = msgspec.structs.replace(house.config, mail=mail)
    house.pump = house.another_pump("the house", house.database)
    passed = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=x.example\r\n".encode()
    for number in range(STRANGERS_A_DAY + 3):
        raw = f"From: zoe{number}@x.example\r\nMessage-ID: <{number}@x>\r\n\r\nHello?".encode()
        house.hand_in(passed + raw, f"zoe{number}@x.example", [f"nomic+tea@{HOST}"])
    assert len(house.run()) == STRANGERS_A_DAY


def test_no_letter_to_a_player_tells_another_players_address(house: House) -> None:
    mover, other = house.open_vote()
    for name in (mover, other):
        house.reply(name, "STATUS\n\nRULES\n\nWHOAMI\n\nHELP\n\nSCORES\n")
    house.run()
    talk = f"nomic+tea.talk@{HOST}"
    raw = house.written(mover, talk, "Hello.\n")
    found = re.search(r"nomic\+r\.\S+", house.last["tea", address_of(mover)].text)
    assert found
    house.post_in(raw.replace(talk.encode(), found[0].encode()), mover, found[0])
    for name in (mover, other):
        house.reply(name, "FOR\n")
    house.run()
    bodies = house.rows("SELECT recipient, body FROM outbox")
    assert len(bodies) > 10
    for recipient, body in bodies:
        for name in (mover, other):
            assert recipient == address_of(name) or address_of(name).encode() not in body


def test_a_name_with_what_steers_terminals_goes_nowhere(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    name = "=?utf-8?b?WsKbMm0bWzJK4oCub2U=?="  # C1 and C0 escapes, a turn to the left
    raw = f"From: {name} <zoe@x.example>\r\n\r\nJOIN\r\n".encode()
    house.hand_in(raw, "zoe@x.example", [f"nomic+tea@{HOST}"])
    (asked,) = house.run()
    ((kept,),) = house.rows("SELECT name FROM seats")
    assert kept.isprintable() and kept.startswith("Z")
    assert asked.name.isprintable()


def test_what_a_stranger_wishes_beside_the_join_holds_once_that_is_confirmed(house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    stranger(house, 1, "JOIN Zoe Zeta\nTIMEZONE Europe/Berlin\nDIGEST MONTHLY\n")
    (asked,) = house.run()
    assert house.rows("SELECT zone FROM seats") == [("UTC",)]
    raw = f"From: {asked.to}\r\nMessage-ID: <yes@x>\r\n\r\nJOIN\r\n".encode()
    house.hand_in(raw, asked.to, [asked.reply_to])
    (answer,) = (one for one in house.run() if one.to == asked.to)
    assert house.rows("SELECT zone, digest FROM seats") == [("Europe/Berlin", "")]
    assert "in UTC and in Europe/Berlin" in answer.text
    assert "Not done: DIGEST MONTHLY" in answer.text


def vouched_for(house: House) -> None:
    """Their mail servers are believed."""
    mail = msgspec.structs.replace(house.config.mail, authserv_id=AUTHSERV)
    house.config = msgspec.structs.replace(house.config, mail=mail)
    house.pump = house.another_pump("the house", house.database)


def from_zoe(house: House, number: int, text: str, to: str = f"nomic@{HOST}", by: str = "") -> int:
    """`by` is a domain that stands behind it."""
    head = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from={by}\r\n" if by else ""
    raw = (
        f"{head}From: Zoe <zoe@x.example>\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n\r\n{text}\r\n"
    )
    return house.hand_in(raw.encode(), "zoe@x.example", [to])[0]


@pytest.mark.parametrize("text", ["HELP", "GAMES", "help\n\nZoe", "JOIN Zoe Zeta", "OBSERVE"])
def test_help_at_the_server_s_address_tells_whom_a_domain_stands_behind_of_its_games(
    house: House, text: str
) -> None:
    house.open_vote()
    house.act("new game", game="cake", title="Cake", ruleset="open", settings={"listed": "no"})
    house.act("new game", game="pie", title="Pie", ruleset="chairperson", settings={})
    house.run()
    vouched_for(house)
    from_zoe(house, 1, text, by="x.example")
    (answer,) = house.run()
    assert answer.to == "zoe@x.example"
    assert "Nomic is a game" in answer.text
    assert f"Pie: nomic+pie@{HOST}" in answer.text and f"nomic+tea@{HOST}" in answer.text
    assert "cake" not in answer.text.lower()
    assert not any(one in answer.text for one in ("Ada", "Bob", "@players.example", "nomic+r."))


@pytest.mark.parametrize("text", ["HELP", "GAMES", "JOIN"])
def test_whoever_proves_nothing_there_is_not_answered(house: House, text: str) -> None:
    house.open_vote()
    vouched_for(house)
    numbers = [from_zoe(house, 1, text), from_zoe(house, 2, text, by="y.example")]
    assert house.run() == []
    assert {house.became(number) for number in numbers} == {"screened"}


@pytest.mark.parametrize("text", ["Hello?", "FOR 301", "HELP\nPROPOSE REPEAL 206"])
def test_what_is_no_question_about_the_server_is_not_answered_there(
    house: House, text: str
) -> None:
    house.open_vote()
    vouched_for(house)
    from_zoe(house, 1, text, by="x.example")
    assert house.run() == []


def test_they_are_answered_there_so_many_times_a_day(house: House) -> None:
    house.open_vote()
    vouched_for(house)
    for number in range(STRANGERS_A_DAY + 3):
        from_zoe(house, number, "HELP", by="x.example")
    assert len(house.run()) == STRANGERS_A_DAY


def test_help_at_a_game_s_address_tells_what_it_is_and_how_to_join(house: House) -> None:
    house.open_vote()
    vouched_for(house)
    to = f"nomic+tea@{HOST}"
    from_zoe(house, 1, "HELP", to, by="x.example")
    (answer,) = house.run()
    assert "What" in answer.subject and "Nomic is a game" in answer.text
    from_zoe(house, 2, "GAMES", to, by="x.example")
    (answer,) = house.run()
    assert "Games to join" in answer.subject and to in answer.text
    from_zoe(house, 3, "HELP", to)
    assert house.run() == []
