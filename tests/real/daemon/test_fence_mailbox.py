"""The deadline fence with a mailbox on a real Dovecot, with the listener, and with both: an outage
of one way in never makes a punctual vote late, and nothing else has to wait for it."""

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from nomic_mail.config import Mailbox
from nomic_mail.daemon.fence import LONG_AGO, SKEW, fence
from nomic_mail.daemon.lock import fence_beside
from nomic_mail.daemon.mailboxes import MailboxRole
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Database
from tests.kit.funnel import watched
from tests.kit.house import START, WEEK, House
from tests.kit.real.real_mail import Dovecot, dovecot
from tests.pump.test_fence import news

CLOSE = START + WEEK


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


class Letterbox:
    """A house whose letters come in by a mailbox; the fence is that of the daemon."""

    def __init__(self, house: House, server: Dovecot, user: str) -> None:
        self.house, self.server, self.user = house, server, user
        box = Mailbox(user=user, password="pw", host="127.0.0.1", port=server.port, security="none")
        house.config = msgspec.structs.replace(house.config, mailbox=(box,))
        self.stop = threading.Event()
        self.role = self.new_role()

    def new_role(self) -> MailboxRole:
        house = self.house
        box = house.config.mailbox[0]
        return MailboxRole(house.config, box, house.database, house.clock, self.stop, lambda: None)

    def lies_there(self, at: datetime, name: str, text: str = "FOR\n") -> None:
        to = self.house.door(name)
        raw = f"Delivered-To: {to}\n".encode() + self.house.written(name, to, text)
        self.server.append(self.user, [raw.replace(b"\n", b"\r\n")], at=at)

    def run(self, *others: Callable[[], datetime]) -> None:
        self.house.fence = fence(self.house.clock.now, [self.role.sealed_until, *others])()
        self.house.run()


@pytest.fixture
def letterbox(tmp_path: Path, server: Dovecot) -> Iterator[Letterbox]:
    house = House(tmp_path)
    with watched(house.config.database_url):
        yield Letterbox(house, server, tmp_path.name)


def test_an_outage_over_the_deadline_makes_no_punctual_vote_late(letterbox: Letterbox) -> None:
    house = letterbox.house
    mover, other = house.open_vote()
    letterbox.role.look()
    house.clock.set(CLOSE - timedelta(hours=5))
    letterbox.role.look()
    letterbox.server.stop()
    house.clock.set(CLOSE + timedelta(hours=5))
    assert letterbox.role.look() == 0
    letterbox.run()
    assert news(house) == []
    with house.database.read() as connection:
        (words,) = heartbeats.troubles(connection).values()
    assert "no connection" in words or "connection is lost" in words
    letterbox.server.start()
    letterbox.lies_there(CLOSE - timedelta(hours=1), mover)
    letterbox.lies_there(CLOSE, other)
    assert letterbox.role.look() == 2
    letterbox.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]
    with house.database.read() as connection:
        assert heartbeats.troubles(connection) == {}


def test_a_deadline_waits_for_a_look_that_began_two_minutes_after_it(
    letterbox: Letterbox,
) -> None:
    house = letterbox.house
    house.open_vote()
    for moment, ticked in (
        (CLOSE + SKEW - timedelta(seconds=1), []),
        (CLOSE + SKEW, ["VotingExtended"]),
    ):
        house.clock.set(moment)
        letterbox.role.look()
        letterbox.run()
        assert news(house) == ticked


def test_a_quick_vote_by_a_mail_server_whose_clock_lags_is_counted(letterbox: Letterbox) -> None:
    """By that clock it came before the ballot that it answers (tests/daemon/test_fence_lag.py)."""
    house = letterbox.house
    mover, other = house.open_vote()
    house.later(seconds=20)
    house.reply(mover, "FOR\n")
    letterbox.run()
    letterbox.lies_there(START - timedelta(seconds=60), other)
    house.later(seconds=10)
    assert letterbox.role.look() == 1
    letterbox.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


def test_a_letter_waits_only_for_a_deadline_before_it(letterbox: Letterbox) -> None:
    house = letterbox.house
    mover, other = house.open_vote()
    house.clock.set(START + timedelta(hours=1))
    letterbox.lies_there(START + timedelta(hours=1), mover)
    letterbox.role.look()
    letterbox.run()
    assert news(house) == ["BallotCast"]  # at once: the fence, two minutes back, is no hindrance
    house.clock.set(CLOSE + timedelta(minutes=1))
    letterbox.lies_there(CLOSE + timedelta(minutes=1), other)
    letterbox.role.look()
    letterbox.run()
    assert news(house) == ["BallotCast"]
    house.later(minutes=3)
    letterbox.role.look()
    letterbox.run()
    assert news(house)[:2] == ["BallotCast", "VotingExtended"]


def test_with_both_the_slower_way_in_is_the_fence(letterbox: Letterbox) -> None:
    house = letterbox.house
    mover, other = house.open_vote()
    house.clock.set(CLOSE - timedelta(minutes=1))
    letterbox.role.look()
    house.clock.set(CLOSE + timedelta(minutes=10))
    in_flight = [CLOSE - timedelta(seconds=30)]
    listener: Callable[[], datetime] = lambda: min([*in_flight, house.clock.now()])  # noqa: E731
    letterbox.run(listener)
    assert news(house) == []  # the mailbox was not looked into
    letterbox.role.look()
    letterbox.run(listener)
    assert news(house) == []  # a letter is on its way in by the listener
    house.clock.set(in_flight.pop())
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    house.clock.set(CLOSE + timedelta(minutes=10))
    letterbox.run(listener)
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


def test_a_mailbox_that_was_never_seen_seals_nothing(letterbox: Letterbox) -> None:
    house = letterbox.house
    house.open_vote()
    house.clock.set(CLOSE + timedelta(days=1))
    assert letterbox.role.sealed_until() == LONG_AGO
    letterbox.run()
    assert news(house) == []


def test_the_last_look_outlives_the_process(letterbox: Letterbox) -> None:
    house = letterbox.house
    letterbox.role.look()
    assert letterbox.new_role().sealed_until() == START - SKEW
    beside = fence_beside(house.config, house.clock, house.database)
    house.later(days=1)
    assert beside() == START - SKEW


def test_a_letter_refused_by_a_busy_database_stays_in_the_mailbox(
    letterbox: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = letterbox.house
    mover, _ = house.open_vote()
    letterbox.lies_there(START, mover)
    monkeypatch.setattr("nomic_mail.store.database.engines.BUSY_MILLISECONDS", 50)
    with house.database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
        letterbox.role = MailboxRole(
            house.config,
            house.config.mailbox[0],
            Database(house.config.database_url),
            house.clock,
            letterbox.stop,
            lambda: None,
        )
        assert letterbox.role.look() == 0
        assert letterbox.role.reader.complete_at is None
    assert len(letterbox.server.texts(letterbox.user)) == 1
    assert letterbox.role.look() == 1
    assert letterbox.server.texts(letterbox.user) == []
