"""Sessions that do not wait: words before a greeting, before a hello or after another one, all at
once. None of it has a letter go to others, or from others, than it says."""

import socket
from pathlib import Path
from typing import Literal

import pytest

from nomic_mail.play.table import HOST
from tests.attacks.kit import each
from tests.kit.door import listener_of
from tests.kit.house import House

GAME, OTHER = f"nomic+tea@{HOST}".encode(), f"nomic@{HOST}".encode()
MAIL, TO = b"MAIL FROM:<e@a.example>\r\n", b"RCPT TO:<%s>\r\n"
LETTER = b"DATA\r\nFrom: e@a.example\r\n\r\nHello\r\n.\r\n"
HELLO = {"smtp": b"EHLO a.example\r\n", "lmtp": b"LHLO a.example\r\n"}
Protocol = Literal["smtp", "lmtp"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def said(house: House, protocol: Protocol, words: bytes) -> list[str]:
    """The codes of all that is answered, when all is said before anything is heard."""
    listener = listener_of(house, protocol, far_away=True)
    listener.start()
    try:
        with socket.create_connection(("127.0.0.1", listener.port), 10) as line:
            line.sendall(words + b"QUIT\r\n")
            told = line.makefile("rb").read().decode()
    finally:
        listener.stop()
    return [one[:3] for one in told.splitlines() if one[3:4] != "-"]


def taken(house: House) -> list[str]:
    rows = house.rows("SELECT recipient FROM inbox WHERE source LIKE 'listener%' ORDER BY id")
    return [to for (to,) in rows]


WHOLE = MAIL + TO % GAME + LETTER
WAYS: dict[str, tuple[Protocol, bytes, list[str]]] = {
    "a letter without a hello": ("smtp", WHOLE, []),
    "a letter without a hello, by LMTP": ("lmtp", WHOLE, []),
    "a hello of the other protocol": ("lmtp", HELLO["smtp"] + WHOLE, []),
    "a hello of the other protocol, to SMTP": ("smtp", HELLO["lmtp"] + WHOLE, []),
    "a letter and its hello at once": ("smtp", HELLO["smtp"] + WHOLE, [GAME.decode()]),
    "a letter and its hello at once, by LMTP": ("lmtp", HELLO["lmtp"] + WHOLE, [GAME.decode()]),
    "the hello behind the letter": ("smtp", WHOLE + HELLO["smtp"], []),
    "a second hello between sender and recipient": (
        "smtp",
        HELLO["smtp"] + MAIL + HELLO["smtp"] + TO % GAME + LETTER,
        [],
    ),
    "a second hello between recipient and letter": (
        "lmtp",
        HELLO["lmtp"] + MAIL + TO % GAME + HELLO["lmtp"] + LETTER,
        [],
    ),
    "a letter to one, begun anew for another": (
        "smtp",
        HELLO["smtp"] + MAIL + TO % GAME + b"RSET\r\n" + MAIL + TO % OTHER + LETTER,
        [OTHER.decode()],
    ),
    "a letter after one that was refused whole": (
        "lmtp",
        HELLO["lmtp"] + MAIL + LETTER + MAIL + TO % OTHER + LETTER,
        [OTHER.decode()],
    ),
}


@each(
    "injection",
    "a line to the listener from elsewhere",
    "says {}, and waits for no answer",
    "a letter is taken only where it was handed over by the rules, and to whom it was",
    WAYS,
)
def test_a_session_that_does_not_wait(
    house: House, given: tuple[Protocol, bytes, list[str]]
) -> None:
    protocol, words, wanted = given
    codes = said(house, protocol, words)
    assert taken(house) == wanted
    assert codes[0] == "220"
    assert set(codes) <= {"220", "221", "250", "354", "500", "501", "502", "503", "421"}
