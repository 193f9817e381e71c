"""A session with the listener in which something is not as it should be: letters smuggled in behind
another's end, commands of a web page, words that are none."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from nomic_mail.wire.guests import SAID_A_LETTER
from tests.attacks.kit import Attack, attacks, each
from tests.kit.door import listening
from tests.kit.house import House

GAME = f"nomic+tea@{HOST}"
OTHER = f"nomic@{HOST}"
HEAD = b"MAIL FROM:<e@a.example>\r\nRCPT TO:<%s>\r\nDATA\r\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def session(
    house: House, said: bytes, hello: bytes = b"EHLO a.example\r\n", *, far_away: bool = False
) -> list[str]:
    """The codes of all that is answered, when all is said at once."""
    with (
        listening(house, far_away=far_away) as door,
        socket.create_connection(("127.0.0.1", door.port), 10) as line,
    ):
        heard = list[bytes]()
        listener = threading.Thread(target=lambda: heard.extend(_lines(line)))
        listener.start()
        with suppress(OSError):  # hung up on
            line.sendall(hello + said + b"QUIT\r\n")
        listener.join()
    told = b"".join(heard).decode()
    return [one[:3] for one in told.splitlines() if one[3:4] != "-"]


def _lines(line: socket.socket) -> Iterator[bytes]:
    with suppress(OSError):
        yield from line.makefile("rb")


def taken(house: House) -> list[tuple[str, bytes]]:
    """The letters that came by the line."""
    rows = house.rows("SELECT recipient, id FROM inbox WHERE source LIKE 'listener%' ORDER BY id")
    return [(to, house.arrival(number).raw) for to, number in rows]


ENDS = (
    *(b"\n.\n", b"\n.\r\n", b"\r.\r\n", b"\r.\r", b"\r\n.\r", b"\r\n.\n", b"\n\r\n.\n"),
    *(b"\r\n.\r\r\n", b"\r\n\0.\r\n", b"\r\n.\0\r\n", b"\r\n..\r\n", b"\r\n. \r\n"),
    *(b"\r\n\xff.\r\n", b"\r\n\xe2\x80\xa8.\r\n", b"\x85.\x85", b"x" * 65_536 + b".\r\n"),
    b"x" * 65_535 + b"\r.\r\n",
)


@attacks(
    *(
        Attack(
            "injection",
            "a mail server that takes its letters",
            f"writes {end[-20:]!r}, and a session of its own, into a letter",
            "it is one letter, all of it, from who sent it to whom it was sent",
            given=end,
        )
        for end in ENDS
    )
)
def test_a_letter_smuggled_in_behind_another(house: House, given: bytes) -> None:
    inner = HEAD % OTHER.encode() + b"From: ada@players.example\r\n\r\nFOR 301"
    body = b"From: e@a.example\r\n\r\nHello" + given + inner
    codes = session(house, HEAD % GAME.encode() + body + b"\r\n.\r\n")
    assert codes == ["220", "250", "250", "250", "354", "250", "221"]
    ((to, raw),) = taken(house)
    assert to == GAME
    stuffed = body.replace(b"\r\n.", b"\r\n")
    assert raw == stuffed + b"\r\n"


BROWSER = (
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1:8025\r\nConnection: keep-alive\r\nContent-Length: 99\r\n"
    b"User-Agent: Mozilla/5.0\r\nContent-Type: text/plain\r\nAccept: */*\r\n\r\n"
)


@attacks(
    Attack(
        "injection",
        "a web page that somebody looks at on the server's machine",
        "posts a session to the listener's port",
        "it is hung up on before its words are heard",
    )
)
def test_a_session_that_a_browser_posts(house: House) -> None:
    said = HEAD % GAME.encode() + b"From: e@a.example\r\n\r\nHello\r\n.\r\n"
    assert set(session(house, b"HELO a\r\n" + said, hello=BROWSER)) == {"220", "500", "502"}
    assert taken(house) == []


WORDS = {
    "a piece of a letter that is no line": (b"BDAT 22 LAST\r\nRSET\r\nRSET\r\nRSET\r\n", "500"),
    "a sender in bytes that are no letters": (b"MAIL FROM:<\xff@x>\r\n", "553"),
    "a sender with a NUL behind it": (b"MAIL FROM:<a@x.example>\0\r\n", "501"),
    "a sender with a NUL in it": (b"MAIL FROM:<a\0@x.example>\r\n", "553"),
    "a sender that turns a line about": ("MAIL FROM:<a\u202e@x.example>\r\n".encode(), "553"),
    "a size beyond numbers": (b"MAIL FROM:<a@x> SIZE=" + b"9" * 900 + b"\r\n", "552"),
    "a size longer than any line": (b"MAIL FROM:<a@x> SIZE=" + b"9" * 1500 + b"\r\n", "553"),
    "a size below nothing": (b"MAIL FROM:<a@x> SIZE=-1\r\n", "501"),
    "a size in other figures": ("MAIL FROM:<a@x> SIZE=\u0661\u00b2\r\n".encode(), "501"),
    "a body that has no lines": (b"MAIL FROM:<a@x> BODY=BINARYMIME\r\n", "501"),
    "a word with a NUL in it": (b"MA\0IL FROM:<a@x>\r\n", "500"),
    "a line of seventy thousand signs": (b"NOOP " + b"x" * 70_000 + b"\r\n", "500"),
    "a wish for TLS, and words behind it": (b"STARTTLS\r\n", "454"),
    "a login": (b"AUTH PLAIN AGEAYg==\r\n", "502"),
}


@each(
    "injection",
    "a line to the listener",
    "says {}",
    "it is refused, and a letter behind it comes as it is",
    WORDS,
)
def test_a_word_that_is_none(house: House, given: tuple[bytes, str]) -> None:
    said, code = given
    body = b"From: e@a.example\r\n\r\nHello\r\n"
    codes = session(house, said + b"RSET\r\n" + HEAD % GAME.encode() + body + b".\r\n")
    assert code == codes[2]
    assert taken(house) == [(GAME, body)]


NULS = b"From: ada@players.example\r\nSubject: a\0b\r\nTo: %s\r\n\r\nFOR\0 301\0\r\n"


@attacks(
    Attack(
        "injection",
        "a player's address",
        "sends NULs in the head and the text of a letter, in eight bits without a word of it",
        "it is kept byte for byte, and the player is asked",
    )
)
def test_a_letter_with_nuls(house: House) -> None:
    body = NULS % GAME.encode() + b"\xff\xfe\r\n"
    session(house, HEAD % GAME.encode() + body + b".\r\n")
    ((_, raw),) = taken(house)
    assert raw == body
    house.run()
    assert "BallotCast" not in house.kinds()


SHORT_LINES = {"nothing": b"\r\n", "a dot, as it is sent": b"..\r\n", "a letter": b"a\r\n"}


@each(
    "time",
    "a line to the listener",
    "sends a letter of 300,000 bytes, each line of which is {}",
    "it is taken in as soon as any, byte for byte",
    SHORT_LINES,
)
def test_a_letter_of_short_lines(house: House, given: bytes) -> None:
    body = given * (300_000 // len(given))
    began = time.process_time()
    codes = session(house, HEAD % GAME.encode() + body + b".\r\n")
    assert time.process_time() - began < 0.6
    assert codes == ["220", "250", "250", "250", "354", "250", "221"]
    ((_, raw),) = taken(house)
    assert raw == body.replace(b"..", b".")


WORDS_WITHOUT_END = {
    "asks for nothing": b"NOOP\r\n",
    "begins anew": b"RSET\r\n",
    "says hello": b"EHLO a.example\r\n",
    "names a recipient that is none": b"RCPT TO:<" + b"a." * 900 + b"@b>\r\n",
    "names a sender that is none": b"MAIL FROM:<" + b"a." * 900 + b"@b>\r\n",
    "asks whether an address is there": b"VRFY a@b.example\r\n",
    "has no recipient, and begins its letter": b"DATA\r\n",
    "sends an empty line": b"\r\n",
}


@each(
    "time",
    "a line to the listener from elsewhere",
    "{} five thousand times in one session",
    "it is told that this is enough, and hung up on",
    WORDS_WITHOUT_END,
)
def test_a_session_of_words_without_end(house: House, given: bytes) -> None:
    began = time.process_time()
    codes = session(house, given * 5_000, far_away=True)
    assert time.process_time() - began < 2
    assert "221" not in codes  # its last word, 421, may be lost to who talks on
    assert len(codes) <= SAID_A_LETTER + 2


@pytest.mark.parametrize("body", [b"", b".a\r\n", b"a\r\n", b"\r\n", b"a\r\n..b\r\n\r\n"])
def test_a_letter_that_comes_byte_by_byte_and_another_behind_it(house: House, body: bytes) -> None:
    said = HEAD % GAME.encode() + body.replace(b".a", b"..a") + b".\r\n"
    said += HEAD % OTHER.encode() + b"b\r\n.\r\n"
    with listening(house) as door, socket.create_connection(("127.0.0.1", door.port), 10) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in b"EHLO a.example\r\n" + said + b"QUIT\r\n":
            line.sendall(bytes([byte]))
        line.makefile("rb").read()
    assert taken(house) == [(GAME, body.replace(b"..", b".")), (OTHER, b"b\r\n")]
