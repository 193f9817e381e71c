"""Rows of the fault table (docs/faults.md): a mailbox on a real Dovecot that fails in the middle of
things. In the end each letter is in once, and each stands where it belongs."""

import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from nomic_mail.config import Mailbox
from nomic_mail.daemon.mailboxes import MailboxRole
from nomic_mail.wire.imap import MailboxTrouble
from tests.kit.funnel import watched
from tests.kit.house import House
from tests.kit.real.cut_line import CutLine
from tests.kit.real.mailbox_house import letter
from tests.kit.real.real_mail import Dovecot, dovecot
from tests.kit.real.server_play import until

LETTERS = [letter(number) for number in range(1, 6)]
SUBJECTS = {str(number) for number in range(1, 6)}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.begin()
    with watched(house.config.database_url):
        yield house
    house.close()


@pytest.fixture
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


@pytest.fixture
def line(server: Dovecot) -> Iterator[CutLine]:
    line = CutLine(server.port)
    yield line
    line.close()


def role(house: House, port: int, folder: str = "INBOX") -> MailboxRole:
    way = {"host": "127.0.0.1", "port": port, "security": "none", "timeout_seconds": 5}
    box = msgspec.convert({"user": "box", "password": "pw", "folder": folder, **way}, Mailbox)
    stop = threading.Event()
    return MailboxRole(house.config, box, house.database, house.clock, stop, lambda: None)


def arrivals(house: House) -> list[str]:
    """The subjects of what came in, and what became of it, in order."""
    house.run()
    found = house.rows(
        "SELECT raw, state FROM inbox JOIN contents ON contents.sha256 = content"
        " WHERE kind = 'letter' ORDER BY id"
    )
    subject = [raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for raw, _ in found]
    return [f"{one} {state}" for one, (_, state) in zip(subject, found, strict=True)]


def subjects(letters: list[bytes]) -> set[str]:
    return {raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for raw in letters}


@pytest.mark.parametrize(
    ("word", "after"),
    [
        (b"BODY.PEEK[]", None),
        (b"BODY.PEEK[]", 0),
        (b"BODY.PEEK[]", 300),
        (b"RFC822.SIZE", 40),
    ],
)
def test_imap_server_killed_in_mid_fetch(
    house: House, server: Dovecot, line: CutLine, word: bytes, after: int | None
) -> None:
    server.append("box", LETTERS)
    line.kill(word, after, server.stop)
    mailbox = role(house, line.port)
    assert mailbox.look() == 0
    assert mailbox.reader.complete_at is None  # nothing is sealed by half a look
    assert arrivals(house) == []
    server.start()
    assert len(server.texts("box")) == len(LETTERS)
    assert mailbox.look() == len(LETTERS)
    assert arrivals(house) == [f"{number} screened" for number in range(1, 6)]
    assert server.texts("box") == []
    assert subjects(server.texts("box", "nomic-done")) == SUBJECTS


@pytest.mark.parametrize("after", [0, 10])
def test_imap_server_killed_in_mid_idle(
    house: House, server: Dovecot, line: CutLine, after: int
) -> None:
    """Before it says that it idles, and while it does."""
    mailbox = role(house, line.port)
    mailbox.look()
    line.kill(b"IDLE", after, server.stop)
    began = mailbox.reader.complete_at
    with pytest.raises(MailboxTrouble):
        mailbox.reader.wait(20)
    server.start()
    server.append("box", LETTERS)
    house.later(minutes=1)
    assert mailbox.look() == len(LETTERS)
    assert arrivals(house) == [f"{number} screened" for number in range(1, 6)]
    assert mailbox.reader.complete_at == house.clock.now() != began


@pytest.mark.parametrize("after", [None, 0, 10])
def test_imap_server_killed_in_mid_move(
    house: House, server: Dovecot, line: CutLine, after: int | None
) -> None:
    """They are in already, moved or not: what is still there is known, and only moved."""
    server.append("box", LETTERS)
    line.kill(b"UID MOVE", after, server.stop)
    mailbox = role(house, line.port)
    mailbox.look()
    until("the server is killed", lambda: server.process is None or None)
    assert arrivals(house) == [f"{number} screened" for number in range(1, 6)]
    server.start()
    assert mailbox.look() == 0
    assert mailbox.look() == 0
    assert arrivals(house) == [f"{number} screened" for number in range(1, 6)]
    assert server.texts("box") == []
    assert subjects(server.texts("box", "nomic-done")) == SUBJECTS


def test_a_mailbox_deleted_and_made_again_with_the_same_letters(
    house: House, server: Dovecot
) -> None:
    """Under another UIDVALIDITY all are read afresh, and known by their words."""
    server.append("box", LETTERS[:3], "games")
    mailbox = role(house, server.port, "games")
    mailbox.look()
    with server.logged_in("box") as client:
        client.delete_folder("games")
    assert mailbox.look() == 0
    server.append("box", LETTERS, "games")
    assert mailbox.look() == len(LETTERS)
    sources = house.rows("SELECT source FROM inbox WHERE source LIKE 'imap %'")
    assert len({source.split()[3] for (source,) in sources}) == 2  # UIDVALIDITY
    told = [f"{number} screened" for number in range(1, 4)]
    again = [f"{number} duplicate" for number in range(1, 4)]
    assert arrivals(house) == [*told, *again, "4 screened", "5 screened"]
    assert server.texts("box", "games") == []
