"""The database or the key is lost, or another's: nothing is served that could not be kept, and what
is said tells what to do."""

import re
import shlex
import shutil
import smtplib
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import ADA, Server, environment, until

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
    assert (
        "stop the server, put it back, or your newest backup as FILE: `nomic-mail restore FILE"
        in said(server)
    )
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
        (gone, "nomic.db is gone, and this folder was served with it"),
        (empty, "nomic.db is empty, and this folder was served with it"),
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
    assert "backup" in refused and "FILE" in refused
    assert "serve --anew`" in refused
    looked = server.tool("check", status=1).stdout
    assert told in " ".join(looked.split())
    if lose in (gone, empty):
        asked = " ".join(server.tool("status", status=2).stderr.split())
        assert told in asked
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


def no_key(server: Server) -> None:
    (server.folder / "secret.key").unlink()


def bad_key(server: Server) -> None:
    (server.folder / "secret.key").write_text("no key", encoding="ascii")


def no_config(server: Server) -> None:
    server.config.unlink()


def damaged(server: Server) -> None:
    (server.folder / "nomic.db").write_bytes(b"no database at all" * 1000)


@pytest.mark.parametrize(
    "lose", [gone, empty, another, damaged, other_key, no_key, bad_key, no_config]
)
def test_what_is_to_be_done_does_it(server: Server, lose: Callable[[Server], None]) -> None:
    """The command that is told, as it stands there but for the name of the backup."""
    server.tool("serve", "--once")
    backup = server.folder.parent / "server.backup"
    server.tool("backup", str(backup))
    lose(server)
    refused = " ".join(server.tool("serve", "--once", status=2).stderr.split())
    found = re.search(r"nomic-mail restore FILE \S+ --replace|\(umask 077; tar .*?\)", refused)
    assert found is not None, refused
    assert "init" not in refused.partition(found[0])[0]
    program = shlex.join(server.command(config=False))
    line = found[0].replace("FILE", str(backup)).replace("nomic-mail", program)
    subprocess.run(
        ["bash", "-ec", line], check=True, cwd=server.folder, env=environment(server.home)
    )
    server.tool("serve", "--once")
    assert "tea" in server.tool("game", "list").stdout


def test_without_a_backup_a_key_or_a_configuration_is_made_anew_beside_the_rest(
    server: Server,
) -> None:
    server.tool("serve", "--once")
    for lose in (no_key, no_config):
        lose(server)
        refused = server.tool("serve", "--once", status=2).stderr
        assert re.search(
            rf"init {server.folder}` writes a new one|init {server.folder}` write a new one",
            refused,
        )
        server.tool("init", str(server.folder), config=False)
    server.tool("serve", "--once", "--anew")
    assert "tea" in server.tool("game", "list").stdout
