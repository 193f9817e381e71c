"""What comes again and again goes on, whoever sets the machine's clock."""

import logging
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from time import monotonic

import pytest

from nomic_mail.daemon.clockwork import Clockwork

HOUR = timedelta(hours=1)
SOON = 10.0  # seconds; the job is due in a tenth of one


class Wall:
    """The machine's clock as APScheduler reads it, set by so much."""

    def __init__(self) -> None:
        self.set_by = timedelta(0)

    def now(self, zone: tzinfo) -> datetime:
        return datetime.now(zone) + self.set_by


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr("apscheduler.schedulers.base.datetime", wall)
    return wall


@pytest.fixture
def clockwork() -> Iterator[Clockwork]:
    clockwork = Clockwork()
    yield clockwork
    clockwork.stop()


@pytest.mark.parametrize("by", [-HOUR, -720 * HOUR, HOUR, 720 * HOUR])
def test_a_clock_that_is_set_stops_nothing(wall: Wall, clockwork: Clockwork, by: timedelta) -> None:
    ran = threading.Semaphore(0)
    clockwork.every(0.1, ran.release)
    clockwork.start()
    for _ in range(3):
        assert ran.acquire(timeout=SOON)
    wall.set_by = by
    began = monotonic()
    for _ in range(10):
        assert ran.acquire(timeout=SOON)
    assert monotonic() - began < SOON
    wall.set_by = timedelta(0)
    for _ in range(10):
        assert ran.acquire(timeout=SOON)


def test_one_that_takes_long_runs_once_at_a_time_and_nobody_complains(
    clockwork: Clockwork, caplog: pytest.LogCaptureFixture
) -> None:
    """And the others go on beside it."""
    hangs, more, at_once = threading.Event(), threading.Semaphore(0), list[int]()

    def long() -> None:
        at_once.append(1)
        hangs.wait(SOON)

    clockwork.every(0.1, long)
    clockwork.every(0.1, more.release)
    with caplog.at_level(logging.WARNING):
        clockwork.start()
        for _ in range(10):
            assert more.acquire(timeout=SOON)
        assert at_once == [1]
    hangs.set()
    assert caplog.text == ""


def test_one_that_stumbles_is_logged_and_comes_again(
    clockwork: Clockwork, caplog: pytest.LogCaptureFixture
) -> None:
    ran = threading.Semaphore(0)

    def stumbles() -> None:
        ran.release()
        raise ValueError("tea")

    clockwork.every(0.1, stumbles)
    clockwork.start()
    for _ in range(3):
        assert ran.acquire(timeout=SOON)
    clockwork.stop()
    assert "ValueError: tea" in caplog.text
