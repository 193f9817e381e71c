"""The smart host's client on a protected line, and its login, against a server on loopback."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from nomic_mail.clock import SystemClock
from nomic_mail.config import OutgoingSection
from nomic_mail.wire.login import Secret
from nomic_mail.wire.smarthost import Smarthost
from tests.kit.real.real_mail import free_port, make_certificates, short_folder
from tests.wire.test_smarthost import LETTER, Sink


class Host:
    """Wants STARTTLS, or speaks TLS from the first byte; then user `nomic` with password `pw`, or
    the access token `good`."""

    def __init__(self, folder: Path, security: str, names: str) -> None:
        make_certificates(folder, names)
        self.ca_file = folder / "ca.pem"
        self.port = free_port()
        self.sink = Sink()
        self.said: list[str] = []
        self.password = b"pw"
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(folder / "server.pem", folder / "server.key")
        outer = self

        class XOAuth2(SMTP):
            async def auth_XOAUTH2(self, server: SMTP, words: list[str]) -> AuthResult:
                import base64

                said = base64.b64decode(words[1]).decode()
                outer.said.append(said)
                if said == "user=nomic\1auth=Bearer good\1\1":
                    return AuthResult(success=True)
                await self.challenge_auth("eyJzdGF0dXMiOiI0MDAifQ==", encode_to_b64=False)
                return AuthResult(success=False, handled=False)

        class Served(Controller):
            def factory(self) -> SMTP:
                starttls = context if security == "starttls" else None
                return XOAuth2(
                    self.handler,
                    tls_context=starttls,
                    require_starttls=starttls is not None,
                    auth_required=True,
                    auth_require_tls=False,
                    authenticator=outer.check,
                )

        tls = context if security == "tls" else None
        self.controller = Served(self.sink, hostname="127.0.0.1", port=self.port, ssl_context=tls)

    def check(self, server: Any, session: Any, envelope: Any, how: str, data: Any) -> AuthResult:
        right = isinstance(data, LoginPassword) and data == LoginPassword(b"nomic", self.password)
        self.said.append(how)
        return AuthResult(success=right, handled=False)


@pytest.fixture(params=["tls", "starttls"])
def security(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def names() -> str:
    return "DNS:localhost,IP:127.0.0.1"


@pytest.fixture
def host(security: str, names: str) -> Iterator[Host]:
    with short_folder() as folder:
        host = Host(folder, security, names)
        host.controller.start()
        yield host
        host.controller.stop()


def client(host: Host, security: str, ca_file: Path | None = None, **keys: Any) -> Smarthost:
    keys = {"user": "nomic", "password": "pw", "security": security, **keys}
    out = OutgoingSection(kind="smtp", smtp_host="127.0.0.1", smtp_port=host.port, **keys)
    return Smarthost(
        out.smtp_host,
        out.smtp_port,
        10,
        hostname="nomic.test",
        security=out.security,
        ca_file=ca_file or host.ca_file,
        user=out.user,
        login=out.login,
        secret=Secret(out, Path, SystemClock()),
    )


def test_a_letter_on_a_protected_line(host: Host, security: str) -> None:
    outlet = client(host, security)
    for _ in range(2):
        assert outlet.deliver("n@x.org", "ada@x.org", LETTER, "<1@n>").kind == "sent"
    outlet.close()
    assert len(host.sink.letters) == 2
    assert len(host.said) == 1


def test_a_refused_login_closes_the_way_and_loses_no_letter(host: Host, security: str) -> None:
    outcome = client(host, security, password="wrong").deliver("n@x.org", "a@x.org", LETTER, "")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    assert "the login is refused: 535" in outcome.detail
    assert "wrong" not in outcome.detail


def test_an_access_token(host: Host, security: str) -> None:
    good = client(host, security, login="xoauth2", password="good")
    assert good.deliver("n@x.org", "a@x.org", LETTER, "").kind == "sent"
    good.close()
    outcome = client(host, security, login="xoauth2", password="stale").deliver(
        "n@x.org", "a@x.org", LETTER, ""
    )
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    assert "stale" not in outcome.detail


def test_a_missing_password_file_closes_the_way(host: Host, security: str) -> None:
    outlet = client(host, security, password="", password_file="/no/such/file")
    outcome = outlet.deliver("n@x.org", "a@x.org", LETTER, "")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    assert "/no/such/file cannot be read" in outcome.detail


def test_an_untrusted_certificate_is_told_no_password(
    host: Host, security: str, tmp_path: Path
) -> None:
    make_certificates(tmp_path)
    outcome = client(host, security, tmp_path / "ca.pem").deliver("n@x.org", "a@x.org", LETTER, "")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    assert "certificate cannot be trusted" in outcome.detail
    assert host.said == []


@pytest.mark.parametrize("names", ["DNS:elsewhere.test"])
def test_a_certificate_for_another_host(host: Host, security: str) -> None:
    outcome = client(host, security).deliver("n@x.org", "a@x.org", LETTER, "")
    assert "certificate cannot be trusted" in outcome.detail
    assert host.said == []


def test_a_host_without_starttls_is_told_nothing() -> None:
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=free_port())
    controller.start()
    outlet = Smarthost("127.0.0.1", controller.port, 5, security="starttls")
    outcome = outlet.deliver("n@x.org", "a@x.org", LETTER, "")
    controller.stop()
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    assert "STARTTLS" in outcome.detail
    assert sink.letters == []
