"""The log of a whole served game at its most talkative: each line is key=value, and no password,
key, token or word of a letter stands in any of them, whatever goes wrong meanwhile."""

import base64
import email
import email.policy
import json
import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.kit.real.real_mail import HERE, Dovecot, dovecot, short_folder
from tests.kit.real.server_play import (
    ADA,
    BOB,
    Reply,
    Server,
    by_smtplib,
    reply_address,
    until,
    words,
)
from tests.real.wire.test_smarthost_login import Host

MAILBOX_WORD, HOST_WORD = "sesame-mailbox-9f3k", "sesame-smarthost-2x7q"
WRONG_WORD = "sesame-mistaken-5t1z"
WORDS = 20  # characters of a line of a letter that would be known again
CONFIG = """
[server]
log_level = "debug"
[moderator]
address = "grace@example.org"
[listener]
port = 0
[[mailbox]]
host = "127.0.0.1"
port = {imap}
security = "none"
user = "nomic"
password_file = "mailbox.password"
[outgoing]
kind = "smtp"
smtp_host = "127.0.0.1"
smtp_port = {smtp}
security = "starttls"
ca_file = "{ca}"
user = "nomic"
password_file = "host.password"
"""


class Stage:
    def __init__(self, server: Server, host: Host, boxes: Dovecot) -> None:
        self.server, self.host, self.boxes = server, host, boxes
        self._read: set[str] = set()
        self.written: list[EmailMessage] = []

    def out(self) -> list[tuple[str, EmailMessage]]:
        return [
            (to[0], email.message_from_bytes(raw, policy=email.policy.default))
            for _, to, raw in self.host.sink.letters
        ]

    def next_letter(self, address: str, said: str) -> EmailMessage:
        def look() -> EmailMessage | None:
            for to, letter in self.out():
                name = str(letter["Message-ID"])
                told = " ".join(f"{letter['Subject']} {words(letter)}".split())
                if to == address and name not in self._read and said in told:
                    self._read.add(name)
                    return letter
            return None

        return until(f'"{said}" for {address}', look)

    def by_mailbox(self, server: Server, sender: str, letter: EmailMessage, text: str) -> None:
        to = reply_address(letter)
        head = f"Return-Path: <{sender}>\r\nDelivered-To: {to}\r\nFrom: {sender}\r\nTo: {to}\r\n"
        body = text.replace("\n", "\r\n")
        raw = f"{head}Message-ID: <{len(self._read)}@example.org>\r\n\r\n{body}\r\n"
        self.boxes.append("nomic", [raw.encode()], password=MAILBOX_WORD)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with ExitStack() as stack:
        boxes = stack.enter_context(dovecot(password=MAILBOX_WORD))
        host = Host(stack.enter_context(short_folder()), "starttls", HERE)
        host.password = HOST_WORD.encode()
        host.controller.start()
        stack.callback(host.controller.stop)
        server = Server(tmp_path / "var")
        stack.callback(server.end)
        (server.folder / "mailbox.password").write_text(MAILBOX_WORD)
        (server.folder / "host.password").write_text(HOST_WORD)
        text = CONFIG.format(imap=boxes.port, smtp=host.port, ca=host.ca_file)
        server.config.write_text(text)
        yield Stage(server, host, boxes)


PROPOSAL = """PROPOSE AMEND 208: A single point will do
The winner is the first player to achieve a single point.
Effects:
  victory: 1"""


def play(stage: Stage) -> None:
    """A whole game, and what goes wrong on the way: a letter to everybody that holds a token, one
    that proves nothing, one that is no letter, a reader who is refused."""
    server, tool = stage.server, stage.server.tool
    tool("game", "new", "tea", "--set", "debate_min=0")
    ways: dict[str, Reply] = {ADA: by_smtplib, BOB: stage.by_mailbox}
    plain = {ADA: "ada@example.org", BOB: "bob@example.org"}
    for player in ways:
        tool("player", "add", "tea", player)
    for player, way in ways.items():
        way(server, player, stage.next_letter(plain[player], "You are invited"), "JOIN")
        stage.next_letter(plain[player], "You have joined")
    tool("game", "start", "tea")
    begun = {player: stage.next_letter(plain[player], "The game begins") for player in ways}
    mover = next(who for who, letter in begun.items() if "our turn" in str(letter["Subject"]))
    ways[mover](server, mover, begun[mover], "My secret plan is to sing loudly at noon.")
    stage.next_letter(plain[mover], "My secret plan")
    ways[mover](server, mover, begun[mover], PROPOSAL)
    gone = stage.next_letter(plain[mover], "has gone to all players")
    ways[mover](server, mover, gone, "CALL VOTE")
    ballots = {player: stage.next_letter(plain[player], "The vote on 301") for player in ways}
    forged = "Mallory <mallory@example.net>"
    by_smtplib(server, forged, ballots[ADA], "AGAINST, says Mallory with a forged hand")
    stage.host.sink.say["eve@example.org"] = "550 5.1.1 nobody of that name"
    tool("player", "add", "tea", "Eve <eve@example.org>")
    stage.next_letter("grace@example.org", "No letter reaches eve@example.org")
    for player, way in ways.items():
        way(server, player, ballots[player], "FOR")
    for player in ways:
        stage.next_letter(plain[player], "has won")


def secrets_of(stage: Stage) -> dict[str, str]:
    """Everything that may stand in no log, and what it is."""
    server = stage.server
    found = {(server.folder / "secret.key").read_text().strip(): "the key"}
    for word in (MAILBOX_WORD, HOST_WORD, WRONG_WORD):
        found[word] = "a password"
        found[base64.b64encode(f"\0nomic\0{word}".encode()).decode()] = "a login"
    for _, letter in stage.out():
        for token in re.findall(r"\+[rb]\.([a-z2-7]{20,})", letter.as_string()):
            found[token] = "a token"
    for mail_from, _, _ in stage.host.sink.letters:
        found[mail_from.partition("+b.")[2].partition("@")[0]] = "a return path's token"
    for (sealed,) in stage_rows(server, "SELECT sealed FROM ledger WHERE sealed != ''"):
        found[sealed] = "what is sealed in the ledger"
        found |= dict.fromkeys((salt for salt, _ in json.loads(sealed).values()), "a salt")
    found.pop("", None)
    return found


def stage_rows(server: Server, query: str) -> list[tuple[Any]]:
    with closing(sqlite3.connect(server.folder / "nomic.db")) as connection:
        return connection.execute(query).fetchall()


def lines_of_letters(stage: Stage) -> set[str]:
    came = "SELECT raw FROM inbox JOIN contents ON contents.sha256 = content WHERE kind = 'letter'"
    raws = [raw for (raw,) in stage_rows(stage.server, came)]
    texts = [raw.decode("utf-8", "replace").partition("\r\n\r\n")[2] for raw in raws]
    texts += [words(letter) for _, letter in stage.out()]
    lines = {line.strip() for text in texts for line in text.splitlines()}
    return {line for line in lines if len(line) >= WORDS}


def test_no_secret_and_no_letter_is_ever_logged(stage: Stage) -> None:
    server = stage.server
    (server.folder / "mailbox.password").write_text(WRONG_WORD)
    (server.folder / "host.password").write_text(WRONG_WORD)
    server.serve()
    refused = "the login is refused"
    until("two refusals", lambda: sum(refused in one for one in server.said) >= 1 or None)
    assert server.stop() == 0
    said = list(server.said)
    (server.folder / "mailbox.password").write_text(MAILBOX_WORD)
    (server.folder / "host.password").write_text(HOST_WORD)
    server.serve()
    play(stage)
    assert server.stop() == 0
    said += server.said
    log = [line for line in said if line.startswith("timestamp=")]
    assert len(log) > 20
    for line in log:
        pairs = [word.partition("=") for word in shlex.split(line)]
        assert [name for name, _, _ in pairs[:4]] == ["timestamp", "level", "logger", "event"], line
        assert all(mark for _, mark, _ in pairs), line
    text = "".join(said)
    shown = "".join(log)
    secrets = secrets_of(stage)
    assert len(set(secrets.values())) == 7, set(secrets.values())
    for secret, kind in secrets.items():
        assert secret not in text, f"{kind} stands in the log"
    lines = lines_of_letters(stage)
    assert len(lines) > 50
    for line in lines:
        assert line not in shown, line
