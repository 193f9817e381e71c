"""How a start ends that cannot go on: with 75 where another start may do, and systemd tries again;
with 2 where somebody has to put something right first."""

import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import Server

UNIT = Path(__file__).parents[3] / "nomic_mail/cli/nomic-mail.service"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    yield server
    server.end()


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """By a program that holds it for long."""
    line = sqlite3.connect(server.folder / "nomic.db", isolation_level=None)
    line.execute("PRAGMA locking_mode=EXCLUSIVE")
    line.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        line.close()


def no_postgresql(server: Server) -> AbstractContextManager[None]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"postgresql://nomic@127.0.0.1:{port}/nomic"
    server.set('database = "sqlite:///nomic.db"', f'database = "{url}"')
    return nullcontext()


@of_sqlite
@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (locked, "database is locked"),
        (no_postgresql, "PostgreSQL cannot be reached"),
        (no_postgresql, "is it running, and is the address in [server] database right?"),
    ],
)
def test_what_the_world_may_mend_is_tried_again(
    server: Server, trouble: Callable[[Server], AbstractContextManager[None]], told: str
) -> None:
    server.tool("game", "new", "tea")
    with trouble(server):
        refused = server.tool("serve", status=75)
    assert told in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr


@of_sqlite
def test_and_goes_on_when_it_is_mended(server: Server) -> None:
    server.tool("game", "new", "tea")
    with locked(server):
        server.tool("serve", "--once", status=75)
    assert "letters sent" in server.tool("serve", "--once").stdout


@of_sqlite
def test_what_somebody_has_to_mend_is_final(server: Server) -> None:
    server.set("port = 0", 'port = "many"')
    assert "port" in server.tool("serve", status=2).stderr
    server.set('port = "many"', "port = 0")
    (server.folder / "secret.key").write_text("no key", encoding="ascii")
    assert "secret.key" in server.tool("serve", status=2).stderr


def test_the_unit_tries_again_but_for_what_is_final() -> None:
    unit = UNIT.read_text(encoding="utf-8").splitlines()
    assert "RestartPreventExitStatus=2" in unit
    assert "Restart=on-failure" in unit
    assert any(line.startswith("After=") and "postgresql.service" in line for line in unit)
