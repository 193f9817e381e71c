"""A whole game by the mail people have: three players' mailboxes on Dovecot, a Postfix between them
and us that takes our letters and hands us theirs, by LMTP or into a mailbox we read by IMAP. All
lines but the two on the server's own machine are protected by TLS, and its certificate is verified.
"""

import email
import email.policy
import json
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.kit.funnel import watched
from tests.kit.real.real_mail import Dovecot, dovecot, free_port
from tests.kit.real.real_mta import Postfix, postfix
from tests.kit.real.server_play import (
    PROGRAMS,
    Server,
    missing,
    proof,
    reply_address,
    run,
    until,
    words,
)
from tests.kit.tiers import some

ADA, BOB, CLEO = (f"{name}@players.test" for name in ("ada", "bob", "cleo"))
NAMES = {ADA: "Ada Lovelace", BOB: "Bob Babbage", CLEO: "Cleo Clement"}
PROPOSAL = """PROPOSE AMEND 208: One is enough
The winner is the first player to achieve 1 point.
Effects:
  victory: 1"""


class Refusing:
    """The mail server of a domain where nobody lives."""

    async def handle_RCPT(self, *about: Any) -> str:
        return "550 5.1.1 nobody of that name here"


class Town:
    """The server, the mail servers, and the players at their programs."""

    def __init__(self, server: Server, boxes: Dovecot, mta: Postfix) -> None:
        self.server, self.boxes, self.mta = server, boxes, mta
        self._read: set[str] = set()

    def next_letter(self, address: str, said: str) -> EmailMessage:
        """The next one that says so, in its subject or its text."""

        def look() -> EmailMessage | None:
            for raw in self.boxes.texts(address):
                letter = email.message_from_bytes(raw, policy=email.policy.default)
                name = str(letter["Message-ID"]) + address
                told = f"{' '.join(str(letter['Subject']).split())}\n{words(letter)}"
                if name not in self._read and said in told:
                    self._read.add(name)
                    return letter
            return None

        try:
            return until(f'"{said}" for {address}', look)
        except TimeoutError as late:
            late.add_note("The server said last:\n" + "".join(self.server.said[-20:]))
            raise

    def reply(self, address: str, letter: EmailMessage, text: str) -> None:
        """Ada has swaks, Bob has s-nail, Cleo has mutt."""
        {ADA: self.by_swaks, BOB: self.by_s_nail, CLEO: self.by_mutt}[address](
            address, letter, text
        )

    def by_swaks(self, sender: str, letter: EmailMessage, text: str) -> None:
        where = ["--server", "localhost", "--port", str(self.mta.port), "--tls", "--tls-verify"]
        where += ["--tls-ca-path", str(self.boxes.ca_file)]
        who = ["--from", sender, "--to", reply_address(letter)]
        subject = ["--h-Subject", f"Re: {letter['Subject']}"]
        run(self.server, ["swaks", "--silent", *where, *who, *subject, "--body", text])

    def by_s_nail(self, sender: str, letter: EmailMessage, text: str) -> None:
        settings = ["v15-compat", "smtp-auth=none", f"from={sender}", "smtp-use-starttls"]
        settings += ["tls-verify=strict", f"tls-ca-file={self.boxes.ca_file}"]
        settings.append(f"mta=smtp://localhost:{self.mta.port}")
        set_all = [word for one in settings for word in ("-S", one)]
        subject = f"Re: {letter['Subject']}"
        run(
            self.server,
            ["s-nail", "-n", "-#", *set_all, "-s", subject, reply_address(letter)],
            text,
        )

    def by_mutt(self, sender: str, letter: EmailMessage, text: str) -> None:
        settings = f"set copy=no ssl_starttls=yes ssl_force_tls=yes from={sender}"
        settings += f" certificate_file={self.boxes.ca_file}"
        settings += f" ssl_ca_certificates_file={self.boxes.ca_file}"
        settings += f" smtp_url=smtp://localhost:{self.mta.port}"
        command = ["mutt", "-F", "/dev/null", "-e", settings, "-s", f"Re: {letter['Subject']}"]
        run(self.server, [*command, "--", reply_address(letter)], text)

    def status(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.server.tool("status", "--json").stdout)
        return facts


INTAKES = {
    "lmtp": '[listener]\nsocket = "lmtp"\nprotocol = "lmtp"\n',
    "imap": """[listener]
enabled = false
[[mailbox]]
host = "localhost"
port = {imaps}
ca_file = "{ca}"
user = "nomic@nomic.test"
password_command = "echo pw"
""",
}


@pytest.fixture(params=some(list(INTAKES), 1, check=1))
def town(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Town]:
    for name in ("swaks", "s-nail", "mutt"):
        if missing(name):
            pytest.skip(f"{PROGRAMS[name][0]} is not installed")
    with ExitStack() as stack:
        boxes = stack.enter_context(dovecot())
        server = Server(tmp_path)
        stack.callback(server.end)
        away = Controller(Refusing(), hostname="127.0.0.1", port=free_port())
        away.start()
        stack.callback(away.stop)
        by_lmtp = request.param == "lmtp"
        tmp_path.chmod(0o755)
        nomic = f"unix:{boxes.folder}/nomic" if by_lmtp else f"inet:127.0.0.1:{boxes.lmtp_port}"
        routes = {
            "nomic.test": f"lmtp:{nomic}",
            "players.test": f"lmtp:inet:127.0.0.1:{boxes.lmtp_port}",
            "gone.test": "error:5.1.1 nobody of that name",
            "away.test": f"smtp:[127.0.0.1]:{away.port}",
        }
        mta = stack.enter_context(postfix(routes, boxes.folder))
        intake = INTAKES[request.param].format(imaps=boxes.tls_port, ca=boxes.ca_file)
        server.config.write_text(
            '[server]\nlog_level = "debug"\n[mail]\naddress = "nomic@nomic.test"\n'
            '[moderator]\naddress = "moderator@players.test"\n'
            + intake.replace('"lmtp"\nprotocol', f'"{boxes.folder}/nomic"\nprotocol')
            + '[outgoing]\nkind = "smtp"\nsmtp_host = "localhost"\nsecurity = "starttls"\n'
            f'smtp_port = {mta.port}\nca_file = "{boxes.ca_file}"\n'
        )
        server.serve()
        with watched(f"sqlite:///{server.folder}/nomic.db"):
            yield Town(server, boxes, mta)


def test_a_game_of_three(town: Town) -> None:
    tool = town.server.tool
    tool("game", "new", "tea", "--set", "debate_min=0")
    for address, name in NAMES.items():
        tool("player", "add", "tea", f"{name} <{address}>")
    for address in NAMES:
        town.reply(address, town.next_letter(address, "You are invited"), "JOIN")
        assert "You have joined Tea" in words(town.next_letter(address, "Welcome"))
    tool("game", "start", "tea")
    begun = {address: town.next_letter(address, "The game begins") for address in NAMES}
    (mover,) = (to for to, letter in begun.items() if "your turn" in str(letter["Subject"]))
    town.reply(mover, begun[mover], PROPOSAL)
    town.reply(
        mover, town.next_letter(mover, "Your proposal 301 has gone to all players"), "CALL VOTE"
    )
    ballots = {address: town.next_letter(address, "The vote on 301 is open") for address in NAMES}
    # one whom the mail server refuses at once, and one whose letters come back as a bounce
    tool("player", "add", "tea", "Dora <dora@gone.test>")
    told = words(town.next_letter("moderator@players.test", "No letter reaches dora@gone.test"))
    assert "nobody of that name" in told
    tool("player", "add", "tea", "Eve <eve@away.test>")
    until("the bounce", lambda: town.status()["inbox"]["screened"] or None)

    for address, ballot in ballots.items():
        town.reply(address, ballot, "FOR")
        if address != CLEO:
            town.next_letter(address, "Your vote FOR 301 is counted")
    for address in NAMES:
        result = town.next_letter(address, "has won")
        assert f"{NAMES[mover]} has won" in str(result["Subject"])
        assert ", threw " in words(result)
        assert "threw 1d6" in proof(result)
    winners = json.loads(tool("game", "show", "tea", "--json").stdout)
    assert winners["status"] == "ended"
    status = town.status()
    assert sum(status["inbox"].values()) == status["received"]
    assert {state for state, count in status["inbox"].items() if count} == {"done", "screened"}
    assert town.server.stop() == 0
    assert not any("Traceback" in line for line in town.server.said), town.server.said
    # at the most talkative, the log holds no reply token, no letter and no password
    logged = "".join(town.server.said)
    assert "+r." not in logged
    assert "+b." not in logged
    assert "One is enough" not in logged
    assert "AUTHENTICATE" not in logged
    sessions = [one for one in town.mta.log().splitlines() if " mail=" in one]
    assert len(sessions) >= 7
    assert all(" starttls=1 " in one for one in sessions if " data=" in one)
