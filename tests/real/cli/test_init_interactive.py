"""init --interactive, typed at a real terminal against a real Dovecot: every answer is tried, every
wrong one explained, and the server that comes of it is found well."""

import os
import pty
import select
import signal
import stat
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from tests.kit.real.real_mail import dovecot, free_port

PATIENCE_SECONDS = 30.0


class Typist:
    """A terminal of its own, with the program on it: what it prints is waited for."""

    def __init__(self, *words: str, folder: Path) -> None:
        self.process, self.screen = pty.fork()
        if self.process == 0:
            signal.signal(
                signal.SIGINT, signal.SIG_DFL
            )  # as a terminal has it, whoever runs the tests
            os.chdir(folder)
            os.execv(sys.executable, [sys.executable, "-m", "nomic_mail", *words])
        self.seen = ""

    def until(self, words: str) -> str:
        """What came since the last time, up to these words."""
        end = time.monotonic() + PATIENCE_SECONDS
        while words not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], 1)
            if ready and not self._more():
                raise EOFError(f"it ended before {words!r}: {self.seen}")
            if time.monotonic() > end:
                raise TimeoutError(f"{words!r} never came: {self.seen}")
        told, _, self.seen = self.seen.partition(words)
        return told

    def _more(self) -> bool:
        try:
            data = os.read(self.screen, 4096)
        except OSError:
            return False
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return data != b""

    def type(self, prompt: str, answer: str = "") -> str:
        told = self.until(prompt)
        self.until(": ")
        os.write(self.screen, f"{answer}\n".encode())
        return told

    def interrupted(self) -> int:
        """How it ended by Ctrl-C: pressed again where nothing came of it for a while, since it may
        come just before a program begins to wait for a line."""
        for _ in range(5):
            os.write(self.screen, b"\x03")
            while select.select([self.screen], [], [], 5)[0]:
                if not self._more():
                    return self.end()[0]
        raise TimeoutError(f"it does not end: {self.seen}")

    def end(self) -> tuple[int, str]:
        while select.select([self.screen], [], [], PATIENCE_SECONDS)[0] and self._more():
            pass
        _, status = os.waitpid(self.process, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status), self.seen


class Sink:
    def __init__(self) -> None:
        self.recipients: list[str] = []

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
        self.recipients += map(str, envelope.rcpt_tos)
        return "250 taken"


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def smart_host(sink: Sink) -> Iterator[int]:
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port
    controller.stop()


def test_typed_at_a_terminal_every_wrong_answer_is_explained(
    tmp_path: Path, smart_host: int
) -> None:
    with dovecot() as server:
        at = Typist("init", "var", "--interactive", folder=tmp_path)
        _who(at)
        _mailbox(at, server.port)
        _way_out(at, smart_host)
        status, rest = at.end()
        assert status == 0, rest
        assert "pw" not in rest.replace("password", "")
        assert "Now: " in rest
        _is_well(tmp_path / "var")


def test_a_quick_start_ends_with_the_invitations_on_their_way(
    tmp_path: Path, sink: Sink, smart_host: int
) -> None:
    with dovecot() as server:
        at = Typist("quickstart", folder=tmp_path)
        _who(at)
        _mailbox(at, server.port)
        _way_out(at, smart_host)
        at.type("Its name [tea]", "Tea!")
        at.type("Which [net_play]")
        assert '"Tea!" cannot be part of an address' in at.type("Its name [tea]")
        assert "open" in at.type("Which [net_play]", "opne")
        assert 'there is no ruleset "opne"' in at.type("Its name [tea]")
        at.type("Which [net_play]", "open")
        assert "game tea is ready" in at.type("A friend", "Ada")
        assert "Ada Lovelace <ada@example.org>" in at.type("A friend", "Ada <ada@nomic.test>")
        assert "is invited" in at.type("A friend", "Bob Babbage <bob@nomic.test>")
        at.type("A friend")
        status, rest = at.end()
        assert status == 0, rest
        assert "Now: nomic-mail --config nomic/config.toml serve" in " ".join(rest.split())
        assert "game start tea" in rest
        file = tmp_path / "nomic" / "config.toml"
        call = [sys.executable, "-m", "nomic_mail", "--config", str(file), "serve", "--once"]
        subprocess.run(call, check=True, capture_output=True)
        assert {"ada@nomic.test", "bob@nomic.test"} <= set(sink.recipients)
        again = Typist("quickstart", folder=tmp_path)
        status, told = again.end()
        assert status == 1
        assert "is there already: nomic-mail game new makes another game on it" in told


def _is_well(folder: Path) -> None:
    file, secret = folder / "config.toml", folder / "mailbox.password"
    config = tomllib.loads(file.read_text())
    assert config["moderator"] == {
        "name": "Mo",
        "address": "mo@nomic.test",
        "timezone": "UTC",
        "desk": "daily",
    }
    assert config["mailbox"][0]["password_file"] == "mailbox.password"
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == ("pw\n", 0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    call = [sys.executable, "-m", "nomic_mail", "--config", str(file), "check"]
    found = subprocess.run(call, check=False, capture_output=True, text=True)
    wrong = [line for line in found.stdout.splitlines() if line.startswith("WRONG")]
    # a host under .test is one of a trial: that alone is told
    assert wrong == [line for line in wrong if " addresses " in line], found.stdout
    assert "ok     mailbox" in found.stdout


def _who(at: Typist) -> None:
    at.type("Your name", "The [Host]")
    assert "one short line of text, without square brackets" in at.type("Your name", "Mo")
    at.type("Your own mail address", "")
    assert "one bare mail address" in at.type("Your own mail address", "mo@nomic.test")
    at.type("Its mail address", "mo@nomic.test")
    assert "that is your own" in at.type("Its mail address", "nomic@nomic.test")


def _mailbox(at: Typist, port: int) -> None:
    assert "fetches by IMAP" in at.type("Which", "pigeons")
    assert "write one of mailbox, listener" in at.type("Which", "mailbox")
    at.type("The mail server that has it [imap.nomic.test]", "127.0.0.1")
    at.type("How the connection is protected", "none")
    at.type("Its port [143]", "many")
    assert "a whole number from 1 to 65535" in at.type("Its port [143]", str(port))
    at.type("The name to log in with [nomic@nomic.test]", "nomic")
    at.type("The password", "wrong")
    told = at.type("Type it anew?", "y")
    assert "the login is refused" in told
    assert "to mend it: see to user and password" in told
    assert "wrong" not in at.seen
    at.type("The mail server that has it [127.0.0.1]")
    at.type("How the connection is protected")
    at.type(f"Its port [{port}]")
    at.type("The name to log in with [nomic]")
    at.type("The same password?", "n")
    at.type("The password", "pw")
    assert "good: nomic@127.0.0.1 INBOX: 0 letters wait" in at.type("Which", "smtp")


def _way_out(at: Typist, smart_host: int) -> None:
    at.type("The mail server [smtp.nomic.test]", "127.0.0.1")
    at.type("How the connection is protected", "none")
    at.type("Its port [25]", str(free_port()))
    at.type("The same name and password as for the mailbox?", "n")
    at.type("The name to log in with, or - for none [nomic]", "-")
    assert "no connection" in at.type("Type it anew?", "y")
    at.type("The mail server [127.0.0.1]")
    at.type("How the connection is protected")
    at.type("Its port", str(smart_host))
    at.type("The same name and password as for the mailbox?", "n")
    at.type("The name to log in with, or - for none [-]")
    assert f"127.0.0.1 port {smart_host} answers" in at.type("Which", "+")


def test_a_trial_and_a_listener_need_no_password(tmp_path: Path) -> None:
    at = Typist("init", "--interactive", folder=tmp_path)
    at.type("Your name")
    at.type("Your own mail address", "mo@example.test")
    at.type("Its mail address", "nomic@example.test")
    at.type("Which", "listener")
    at.type("smtp or lmtp [smtp]", "lmtp")
    at.type("The address to listen on [127.0.0.1]")
    at.type("The port [8025]", str(free_port()))
    at.type("Which", "maildir")
    at.type("Which", "none")
    status, rest = at.end()
    assert status == 0, rest
    config = tomllib.loads((tmp_path / "config.toml").read_text())
    assert (config["listener"]["protocol"], config["mail"]["delimiter"]) == ("lmtp", "")
    assert not list(tmp_path.glob("*.password"))
    assert "WRONG" not in rest
    again = Typist("init", "--interactive", folder=tmp_path)
    status, told = again.end()
    assert status == 1
    assert "is there already; move it away first" in told


def test_ctrl_c_leaves_all_as_it_was(tmp_path: Path) -> None:
    at = Typist("init", "--interactive", folder=tmp_path)
    at.type("Your name")
    at.until("Your own mail address")
    assert at.interrupted() == 1
    assert list(tmp_path.iterdir()) == []
