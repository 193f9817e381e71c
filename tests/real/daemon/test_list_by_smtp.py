"""A turn behind a mailing list, by SMTP on loopback: the server's smart host has a list that
rewrites what it gets and sends it to all who are on it, the game's talk address among them."""

import email
import email.policy
import json
import smtplib
import threading
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.kit.real.real_mail import free_port
from tests.kit.real.server_play import ADA, BOB, PATIENCE_SECONDS, Server, by_smtplib, until, words

LIST = "tea-list@lists.example.org"
GAME = "nomic+tea@localhost"
PLAYERS = ("ada@example.org", "bob@example.org")


def munged(letter: EmailMessage) -> EmailMessage:
    """As a list does that minds DMARC."""
    copy = email.message_from_bytes(letter.as_bytes(), policy=email.policy.default)
    assert isinstance(copy, EmailMessage)
    author = str(copy["From"])
    del copy["From"], copy["Reply-To"]
    copy["From"], copy["Reply-To"] = f"via tea-list <{LIST}>", author
    copy.replace_header("Subject", f"[tea-list] {copy['Subject']}")
    copy["List-Id"], copy["Precedence"] = "<tea-list.lists.example.org>", "list"
    body = copy.get_body(("plain",))
    assert body is not None
    body.set_content(f"{body.get_content()}\n{'_' * 40}\nThe tea list, {LIST}\n")
    return copy


class Post:
    """All mail of the world: mailboxes, and the list. Its own address is on it, and the
    game's: a careless subscription must do no harm either."""

    def __init__(self) -> None:
        self.server: Server | None = None
        self.door = ""  # as the tool tells it
        self.port = free_port()
        self.boxes: dict[str, list[EmailMessage]] = {}
        self.posted: list[EmailMessage] = []
        self._lock = threading.Lock()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        for recipient in envelope.rcpt_tos:
            if recipient == LIST:
                threading.Thread(target=self.post, args=(letter,), daemon=True).start()
            else:
                with self._lock:
                    self.boxes.setdefault(recipient, []).append(letter)
        return "250 taken"

    def post(self, letter: EmailMessage) -> None:
        copy = munged(letter)
        with self._lock:
            self.posted.append(letter)
        assert self.server is not None
        with smtplib.SMTP("127.0.0.1", self.server.port, timeout=PATIENCE_SECONDS) as line:
            line.send_message(copy, "tea-list-bounces@lists.example.org", [self.door, GAME])

    def letter(self, address: str, news: str) -> EmailMessage:
        def look() -> EmailMessage | None:
            with self._lock:
                got = [*self.boxes.get(address, ())]
            found = [one for one in got if news in " ".join(words(one).split())]
            return found[-1] if found else None

        return until(f'"{news}" for {address}', look)

    def news(self, told: str) -> EmailMessage:
        def look() -> EmailMessage | None:
            with self._lock:
                found = [one for one in self.posted if told in " ".join(words(one).split())]
            return found[-1] if found else None

        return until(f'"{told}" on the list', look)


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    controller = Controller(post, hostname="127.0.0.1", port=post.port)
    controller.start()
    yield post
    controller.stop()


@pytest.fixture
def server(tmp_path: Path, post: Post) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    server.set('kind = "maildir"', 'kind = "smtp"')
    server.set("smtp_port = 25", f"smtp_port = {post.port}")
    server.set('smtp_host = "localhost"', 'smtp_host = "127.0.0.1"')
    post.server = server
    server.serve()
    yield server
    server.end()


def posting(sender: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, LIST, "Re: tea"
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain="example.org")
    letter.set_content(text)
    return letter


def test_a_turn_behind_a_list(server: Server, post: Post) -> None:
    server.tool("game", "new", "tea", "--list", LIST, "--set", "debate_min=0")
    post.door = json.loads(server.tool("game", "show", "tea", "--json").stdout)["list_subscribes"]
    for who in (ADA, BOB):
        server.tool("player", "add", "tea", who, "--confirmed")
    server.tool("game", "start", "tea")
    told = " ".join(words(post.news("The game has begun")).split())
    mover, other = PLAYERS if "Ada Lovelace has the first turn" in told else PLAYERS[::-1]
    turn = post.letter(mover, "It is your turn")
    by_smtplib(server, mover, turn, "PROPOSE ENACT: Tea\nTea is at four.")
    post.news("proposes 301")
    post.post(posting(other, "Five would be better for me, I think.\n"))
    until("the talk in the record", lambda: talk(server) or None)
    by_smtplib(server, mover, post.letter(mover, "has gone to all players"), "CALL VOTE")
    for address in (other, mover):
        by_smtplib(server, address, post.letter(address, "FOR or AGAINST"), "FOR")
        post.letter(address, "FOR 301 is counted")
    post.news("301 is adopted")

    time.sleep(2)  # what loops would have come round by now
    occasions = [str(one["X-Nomic-Mail"] or "a posting").split("; ")[-1] for one in post.posted]
    assert occasions == ["started", "proposal", "a posting", "result"]
    assert talk(server) == 1
    # welcome; turn, proposal and its receipt, ballot, receipt with the result
    assert len(post.boxes[mover]) == 5
    # welcome; ballot, receipt, the next turn
    assert len(post.boxes[other]) == 4
    assert server.tool("letter", "held").stdout.strip() == "No letter is held."
    assert server.stop() == 0


def talk(server: Server) -> int:
    return server.tool("export", "tea", "--format", "text", "-").stdout.count("Five would be")
