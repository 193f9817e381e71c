"""The database or the key is lost, or another's: nothing is served that could not be kept, and what
is said tells what to do."""

import shutil
import smtplib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import ADA, Server, until

pytestmark = of_sqlite


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    server.tool("game", "new", "tea")
    yield server
    server.end()


def said(server: Server) -> str:
    return " ".join("".join(server.said).split())


def hand_in(server: Server, text: str) -> int:
    with smtplib.SMTP("127.0.0.1", server.port, timeout=30) as line:
        line.ehlo("mail.example.org")
        try:
            letter = f"From: {ADA}\r\nTo: nomic+tea@localhost\r\nSubject: hello\r\n\r\n{text}\r\n"
            line.sendmail("ada@example.org", "nomic+tea@localhost", letter)
        except smtplib.SMTPRecipientsRefused as refused:
            return next(iter(refused.recipients.values()))[0]
        except smtplib.SMTPResponseException as refused:
            return refused.smtp_code
    return 250


def test_a_database_that_is_taken_away_takes_no_letters(server: Server) -> None:
    server.serve()
    assert hand_in(server, "JOIN Ada Lovelace") == 250
    file, away = server.folder / "nomic.db", server.folder / "elsewhere.db"
    file.rename(away)
    assert hand_in(server, "STATUS") == 451
    until("the log", lambda: "taken away or replaced" in said(server) or None)
    assert "put the file back (or a backup: nomic-mail restore)" in said(server)
    server.stop()
    away.rename(file)
    server.serve()
    assert hand_in(server, "STATUS") == 250


def test_a_database_that_is_replaced_takes_no_letters(server: Server) -> None:
    server.serve()
    file = server.folder / "nomic.db"
    shutil.copyfile(file, server.folder / "copy.db")
    (server.folder / "copy.db").rename(file)
    assert hand_in(server, "STATUS") == 451


def gone(server: Server) -> None:
    for file in server.folder.glob("nomic.db*"):
        file.unlink()


def empty(server: Server) -> None:
    gone(server)
    (server.folder / "nomic.db").touch()


def another(server: Server) -> None:
    gone(server)
    other = Server(server.folder.parent / "other")
    other.tool("serve", "--once")
    shutil.copyfile(other.folder / "nomic.db", server.folder / "nomic.db")


def other_key(server: Server) -> None:
    (server.folder / "secret.key").write_text("ab" * 32 + "\n", encoding="ascii")


@pytest.mark.parametrize(
    ("lose", "told"),
    [
        (gone, "nomic.db is gone, and this folder has served another one"),
        (empty, "nomic.db is empty, and this folder has served another one"),
        (another, "nomic.db is not the database that was here"),
        (other_key, "secret.key is not the key of this database"),
    ],
)
def test_what_was_not_served_before_is_served_only_when_that_is_said(
    server: Server, lose: Callable[[Server], None], told: str
) -> None:
    server.tool("serve", "--once")
    lose(server)
    refused = " ".join(server.tool("serve", "--once", status=2).stderr.split())
    assert told in refused
    assert "a backup" in refused
    assert "nomic-mail serve --anew" in refused
    if lose not in (gone, empty):
        looked = server.tool("check", status=1).stdout
        assert told in " ".join(looked.split())
    server.tool("serve", "--once", "--anew")
    server.tool("serve", "--once")


def test_what_served_before_there_were_such_marks_gets_one(server: Server) -> None:
    server.tool("serve", "--once")
    (server.folder / "served").unlink()
    server.tool("serve", "--once")
    assert (server.folder / "served").exists()


def test_a_backup_that_is_put_back_is_what_is_meant(server: Server) -> None:
    backup = server.folder.parent / "server.backup"
    server.tool("backup", str(backup))  # before it was ever served
    server.tool("serve", "--once")
    server.tool("restore", "--replace", str(backup), str(server.folder), config=False)
    server.tool("serve", "--once")
