"""Strangers, and what strangers must not get: senders whom no letter can reach, addresses with a
token, players who come back."""

import re
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.house import House, address_of


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


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
    house.reply(other, "LEAVE\n")
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
