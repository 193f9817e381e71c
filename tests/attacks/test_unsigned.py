"""A letter that a player signed, sent on to us before it comes: with a header that no signature
covers, and that tells what a bare FOR is about."""

from hashlib import sha256
from pathlib import Path

import pytest

from nomic_mail.letters.proof import token
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from tests.attacks.kit import each
from tests.kit.house import HOST, SEED, House, address_of, fresh
from tests.letters.test_dkim import letter, records, signed

GAME = f"nomic+tea@{HOST}"
NAMES = ("from", "to", "subject", "date", "message-id")
HAS = "a copy of a player's signed letter, before it comes, and the Message-ID of a letter of ours"
ASKED = "the player is asked"
WAYS = {
    "says that it answers that one": "In-Reply-To: {id}",
    "says so in an encoded word": "In-Reply-To: =?utf-8?q?{id}?=",
    "says so over two lines": "In-Reply-To:\r\n {id}",
    "names that one among its References": "References: <a@b.example> {id}",
    "names the reply address in it in Cc": "Cc: Bob <nomic+r.{token}@" + HOST + ">",
    "says that it was delivered there": "Delivered-To: nomic+r.{token}@" + HOST,
    "says that it came there first": "X-Original-To: NOMIC+R.{token}@" + HOST,
}


AGAIN = {
    "says so above what it answers by its signature": "In-Reply-To",
    "says so above its signed References": "References",
}


def _comes(
    folder: Path, key: tuple[bytes, bytes], above: str, names: tuple[str, ...], own: str = ""
) -> str:
    """What becomes of a signed FOR with this header, which `names` may cover, above its `own`."""
    house = House(folder)
    _, victim = house.open_vote()
    ours = house.last["tea", address_of(victim)].message_id
    (inside,) = token.in_ids([ours.strip("<>")], f"nomic@{HOST}")
    head = above.format(id=ours, token=inside)
    raw = own.encode() + letter(address_of(victim), "FOR")
    covered = "" if own or set(names) <= set(NAMES) else head + "\r\n"
    raw = signed(covered.encode() + raw, key[0], names=names)
    raw = raw if covered else head.encode() + b"\r\n" + raw
    keys = Keys(sha256(SEED.encode()).digest(), records(key))
    house.pump = Pump(house.database, house.config, house.clock, keys, fresh, "the house")
    (number,) = house.hand_in(raw, address_of(victim), [GAME])
    house.run()
    return house.arrival(number).proof


@each("votes", HAS, "{}", ASKED, WAYS)
def test_a_signed_letter_that_is_turned_to_another_matter(
    tmp_path: Path, key: tuple[bytes, bytes], given: str
) -> None:
    assert _comes(tmp_path, key, given, NAMES) == "asked"


@each("votes", HAS, "{}", ASKED, AGAIN)
def test_a_header_above_the_one_that_is_signed(
    tmp_path: Path, key: tuple[bytes, bytes], given: str
) -> None:
    own, names = f"{given}: <1.ada@mail.test>\r\n", (*NAMES, given.lower())
    assert _comes(tmp_path, key, f"{given}: {{id}}", names, own) == "asked"


HARMLESS = (
    *("In-Reply-To: <1.ada@mail.test>", "X-Original-To: nomic+tea@" + HOST),
    *("Cc: bob@players.example", "Delivered-To: nomic@" + HOST, "X-Mailer: {id}"),
)


@pytest.mark.parametrize("header", HARMLESS)
def test_what_nobody_signs_and_turns_nothing(
    tmp_path: Path, key: tuple[bytes, bytes], header: str
) -> None:
    assert _comes(tmp_path, key, header, NAMES) == "signed"


@pytest.mark.parametrize("name", ["In-Reply-To", "References"])
def test_what_its_writer_signed_is_theirs(
    tmp_path: Path, key: tuple[bytes, bytes], name: str
) -> None:
    names = (*NAMES, name.lower())
    assert _comes(tmp_path, key, name + ": {id}", names) == "signed"
