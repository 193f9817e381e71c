"""All letters found in the wild, delivered twice in another order, by LMTP and by IMAP: each
distinct letter is there once, the second time changes nothing, and the funnel adds up at any
moment."""

import random
import re
import smtplib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nomic_mail.config import Mailbox
from nomic_mail.daemon.mailboxes import MailboxRole
from nomic_mail.letters.mime import message
from nomic_mail.store.queue import inbox
from tests.kit.door import listener_of
from tests.kit.funnel import watched
from tests.kit.house import HOST, House
from tests.kit.real.real_mail import Dovecot, dovecot

ADDRESS = f"nomic@{HOST}"
LIMIT = 1_000_000


@pytest.fixture
def letters(corpus: Path) -> list[bytes]:
    found = [file.read_bytes() for file in sorted(corpus.rglob("*.eml"))]
    assert found
    return [one for one in found if one and len(one) <= LIMIT]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.begin()
    with watched(house.config.database_url):
        yield house
    house.close()


def settled(house: House) -> dict[str, int]:
    house.pump.run()
    with house.database.read() as connection:
        funnel = inbox.funnel(connection)
    assert funnel["waiting"] == 0
    return funnel


def new_things(house: House) -> tuple[int, int]:
    with closing(sqlite3.connect(house.file)) as connection:
        events = connection.execute("SELECT count(*) FROM ledger").fetchone()[0]
        out = connection.execute("SELECT count(*) FROM outbox").fetchone()[0]
    return events, out


def _by_wire(raw: bytes) -> bytes:
    """SMTP knows no other line end than CRLF, and no letter that ends without one."""
    lines = re.sub(rb"\r\n|\r|\n", b"\r\n", raw)
    return lines if lines.endswith(b"\r\n") else lines + b"\r\n"


def judged(
    house: House, letters: list[bytes], before: dict[str, int], first: tuple[int, int]
) -> None:
    """`before`: the funnel; `first`: how many events and letters out there were after one time."""
    query = "SELECT count(*), count(DISTINCT digest) FROM inbox WHERE kind = 'letter'"
    ((alone, distinct),) = house.rows(f"{query} AND state != 'duplicate'")
    contents = {message.read(raw).digest for raw in letters}
    assert alone == distinct == len(contents)
    stored = {one for (one,) in house.rows("SELECT digest FROM inbox WHERE kind = 'letter'")}
    assert stored == contents
    assert new_things(house) == first
    funnel = settled(house)
    assert funnel["duplicate"] == 2 * len(letters) - distinct
    assert sum(funnel.values()) == sum(before.values()) + 2 * len(letters)


def test_the_corpus_twice_by_lmtp(house: House, letters: list[bytes]) -> None:
    listener = listener_of(house, "lmtp", LIMIT)
    listener.start()
    before = settled(house)
    first = (0, 0)
    for turn in (1, 2):
        random.Random(turn).shuffle(letters)
        with smtplib.LMTP("127.0.0.1", listener.port, timeout=30) as line:
            for raw in letters:
                line.sendmail("someone@else.test", [ADDRESS], _by_wire(raw))
        settled(house)
        first = first if turn == 2 else new_things(house)
    listener.stop()
    judged(house, letters, before, first)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


def test_the_corpus_twice_by_imap(house: House, letters: list[bytes], server: Dovecot) -> None:
    box = Mailbox(user="corpus", password="pw", port=server.port, security="none", host="127.0.0.1")
    role = MailboxRole(
        house.config, box, house.database, house.clock, threading.Event(), lambda: None
    )
    before = settled(house)
    first = (0, 0)
    for turn in (1, 2):
        random.Random(turn).shuffle(letters)
        server.append("corpus", letters)
        assert role.look() == len(letters)
        assert server.texts("corpus") == []
        settled(house)
        first = first if turn == 2 else new_things(house)
    judged(house, letters, before, first)
