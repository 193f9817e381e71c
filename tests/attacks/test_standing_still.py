"""A listener that stands still for twenty seconds has every deadline moved (daemon/away, rule 3):
whoever is far away cannot have it stand still."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import pytest

from nomic_mail.daemon.parts import PARSED_AT_ONCE, Acceptor
from nomic_mail.letters.mime import message
from nomic_mail.play.table import HOST
from nomic_mail.wire import Envelope
from nomic_mail.wire.listener import Listener
from tests.attacks.kit import Attack, attacks, each
from tests.kit.door import listening
from tests.kit.house import House

HELLO = b"EHLO a.example\r\nMAIL FROM:<e@a.example>\r\n"
COSTLY = b"RCPT TO:<" + b"a." * 900 + b"@b>\r\n"
LATER = b"RCPT TO:<" + b"(x)" * 600 + f"nomic+tea@{HOST}>\r\n".encode()
WORDS = {
    "names recipients that take long to read": COSTLY * 40,
    "names the game again and again, in words that take long to read": LATER * 100,
    "says nothing, four hundred times": b"NOOP\r\n" * 400,
}
SESSIONS = 5


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


@contextmanager
def rounds(door: Listener) -> Iterator[list[int]]:
    """How many answers were given in each round of the loop."""
    told, stop = [0], threading.Event()

    def next_round() -> None:
        said = sum(one.said for one in door.doors)
        told.append(said)
        if not stop.is_set():
            door.from_within(next_round)

    door.from_within(next_round)
    yield told
    stop.set()


def hears(line: socket.socket) -> None:
    with suppress(OSError):
        while line.recv(65_536):
            pass


@each(
    "time",
    "lines to the listener from many hosts",
    "{}, in all of them at once",
    "each has an answer in its turn, and the listener goes round: no deadline moves",
    WORDS,
)
def test_words_of_many_sessions_at_once(house: House, given: bytes) -> None:
    with listening(house, far_away=True) as door, ExitStack() as stack:
        with rounds(door) as told:
            lines = [socket.create_connection(("127.0.0.1", door.port)) for _ in range(SESSIONS)]
            ears = [threading.Thread(target=hears, args=(stack.enter_context(x),)) for x in lines]
            for line, ear in zip(lines, ears, strict=True):
                ear.start()
                line.sendall(HELLO + given + b"QUIT\r\n")
            for ear in ears:
                ear.join(60)
        steps = [after - before for before, after in pairwise(told)]
        assert max(told) > SESSIONS
        # The loop gives each its turn, but not in the same order each time: whoever comes last in
        # one round and first in the next has had two between two looks, and nobody has had three.
        assert max(steps) <= 2 * SESSIONS


LETTER = b"From: e@a.example\r\nContent-Type: text/html\r\n\r\n<b>x</b>\r\n"


@attacks(
    Attack(
        "time",
        "lines to the listener from many hosts",
        "hands over letters that take long to read, in all of them at once",
        "few are read at a time, so that the listener has its share of the processor",
    )
)
def test_letters_that_take_long_to_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    read, running, most, lock = message.read, [0], list[int](), threading.Lock()

    def slowly(raw: bytes) -> message.Letter:
        with lock:
            running[0] += 1
            most.append(running[0])
        time.sleep(0.02)
        with lock:
            running[0] -= 1
        return read(raw)

    monkeypatch.setattr(message, "read", slowly)
    accept = Acceptor(house.database)
    envelope = Envelope("e@a.example", (f"nomic+tea@{HOST}",), "192.0.2.1")
    threads = [
        threading.Thread(target=accept, args=(LETTER + b"%d" % n, envelope, house.clock.now()))
        for n in range(20)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert max(most) <= PARSED_AT_ONCE
    assert len(house.rows("SELECT id FROM inbox WHERE source LIKE 'listener%'")) == 20
