"""docs/deploy.md, ways 2 and 4, as they are told: with the configuration of the page and its own
commands, at a provider who has a Dovecot and a Postfix, takes letters only after a login on a
protected line, and lets nobody send but as themselves.

1. What is not the page's: the provider's host is this machine, on ports that are free, with a
   certificate of the test's own authority; and debates last no two days.
"""

import fcntl
import json
import re
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.kit.funnel import watched
from tests.kit.real.real_mail import Dovecot, dovecot, free_port
from tests.kit.real.real_mta import Postfix, postfix
from tests.kit.real.server_play import PROGRAMS, Server, missing, until, words
from tests.kit.tiers import some
from tests.real.daemon.test_real_post import Town

PAGE = Path(__file__).resolve().parents[3] / "docs" / "deploy.md"
NOMIC, GRACE = "nomic@example.org", "grace@example.org"
ADA, BOB = "ada@example.net", "bob@example.com"
LIST = "tea-list@lists.example.org"
PROPOSAL = "PROPOSE ENACT: Tea\nTea is at four."
SUBMISSION = """
127.0.0.1:{tls} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
{login}
127.0.0.1:{starttls} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
{login}
local unix - n n - - local
"""
LOGIN = """  -o smtpd_sasl_auth_enable=yes
  -o smtpd_sasl_type=dovecot
  -o smtpd_sasl_path=inet:127.0.0.1:{sasl}
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
  -o smtpd_sender_login_maps=texthash:{{d}}/etc/senders
  -o smtpd_sender_restrictions=reject_sender_login_mismatch"""
ALIASES = """
mydestination = lists.example.org
alias_maps = hash:{d}/etc/aliases
lmtp_destination_recipient_limit = 1
"""

SETTLES_SECONDS = 20.0


def section(number: int) -> str:
    parts = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return next(one for one in parts if one.startswith(f"{number}. "))


def commands(number: int) -> list[list[str]]:
    """Each command of ours that the section names in a block of the shell's."""
    blocks = re.findall(r"```sh\n(.*?)```", section(number), re.DOTALL)
    told = re.findall(r"^runuser -u nomic -- nomic-mail (.*)$", "\n".join(blocks), re.MULTILINE)
    return [shlex.split(one) for one in told]


class Provider(Town):
    """Who has our mailbox, those of the players, and the list."""

    def __init__(self, server: Server, boxes: Dovecot, mta: Postfix, ports: dict[str, int]) -> None:
        super().__init__(server, boxes, mta)
        self.ports = ports

    def configured(self, security: str) -> None:
        """The block of the page; rule 1."""
        (block,) = re.findall(r"```toml\n(.*?)```", section(2), re.DOTALL)
        ca = f'ca_file = "{self.boxes.ca_file}"'
        here = {
            'host = "imap.example.org"': f'host = "localhost"\nport = {self.boxes.tls_port}\n{ca}',
            'smtp_host = "smtp.example.org"': f'smtp_host = "localhost"\n{ca}',
        }
        if security == "starttls":  # "Where your provider says port 587 or STARTTLS, write"
            here |= {"smtp_port = 465": "smtp_port = 587", '"tls"': '"starttls"'}
        for old, new in here.items():
            assert block.count(old) == 1
            block = block.replace(old, new)
        for told, port in (("465", self.ports["tls"]), ("587", self.ports["starttls"])):
            block = block.replace(f"smtp_port = {told}", f"smtp_port = {port}")
        self.server.config.write_text(block)
        password = self.server.config.parent / "mail.password"
        password.write_text("pw\n")
        password.chmod(0o600)

    def mail(self, sender: str, to: str, text: str) -> None:
        letter = EmailMessage()
        letter["Subject"], letter["Reply-To"] = "tea", to
        self.by_s_nail(sender, letter, text)

    def reply(self, address: str, letter: EmailMessage, text: str) -> None:
        (self.by_swaks if address == ADA else self.by_s_nail)(address, letter, text)

    def list_subscribes(self, door: str) -> None:
        """The list of the page, with the address that `game show` tells."""
        (aliases,) = re.findall(r"```\n(tea-list:.*?)```", section(4), re.DOTALL)
        assert "\nlmtp_destination_recipient_limit = 1\n" in section(4)  # in ALIASES, above
        assert aliases.count("nomic+r.…@example.org") == 1
        etc = self.mta.folder / "etc"
        (etc / "aliases").write_text(aliases.replace("nomic+r.…@example.org", door))
        subprocess.run(["postalias", "-c", etc, f"hash:{etc}/aliases"], check=True)

    def two_join(self) -> None:
        for address in (ADA, BOB):
            self.reply(address, self.next_letter(address, "You are invited"), "JOIN")
            self.next_letter(address, "You have joined")

    def vote(self) -> None:
        """Both vote for what is open; the receipt of the second comes with the result."""
        for address in (ADA, BOB):
            self.reply(address, self.next_letter(address, "FOR or AGAINST"), "FOR")
            if address == ADA:
                self.next_letter(address, "301 is counted")

    def all_reconciles(self) -> None:
        end = time.monotonic() + SETTLES_SECONDS
        while (status := self.status())["inbox"].get("waiting") and time.monotonic() < end:
            time.sleep(0.2)
        assert sum(status["inbox"].values()) == status["received"]
        assert {state for state, count in status["inbox"].items() if count} <= {"done", "screened"}
        assert self.server.stop() == 0
        assert not any("Traceback" in line for line in self.server.said), self.server.said
        assert "+r." not in "".join(self.server.said)


@contextmanager
def _alone() -> Iterator[None]:
    """Beside others on two processors, a Postfix was seen to answer nothing for half a minute."""
    with Path(tempfile.gettempdir(), "nomic-provider.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def provider(tmp_path: Path) -> Iterator[Provider]:
    for name in ("swaks", "s-nail"):
        if missing(name):
            pytest.skip(f"{PROGRAMS[name][0]} is not installed")
    ports = {name: free_port() for name in ("tls", "starttls", "sasl")}
    sasl = f"service auth {{\n inet_listener sasl {{\n port = {ports['sasl']}\n }}\n}}\n"
    with ExitStack() as stack:
        stack.enter_context(_alone())
        boxes = stack.enter_context(dovecot(f"recipient_delimiter = +\n{sasl}"))
        lmtp = f"lmtp:inet:127.0.0.1:{boxes.lmtp_port}"
        routes = dict.fromkeys(("example.org", "example.net", "example.com"), lmtp)
        services = SUBMISSION.format(login=LOGIN.format(**ports), **ports)
        mta = stack.enter_context(postfix(routes, boxes.folder, ALIASES, services))
        (mta.folder / "etc" / "senders").write_text(f"{NOMIC} {NOMIC}\n")
        server = Server(tmp_path)
        stack.callback(server.end)
        yield Provider(server, boxes, mta, ports)


@pytest.mark.parametrize("security", some(["tls", "starttls"], 1, check=1))
def test_a_game_at_a_provider(provider: Provider, security: str) -> None:
    told = commands(2)
    assert [one[0] for one in told] == ["check", "serve", "game", "player", "player", "status"]
    provider.configured(security)
    tool = provider.server.tool
    assert "WRONG" not in tool(*told[0]).stdout
    provider.server.serve()
    with watched(f"sqlite:///{provider.server.folder}/nomic.db"):
        for one in told[2:]:
            tool(*one)
        tool("game", "set", "tea", "debate_min=0")
        provider.two_join()
        tool("game", "start", "tea")
        begun = {
            address: provider.next_letter(address, "The game begins") for address in (ADA, BOB)
        }
        (mover,) = (to for to, one in begun.items() if "your turn" in str(one["Subject"]))
        provider.reply(mover, begun[mover], PROPOSAL)
        accepted = provider.next_letter(mover, "Your proposal 301 has gone to all players")
        provider.reply(mover, accepted, "CALL VOTE")
        provider.vote()
        for address in (ADA, BOB):
            provider.next_letter(address, "301 is adopted")
        # the moderator writes, and is asked whether they did
        provider.mail(GRACE, "nomic+tea@example.org", "ANNOUNCE Cake on Sunday.")
        asked = provider.next_letter(GRACE, "Cake on Sunday")
        provider.reply(GRACE, asked, "YES")
        for address in (ADA, BOB):
            provider.next_letter(address, "Cake on Sunday")
        provider.all_reconciles()
    sessions = [one for one in provider.mta.log().splitlines() if f"sasl_username={NOMIC}" in one]
    assert len(sessions) > 10
    assert provider.boxes.texts(NOMIC) == []
    assert len(provider.boxes.texts(NOMIC, "nomic-done")) >= 8


def test_a_game_behind_a_list_of_the_providers(provider: Provider) -> None:
    """Way 4, the mailbox as in way 2."""
    provider.configured("tls")
    tool = provider.server.tool
    provider.server.serve()
    with watched(f"sqlite:///{provider.server.folder}/nomic.db"):
        told = commands(4)
        assert [one[:2] for one in told] == [["game", "new"], ["game", "set"]]
        for one in told:
            tool(*one)
        door = json.loads(tool("game", "show", "tea", "--json").stdout)["list_subscribes"]
        provider.list_subscribes(door)
        for who in (f"Ada Lovelace <{ADA}>", f"Bob Babbage <{BOB}>"):
            tool("player", "add", "tea", who)
        tool("game", "set", "tea", "debate_min=0")
        provider.two_join()
        tool("game", "start", "tea")
        begun = provider.next_letter(ADA, "The game has begun")
        own = None
        if begun["To"] != LIST:  # her own may be there before the list's
            own, begun = begun, provider.next_letter(ADA, "The game has begun")
        assert begun["To"] == LIST
        first = "Ada Lovelace has the first turn" in " ".join(words(begun).split())
        mover, other = (ADA, BOB) if first else (BOB, ADA)
        turn = own if own and mover == ADA else provider.next_letter(mover, "It is your turn")
        provider.reply(mover, turn, PROPOSAL)
        accepted = provider.next_letter(mover, "has gone to all players")
        provider.next_letter(other, "proposes 301")
        provider.mail(other, LIST, "Five would be better for me, I think.")
        for address in (ADA, BOB):
            provider.next_letter(address, "Five would be better")
        until("the talk in the record", lambda: talk(provider.server) or None)
        provider.reply(mover, accepted, "CALL VOTE")
        # who votes on the list is told, and the vote does not count
        ballot = provider.next_letter(other, "FOR or AGAINST")
        provider.mail(other, LIST, "FOR 301")
        provider.next_letter(other, "Did you mean that for the game?")
        provider.reply(other, ballot, "FOR")
        provider.next_letter(other, "301 is counted")
        provider.reply(mover, provider.next_letter(mover, "FOR or AGAINST"), "FOR")
        for address in (ADA, BOB):
            told_of = provider.next_letter(address, "301 is adopted")
            if told_of["To"] != LIST:  # an answer may tell of it, too, and be there before the list
                told_of = provider.next_letter(address, "301 is adopted")
            assert told_of["To"] == LIST
        assert talk(provider.server) == 1
        provider.all_reconciles()


def talk(server: Server) -> int:
    return server.tool("export", "tea", "--format", "text", "-").stdout.count("Five would be")
