"""Rows of the fault table (docs/faults.md): a smart host that fails, at each word of its own, with
a whole server behind the letters. None is lost, none goes out under two names, and a person is told
of what can never arrive."""

import email
import email.policy
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from nomic_mail.config import load
from nomic_mail.daemon.server import Daemon
from tests.daemon.test_fence_clock import TwoClocks
from tests.kit.databases import of_sqlite
from tests.kit.funnel import watched
from tests.kit.house import NAMES, SEED, START, House, address_of
from tests.kit.real.real_mail import free_port
from tests.kit.real.server_play import words
from tests.wire.test_smarthost import Sink

pytestmark = of_sqlite

ADA, BOB = map(address_of, NAMES)
MODERATOR = "m@nomic.example"


class Host(Sink):
    """Counts what it was offered, and can forget to say that it took a letter."""

    def __init__(self) -> None:
        super().__init__()
        self.drops = 0
        self.greylisted: set[str] = set()
        self.spam_to = ""
        self.offered: defaultdict[str, int] = defaultdict(int)

    async def handle_RCPT(
        self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        self.offered[address] += 1
        if address in self.greylisted:
            return "451 4.7.1 greylisted, come again in five minutes"
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        if self.spam_to in envelope.rcpt_tos:
            return "554 5.7.1 this looks like spam"
        answer = await super().handle_DATA(server, session, envelope)
        if self.drops:
            self.drops -= 1
            assert server.transport is not None
            server.transport.abort()  # type: ignore[attr-defined]
        return answer

    def names(self, address: str) -> list[str]:
        """The Message-IDs of what came for somebody."""
        found = [email.message_from_bytes(raw) for _, to, raw in self.letters if to == [address]]
        return [str(letter["Message-ID"]) for letter in found]


class Place:
    """A game that has just begun, and a server whose way out is the host."""

    def __init__(self, house: House, port: int) -> None:
        self.house, self.port, self.clocks = house, port, TwoClocks(START)
        self.host = Host()
        self.controller = Controller(self.host, hostname="127.0.0.1", port=port)
        file = house.config.file
        file.write_text(
            f'[mail]\naddress = "nomic@nomic.example"\n[moderator]\naddress = "{MODERATOR}"\n'
            '[outgoing]\nkind = "smtp"\nsmtp_host = "127.0.0.1"\nsecurity = "none"\n'
            f"smtp_port = {port}\n"
        )
        (file.parent / "secret.key").write_text(sha256(SEED.encode()).hexdigest())
        self.daemon = Daemon(load(file), self.clocks)
        self.daemon.start(listen=False)

    def pass_time(self, **by: float) -> None:
        """The clock is looked at on the way, so that it is seen to go steadily."""
        self.clocks.go_on(timedelta(**by))
        self.house.clock.set(self.clocks.now())
        self.daemon.once()

    def written(self, address: str) -> list[str]:
        query = "SELECT message_id FROM outbox WHERE recipient = ? ORDER BY id"
        return [name for (name,) in self.house.rows(query, address)]

    def states(self, address: str) -> set[str]:
        query = "SELECT state FROM outbox WHERE recipient = ?"
        return {state for (state,) in self.house.rows(query, address)}

    def all_arrive(self) -> None:
        """Everything that was written to the players came once, and no more is on its way."""
        for address in (ADA, BOB):
            assert self.host.names(address) == self.written(address) != []
            assert self.states(address) == {"sent"}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="net_play", settings={"debate_min": "0"})
    for name in NAMES:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    place = Place(house, free_port())
    place.controller.start()
    with watched(house.config.database_url):
        yield place
    place.daemon.stop()
    place.controller.stop()
    house.close()


@pytest.mark.parametrize("answer", ["451 4.3.0 trouble", "550 5.7.1 not from you"])
def test_smtp_refusing_mail_costs_no_letter(place: Place, answer: str) -> None:
    """Also where it is said to be for good: it is about this server, not about the reader."""
    place.host.say["MAIL"] = answer
    for _ in range(5):
        place.pass_time(hours=1)
    assert place.host.letters == []
    place.host.say.clear()
    place.pass_time(hours=5)
    place.all_arrive()
    assert not any("gave up" in body for body in told_moderator(place))


def test_smtp_refusing_rcpt_is_told_and_touches_no_other(place: Place) -> None:
    place.host.say[ADA] = "550 5.1.1 nobody of that name"
    place.pass_time(minutes=1)
    assert (place.states(ADA), place.states(BOB)) == ({"failed"}, {"sent"})
    assert place.host.names(BOB) == place.written(BOB)
    place.pass_time(minutes=1)
    (told,) = told_moderator(place)
    assert f"{ADA} could not be delivered" in told
    assert "nobody of that name" in told


@pytest.mark.parametrize("answer", ["451 4.3.0 trouble", "452 4.3.1 the disk is full"])
def test_smtp_refusing_data_for_now(place: Place, answer: str) -> None:
    place.host.say["DATA"] = answer
    place.pass_time(minutes=1)
    assert place.states(ADA) == place.states(BOB) == {"waiting"}
    place.host.say.clear()
    place.pass_time(hours=5)
    place.all_arrive()


def test_smtp_refusing_data_for_good_is_told(place: Place) -> None:
    """It may be the letter's fault: so the reader is written to as before."""
    place.host.spam_to = ADA
    place.pass_time(minutes=1)
    assert (place.states(ADA), place.states(BOB)) == ({"failed"}, {"sent"})
    (told,) = told_moderator(place)
    assert ADA in told
    assert "looks like spam" in told
    assert place.house.rows("SELECT failures FROM seats WHERE address = ?", ADA) == [(0,)]


def test_smtp_dropping_after_the_final_dot_gets_the_same_letter_again(place: Place) -> None:
    place.host.drops = 3
    place.pass_time(minutes=1)
    first = list(place.host.letters)
    place.pass_time(hours=5)
    sent = [raw for _, _, raw in place.host.letters]
    names = [str(email.message_from_bytes(raw)["Message-ID"]) for raw in sent]
    assert len(first) >= 3
    assert len(names) - len(set(names)) == 3  # three of them twice
    assert len(set(sent)) == len(set(names))  # and the very same, byte for byte
    assert set(names) >= {*place.written(ADA), *place.written(BOB)}
    assert place.states(ADA) == place.states(BOB) == {"sent"}


@pytest.mark.parametrize("where", ["MAIL", ADA, "DATA"])
def test_smtp_going_down_with_421_is_tried_again(place: Place, where: str) -> None:
    place.host.say[where] = "421 4.3.2 going down"
    place.pass_time(minutes=1)
    assert place.states(ADA) == {"waiting"}
    place.host.say.clear()
    place.pass_time(hours=5)
    place.all_arrive()


def test_smtp_greylisting_delays_and_loses_nothing(place: Place) -> None:
    place.host.greylisted = {ADA, BOB}
    place.pass_time(minutes=1)
    assert place.host.names(ADA) == []
    offered = place.host.offered[ADA]
    place.pass_time(seconds=20)
    assert place.host.offered[ADA] == offered  # not sooner than half a minute
    place.host.greylisted = {BOB}
    place.pass_time(minutes=5)
    assert place.host.names(ADA) == place.written(ADA)
    assert place.host.names(BOB) == []
    place.host.greylisted = set()
    place.pass_time(minutes=10)
    place.all_arrive()


def test_smtp_down_for_hours_is_not_tried_with_each_letter(place: Place) -> None:
    place.controller.stop()
    for _ in range(12):
        place.pass_time(minutes=30)
    tries = [count for (count,) in place.house.rows("SELECT tries FROM outbox")]
    assert 12 <= sum(tries) <= 2 * 12  # a probe each time, and not of every letter
    place.controller = Controller(place.host, hostname="127.0.0.1", port=place.port)
    place.controller.start()
    place.pass_time(hours=5)
    place.all_arrive()
    assert place.host.sessions == 1  # all on one connection


def told_moderator(place: Place) -> list[str]:
    """What reached the moderator about letters that did not arrive."""
    found = [
        email.message_from_bytes(raw, policy=email.policy.default)
        for _, to, raw in place.host.letters
        if to == [MODERATOR]
    ]
    told = [" ".join(words(letter).split()) for letter in found]
    return [one for one in told if "could not be delivered" in one]
