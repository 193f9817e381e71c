"""Rows of the fault table (docs/faults.md): a server that is told to stop while letters pour in,
and one that is started a second time."""

import re
import smtplib
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.funnel import watched
from tests.kit.real.server_play import ADA, BOB, Server, reply_address, until

SENDERS = 6
NOISE = 100  # letters of strangers, which are screened
QUESTIONS = 20  # of each player, and each is answered


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    yield server
    server.end()


def letter(number: int, sender: str, to: str, text: str) -> EmailMessage:
    one = EmailMessage()
    one["From"], one["To"], one["Subject"] = sender, to, f"number {number}"
    one["Date"], one["Message-ID"] = formatdate(), f"<{number}@load.test>"
    one.set_content(text)
    return one


class Load:
    """Some MTAs at once: each letter again and again, until there was a 250."""

    def __init__(self, server: Server, letters: list[EmailMessage]) -> None:
        self._server, self._left = server, letters
        self._lock = threading.Lock()
        self.taken = 0
        self.refused = 0
        self.threads = [threading.Thread(target=self._post, daemon=True) for _ in range(SENDERS)]
        for thread in self.threads:
            thread.start()

    def _post(self) -> None:
        while True:
            with self._lock:
                if not self._left:
                    return
                one = self._left.pop()
            while not self._taken(one):
                with self._lock:
                    self.refused += 1
                time.sleep(0.05)

    def _taken(self, one: EmailMessage) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self._server.port, timeout=30) as line:
                line.send_message(one)
        except (OSError, smtplib.SMTPException):
            return False
        with self._lock:
            self.taken += 1
        return True


@of_sqlite
def test_sigterm_under_load_loses_and_doubles_nothing(server: Server) -> None:
    """Two stops while letters pour in. What got a 250 is there, once; each question has one
    answer; and nobody counts a stop for a crash."""
    server.tool("game", "new", "tea")
    for player in (ADA, BOB):
        server.tool("player", "add", "tea", player)
    server.serve()
    doors = {
        player: reply_address(server.next_letter(f"{name}@example.org", "You are invited"))
        for player, name in ((ADA, "ada"), (BOB, "bob"))
    }
    letters = [
        letter(number, f"s{number}@else.test", "nomic@localhost", "Hello")
        for number in range(NOISE)
    ]
    for place, (player, door) in enumerate(doors.items(), 1):
        letters += [
            letter(1000 * place + number, player, door, "HELP\n") for number in range(QUESTIONS)
        ]
    letters.sort(key=lambda one: str(one["Message-ID"])[::-1])  # mixed
    total = len(letters)
    url = f"sqlite:///{server.folder / 'nomic.db'}"
    with watched(url) as looks:
        load = Load(server, letters)
        for part in (total // 4, total // 2):
            until("some letters", lambda part=part: load.taken >= part or None)  # type: ignore[misc]
            assert server.stop() == 0
            assert server.said[-1] == "stopped\n"
            assert not any("Traceback" in line for line in server.said), server.said
            server.serve()
        for thread in load.threads:
            thread.join(60)
        assert load.taken == total
        assert load.refused > 0
        until("all done", lambda: not rows(server, UNSETTLED) or None)
        assert server.stop() == 0
    assert looks.received >= total
    arrived = "SELECT message_id, state, tries, crashes FROM inbox WHERE kind = 'letter'"
    found = rows(server, arrived)
    first = [row for row in found if row[1] != "duplicate"]
    assert len(first) == len({row[0] for row in first}) == total
    assert {row[2:] for row in found} == {(0, 0)}
    assert rows(server, "SELECT state, count(*) FROM outbox GROUP BY state") == [
        ("sent", 2 + 2 * QUESTIONS)
    ]
    for address in ("ada@example.org", "bob@example.org"):
        answered = [str(one["In-Reply-To"]) for one in server.letters(address)]
        answered = [name for name in answered if "@load.test" in name]
        assert len(set(answered)) == len(answered) == QUESTIONS


UNSETTLED = (
    "SELECT 1 FROM inbox WHERE state IN ('waiting', 'claimed')"
    " UNION ALL SELECT 1 FROM outbox WHERE state = 'waiting'"
)


def rows(server: Server, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.folder / "nomic.db", timeout=30)) as connection:
        return connection.execute(query).fetchall()


@of_sqlite
def test_started_twice_the_second_says_who_holds_it(server: Server) -> None:
    """Also from another folder, with another configuration of the same database."""
    server.serve()
    assert server.process is not None
    other = Server(server.folder / "other")
    other.set('database = "sqlite:///nomic.db"', f'database = "sqlite:///{server.folder}/nomic.db"')
    for second in (server, other):
        told = second.tool("serve", status=75).stderr
        who = re.search(r"served already, by process (\d+) on (\S+), since ([\d: -]+) UTC", told)
        assert who is not None, told
        assert int(who[1]) == server.process.pid
    assert server.stop() == 0


def test_recipients_that_are_not_ours_are_counted_apart(server: Server) -> None:
    server.serve()
    with smtplib.SMTP("127.0.0.1", server.port, timeout=30) as line:
        for to in ("a@else.test", "b@else.test", "nobody@localhost"):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                line.send_message(letter(1, ADA, to, "Hello"))
    assert server.stop() == 0
    assert "turned away" in server.tool("status").stdout
    status = server.tool("status", "--json").stdout
    assert '"refused_at_rcpt": 3' in status
    assert '"received": 0' in status
