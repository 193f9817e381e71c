"""What a real Exim hands on, with docs/mail-setup.md's recipe as it stands there: its word counts,
the sender's own words of the kind are gone, and a game that is not here is refused at once."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from nomic_mail.letters.mime.parts import open_letter
from tests.kit.door import listener_of
from tests.kit.house import HOST, House, address_of
from tests.kit.letters.rsa_key import key_pair
from tests.kit.real.real_exim import Exim, Recipe, exim
from tests.kit.siege import AUTHSERV, besieged
from tests.letters.test_dkim import signed

PAGE = Path(__file__).parents[3] / "docs" / "mail-setup.md"
PLAYERS = "players.example"
GAME = f"nomic+tea@{HOST}"
AWAY, FAR = "192.0.2.7", "2001:db8::7"
PASS = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from={PLAYERS}\r\n"
SPF = "warn spf = pass : fail : softfail : neutral : none : temperror : permerror\n"


def recipe(port: int) -> Recipe:
    text = PAGE.read_text(encoding="utf-8").partition("## Your own Exim")[2].partition("\n## ")[0]
    (block,) = re.findall(r"```\n(# first.*?)```", text, re.DOTALL)
    block = block.replace("8025", str(port)).replace("example.org", HOST)
    block = block.replace(r"example\\.org", r"nomic\\.example")
    rcpt, data, routers, transports = re.findall(r"# [^\n]*\n([^#]*)", block)
    return Recipe(rcpt, SPF + data, routers, transports)


@dataclass
class Front:
    house: House
    mta: Exim
    key: bytes

    def sends(self, raw: bytes, sender: str, *to: str, host: str = AWAY) -> str:
        told = self.mta.session(host, sender, list(to), raw)
        self.house.run()
        return told

    def last(self) -> tuple[str, str, list[str]]:
        """What became of the last letter, how it was proven, and what Exim says of it."""
        (number,) = self.house.rows("SELECT max(id) FROM inbox")[0]
        one = self.house.arrival(number)
        heads = [
            " ".join(value.split())
            for name, value in open_letter(one.raw).headers
            if name == "authentication-results"
        ]
        return one.state, one.proof, heads


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    house = House(tmp_path)
    house.open_vote()
    private, record = key_pair()
    records = {f"k._domainkey.{PLAYERS}": record, PLAYERS: b"v=spf1 -all"}
    with ExitStack() as stack:
        listener = listener_of(besieged(house), "lmtp")
        listener.start()
        stack.callback(listener.stop)
        mta = stack.enter_context(exim(AUTHSERV, recipe(listener.port), records))
        yield Front(house, mta, private)


def vote(front: Front, to: str = GAME) -> tuple[bytes, str]:
    name = front.house.mover()
    raw = front.house.written(name, to, "FOR 301\n").replace(b"\n", b"\r\n")
    return raw, address_of(name)


@pytest.mark.parametrize("host", [AWAY, FAR])
def test_a_letter_of_its_domain_passes(front: Front, host: str) -> None:
    raw, sender = vote(front)
    front.sends(signed(raw, front.key), sender, GAME, host=host)
    state, proof, heads = front.last()
    assert (state, proof) == ("done", "signed")
    (told,) = heads
    assert f"spf=fail smtp.mailfrom={PLAYERS}" in told
    assert "dkim=pass header.d=players.example" in told


def test_a_reply_address_comes_whole(front: Front) -> None:
    to = front.house.door(front.house.mover())
    raw, sender = vote(front, to)
    front.sends(raw, sender, to)
    assert front.last()[:2] == ("done", "token")


FORGED: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda raw: raw,
    "with a pass of Exim's": lambda raw: PASS.encode() + raw,
    "with ten passes": lambda raw: PASS.encode() * 10 + raw,
    "with a pass below all else": lambda raw: raw.replace(
        b"\r\n\r\n", b"\r\n" + PASS.encode() + b"\r\n", 1
    ),
    "with a pass in capitals": lambda raw: PASS.upper().encode() + raw,
    "with a pass over three lines": lambda raw: PASS.replace("; ", ";\r\n\t").encode() + raw,
    "with a blank before the colon": lambda raw: PASS.replace(":", " :", 1).encode() + raw,
    "with a pass behind a carriage return": lambda raw: b"X-Mark: one\r" + PASS.encode() + raw,
    "with a pass behind a line feed": lambda raw: b"X-Mark: one\n" + PASS.encode() + raw,
    "with a pass behind a NUL": lambda raw: b"X-Mark: one\0\r\n" + PASS.encode() + raw,
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_letter_proves_nothing(front: Front, how: str) -> None:
    raw, sender = vote(front)
    front.sends(FORGED[how](raw), sender, GAME)
    state, proof, heads = front.last()
    assert (state, proof) == ("held", "asked"), heads
    assert not any("pass" in one.lower() for one in heads)
    assert "BallotCast" not in front.house.kinds()


LOCAL = ("in SMTP", "by sendmail")


@pytest.mark.parametrize("how", LOCAL)
def test_a_pass_from_the_machine_itself(front: Front, how: str) -> None:
    raw, sender = vote(front)
    raw = PASS.encode() + raw
    if how == "in SMTP":
        front.sends(raw, sender, GAME, host="")
    else:
        front.mta.talk(raw, "-odf", "-t", "-i")
        front.house.run()
    assert front.last()[:2] == ("held", "asked")


def test_a_game_that_is_not_here_is_refused_at_once(front: Front) -> None:
    raw, sender = vote(front)
    before = front.house.rows("SELECT count(*) FROM inbox")[0][0]
    to = [f"nomic+nosuch@{HOST}", f"nomic+nosuch.talk@{HOST}", f"nomic+r.letters@{HOST}"]
    told = front.sends(raw, sender, *to, GAME)
    codes = [line[:3] for line in told.splitlines() if line[3:4] == " "]
    assert codes[3:7] == ["550", "550", "250", "250"], told
    assert front.house.rows("SELECT count(*) FROM inbox")[0][0] == before + 2
