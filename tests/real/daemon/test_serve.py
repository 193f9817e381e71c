"""Starting and stopping `serve`: what it says, who may, and how it ends."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import ADA, BOB, PATIENCE_SECONDS, Server, environment


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    yield server
    server.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_is_clean(server: Server, number: int) -> None:
    server.serve()
    assert server.stop(number) == 0
    assert server.said[-1] == "stopped\n"
    assert not any("Traceback" in line or "level=error" in line for line in server.said)
    server.serve()  # and what it held is free again
    assert server.stop(number) == 0


@of_sqlite
def test_the_greeting_says_where_everything_is(server: Server) -> None:
    told = server.serve()
    assert f"smtp://127.0.0.1:{server.port}, for nomic@localhost" in told
    for place in (server.mail, server.config, server.folder / "nomic.db"):
        assert str(place) in told
    for step in ("game new tea", f'player add tea "{ADA}"', f'player add tea "{BOB}"', "start tea"):
        assert f"nomic-mail --config {server.config} {step}" in told or step in told
    assert f"smtp_url=smtp://127.0.0.1:{server.port}" in told


def test_where_letters_come_by_lmtp_no_mail_program_is_sent_there(server: Server) -> None:
    server.set('protocol = "smtp"', 'protocol = "lmtp"')
    told = server.serve()
    assert f"lmtp://127.0.0.1:{server.port}" in told
    assert "mutt" not in told
    assert "join by replying JOIN. Then:" in told


def test_the_greeting_of_a_server_with_games_names_them(server: Server) -> None:
    server.tool("game", "new", "tea")
    told = server.serve()
    assert "Games: nomic+tea@localhost" in told
    assert "To begin a game" not in told


@of_sqlite
def test_a_folder_is_served_once(server: Server) -> None:
    server.serve()
    assert server.process is not None
    for second in (("serve",), ("serve", "--once")):
        refused = server.tool(*second, status=75)  # the other may be ending
        assert f"served already, by process {server.process.pid} on" in refused.stderr
        assert refused.stdout == ""


def test_a_port_in_use_is_told_and_nothing_is_promised(server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server.set("port = 0", f"port = {port}")
        refused = server.tool("serve", status=75)
    assert f"cannot listen on 127.0.0.1 port {port}" in refused.stderr
    assert "is running" not in refused.stdout


def test_once_does_what_is_due(server: Server) -> None:
    server.tool("game", "new", "tea")
    server.tool("player", "add", "tea", ADA)
    assert server.letters("ada@example.org") == []
    assert "1 letter sent" in server.tool("serve", "--once").stdout
    (invitation,) = server.letters("ada@example.org")
    assert "?] You are invited" in str(invitation["Subject"])
    assert "0 letters sent" in server.tool("serve", "--once").stdout


def test_acts_are_carried_out_with_and_without_a_server(server: Server) -> None:
    server.tool("game", "new", "tea", "--set", "debate_min=0")
    server.serve()
    server.tool("player", "add", "tea", ADA)
    server.next_letter("ada@example.org", "You are invited")
    status = json.loads(server.tool("status", "--json").stdout)
    assert (status["received"], status["inbox"]["done"]) == (2, 2)
    assert status["last_seen"]["serve"]


def test_without_a_config_it_says_how_to_get_one(tmp_path: Path) -> None:
    server = Server(tmp_path / "var")
    done = subprocess.run(
        server.command("serve", config=False),
        cwd=server.home,
        env=environment(server.home),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert "nomic-mail init" in done.stderr


def test_a_running_server_is_not_replaced(tmp_path: Path) -> None:
    server = Server(tmp_path / "nomic")
    try:
        server.serve()
        server.tool("backup", str(tmp_path / "kept"))
        again = ["restore", "--replace", str(tmp_path / "kept"), str(server.folder)]
        told = server.tool(*again, status=1)
        assert "is served already, by process" in told.stderr
        assert list(server.folder.glob("*.restoring*")) == []
    finally:
        server.end()
