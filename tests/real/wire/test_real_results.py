"""What a real mail server writes: Postfix with OpenDKIM and OpenDMARC, its headers as they come.
A failure is never lost, whatever the letter brought with it, and a pass is believed only from
outside."""

import smtplib
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.letters.mime.parts import open_letter
from nomic_mail.letters.proof.dkim import Trust, authenticated, dmarc_failure
from nomic_mail.wire import Envelope
from nomic_mail.wire.guests import Guests
from nomic_mail.wire.listener import Listener
from tests.kit.letters.rsa_key import key_pair
from tests.kit.real.real_mail import free_port, make_certificates, program, short_folder, wait_for
from tests.kit.real.real_mta import Postfix, postfix
from tests.kit.real.server_play import until
from tests.letters.test_dkim import ADA, GAME, letter, signed

OURS = "mx.nomic.test"
TRUST = Trust(OURS)
PLAYERS = "players.example"
OPENDKIM = """
AuthservID mx.nomic.test
AlwaysAddARHeader yes
Mode v
Socket inet:{port}@127.0.0.1
InternalHosts {d}/nobody
ExternalIgnoreList {d}/nobody
TestPublicKeys {d}/keys
Background no
"""
OPENDMARC = """
AuthservID mx.nomic.test
TrustedAuthservIDs mx.nomic.test
Socket inet:{port}@127.0.0.1
IgnoreHosts {d}/nobody
TestDNSData {d}/names
RejectFailures false
SPFIgnoreResults true
SPFSelfValidate false
Background false
"""
FILTERS = """
smtpd_milters = inet:127.0.0.1:{0}, inet:127.0.0.1:{1}
milter_default_action = tempfail
"""


@dataclass
class House:
    mta: Postfix
    key: bytes
    taken: list[bytes] = field(default_factory=list)

    def sent(self, raw: bytes) -> bytes:
        """The letter as it comes to the listener."""
        before = len(self.taken)
        with smtplib.SMTP("127.0.0.1", self.mta.port) as line:
            line.sendmail(ADA, [GAME], raw)
        return until("the letter", lambda: self.taken[before] if self.taken[before:] else None)


def milter(name: str, folder: Path, text: str, words: list[str]) -> tuple[int, Callable[[], None]]:
    port = free_port()
    file = folder / f"{name}.conf"
    file.write_text(text.format(port=port, d=folder))
    process = subprocess.Popen([program(name, name), *words, str(file), "-f"])
    wait_for(port, process, greeting=False)
    return port, process.kill


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    for name in ("opendkim", "opendmarc", "postfix"):
        program(name, name)
    private, record = key_pair()
    with ExitStack() as stack:
        folder = stack.enter_context(short_folder())
        (folder / "nobody").write_text("192.0.2.99\n")
        (folder / "keys").write_text(f"k._domainkey.{PLAYERS} {record.decode()}\n")
        (folder / "names").write_text(f"_dmarc.{PLAYERS} v=DMARC1; p=reject\n")
        make_certificates(folder)
        ports = []
        for name, text, words in (("opendkim", OPENDKIM, ["-x"]), ("opendmarc", OPENDMARC, ["-c"])):
            port, stop = milter(name, folder, text, words)
            stack.callback(stop)
            ports.append(port)
        taken: list[bytes] = []

        def accept(raw: bytes, envelope: Envelope, at: datetime) -> None:
            taken.append(raw)

        listener = Listener(
            host="127.0.0.1",
            port=0,
            protocol="lmtp",
            accept=accept,
            known=lambda to: "ours",
            guests=Guests(20, 0, lambda host: True),
            clock=SystemClock(),
            max_letter_bytes=1_000_000,
            max_recipients=20,
            timeout_seconds=30,
            max_connections=20,
            hostname=OURS,
        )
        listener.start()
        stack.callback(listener.stop)
        routes = {"nomic.example": f"lmtp:inet:127.0.0.1:{listener.port}"}
        mta = stack.enter_context(postfix(routes, folder, FILTERS.format(*ports)))
        yield House(mta, private, taken)


def from_outside(raw: bytes) -> bytes:
    """As if another machine had sent it: the tests' own can only be this one."""
    return raw.replace(b"127.0.0.1", b"192.0.2.1").replace(b"localhost", b"mx.players.example")


def results(raw: bytes) -> list[str]:
    return [value for name, value in open_letter(raw).headers if name == "authentication-results"]


def test_its_headers_stand_outermost(house: House) -> None:
    came = house.sent(signed(letter(ADA), house.key))
    told = " ".join(" ".join(results(came)).split())
    assert "dkim=pass" in told, told
    assert f"dmarc=pass (p=reject dis=none) header.from={PLAYERS}" in told, told


def test_a_letter_of_its_domain_passes_and_only_from_outside(house: House) -> None:
    came = house.sent(signed(letter(ADA), house.key))
    assert authenticated(from_outside(came), ADA, GAME, TRUST).result == "pass"
    assert authenticated(came, ADA, GAME, TRUST).result == "none"


FORGED: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda raw: raw,
    "with a pass of its own": lambda raw: (
        f"Authentication-Results: {OURS}; dmarc=pass header.from={PLAYERS}\r\n".encode() + raw
    ),
    "with a pass in capitals": lambda raw: (
        f"AUTHENTICATION-RESULTS: {OURS.upper()} 1; dmarc=pass\r\n".encode() + raw
    ),
    "with a comment that never ends": lambda raw: (
        f"Authentication-Results: {OURS} (; dmarc=pass\r\n".encode() + raw
    ),
    "with an address in the name": lambda raw: raw.replace(
        b"The Mover", b'"evil@x.example" The Mover'
    ),
    "with words below its signature": lambda raw: raw + b"AGAINST 301\r\n",
}


@pytest.mark.parametrize("how", FORGED)
def test_a_failure_is_never_lost(house: House, how: str) -> None:
    raw = letter(ADA)
    if how == "with words below its signature":
        raw = signed(raw, house.key)
    came = house.sent(FORGED[how](raw))
    assert any("dmarc=fail" in one for one in results(came)), results(came)
    for one in (came, from_outside(came)):
        assert dmarc_failure(one, TRUST)
        assert authenticated(one, ADA, GAME, TRUST).result == "failed"
