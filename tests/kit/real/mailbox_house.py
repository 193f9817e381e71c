"""Mailboxes on a real Dovecot: a reader of one, and what stands behind it: for a database, or with
one whose funnel is watched."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from nomic_mail.clock import SystemClock
from nomic_mail.config import Mailbox
from nomic_mail.daemon.parts import taker
from nomic_mail.letters.proof.token import parse_recipient
from nomic_mail.store.database.engines import Database
from nomic_mail.store.queue import inbox
from nomic_mail.wire import Found
from nomic_mail.wire.imap import Hooks, MailboxReader
from nomic_mail.wire.login import Secret
from tests.kit.funnel import watched
from tests.kit.real.real_mail import Dovecot

ADDRESS = "nomic@nomic.test"


def letter(number: int = 1, body: str = "FOR\r\n", to: str = ADDRESS) -> bytes:
    head = f"From: Ada <ada@players.test>\r\nTo: {to}\r\nSubject: {number}\r\n"
    return f"{head}Message-ID: <{number}@players.test>\r\n\r\n{body}".encode()


class House:
    """What stands behind a reader: `taken` is the database."""

    def __init__(self) -> None:
        self.taken: list[Found] = []
        self.known: dict[str, datetime] = {}
        self.refuse: Callable[[Found], None] = lambda found: None
        self.stop = threading.Event()

    def take(self, found: Found) -> None:
        self.refuse(found)
        self.taken.append(found)
        self.known[found.source] = found.received_at

    def when(self, source: str) -> datetime | None:
        return self.known.get(source)

    def subjects(self) -> list[str]:
        return [
            one.raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for one in self.taken
        ]

    def reader(
        self, server: Dovecot, user: str, password: str = "pw", **keys: Any
    ) -> MailboxReader:
        limit = keys.pop("limit", 1_000_000)
        settings = {"host": "127.0.0.1", "port": server.port, "security": "none", **keys}
        box = Mailbox(user=user, password=password, timeout_seconds=5, **settings)
        ours: Callable[[str], bool] = lambda to: parse_recipient(to, ADDRESS).kind != "foreign"  # noqa: E731
        hooks = Hooks(ours, self.take, self.when, self.stop)
        secret = Secret(box, Path, SystemClock())
        ca = Path(box.ca_file) if box.ca_file else None
        return MailboxReader(box, secret, ca, hooks, SystemClock(), ADDRESS, limit)


class StoredHouse(House):
    """What is taken stands in a real database, and that is what is known."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database, self._store = database, taker(database)

    def take(self, found: Found) -> None:
        self.refuse(found)
        self._store(found)
        self.taken.append(found)

    def when(self, source: str) -> datetime | None:
        with self._database.read() as connection:
            return self.known.get(source) or inbox.received_at(connection, source)


@contextmanager
def stored_house(folder: Path) -> Iterator[StoredHouse]:
    """Its funnel adds up at any moment, and in the end all that was taken waits in it."""
    url = f"sqlite:///{folder / 'nomic.db'}"
    database = Database(url)
    database.make()
    house = StoredHouse(database)
    with watched(url) as looks:
        yield house
    with database.read() as connection:
        assert inbox.funnel(connection)["waiting"] == len(house.taken)
    assert looks.received == len(house.taken)
    database.close()
