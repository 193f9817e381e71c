"""What systemd is told, over a real socket; what its journal reads; and the unit it is given."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon import watch
from nomic_mail.daemon.server import Daemon
from tests.kit.real.real_mail import program, short_folder
from tests.kit.real.server_play import Server, environment, until

QUICK = str(300_000)  # microseconds: a sign of life is due three times in that


class Systemd:
    """Hears what is told to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)
        self._line.setblocking(False)
        self.heard: list[str] = []

    def listen(self) -> list[str]:
        try:
            while True:
                self.heard += self._line.recv(10_000).decode().splitlines()
        except BlockingIOError:
            return self.heard

    def hears(self, line: str) -> None:
        until(line, lambda: any(one.startswith(line) for one in self.listen()) or None)

    def count(self, line: str) -> int:
        return self.listen().count(line)

    def environ(self, **more: str) -> dict[str, str]:
        return {"NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": QUICK, **more}

    def close(self) -> None:
        self._line.close()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest) -> Iterator[Systemd]:
    with short_folder() as folder:
        name = f"{folder}/notify"
        one = Systemd(f"@{name}" if request.param == "abstract" else name)
        yield one
        one.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    yield server
    server.end()


def start(server: Server, **environ: str) -> "subprocess.Popen[str]":
    server.process = subprocess.Popen(
        server.command("serve"),
        env=environment(server.home) | environ,
        stdout=subprocess.DEVNULL,
        stderr=(server.folder / "log").open("w"),
        text=True,
        start_new_session=True,
    )
    return server.process


def test_it_is_told_of_the_beginning_of_life_and_of_the_end(
    server: Server, systemd: Systemd
) -> None:
    server.tool("game", "new", "tea")
    process = start(server, **systemd.environ())
    systemd.hears("READY=1")
    systemd.hears("STATUS=0 games run; 0 letters wait, 0 to be sent")
    systemd.hears("WATCHDOG=1")
    before = systemd.count("WATCHDOG=1")
    until("more", lambda: systemd.count("WATCHDOG=1") > before + 3 or None)
    assert "STOPPING=1" not in systemd.heard
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    systemd.hears("STOPPING=1")
    ready, stopping = (systemd.heard.index(one) for one in ("READY=1", "STOPPING=1"))
    assert ready < stopping
    assert "WATCHDOG=1" not in systemd.heard[stopping:]


def test_no_watchdog_for_another_process(server: Server, systemd: Systemd) -> None:
    process = start(server, **systemd.environ(WATCHDOG_PID="1"))
    systemd.hears("READY=1")
    process.send_signal(signal.SIGTERM)
    process.wait(30)
    assert systemd.count("WATCHDOG=1") == 0


def test_a_server_that_cannot_start_is_not_ready(server: Server, systemd: Systemd) -> None:
    (server.folder / "secret.key").unlink()
    assert start(server, **systemd.environ()).wait(30) == 2
    assert systemd.listen() == []


def test_nobody_listening_is_no_trouble(server: Server) -> None:
    process = start(server, NOTIFY_SOCKET=str(server.folder / "nobody"), WATCHDOG_USEC=QUICK)
    log = server.folder / "log"
    until("told", lambda: "systemd cannot be told" in log.read_text() or None)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


# Roles that die, or hang


@pytest.fixture
def daemon(server: Server, systemd: Systemd, monkeypatch: pytest.MonkeyPatch) -> Iterator[Daemon]:
    for name, value in systemd.environ().items():
        monkeypatch.setenv(name, value)
    daemon = Daemon(load(server.config))
    daemon.start()
    yield daemon
    daemon.stop()


def silent(systemd: Systemd) -> bool:
    before = systemd.count("WATCHDOG=1")
    time.sleep(3 * int(QUICK) / 1_000_000)
    return systemd.count("WATCHDOG=1") == before


@pytest.mark.parametrize("role", ["pump", "sender"])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_without_a_role_there_is_no_sign_of_life(
    daemon: Daemon, systemd: Systemd, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = threading.Event()

    def run(stop: object) -> int:
        if die.is_set():
            raise SystemExit  # as a thread ends that nothing else ends
        return 0

    monkeypatch.setattr(getattr(daemon, role), "run", run)
    daemon.run_roles()
    systemd.hears("WATCHDOG=1")
    assert not silent(systemd)
    die.set()
    until("silence", lambda: silent(systemd) or None)


def test_while_a_role_hangs_there_is_no_sign_of_life(
    daemon: Daemon, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "PATIENCE_SECONDS", 2.0)
    hang, go_on = threading.Event(), threading.Event()

    def run(stop: object) -> int:
        if hang.is_set():
            go_on.wait()
        return 0

    monkeypatch.setattr(daemon.pump, "run", run)
    daemon.run_roles()
    systemd.hears("WATCHDOG=1")
    hang.set()
    until("silence", lambda: silent(systemd) or None)
    hang.clear()
    go_on.set()
    until("life", lambda: not silent(systemd) or None)


def test_a_listener_whose_loop_hangs_gives_no_sign_of_life(
    daemon: Daemon, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "PATIENCE_SECONDS", 2.0)
    daemon.run_roles()
    systemd.hears("WATCHDOG=1")
    go_on = threading.Event()
    daemon.listener.from_within(go_on.wait)
    until("silence", lambda: silent(systemd) or None)
    go_on.set()
    until("life", lambda: not silent(systemd) or None)


# The journal


def test_the_journal_is_told_the_level_and_no_time(server: Server) -> None:
    server.set('log_level = "info"', 'log_level = "debug"')
    server.set('trust = "token"', 'trust = "open"')
    log = server.folder / "log"
    for journal in (True, False):
        log.unlink(missing_ok=True)
        log.touch()
        said = log.stat()
        stream = f"{said.st_dev}:{said.st_ino}" if journal else "1:1"
        process = start(server, JOURNAL_STREAM=stream)
        until("a warning", lambda: "only for a private network" in log.read_text() or None)
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        lines = log.read_text().splitlines()
        assert lines != [], lines
        assert all(("timestamp=" not in line) == journal for line in lines), lines
        assert all(bool(re.match(r"<[2-7]>level=", line)) == journal for line in lines)
        (warned,) = (line for line in lines if "private network" in line)
        assert warned.startswith("<4>") == journal


# The unit


def unit(server: Server, folder: Path, *more: str) -> Path:
    file = folder / "nomic-mail.service"
    file.write_text(server.tool("unit", *more).stdout)
    return file


def test_the_unit_is_one_that_systemd_takes(server: Server, tmp_path: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    odd = tmp_path / "a folder, 100% odd"
    shutil.copytree(server.folder, odd)
    server.config = odd / "config.toml"
    server.set('socket = ""', f'socket = "{tmp_path}/lmtp/socket"')
    file = unit(server, tmp_path, "--user", "daemon")
    told = file.read_text()
    assert f'--config "{str(odd).replace("%", "%%")}/config.toml" serve' in told
    assert f"{tmp_path}/lmtp" in told
    assert "User=daemon" in told
    assert {"MemoryMax=1G", "TasksMax=200"} < set(told.splitlines())
    (tmp_path / "lmtp").mkdir()
    verified = subprocess.run(
        [analyze, "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    asked = [analyze, "security", "--offline=true", "--no-pager", str(file)]
    exposed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    found = re.search(r"exposure level for nomic-mail.service: ([\d.]+)", exposed)
    assert found is not None, exposed
    assert float(found[1]) <= 1.2


def test_a_unit_that_would_run_as_root_says_so(server: Server) -> None:
    told = server.tool("unit", "--user", "root")
    assert "User=root" in told.stdout
    assert "--user NAME" in told.stderr
    assert server.tool("unit", "--user", "daemon").stderr == ""


def test_a_home_is_hidden_unless_the_server_is_in_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nomic_mail.cli import unit as module

    outside = os.fspath(tmp_path).startswith(module.HOMES)
    assert ("ProtectHome=yes" in unit(server, tmp_path).read_text()) != outside
    monkeypatch.setattr(module, "HOMES", (f"{server.folder.parent}/",))
    assert "ProtectHome=read-only" in module.unit_of(load(server.config), "nomic")
