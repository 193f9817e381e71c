"""Votes that are not what they seem: spelt by signs nobody sees, by other digits, cut by a packing
or told twice. What is seen is read, or asked about; nothing else is ever counted."""

from pathlib import Path
from typing import NamedTuple

import pytest

from nomic_mail.letters.mime import message
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of

ASKED = ""
PLAIN = "text/plain; charset=utf-8"
FLOWED = f"{PLAIN}; format=flowed"
LONG = "I have thought about it for long, and say "


class Sent(NamedTuple):
    body: str
    choice: str = ""  # what is counted
    kind: str = PLAIN
    coding: str = "8bit"


def of_two(first: str, second: str, mark: str = "b") -> str:
    parts = (("plain", first), ("html", second))
    told = (f"--{mark}\r\nContent-Type: text/{kind}\r\n\r\n{text}\r\n" for kind, text in parts)
    return f"{''.join(told)}--{mark}--\r\n"


NESTED = "--b\r\nContent-Type: multipart/alternative; boundary={0}\r\n\r\n{1}--b--\r\n"
SENT = {
    # signs nobody sees, and lines turned about
    "hides a soft hyphen in AGAINST": Sent("AGA\u00adINST 301", "against"),
    "hides a space of no width in the number": Sent("AGAINST 30\u200b1", "against"),
    "turns 103 about, so that it looks like 301": Sent("AGAINST \u202e103"),
    "turns FOR about": Sent("\u202eROF 301\u202c"),
    "turns a word about before FOR": Sent("I vote \u202eTSNIAGA\u202c FOR 301"),
    "says two votes, one of them behind signs nobody sees": Sent(
        "\u200bAGAINST\u200b? no: FOR 301"
    ),
    # numbers
    "writes Arabic digits": Sent("AGAINST \u0663\u0660\u0661", "against"),
    "writes wide digits": Sent("AGAINST \uff13\uff10\uff11", "against"),
    "writes raised digits": Sent("AGAINST \u00b3\u2070\u00b9"),
    "writes circled digits": Sent("AGAINST \u2462\u24ea\u2460"),
    "writes a Roman number": Sent("AGAINST CCCI"),
    "writes a number for machines": Sent("AGAINST 0x12d"),
    "writes a number with zeros before it": Sent("AGAINST 0000000301"),
    "writes a number of five thousand digits": Sent("AGAINST " + "9" * 5000),
    "writes a number with an exponent": Sent("AGAINST 3.01e2"),
    "writes a number in two": Sent("AGAINST 3,01"),
    # lines that flow
    "stuffs a quoted line, as flowed text does": Sent(" >AGAINST 301", kind=FLOWED),
    "lets a sentence flow into a vote": Sent(f"{LONG}\r\nAGAINST 301", kind=FLOWED),
    "lets a quoted line flow towards a vote": Sent(f"> {LONG}\r\nAGAINST 301", "against", FLOWED),
    "glues AGA and INST in a sentence": Sent(
        f"{LONG}AGA \r\nINST 301", kind=f"{FLOWED}; delsp=yes"
    ),
    "takes the not from the line of a vote": Sent(
        "I am, whatever others have said of it, not \r\nFOR 301", kind=f"{FLOWED}; delsp=yes"
    ),
    "glues AGA and INST by a soft line end": Sent(
        "AGA=\r\nINST 301", "against", coding="quoted-printable"
    ),
    "cuts a quotation mark from its line": Sent(">=\r\n AGAINST 301", coding="quoted-printable"),
    "spells a quotation mark": Sent("=3E AGAINST 301", coding="quoted-printable"),
    # packings
    "says FOR in text, and AGAINST in HTML instead of it": Sent(
        of_two("FOR 301", "<p>AGAINST 301</p>"), "for", "multipart/alternative; boundary=b"
    ),
    "says FOR in text, and AGAINST in HTML beside it": Sent(
        of_two("FOR 301", "<p>AGAINST 301</p>"), kind="multipart/mixed; boundary=b"
    ),
    "parts a part by the boundary of the whole": Sent(
        NESTED.format("b", of_two("FOR 301", "<p>AGAINST 301</p>")),
        kind="multipart/mixed; boundary=b",
    ),
    "parts a part by a boundary that begins like that of the whole": Sent(
        NESTED.format("bb", of_two("FOR 301", "<p>AGAINST 301</p>", "bb")),
        "for",
        "multipart/mixed; boundary=b",
    ),
    "votes before the first part, and behind the last": Sent(
        f"AGAINST 301\r\n{of_two('Hm', '<p>Hm</p>')}AGAINST 301\r\n",
        kind="multipart/mixed; boundary=b",
    ),
    "sends a piece of a letter": Sent("FOR 301", kind='message/partial; id="a"; number=1; total=1'),
    "sends a letter that is somewhere else": Sent(
        "Content-Type: text/plain\r\n\r\nFOR 301",
        kind='message/external-body; access-type=URL; URL="http://127.0.0.1:1/x"',
    ),
    "sends a letter in a letter": Sent("Subject: x\r\n\r\nFOR 301", kind="message/rfc822"),
    "sends what is rich text": Sent("FOR 301", kind="text/richtext"),
    "sends what only some watches show": Sent(
        "--b\r\nContent-Type: text/watch-html\r\n\r\nAGAINST 301\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nHm\r\n--b--\r\n",
        kind="multipart/alternative; boundary=b",
    ),
    "sends a second part that nothing signs": Sent(
        "--b\r\nContent-Type: text/plain\r\n\r\nHm\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nAGAINST 301\r\n--b--\r\n",
        kind="multipart/signed; boundary=b",
    ),
    "sends what Word writes": Sent("{\\rtf1 AGAINST 301\\par}", kind="text/rtf"),
    "sends a letter in other letters": Sent("Subject: x\r\n\r\nFOR 301", kind="message/global"),
    "accepts an appointment": Sent(
        "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nSUMMARY:FOR 301", kind="text/calendar; method=REPLY"
    ),
    "writes below a PGP signature, in what nobody signed": Sent(
        "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nHm\r\n"
        "-----BEGIN PGP SIGNATURE-----\r\nAA\r\n-----END PGP SIGNATURE-----\r\nAGAINST 301"
    ),
    # other spellings
    "writes AGAINST with a Cyrillic A": Sent("\u0410GAINST 301"),
    "writes a figure for a letter": Sent("AGA1NST 301"),
    "strikes out each letter of FOR": Sent("F\u0336O\u0336R\u0336 301"),
    "writes FOR with flags": Sent("\U0001f1eb\U0001f1f4\U0001f1f7 301"),
    "ticks one box of two": Sent("\u2611 FOR 301 \u2610 AGAINST 301"),
    "writes tags that nobody sees for a letter": Sent("\U000e0041GAINST 301"),
    "takes FOR back by backspaces": Sent("FOR 301\x08\x08\x08\x08\x08\x08\x08Hm"),
    "hides FOR from a terminal": Sent("\x1b[8mFOR 301\x1b[0m"),
    "writes UTF-7 without saying so": Sent("+AEEARwBBAEkATgBTAFQ- 301"),
    "quotes in UTF-7": Sent("Hm.\r\n+AD4- AGAINST 301", kind="text/plain; charset=utf-7"),
    "quotes between shifts of ISO-2022-JP": Sent(
        "> tea\x1b$B!!\x1b(B\r\n> \x1b(BAGAINST 301", kind="text/plain; charset=iso-2022-jp"
    ),
    "joins lines as HZ does": Sent("> tea~\nAGAINST 301", kind="text/plain; charset=hz"),
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def _happens(one: Sent) -> str:
    return f"{one.choice.upper()} is counted, and told" if one.choice else "nothing is counted"


@attacks(*(Attack("votes", "a seat", does, _happens(one), given=one) for does, one in SENT.items()))
def test_what_a_vote_looks_like(house: House, given: Sent) -> None:
    name = house.others()[0]
    door = house.door(name)
    raw = house.written(name, door, "x\n").partition(b"\n\n")[0].split(b"\n")
    head = [line for line in raw if not line.startswith((b"Content-", b"MIME-"))]
    head += [f"Content-Type: {given.kind}".encode()]
    head += [f"Content-Transfer-Encoding: {given.coding}".encode()]
    letter = b"\r\n".join((*head, b"", given.body.encode(), b""))
    number = house.post_in(letter, name, door)
    (answer,) = [one for one in house.run() if one.to == address_of(name)]
    cast = [event for event in house.events() if type(event).__name__ == "BallotCast"]
    assert house.became(number) == "done"
    assert [one.choice for one in cast] == ([given.choice] if given.choice else [])
    assert answer.text
    assert message.read(letter).froms


LIES = "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY y '&x;&x;'>]>"


@attacks(
    Attack(
        "time",
        "a reply address",
        "writes HTML whose entities are a file, and each other",
        "nothing is fetched, and its words are read",
    )
)
def test_html_fetches_nothing(house: House) -> None:
    name = house.others()[0]
    raw = house.written(name, house.door(name), "x\n")
    raw = raw.replace(b"text/plain", b"text/html")
    raw = raw.replace(b"\n\nx\n", f"\n\n{LIES}<p>AGAINST 301</p><p>&x; &y;</p>\n".encode())
    house.post_in(raw, name, house.door(name))
    told = "".join(one.text for one in house.run())
    assert house.kinds()[-1] == "BallotCast"
    assert "root:" not in told
