"""Machines that answer machines: a served instance among mail programs that answer everything."""

import itertools
import queue
import re
import smtplib
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from nomic_mail.pump.who.challenges import ANSWERS_A_DAY, CHALLENGES_A_DAY
from tests.kit.real.server_play import ADA, BOB, PATIENCE_SECONDS, Server
from tests.real.daemon.test_faults_stop import UNSETTLED, rows

MOST_SECONDS = 240.0


class Everybody:
    """The smart host and all mailboxes behind it, each with an answer to whatever comes: no header
    says that a machine wrote it, and an empty return path keeps it from nothing."""

    def __init__(self) -> None:
        self.got: Counter[str] = Counter()
        self.letters: list[EmailMessage] = []
        self.port: queue.Queue[int] = queue.Queue()  # of the server, once it is there
        self._numbers = itertools.count()
        self._waiting: queue.Queue[tuple[str, EmailMessage] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._answer_all, daemon=True)
        self._thread.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        for recipient in envelope.rcpt_tos:
            self.got[recipient] += 1
            self.letters.append(letter)
            self._waiting.put((recipient, letter))
        return "250 taken"

    def _answer_all(self) -> None:
        port = self.port.get()
        while (one := self._waiting.get()) is not None:
            recipient, letter = one
            answer = EmailMessage()
            answer["From"], answer["To"] = recipient, str(letter["Reply-To"] or letter["From"])
            answer["Subject"] = f"Re: {letter['Subject']}"
            answer["Message-ID"] = f"<{next(self._numbers)}@players.example>"
            answer.set_content("I am at the sea and read no mail until Monday.\n")
            with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE_SECONDS) as line:
                line.send_message(answer, from_addr=recipient)
            self._waiting.task_done()

    def until_quiet(self, server: Server) -> None:
        end = time.monotonic() + MOST_SECONDS
        while not self._is_quiet(server):
            assert time.monotonic() < end, f"they still write: {self.got}"
            time.sleep(0.2)

    def _is_quiet(self, server: Server) -> bool:
        """Nobody has anything to answer, nor has the server: and nothing came between the looks."""
        came, idle = self.got.total(), not self._waiting.unfinished_tasks
        settled = idle and not rows(server, UNSETTLED)
        return settled and not self._waiting.unfinished_tasks and self.got.total() == came

    def end(self) -> None:
        self._waiting.put(None)


@pytest.fixture
def everybody(tmp_path: Path) -> Iterator[tuple[Server, Everybody]]:
    people = Everybody()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(people, hostname="127.0.0.1", port=port)
    controller.start()
    server = Server(tmp_path / "var")
    text = server.config.read_text(encoding="utf-8")
    text = text.replace('kind = "maildir"', 'kind = "smtp"')
    text = re.sub(r'smtp_host = "[^"]*"', 'smtp_host = "127.0.0.1"', text)
    text = re.sub(r"(?m)^smtp_port = .*$", f"smtp_port = {port}", text)
    server.config.write_text(text, encoding="utf-8")
    server.tool("game", "new", "tea")
    server.tool("player", "add", "tea", ADA, "--confirmed")
    server.tool("player", "add", "tea", BOB, "--confirmed")
    yield server, people
    server.end()
    people.end()
    controller.stop()


def test_two_players_and_a_moderator_who_answer_everything_come_to_an_end(
    everybody: tuple[Server, Everybody],
) -> None:
    """Their letters are away notes without a header that says so; one is talk to all, and each
    hears their own, so that every answer would make more."""
    server, people = everybody
    server.serve("nomic-mail|tea")
    people.port.put(server.port)
    server.tool("game", "start", "tea")
    people.until_quiet(server)
    turn = next(one for one in people.letters if "ada@" in str(one["To"]))
    body = turn.get_body(("plain",))
    assert body is not None
    (talk,) = re.findall(r"To talk to all players:\s+(\S+@\S+)", body.get_content())[:1]
    hello = EmailMessage()
    hello["From"], hello["To"], hello["Message-ID"] = ADA, talk, "<hello@example.org>"
    hello.set_content("Hello, all of you.\n")
    with smtplib.SMTP("127.0.0.1", server.port, timeout=PATIENCE_SECONDS) as line:
        line.send_message(hello)
    people.until_quiet(server)
    ada, bob = people.got["ada@example.org"], people.got["bob@example.org"]
    assert max(ada, bob) <= 3 * ANSWERS_A_DAY
    assert min(ada, bob) > 2  # they did answer each other
    told = [str(one["Subject"]) for one in people.letters if "moderator" in str(one["To"]).lower()]
    assert sum("held" in one.lower() for one in told) <= 2 + CHALLENGES_A_DAY
    assert server.stop() == 0
    assert not any("Traceback" in line or "level=error" in line for line in server.said)
