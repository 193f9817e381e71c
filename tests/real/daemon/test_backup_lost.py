"""A server that was lost with all it had, and goes on from its backup and from the letters that its
mailbox still holds; with dice that nobody knows."""

import json
import shutil
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.kit.real.real_mail import Dovecot, dovecot
from tests.kit.real.server_play import ADA, BOB, Server, beginning, reply_address, until, words

MAILBOX = """[mail]
address = "nomic@nomic.test"
[listener]
enabled = false
[[mailbox]]
host = "127.0.0.1"
port = {port}
security = "none"
user = "nomic@nomic.test"
password_file = "mail.password"
poll_seconds = 1
"""
PROPOSAL = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE"


class Lost:
    """A server that reads its mailbox on Dovecot, and lays its letters into folders."""

    def __init__(self, folder: Path, boxes: Dovecot) -> None:
        self.server, self._boxes = Server(folder), boxes
        self.server.config.write_text(MAILBOX.format(port=boxes.port))
        (folder / "mail.password").write_text("pw\n")
        self._count = 0

    def begin(self) -> dict[str, EmailMessage]:
        """A server with a game between Ada and Bob; the letters that told them so."""
        server = self.server
        server.serve()
        server.tool("game", "new", "tea", "--set", "debate_min=0")
        addresses = ["ada@example.org", "bob@example.org"]
        for who, address in zip((ADA, BOB), addresses, strict=True):
            server.tool("player", "add", "tea", who)
            self.write(who, server.next_letter(address, "You are invited"), "JOIN")
            server.next_letter(address, "You have joined")
        server.tool("game", "start", "tea")
        return {address: server.next_letter(address, "game begins") for address in addresses}

    def goes_back_to(self, kept: Path) -> None:
        """It is killed, all of it is gone, and a new one is made of the backup."""
        self.server.stop(signal.SIGKILL)
        shutil.rmtree(self.server.folder)
        self.server.home.mkdir(parents=True)
        where = str(self.server.folder)
        told = self.server.tool("restore", str(kept), where, config=False).stdout
        assert "1 game takes new dice" in told

    def write(self, who: str, letter: EmailMessage, text: str) -> None:
        raw = self._answer(who, letter, text)
        self._boxes.deliver("nomic@nomic.test", raw, sender=who)

    def write_at(self, at: datetime, who: str, letter: EmailMessage, text: str) -> None:
        """Into the mailbox as if it had come at that time."""
        self._boxes.append("nomic@nomic.test", [self._answer(who, letter, text)], at=at)

    def proposed_at(self) -> datetime:
        """The time of receipt of the last letter that the server has done with."""
        with self._boxes.logged_in("nomic@nomic.test") as client:
            client.normalise_times = False
            client.select_folder("nomic-done", readonly=True)
            last = max(client.search("ALL"))
            at = client.fetch([last], ["INTERNALDATE"])[last][b"INTERNALDATE"]
        assert isinstance(at, datetime)
        return at

    def _answer(self, who: str, letter: EmailMessage, text: str) -> bytes:
        self._count += 1
        answer = EmailMessage()
        answer["From"], answer["To"] = who, reply_address(letter)
        answer["Subject"], answer["Message-ID"] = "Re: it", f"<{self._count}.lost@example.org>"
        answer.set_content(text)
        return answer.as_bytes()

    def status(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.server.tool("status", "--json").stdout)
        return facts

    def chains(self) -> list[str]:
        record = json.loads(self.server.tool("export", "tea", "-").stdout)
        return [one["commitment"] for one in record["game"]["commitments"]]

    def links(self) -> list[str]:
        record = json.loads(self.server.tool("export", "tea", "-").stdout)
        return [one["nonce"] for one in record["rolls"]]


def test_a_lost_server_goes_on_from_its_backup_and_its_mailbox(tmp_path: Path) -> None:
    folder, kept = tmp_path / "nomic", tmp_path / "nomic.tar.gz"
    with dovecot() as boxes:
        lost = Lost(folder, boxes)
        server = lost.server
        try:
            begun = lost.begin()
            (mover,) = (to for to, one in begun.items() if "your turn" in str(one["Subject"]))
            server.tool("backup", str(kept))

            lost.write(mover, begun[mover], PROPOSAL)
            for address in begun:
                lost.write(address, server.next_letter(address, "The vote on 301 is open"), "FOR")
            results = [server.next_letter(address, "301 is adopted") for address in begun]
            (known,) = lost.links()
            old_chains = lost.chains()
            lost.goes_back_to(kept)
            assert (folder / "secret.key").stat().st_mode & 0o077 == 0
            server.tool("check")
            server.serve()
            for address in begun:
                news = words(server.next_letter(address, "The server was set back"))
                assert lost.chains()[-1] in news.replace("\n", "").replace(" ", "")
                again = server.next_letter(address, "301 is adopted")
                assert again["Message-ID"] not in [one["Message-ID"] for one in results]
            chains, links = lost.chains(), lost.links()
            assert chains[0] == old_chains[0]
            assert len(chains) == 2
            assert known not in links
            # the reply address of a letter that was written before the backup is as good as ever
            lost.write(mover, begun[mover], "SCORES")
            server.next_letter(mover, "Scores")
            status = lost.status()
            assert sum(status["inbox"].values()) == status["received"]
            assert status["inbox"]["held"] == 0
            record = tmp_path / "tea.json"
            server.tool("export", "tea", str(record))
            server.tool("verify", str(record))
            until("all is in", lambda: None if boxes.texts("nomic@nomic.test") else True)
        finally:
            server.end()


def test_what_was_answered_before_the_loss_is_not_answered_again(tmp_path: Path) -> None:
    """A question that came long before the last letter; the last may not have been answered yet."""
    kept = tmp_path / "nomic.tar.gz"
    with dovecot() as boxes:
        lost = Lost(tmp_path / "nomic", boxes)
        server = lost.server
        try:
            begun = lost.begin()
            server.stop()
            to, now = "ada@example.org", datetime.now(UTC)
            with closing(sqlite3.connect(server.folder / "nomic.db")) as database:
                then = (now - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
                database.execute("UPDATE heartbeats SET at = ? WHERE name LIKE 'imap %'", (then,))
                database.commit()
            server.tool("backup", str(kept))
            for minutes, text in ((40, "SCORES"), (30, "HISTORY"), (5, "STATUS")):
                lost.write_at(now - timedelta(minutes=minutes), to, begun[to], text)
            server.serve()
            until("all is in", lambda: None if boxes.texts("nomic@nomic.test") else True)
            for news in ("The scores", "The history", "How the game stands"):
                server.next_letter(to, news)
            lost.goes_back_to(kept)
            server.serve()
            server.next_letter(to, "The server was set back")
            until("worked on", lambda: lost.status()["inbox"]["waiting"] == 0 or None)
            server.next_letter(to, "How the game stands")
            told = [beginning(one) for one in server.letters(to)]
            assert len(told) == 2, told
        finally:
            server.end()


def test_votes_that_wait_in_the_mailbox_come_after_the_proposal_that_was_taken_out_of_it(
    tmp_path: Path,
) -> None:
    """The server is lost with the ballot out; the votes come while it is away, and count the very
    second of the proposal, which lies in `nomic-done` and is not in the backup."""
    kept = tmp_path / "nomic.tar.gz"
    with dovecot() as boxes:
        lost = Lost(tmp_path / "nomic", boxes)
        server = lost.server
        try:
            begun = lost.begin()
            server.tool("backup", str(kept))
            (mover,) = (to for to, one in begun.items() if "your turn" in str(one["Subject"]))
            lost.write(mover, begun[mover], PROPOSAL)
            ballots = {to: server.next_letter(to, "The vote on 301 is open") for to in begun}
            until("it is put away", lambda: None if boxes.texts("nomic@nomic.test") else True)
            lost.goes_back_to(kept)
            at = lost.proposed_at()
            for address, ballot in ballots.items():
                lost.write_at(at, address, ballot, "FOR")
            server.serve()
            for address in begun:
                server.next_letter(address, "301 is adopted")
            assert lost.status()["inbox"]["held"] == 0
        finally:
            server.end()


def test_what_came_before_the_backup_is_not_done_twice(tmp_path: Path) -> None:
    """Letters near the time of the backup are had again, known by their words, and do nothing."""
    with dovecot() as boxes:
        lost = Lost(tmp_path / "nomic", boxes)
        server = lost.server
        try:
            server.serve()
            server.tool("game", "new", "tea")
            server.tool("player", "add", "tea", ADA)
            lost.write(ADA, server.next_letter("ada@example.org", "You are invited"), "JOIN")
            server.next_letter("ada@example.org", "You have joined")
            server.tool("backup", str(tmp_path / "kept"))
            server.stop()
            server.tool("restore", "--replace", str(tmp_path / "kept"), str(server.folder))
            server.serve("Moderate with")
            server.next_letter("ada@example.org", "The server was set back")
            duplicates = until("duplicates", lambda: lost.status()["inbox"]["duplicate"] or None)
            assert duplicates == 1
            told = [words(one) for one in server.letters("ada@example.org")]
            assert sum("You have joined" in one for one in told) == 1
        finally:
            server.end()


def test_a_mailbox_that_is_gone_after_a_restore_is_told_with_what_to_do(tmp_path: Path) -> None:
    """All letters wait for what it had: `check`, the log and `status` say so, and what mends it."""
    with dovecot() as boxes:
        lost = Lost(tmp_path / "nomic", boxes)
        server = lost.server
        try:
            begun = lost.begin()
            server.tool("backup", str(tmp_path / "kept"))
            server.stop()
            server.tool("restore", "--replace", str(tmp_path / "kept"), str(server.folder))
            owed = "a backup was restored, and no letter is answered before those that came since"
            assert owed in server.tool("check").stdout  # it can be read: all will be well
            assert owed in server.tool("status").stdout
            boxes.stop()
            told = server.tool("check", status=1).stdout
            assert "WRONG  mailbox" in told
            assert owed in told
            assert "if it is gone for good, take its [[mailbox]] out" in told
            server.serve("letters in")
            until("trouble", lambda: lost.status()["mailboxes"][0]["trouble"] or None)
            (box,) = lost.status()["mailboxes"]
            assert owed in box["trouble"]
            assert box["fetches_again"]
            assert any(owed in line for line in server.said)
            raw = tmp_path / "scores.eml"
            raw.write_bytes(lost._answer(ADA, begun["ada@example.org"], "SCORES"))
            server.tool("letter", "deliver", str(raw))
            until("it alone waits", lambda: lost.status()["inbox"]["waiting"] == 1 or None)
            server.tool("status", "--check", status=1)
            # as the sentence says
            server.stop()
            server.config.write_text('[mail]\naddress = "nomic@nomic.test"\n[listener]\nport = 0\n')
            server.serve()
            server.next_letter("ada@example.org", "Scores")
            assert owed not in server.tool("status").stdout
        finally:
            server.end()
