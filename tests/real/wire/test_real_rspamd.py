"""What a real rspamd writes, for each letter as it would come to it from outside: a failure is
never lost, whatever the letter brought with it."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass

import pytest

from nomic_mail.letters.proof.dkim import authenticated, dmarc_failure
from tests.kit.letters.rsa_key import key_pair
from tests.kit.name_server import NameServer
from tests.kit.real.real_mail import free_port, program, short_folder
from tests.kit.real.server_play import until
from tests.letters.test_dkim import ADA, GAME, letter, signed
from tests.real.wire.test_real_results import FORGED, OURS, PLAYERS, TRUST

CONFIG = """
options {{
  pidfile = "{d}/pid"; filters = "dkim,spf"; local_addrs = []; hs_cache_dir = "{d}";
  url_tld = "{d}/tld";  # its own takes half a minute to be read
  dns {{ nameserver = ["127.0.0.1:{names}"]; timeout = 1s; retransmits = 1; }}
}}
logging {{ type = "file"; filename = "{d}/log"; level = "error"; }}
lua = "/usr/share/rspamd/rules/rspamd.lua";
modules {{ path = "/usr/share/rspamd/plugins"; }}
worker "normal" {{ bind_socket = "127.0.0.1:{port}"; count = 1; }}
dkim {{ check_local = true; }}
spf {{ check_local = true; }}
dmarc {{ check_local = true; }}
milter_headers {{
  use = ["authentication-results"]; skip_local = false; skip_authenticated = false;
}}
metric {{ name = "default"; actions {{ reject = 1000; }} }}
"""
ENVELOPE = {
    "IP": "192.0.2.7",
    "Helo": "mx.players.example",
    "Hostname": "mx.players.example",
    "From": ADA,
    "Rcpt": GAME,
    "MTA-Name": OURS,
}
RECEIVED = (
    f"Received: from mx.players.example (mx.players.example [192.0.2.7])\r\n\tby {OURS} (Postfix)"
    " with ESMTP id 1; Mon, 2 Mar 2026 12:00:00 +0000\r\n"
)


@dataclass
class Rspamd:
    port: int
    key: bytes

    def told(self, raw: bytes) -> str:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/checkv2", data=raw, headers=ENVELOPE
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            added = json.load(answer)["milter"]["add_headers"]
        found: str = added["Authentication-Results"]["value"]
        return found

    def passes_on(self, raw: bytes) -> bytes:
        """The letter with its header; what the letter brought stays, which it would take out."""
        raw = RECEIVED.encode() + raw
        return f"Authentication-Results: {self.told(raw)}\r\n".encode() + raw


@pytest.fixture(scope="module")
def rspamd() -> Iterator[Rspamd]:
    here = program("rspamd", "rspamd")
    private, record = key_pair()
    with ExitStack() as stack:
        folder = stack.enter_context(short_folder())
        folder.chmod(0o777)  # it runs as somebody else, if root starts it
        (folder / "tld").write_text("example\ncom\ntest\n")
        names = stack.enter_context(closing(NameServer()))
        names.records = {
            f"k._domainkey.{PLAYERS}": record,
            f"_dmarc.{PLAYERS}": b"v=DMARC1; p=reject",
            PLAYERS: b"v=spf1 -all",
        }
        port = free_port()
        config = folder / "rspamd.conf"
        config.write_text(CONFIG.format(d=folder, names=names.port, port=port))
        nobody = [] if os.geteuid() else ["-i", "-u", "_rspamd", "-g", "_rspamd"]
        process = subprocess.Popen(
            [here, "-f", *nobody, "-c", str(config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(process.wait, 20)
        stack.callback(process.terminate)
        server = Rspamd(port, private)

        def answers() -> bool | None:
            try:
                return bool(server.told(letter(ADA)))
            except (urllib.error.URLError, ConnectionError):
                assert process.poll() is None
                return None

        until("rspamd", answers)
        yield server


def test_a_letter_of_its_domain_passes(rspamd: Rspamd) -> None:
    came = rspamd.passes_on(signed(letter(ADA), rspamd.key))
    assert b"dmarc=pass" in came
    assert dmarc_failure(came, TRUST) == ""
    assert authenticated(came, ADA, GAME, TRUST).result == "pass"


@pytest.mark.parametrize("how", FORGED)
def test_a_failure_is_never_lost(rspamd: Rspamd, how: str) -> None:
    raw = letter(ADA)
    if how == "with words below its signature":
        raw = signed(raw, rspamd.key)
    came = rspamd.passes_on(FORGED[how](raw))
    assert b"dmarc=fail" in came
    assert dmarc_failure(came, TRUST)
    assert authenticated(came, ADA, GAME, TRUST).result == "failed"
