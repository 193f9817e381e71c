"""Who takes over a seat is called what whoever joins may be called (docs/threats.md, Names)."""

from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.kit.house import House


@pytest.mark.parametrize(
    ("name", "plays"),
    [
        ("Grace Hopper", True),
        ("The Moderator", False),
        ("Nomic", False),
        ("Nobody", False),
        ("Player", False),
        ("\u0410da Lovelace", False),
    ],
)
def test_a_taker_has_no_name_that_a_newcomer_may_not_have(
    tmp_path: Path, name: str, plays: bool
) -> None:
    house = House(tmp_path)
    house.begin("tea")
    house.reply("Bob Babbage", "FORFEIT\n")
    house.run()
    house.unproven("Grace Hopper", f"TAKEOVER Bob AS {name}\n")
    house.run()
    house.reply("Grace Hopper", "YES\n")
    house.run()
    house.later(minutes=1)
    to = house.last["tea", f"moderator@{HOST}"].reply_to
    letter = house.written("Grace Hopper", to, "YES\n")
    letter = letter.replace(b"grace@players.example", f"moderator@{HOST}".encode())
    house.post_in(letter, "The Moderator", to)
    house.run()
    assert (house.state("tea").players[2].name == name) == plays
    assert house.state("tea").players[2].playing == plays
    told = house.last["tea", "grace@players.example"].subject
    assert ("Not done" in told) != plays
