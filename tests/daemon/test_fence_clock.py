"""When the clock cannot be trusted deadlines freeze, letters do not, and the moderator is told."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon import away
from nomic_mail.daemon.fence import ClockWatch, HouseClock
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database import heartbeats
from tests.kit.databases import of_sqlite
from tests.kit.house import SEED, START, WEEK, House
from tests.pump.test_fence import news

CLOSE = START + WEEK
HOUR = timedelta(hours=1)


class TwoClocks:
    """The wall clock anybody can set, and the steady one."""

    def __init__(self, at: datetime) -> None:
        self.wall, self.steady = at, 1000.0

    def now(self) -> datetime:
        return self.wall

    def monotonic_seconds(self) -> float:
        return self.steady

    def go_on(self, by: timedelta) -> None:
        self.wall += by
        self.steady += by.total_seconds()


class Watched:
    def __init__(self, last_event: datetime | None = None) -> None:
        self.clocks = TwoClocks(START)
        self.house = HouseClock(self.clocks)
        self.last_event = last_event
        self.told: list[str] = []
        self.watch = ClockWatch(self.house, lambda: self.last_event, self.told.append)


def test_a_steady_clock_is_the_time() -> None:
    watched = Watched(START - HOUR)
    for _ in range(50):
        watched.clocks.go_on(timedelta(hours=7))
        assert watched.watch.now() == watched.house.now() == watched.clocks.wall
    assert watched.told == []


@pytest.mark.parametrize("by", [HOUR, -HOUR, timedelta(days=30), -timedelta(days=30)])
def test_a_clock_that_was_set_freezes_deadlines_until_it_is_set_right(by: timedelta) -> None:
    watched = Watched()
    watched.clocks.go_on(HOUR)
    good = watched.watch.now()
    watched.clocks.wall += by
    for minutes in range(1, 4):
        watched.clocks.go_on(timedelta(minutes=1))
        assert watched.watch.now() == good
        # receipts go on as the time went on before
        assert watched.house.now() == good + timedelta(minutes=minutes)
    (why,) = watched.told
    way = "forward" if by > timedelta(0) else "back"
    assert f"was set {way} by {'60 minutes' if abs(by) == HOUR else '30 days'}" in why
    watched.clocks.wall -= by
    assert watched.watch.now() == good + timedelta(minutes=3)
    assert watched.told == [why, ""]  # right again


def test_less_than_a_minute_is_no_matter_and_does_not_add_up() -> None:
    watched = Watched()
    for _ in range(10):
        watched.clocks.go_on(timedelta(seconds=10))
        watched.clocks.wall += timedelta(seconds=50)
        assert watched.watch.now() == watched.clocks.wall
    assert watched.told == []


def test_a_time_before_the_last_event_freezes_too() -> None:
    watched = Watched(START + timedelta(days=30))
    assert watched.watch.now() <= START
    assert "before the last thing that happened" in watched.told[0]
    watched.clocks.go_on(timedelta(days=29))
    watched.watch.now()
    assert len(watched.told) == 1
    watched.clocks.go_on(timedelta(days=2))
    assert watched.watch.now() == watched.clocks.wall


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def daemon_of(house: House, clocks: TwoClocks, *, listen: bool = False) -> Daemon:
    config = house.config.file
    config.write_text(
        '[mail]\naddress = "nomic@nomic.example"\n[moderator]\naddress = "m@nomic.example"\n'
        "[listener]\nport = 0\n"
    )
    (config.parent / "secret.key").write_text(sha256(SEED.encode()).hexdigest())
    daemon = Daemon(load(config), clocks)
    daemon.start(listen=listen)
    return daemon


@of_sqlite
def test_no_deadline_passes_while_the_clock_is_wrong(house: House) -> None:
    house.open_vote()
    clocks = TwoClocks(START + HOUR)
    daemon = daemon_of(house, clocks)
    daemon.once()
    clocks.wall += timedelta(days=30)
    for _ in range(3):
        clocks.go_on(timedelta(minutes=1))
        daemon.once()
    assert news(house) == []
    to_moderator = house.rows("SELECT body FROM outbox WHERE recipient = 'm@nomic.example'")
    assert len(to_moderator) == 1
    assert b"Deadlines are frozen" in to_moderator[0][0]
    # a person looked at it, and the time is right: the server is started anew
    daemon.stop()
    daemon = daemon_of(house, clocks)
    daemon.once()
    assert news(house) == ["VotingExtended"]
    daemon.stop()


@of_sqlite
def test_one_that_died_while_its_clock_was_wrong_believes_it_no_more_when_started_anew(
    house: House,
) -> None:
    """By whatever watches it, say: nobody saw to the clock."""
    house.open_vote()
    clocks = TwoClocks(START + HOUR)
    daemon = daemon_of(house, clocks)
    daemon._serves = True
    daemon._beat()
    clocks.wall += timedelta(days=30)
    clocks.go_on(timedelta(minutes=1))
    daemon.once()
    daemon._beat()
    for _ in range(2):
        daemon._serves = False  # so no more is written, as by one that is killed
        daemon.stop()
        clocks.go_on(timedelta(seconds=10))
        daemon = daemon_of(house, clocks)
        daemon._serves = True
        daemon._beat()
        daemon.once()
        assert news(house) == []
        assert daemon.clock.now() < START + 2 * HOUR
    told = "SELECT count(*) FROM outbox WHERE recipient = 'm@nomic.example'"
    assert house.rows(told) == [(1,)]  # it is the same minute
    daemon.stop()  # by a person
    daemon = daemon_of(house, clocks)
    daemon.once()
    assert news(house) == ["VotingExtended"]
    daemon.stop()


@of_sqlite
def test_a_vote_is_not_late_because_the_clock_was_set_forward(house: House) -> None:
    mover, other = house.open_vote()
    clocks = TwoClocks(START + HOUR)
    daemon = daemon_of(house, clocks)
    daemon.once()
    clocks.wall += timedelta(days=30)
    clocks.go_on(timedelta(minutes=1))
    daemon.once()
    house.clock.set(daemon.clock.now())  # what the listener stamps
    assert house.clock.now() == START + HOUR + timedelta(minutes=1)
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    daemon.once()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]
    daemon.stop()


@of_sqlite
def test_the_clock_set_back_a_month_before_the_start(house: House) -> None:
    house.open_vote()
    clocks = TwoClocks(START - timedelta(days=30))
    daemon = daemon_of(house, clocks)
    daemon.once()
    clocks.go_on(HOUR)
    daemon.once()
    assert news(house) == []
    (body,) = house.rows("SELECT body FROM outbox WHERE recipient = 'm@nomic.example'")
    assert b"before the last thing" in body[0].replace(b"\r\n", b" ")
    daemon.stop()
    daemon = daemon_of(house, TwoClocks(datetime(2026, 3, 20, tzinfo=UTC)))
    daemon.once()
    assert news(house) == ["VotingExtended"]
    daemon.stop()


@of_sqlite
def test_how_long_no_letter_could_come_in_by_the_listener_is_kept(house: House) -> None:
    """A clean stop says when it began."""
    clocks = TwoClocks(START)
    gone = []
    for pause in (timedelta(seconds=2), 5 * HOUR):
        gone.append(pause)
        daemon_of(house, clocks, listen=True).stop()
        clocks.go_on(pause)
        daemon_of(house, clocks, listen=True).stop()
        with house.database.read() as connection:
            found = heartbeats.outages(connection)
        assert [one.ended_at - one.began_at for one in found] == gone
    assert found[-1].ended_at == clocks.wall


def lost(house: House) -> list[timedelta]:
    with house.database.read() as connection:
        return [one.ended_at - one.began_at for one in heartbeats.outages(connection)]


@of_sqlite
@pytest.mark.parametrize("days", [-31, 31])
def test_a_clock_that_is_set_between_two_starts_is_no_outage(house: House, days: int) -> None:
    """It stood wrong for a day in which the server ran. Lost are two times five minutes."""
    clocks = TwoClocks(START)
    daemon_of(house, clocks, listen=True).stop()
    for by in (days, -days):
        clocks.go_on(timedelta(minutes=5))
        clocks.wall += timedelta(days=by)
        daemon = daemon_of(house, clocks, listen=True)
        clocks.go_on(timedelta(days=1))
        daemon.stop()
    assert lost(house) == 2 * [timedelta(minutes=5)]


@of_sqlite
@pytest.mark.parametrize("behind", [timedelta(0), timedelta(days=31)])
def test_a_machine_that_began_with_a_wrong_clock_tells_later_what_was_lost(
    house: House, behind: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was off for five hours, and its clock stood still or far behind until somebody set it."""
    clocks = TwoClocks(START)
    daemon_of(house, clocks, listen=True).stop()
    monkeypatch.setattr(away, "boot", lambda: "another")
    clocks.wall, clocks.steady = START - behind, 10.0
    daemon = daemon_of(house, clocks, listen=True)
    clocks.go_on(HOUR)
    clocks.wall += behind + 5 * HOUR
    daemon.stop()
    clocks.go_on(timedelta(minutes=1))
    daemon_of(house, clocks, listen=True).stop()
    assert max(lost(house)) == 5 * HOUR
    assert sum(lost(house), timedelta(0)) < 5 * HOUR + timedelta(minutes=2)
