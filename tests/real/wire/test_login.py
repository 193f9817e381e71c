"""Who we are to a mail server, and who it is to us: TLS, STARTTLS, passwords, access tokens."""

import json
import logging
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.config import Mailbox
from nomic_mail.wire.imap import MailboxReader, MailboxTrouble
from nomic_mail.wire.login import NoLogin, Secret
from tests.kit.real.mailbox_house import House, letter
from tests.kit.real.real_mail import Dovecot, dovecot, make_certificates, short_folder


class TokenServer:
    """Gives access tokens for refresh tokens, and tells Dovecot whose a token is."""

    def __init__(self) -> None:
        self.asked: list[dict[str, list[str]]] = []
        self.good: dict[str, str] = {}
        self.answer: dict[str, Any] = {}
        self.status = 200
        outer = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # whose is this token?
                token = parse_qs(urlsplit(self.path).query).get("access_token", [""])[0]
                user = outer.good.get(token)
                self.told(200 if user else 401, {"email": user} if user else {})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                outer.asked.append(parse_qs(body))
                self.told(outer.status, outer.answer)

            def told(self, status: int, facts: dict[str, Any]) -> None:
                body = json.dumps(facts).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words: Any) -> None:
                """Not on the test's output."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/token"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def tokens() -> Iterator[TokenServer]:
    one = TokenServer()
    yield one
    one.close()


@pytest.fixture(scope="module")
def server(tokens: TokenServer) -> Iterator[Dovecot]:
    passwords = {"changer": "old wörd", "commander": "printed"}
    for security in ("tls", "starttls"):
        passwords |= {f"{security}-{host}": "pw" for host in ("localhost", "127.0.0.1")}
    url = f"{tokens.url}?access_token="
    with dovecot(token_url=url, password="not to be guessed", users=passwords) as one:
        yield one


@pytest.fixture
def house() -> House:
    return House()


def by_tls(server: Dovecot, house: House, user: str, **keys: Any) -> MailboxReader:
    settings = {"security": "tls", "port": server.tls_port, "ca_file": str(server.ca_file)}
    return house.reader(server, user, **{**settings, **keys})


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_protected_line(server: Dovecot, house: House, security: str, host: str) -> None:
    user = f"{security}-{host}"
    server.append(user, [letter(1)])
    port = server.tls_port if security == "tls" else server.port
    reader = by_tls(server, house, user, security=security, port=port, host=host)
    assert reader.look() == 1
    reader.wait(0.2)
    assert reader.look() == 0
    log = (server.folder / "dovecot.log").read_text()
    assert f"Login: user=<{user}>, method=PLAIN, rip=127.0.0.1, lip=127.0.0.1" in log
    assert any("TLS" in one for one in log.splitlines() if f"user=<{user}>" in one)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_certificate_nobody_we_trust_has_signed(
    server: Dovecot, house: House, security: str
) -> None:
    """And no password was said."""
    port = server.tls_port if security == "tls" else server.port
    reader = by_tls(server, house, "trusting", security=security, port=port, ca_file="")
    with pytest.raises(MailboxTrouble, match="certificate cannot be trusted"):
        reader.look()
    assert "user=<trusting>" not in (server.folder / "dovecot.log").read_text()


def test_a_certificate_for_another_host(house: House) -> None:
    with short_folder() as folder:
        make_certificates(folder, "DNS:elsewhere.test")
        server = Dovecot(folder)
        server.start()
        with pytest.raises(MailboxTrouble, match=r"certificate cannot be trusted.*127\.0\.0\.1"):
            by_tls(server, house, "x").look()
        server.stop()


def test_a_server_without_starttls_is_not_told_the_password(house: House) -> None:
    with dovecot("ssl = no\n") as plain:
        reader = by_tls(plain, house, "x", security="starttls", port=plain.port)
        with pytest.raises(MailboxTrouble, match="STARTTLS"):
            reader.look()
        assert "user=<x>" not in (plain.folder / "dovecot.log").read_text()


def test_a_ca_file_that_is_none(server: Dovecot, house: House, tmp_path: Path) -> None:
    with pytest.raises(MailboxTrouble, match=r"ca_file .* cannot be used"):
        by_tls(server, house, "x", ca_file=str(tmp_path / "none.pem")).look()


def test_a_changed_password_is_told_and_the_new_one_is_taken_from_its_file(
    server: Dovecot, house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "password"
    file.write_text("old wörd\n", "utf-8")
    server.append("changer", [letter(1)], password="old wörd")
    reader = by_tls(server, house, "changer", password="", password_file=str(file))
    assert reader.look() == 1
    reader.close()
    server.users({"changer": "new", "commander": "printed"})
    time.sleep(2.1)
    server.append("changer", [letter(2)], password="new")
    with pytest.raises(MailboxTrouble, match=r"changer@127\.0\.0\.1 INBOX: the login is refused"):
        reader.look()
    file.write_text("new")
    assert reader.look() == 1
    assert "wörd" not in caplog.text


def test_a_password_that_a_command_prints(server: Dovecot, house: House, tmp_path: Path) -> None:
    say = tmp_path / "say.py"
    say.write_text("print('printed\\nand a second line')")
    command = f"{sys.executable} '{say}'"
    by_tls(server, house, "commander", password="", password_command=command).look()
    for bad, why in (
        ("false", "ended with 1"),
        ("true", "printed no password"),
        ("/no/such/program", "cannot be run"),
        ("'open", "cannot be run"),
    ):
        with pytest.raises(MailboxTrouble, match=why):
            by_tls(server, house, "commander", password="", password_command=bad).look()


def test_a_file_that_holds_no_password(server: Dovecot, house: House, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "latin").write_bytes(b"\xe9\n")
    for name, why in (("none", "No such file"), ("empty", "is empty"), ("latin", "UTF-8")):
        with pytest.raises(MailboxTrouble, match=why):
            file = str(tmp_path / name)
            by_tls(server, house, "x", password="", password_file=file).look()


# Access tokens


def oauth(house: House, server: Dovecot, tokens: TokenServer, file: Path) -> MailboxReader:
    return by_tls(
        server,
        house,
        "bearer",
        password="",
        login="xoauth2",
        oauth_url=tokens.url,
        oauth_client_id="nomic",
        oauth_client_secret="hush",
        oauth_scope="mail",
        oauth_refresh_file=str(file),
    )


def test_an_access_token_is_asked_for_kept_and_asked_for_again_when_refused(
    server: Dovecot, house: House, tokens: TokenServer, tmp_path: Path
) -> None:
    file = tmp_path / "refresh"
    file.write_text("refresh 1\n")
    tokens.asked.clear()
    tokens.good = {"access1": "bearer", "access2": "bearer"}
    tokens.answer = {"access_token": "access1", "expires_in": 3600, "token_type": "Bearer"}
    reader = oauth(house, server, tokens, file)
    assert reader.look() == 0
    reader.close()
    assert reader.look() == 0
    assert tokens.asked == [
        {
            "grant_type": ["refresh_token"],
            "refresh_token": ["refresh 1"],
            "client_id": ["nomic"],
            "client_secret": ["hush"],
            "scope": ["mail"],
        }
    ]
    reader.close()
    del tokens.good["access1"]
    tokens.answer = {"access_token": "access2", "expires_in": 3600, "refresh_token": "refresh 2"}
    with pytest.raises(MailboxTrouble, match="the login is refused"):
        reader.look()
    assert reader.look() == 0
    assert len(tokens.asked) == 2
    assert file.read_text() == "refresh 2\n"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_token_about_to_expire_is_not_used(tokens: TokenServer, tmp_path: Path) -> None:
    file = tmp_path / "refresh"
    file.write_text("r\n")
    box = Mailbox(
        user="u",
        login="xoauth2",
        oauth_url=tokens.url,
        oauth_client_id="c",
        oauth_refresh_file=str(file),
    )
    secret = Secret(box, Path, SystemClock())
    tokens.answer = {"access_token": "a", "expires_in": 30}
    tokens.asked.clear()
    assert [secret.read(), secret.read()] == ["a", "a"]
    assert len(tokens.asked) == 2
    tokens.answer = {"access_token": "b", "expires_in": 3600}
    assert [secret.read(), secret.read()] == ["b", "b"]
    assert len(tokens.asked) == 3


def test_no_token_is_told_in_words_without_any_secret(
    tokens: TokenServer, server: Dovecot, house: House, tmp_path: Path
) -> None:
    file = tmp_path / "refresh"
    file.write_text("very secret\n")
    tokens.status, tokens.answer = 400, {"error": "invalid_grant"}
    try:
        with pytest.raises(
            MailboxTrouble, match=r"gave no access token: 400 .*invalid_grant"
        ) as caught:
            oauth(house, server, tokens, file).look()
        assert "secret" not in str(caught.value)
        tokens.status, tokens.answer = 200, {"token": "x"}
        with pytest.raises(MailboxTrouble, match="gave no access token"):
            oauth(house, server, tokens, file).look()
    finally:
        tokens.status = 200


def test_an_access_token_may_come_from_a_command(
    server: Dovecot, house: House, tokens: TokenServer
) -> None:
    tokens.good = {"from-a-tool": "bearer"}
    keys = {"password": "", "login": "xoauth2", "password_command": "echo from-a-tool"}
    assert by_tls(server, house, "bearer", **keys).look() == 0


def test_what_is_missing_is_said_before_anything_is_tried(tmp_path: Path) -> None:
    box = Mailbox(user="u", login="xoauth2", oauth_refresh_file=str(tmp_path / "none"))
    with pytest.raises(NoLogin, match="cannot be read"):
        Secret(box, Path, SystemClock()).read()
