"""A real Postfix, with the times it has where nobody changes them, holds a vote over its deadline:
our outage lasted less than two minutes, and Postfix comes again after six or more. It is in time.

The server has the steady clock of this machine, and is some months late by the other.
"""

import smtplib
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.config import load
from nomic_mail.daemon.server import Daemon
from tests.daemon.test_punctual import CLOSE, CONFIG, COUNTED, VOTE
from tests.kit.databases import of_sqlite
from tests.kit.house import HOST, SEED, House, address_of
from tests.kit.real.real_mail import free_port
from tests.kit.real.real_mta import Postfix, postfix
from tests.kit.trouble import busy
from tests.pump.test_fence import news

pytestmark = of_sqlite

TIMES = ("minimal_backoff_time", "maximal_backoff_time", "queue_run_delay")
LIVES = ("maximal_queue_lifetime", "bounce_queue_lifetime")
OUTAGE_SECONDS = 105
PATIENCE_SECONDS = 20 * 60


class LateClock(SystemClock):
    def __init__(self, at: datetime) -> None:
        self._by = at - super().now()

    def now(self) -> datetime:
        return super().now() + self._by


class Post:
    """The server, and Postfix before it; one of two has voted, a minute before the close."""

    def __init__(self, folder: Path, mta: Postfix, port: int) -> None:
        self.house, self.mta, self.port = House(folder), mta, port
        mover, self.other = self.house.open_vote()
        config = CONFIG.format("lmtp").replace("port = 0", f"port = {port}")
        self.house.config.file.write_text(config)
        (folder / "secret.key").write_text(sha256(SEED.encode()).hexdigest())
        self.clock = LateClock(CLOSE - timedelta(seconds=60))
        self.start()
        self.votes(mover, smtplib.LMTP("127.0.0.1", port, timeout=30))
        self.wait_for("BallotCast", 30)

    def start(self) -> None:
        self.daemon = Daemon(load(self.house.config.file), self.clock)
        self.daemon.start()
        self.daemon.run_roles()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.daemon.stop()
        yield
        self.start()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Letters get 451."""
        with busy(self.house):
            yield

    def votes(self, name: str, line: smtplib.SMTP) -> None:
        self.house.clock.set(self.clock.now())
        to = self.house.door(name)
        with line:
            line.sendmail(address_of(name), [to], self.house.written(name, to, VOTE))

    def close(self) -> None:
        self.daemon.stop()
        self.house.close()

    def wait_for(self, kind: str, seconds: float) -> None:
        end = time.monotonic() + seconds
        while kind not in news(self.house) and time.monotonic() < end:
            time.sleep(1)


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    told = subprocess.run(["postconf", "-d", *TIMES, *LIVES], capture_output=True, check=True)
    port = free_port()
    with ExitStack() as stack:
        routes = {HOST: f"lmtp:inet:127.0.0.1:{port}"}
        mta = stack.enter_context(postfix(routes, tmp_path, told.stdout.decode()))
        post = Post(tmp_path, mta, port)
        stack.callback(post.close)
        yield post


Trouble = Callable[[Post], AbstractContextManager[None]]


@pytest.mark.parametrize("trouble", [Post.stopped, Post.locked])
def test_a_vote_that_postfix_holds_over_a_short_outage_is_in_time(
    post: Post, trouble: Trouble
) -> None:
    with trouble(post):
        began = time.monotonic()
        time.sleep(max(0.0, (CLOSE - post.clock.now()).total_seconds() - 25))
        post.votes(post.other, smtplib.SMTP("127.0.0.1", post.mta.port, timeout=30))
        time.sleep(OUTAGE_SECONDS - (time.monotonic() - began))
        assert post.clock.now() > CLOSE
        assert news(post.house) == ["BallotCast"]
    held_at = time.monotonic()
    post.wait_for("VotingClosed", PATIENCE_SECONDS)
    assert time.monotonic() - held_at > 120, "Postfix came again too soon to show anything"
    kinds = news(post.house)
    assert "DeadlinesMoved" in kinds
    assert [one for one in kinds if one != "DeadlinesMoved"][:3] == COUNTED, post.mta.log()
