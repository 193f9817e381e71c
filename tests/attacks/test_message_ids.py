"""A Message-ID of ours: whoever gets an answer to one of our letters has it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nomic_mail.letters.proof import token
from tests.attacks.kit import Attack, attacks, each
from tests.kit.attackers import Attacker, addresses_of
from tests.kit.house import HOST, House, address_of

GAME = f"nomic+tea@{HOST}"
ASKED = "the player is asked"
HAS = "a private answer of the victim's, and so the Message-ID of a ballot"


@pytest.fixture
def attacker(tmp_path: Path) -> Attacker:
    house = House(tmp_path)
    _, victim = house.open_vote()
    return Attacker(house, victim)


def seen(attacker: Attacker) -> str:
    return attacker.house.last["tea", attacker.home].message_id


def inside(attacker: Attacker) -> str:
    """What stands in it where a reply address has its token."""
    (found,) = token.in_ids([seen(attacker).strip("<>")], f"nomic@{HOST}")
    return found


def forge(attacker: Attacker, to: str, text: str = "AGAINST\n", **headers: str) -> int:
    return attacker.forges(to, text, **headers)


WAYS: dict[str, Callable[[Attacker], int]] = {
    "answers it at the game's address": lambda a: forge(a, GAME, In_Reply_To=seen(a)),
    "answers it at the server's address": lambda a: forge(a, f"nomic@{HOST}", In_Reply_To=seen(a)),
    "names it in References": lambda a: forge(a, GAME, References=f"<x@y> {seen(a)}"),
    "makes a reply address of it": lambda a: forge(a, f"nomic+r.{inside(a)}@{HOST}"),
    "makes a reply address of it, in capitals": lambda a: forge(
        a, f"NOMIC+R.{inside(a).upper()}@{HOST}"
    ),
    "names that address in Cc": lambda a: forge(a, GAME, Cc=f"nomic+r.{inside(a)}@{HOST}"),
    "writes it as a line of its own": lambda a: forge(a, GAME, f"[nomic {inside(a)}]\nAGAINST\n"),
    "puts it behind a copied line": lambda a: forge(a, GAME, f"AGAINST\n> [nomic {inside(a)}]\n"),
    "answers it at the talk address": lambda a: forge(
        a, f"nomic+tea.talk@{HOST}", "Hello.\n", In_Reply_To=seen(a)
    ),
    "writes to a return path made of it": lambda a: forge(a, f"nomic+b.{inside(a)}@{HOST}"),
}


@each("votes", HAS, "{}", ASKED, WAYS)
def test_a_vote_by_a_message_id(attacker: Attacker, given: Callable[[Attacker], int]) -> None:
    before = attacker.house.game().head
    number = given(attacker)
    assert attacker.house.game().head == before
    assert attacker.house.became(number) in ("held", "screened")
    assert attacker.house.arrival(number).proof in ("asked", "")


COMMANDS = {
    "allows answers by Message-ID": "MESSAGE-ID ON\n",
    "leaves the game": "FORFEIT\n",
    "asks for another address": "ADDRESS evil@attacker.example\n",
    "has the talk of all kept away": "TALK OFF\n",
}


@each("identity", HAS, "{}", ASKED, COMMANDS)
def test_anything_else_by_a_message_id(attacker: Attacker, given: str) -> None:
    number = forge(attacker, GAME, given, In_Reply_To=seen(attacker))
    house = attacker.house
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")
    assert house.rows("SELECT DISTINCT by_id, talk FROM seats") == [("", "")]
    assert addresses_of(house, attacker.victim) == (attacker.home, [])


@attacks(
    Attack(
        "identity",
        "the Message-ID of the question whether a forged letter was the victim's",
        "answers it with YES",
        "the letter stays where it is",
    )
)
def test_a_yes_by_a_message_id(attacker: Attacker) -> None:
    number = forge(attacker, GAME)
    assert attacker.house.became(number) == "held"
    forge(attacker, GAME, "YES\n", In_Reply_To=seen(attacker))
    assert attacker.house.became(number) == "held"


def answers_from(house: House, name: str, text: str) -> int:
    """As s-nail does: to the address in From, with In-Reply-To."""
    last = house.last["tea", address_of(name)]
    raw = house.written(name, GAME, text)
    raw = raw.replace(b"Subject:", f"In-Reply-To: {last.message_id}\nSubject:".encode())
    number = house.post_in(raw, name, GAME)
    house.run()
    return number


def test_who_answers_from_is_asked_kindly_and_told_what_to_set(attacker: Attacker) -> None:
    house, name = attacker.house, attacker.victim
    number = answers_from(house, name, "FOR\n")
    question = house.last["tea", address_of(name)]
    words = " ".join(question.text.split())
    assert "your mail program may have answered the address in From" in words
    assert "set reply-to-honour=yes" in words
    assert "MESSAGE-ID ON" in words
    head = house.bodies[-1].partition(b"\r\n\r\n")[0].decode()
    assert question.reply_to in head.partition("From:")[2].partition("\n")[0]
    house.reply(name, "YES\n")
    house.run()
    assert house.became(number) == "done"


def test_a_player_may_allow_it_and_take_it_back(attacker: Attacker) -> None:
    house, name = attacker.house, attacker.victim
    house.reply(name, "MESSAGE-ID ON\n")
    house.run()
    words = " ".join(house.last["tea", address_of(name)].text.split())
    assert "can write, and vote, in your name with it" in words
    number = answers_from(house, name, "FOR\n")
    assert (house.became(number), house.kinds()[-1]) == ("done", "BallotCast")
    other = house.others()[0] if house.others()[0] != name else house.mover()
    ids = house.last["tea", address_of(name)].message_id
    forged = house.written(name, GAME, "AGAINST\n").replace(
        address_of(name).encode(), address_of(other).encode()
    )
    forged = forged.replace(b"Subject:", f"In-Reply-To: {ids}\nSubject:".encode())
    number = house.hand_in(forged, address_of(other), [GAME])[0]
    house.run()
    assert house.became(number) == "held"
    house.reply(name, "MESSAGE-ID OFF\n")
    house.run()
    number = answers_from(house, name, "AGAINST\n")
    assert house.became(number) == "held"
