"""A From that our mail server may take for nobody's, or for somebody else's: then it tells of no
DMARC failure, and whoever holds a leaked reply address would vote by it."""

from pathlib import Path

import pytest

from nomic_mail.letters.mime.addresses import parse_addresses
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

HAS = "a leaked reply address, and a mail server that reads From otherwise than we do"
ASKED = "the player is asked; nothing is done"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


FROMS = {
    "as a quoted name, with no address": '"VICTIM"',
    "as a comment, with no address": "(VICTIM)",
    "with a blank in its domain": "<LOCAL@DOM AIN>",
    "before empty brackets": "VICTIM <>",
    "before empty brackets, and in others": "Ada <VICTIM> <>",
    "before another in quotes": 'Ada <VICTIM> "x@evil.example"',
    "in a group": "Players:<VICTIM>;",
    "behind a group of nobody": "nobody:;, <VICTIM>",
    "before a comma": "<VICTIM>,",
    "behind a comma": ",<VICTIM>",
    "in two pairs of brackets": "<<VICTIM>>",
    "in brackets that are not closed": "<VICTIM",
    "in brackets that are not opened": "VICTIM>",
    "before a comment that is not closed": "VICTIM (Ada",
    "with a comment in its brackets": "<VICTIM(x@evil.example)>",
    "with a line folded into it": "<LOCAL@DOM\n AIN>",
}


@each("identity", HAS, "writes it {}", ASKED, FROMS)
def test_a_from_that_is_no_one_mailbox(house: House, given: str) -> None:
    victim = house.others()[0]
    assert not _acts(house, victim, f"From: {_filled(given, address_of(victim))}\n")


@attacks(
    Attack(
        "identity",
        HAS,
        "hides the only From behind a carriage return in another header",
        ASKED,
    )
)
def test_a_from_that_is_in_another_header(house: House) -> None:
    victim = house.others()[0]
    assert not _acts(house, victim, f"X-Mailer: x\rFrom: {address_of(victim)}\n")


ELSEWHERE = {
    "in Resent-From": "From: x@evil.example\nResent-From: VICTIM\n",
    "in a line of a mailbox file": "From VICTIM Mon Mar  2 09:00:00 2026\nFrom: x@evil.example\n",
    "behind a quotation mark": ">From: VICTIM\nFrom: x@evil.example\n",
    "with a blank before the colon": "From : VICTIM\nFrom: x@evil.example\n",
    "with a wide @": "From: <LOCAL\uff20DOMAIN>\n",
    "in an encoded name": "From: =?utf-8?q?VICTIM?= <x@evil.example>\n",
    "with a dot behind it": "From: VICTIM.\n",
    "to be passed on": "From: <LOCAL%DOMAIN@evil.example>\n",
    "to be passed on, of old": "From: <evil.example!VICTIM>\n",
    "behind what nobody sees": "From: <\u200bVICTIM>\n",
    "as a link": "From: mailto:VICTIM\n",
    "in a header of small letters, beside another": "FROM: VICTIM\nfrom: x@evil.example\n",
    "with a backslash in it": "From: <\\VICTIM>\n",
    "with its domain in brackets": "From: <LOCAL@[DOMAIN]>\n",
}


@each("identity", HAS, "writes the address {}", "nothing is done", ELSEWHERE)
def test_an_address_that_is_not_in_from(house: House, given: str) -> None:
    victim = house.others()[0]
    address = address_of(victim)
    local, _, domain = address.partition("@")
    head = given.replace("VICTIM", address).replace("LOCAL", local).replace("DOMAIN", domain)
    raw = house.written(victim, house.door(victim), "AGAINST\n").partition(b"\n")[2]
    number = house.post_in(head.encode() + raw, victim, house.door(victim))
    house.run()
    assert "BallotCast" not in house.kinds()
    assert house.became(number) in ("held", "screened")


REAL = (
    "VICTIM",
    "VICTIM (Ada Lovelace)",
    "Ada Lovelace <VICTIM>",
    '"Lovelace, Ada (work)" <VICTIM>',
    '"Ada \\"Countess\\" Lovelace" <VICTIM>',
    "Ada (work) Lovelace <VICTIM> (away)",
    "=?utf-8?q?Ad=C3=A4?=\n =?utf-8?q?_L?= <VICTIM>",
    "Ad\u00e4 L. O'Byron-King [IT] <VICTIM>",
    "VICTIM <VICTIM>",
    "<VICTIM>",
    "Ada\n <VICTIM>",
)


@pytest.mark.parametrize("given", REAL)
def test_what_mail_programs_write_is_no_doubt(house: House, given: str) -> None:
    victim = house.others()[0]
    assert _acts(house, victim, f"From: {_filled(given, address_of(victim))}\n")


def test_an_address_that_needs_quotation_marks_is_one() -> None:
    (one,) = parse_addresses('Ada <"ada lovelace"@x.example>')
    assert not one.doubtful


def _filled(given: str, victim: str) -> str:
    local, _, domain = victim.partition("@")
    cut = given.replace("DOM", domain[:4]).replace("AIN>", f"{domain[4:]}>")
    return cut.replace("VICTIM", victim).replace("LOCAL", local)


def _acts(house: House, victim: str, head: str) -> bool:
    raw = house.written(victim, house.door(victim), "AGAINST\n").partition(b"\n")[2]
    number = house.post_in(head.encode() + raw, victim, house.door(victim))
    house.run()
    acts = "BallotCast" in house.kinds()
    became = (house.became(number), house.arrival(number).proof)
    assert became == (("done", "token") if acts else ("held", "asked"))
    return acts
