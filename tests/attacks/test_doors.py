"""Which address a letter came to, and which stand in it: those of others, those that look like
ours, and mail servers that are called nearly like ours."""

import re
import socket
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST, Received
from tests.attacks.kit import Attack, attacks, each
from tests.kit.door import listening
from tests.kit.house import House, address_of
from tests.kit.siege import AUTHSERV, besieged

GAME = f"nomic+tea@{HOST}"
EVE = "eve@x.example"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def comes(house: House, sender: str, to: str, text: str, more: str = "") -> tuple[str, str]:
    """What became of a letter, and how it was proven."""
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{house._letters}@x>\r\n{more}"
    number = house.hand_in(f"{head}\r\n{text}\r\n".encode(), EVE, [to])[0]
    house.run()
    return house.became(number), house.arrival(number).proof


def code_of(address: str) -> str:
    return f"[nomic {address.partition('@')[0].rpartition('.')[2]}]"


CARRIED = {
    "writes to it, with their own in Cc": ("{theirs}", "FOR 301", "Cc: {own}\r\n"),
    "names it in Cc of a letter to the game": (GAME, "FOR 301", "Cc: {theirs}\r\n"),
    "names it in To, beside the game": (GAME, "FOR 301", "To: {theirs}\r\n"),
    "writes its code into a letter to the game": (GAME, "FOR 301\r\n\r\n{code}", ""),
    "says that it was delivered there": (GAME, "FOR 301", "Delivered-To: {theirs}\r\n"),
    "says that it came there first": (GAME, "FOR 301", "X-Original-To: {theirs}\r\n"),
}


@each(
    "identity",
    "a seat, and a reply address of another's",
    "{}",
    "it proves nothing for them, and nothing for the other",
    CARRIED,
)
def test_anothers_reply_address(house: House, given: tuple[str, str, str]) -> None:
    mover, eve = house.mover(), house.others()[0]
    theirs, own = house.door(mover), house.door(eve)
    to, text, more = (one.format(theirs=theirs, own=own, code=code_of(theirs)) for one in given)
    assert comes(house, address_of(eve), to, text, more) == ("held", "asked")
    assert "BallotCast" not in house.kinds()


@attacks(
    Attack(
        "identity",
        "a seat",
        "names another as the first sender, by Resent-From, Sender and more",
        "the vote is that of the From, and the answer goes to their address",
    )
)
def test_other_senders_than_from(house: House) -> None:
    mover, eve = house.mover(), house.others()[0]
    names = ("Resent-From", "Resent-Sender", "Sender", "X-Original-From", "X-Sender")
    more = "".join(f"{name}: {address_of(mover)}\r\n" for name in names)
    more += "Reply-To: evil@x.example\r\nErrors-To: evil@x.example\r\n"
    more += "Disposition-Notification-To: evil@x.example\r\n"
    told = len(house.told)
    assert comes(house, address_of(eve), house.door(eve), "FOR 301", more)[0] == "done"
    assert {one.to for one in house.told[told:]} == {address_of(eve)}
    assert [e.seat for e in house.events() if type(e).__name__ == "BallotCast"] == [2]


OWN = (
    *(f"nomic@{HOST}", f"NOMIC@{HOST.upper()}", f"nomic%2btea@{HOST}", f'"nomic+tea"@{HOST}'),
    *(
        f"nomic+tea.talk@{HOST}",
        f"nomic@{HOST}.",
        f"<@x.example:nomic@{HOST}>",
        f"nomic+zzz@{HOST}",
    ),
)


@each("flood", "any address", "asks to join from {}, which is ours", "nobody is answered", OWN)
def test_an_address_of_ours_asks_to_join(house: House, given: str) -> None:
    told = len(house.told)
    assert comes(house, f"Eve {given}" if "<" in given else given, GAME, "JOIN Eve Evil")[0] == (
        "screened"
    )
    assert len(house.told) == told


@attacks(
    Attack(
        "flood",
        "somebody's address",
        "asks to join from their own, with the other for Reply-To and Return-Path",
        "the question goes to the From alone",
    )
)
def test_where_the_question_goes(house: House) -> None:
    told = len(house.told)
    more = "Reply-To: victim@v.example\r\nReturn-Path: <victim@v.example>\r\n"
    comes(house, EVE, GAME, "JOIN Eve Evil", more)
    assert [one.to for one in house.told[told:]] == [EVE]


NEARLY = (
    *(f"{AUTHSERV}.evil.example", f"evil.{AUTHSERV}", AUTHSERV.replace("o", "\u043e")),
    *(f"x; {AUTHSERV}", f"({AUTHSERV}) evil.example", f"evil.example ({AUTHSERV})"),
)


@attacks(
    *(
        Attack(
            "identity",
            "a player's address, and a mail server of their own",
            f"lets it pass the letter as {name}",
            "the pass is not ours, and the player is asked",
            given=f"Authentication-Results: {name}; dmarc=pass header.from=players.example\r\n",
        )
        for name in NEARLY
    ),
    *(
        Attack(
            "identity",
            "a player's address, and a mail server of their own",
            f"writes the pass of ours into {name}",
            "the pass is not ours, and the player is asked",
            given=f"{name}: i=1; {AUTHSERV}; dmarc=pass header.from=players.example\r\n",
        )
        for name in ("ARC-Authentication-Results", "X-Authentication-Results", "Old-Auth-Results")
    ),
)
def test_a_pass_of_another(house: House, given: str) -> None:
    besieged(house)
    mover = house.mover()
    assert comes(house, address_of(mover), GAME, "FOR 301", given) == ("held", "asked")
    assert "BallotCast" not in house.kinds()


def talk_of(house: House, name: str) -> str:
    text = house.last["tea", address_of(name)].text
    return str(re.findall(r"nomic\+r\.[a-z2-7]+@\S+", text)[-1])


def says_to_all(house: House, sender: str, text: str) -> Received:
    name = house.others()[0]
    assert comes(house, sender, talk_of(house, name), text)[0] == "done"
    return [one for one in house.told if "talk" in one.occasions][-1]


LIKE_OURS = """Hello.
* * *
Proposal 301 is adopted, and the game is over.
[nomic euaqeaaabfcon2iujdeqdnr7hth5fra]
Your vote FOR 301 is counted.
BEGIN:VCALENDAR
ATTENDEE:mailto:v@evil.example
"""


@attacks(
    Attack(
        "identity",
        "a seat",
        "writes to all under the display name The Moderator",
        "all are told who it is by the seat's name",
    ),
    Attack(
        "injection",
        "a seat",
        "writes to all what looks like a letter of ours, code line and all",
        "each line of it is quoted, and no code opens anything",
    ),
)
def test_talk_that_looks_like_ours(house: House) -> None:
    eve = house.others()[0]
    told = says_to_all(house, f'"The Moderator" <{address_of(eve)}>', LIKE_OURS)
    assert told.subject == f"[tea] Talk: {eve}"
    assert f"{eve} says to all players" in told.text
    assert "> Proposal 301 is adopted" in told.text
    assert "[nomic eu" not in told.text
    assert not re.search(r"^(?:\* \* \*|BEGIN|ATTENDEE|Your vote)", told.text, re.M)


@attacks(
    Attack(
        "flood",
        "a seat",
        "asks for the rules, the history and all else, each a hundred times in a letter",
        "it is one letter, no longer than each once",
    )
)
def test_a_hundred_questions(house: House) -> None:
    name = house.others()[0]
    for text, most in (("RULES\n", 60_000), ("HISTORY\n", 30_000), ("HELP\n", 40_000)):
        before = len(house.bodies)
        house.reply(name, text * 100)
        house.run()
        (answer,) = house.bodies[before:]
        assert len(answer) < most


RCPT = {
    "a seat's address in quotes": ('"nomic+tea"@HOST', 250),
    "a route through another host": ("@evil.example:nomic+tea@HOST", 250),
    "two hosts": ("nomic+tea@HOST@evil.example", 553),
    "an address to be passed on": ("nomic+tea%evil.example@HOST", 550),
    "an address to be passed on, of old": ("evil.example!nomic+tea@HOST", 550),
    "a path": ("nomic+../../x@HOST", 550),
    "what steers a terminal": ("nomic+tea\x1b[2J@HOST", 553),
    "a line separator": ("nomic+tea\u2028@HOST", 553),
    "a letter that looks like ours": ("nomic+t\u0435a@HOST", 550),
    "a zero behind it": ("nomic+tea@HOST\x00", 553),
    "words of a database": ("nomic+'OR1=1--@HOST", 550),
    "two thousand signs": ("nomic+" + "a" * 1900 + "@HOST", 500),
    "nothing": ("", 550),
}


@each(
    "injection",
    "a line to the listener",
    "gives {} for a recipient",
    "it is ours, or refused for good; nothing is passed on",
    RCPT,
)
def test_a_recipient(house: House, given: tuple[str, int]) -> None:
    address, code = given
    with listening(house) as door, socket.create_connection(("127.0.0.1", door.port), 10) as line:
        file = line.makefile("rwb")
        answers = []
        said = f"RCPT TO:<{address.replace('HOST', HOST)}>"
        for word in ("HELO a", "MAIL FROM:<e@a.example> ", said, "RSET"):
            file.write(f"{word.rstrip()}\r\n".encode())
            file.flush()
            answers.append(file.readline())
        answers.append(file.readline())
    assert answers[3].startswith(str(code).encode())
    assert answers[4].startswith(b"250")
