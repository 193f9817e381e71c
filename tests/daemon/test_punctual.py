"""Nobody is late for an outage of ours: a letter that a mail server held before the deadline, and
tried again within two hours after we were back, is in time. Nobody else can hold up a game.

The server is a real one with its listener; the mail servers before it are SMTP clients that try
again when theirs do (kit/senders). The vote closes after a week.
"""

import smtplib
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.away import STOOD_STILL
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database import engines as store
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy
from tests.daemon.test_fence_clock import TwoClocks
from tests.kit.databases import of_sqlite
from tests.kit.house import SEED, START, WEEK, House, address_of
from tests.kit.senders import SENDERS
from tests.kit.tiers import some
from tests.kit.trouble import TROUBLES
from tests.pump.test_fence import news

pytestmark = of_sqlite

CLOSE = START + WEEK
WAIT = timedelta(hours=2)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
CONFIG = """[mail]
address = "nomic@nomic.example"
[moderator]
address = "m@nomic.example"
[listener]
port = 0
protocol = "{}"
"""


class Post:
    """The server, its clock, and a vote that a mail server before it holds."""

    def __init__(self, folder: Path, protocol: str = "smtp") -> None:
        self.house = House(folder)
        self.mover, self.other = self.house.open_vote()
        self.house.config.file.write_text(CONFIG.format(protocol))
        (folder / "secret.key").write_text(sha256(SEED.encode()).hexdigest())
        self.client = smtplib.LMTP if protocol == "lmtp" else smtplib.SMTP
        self.clocks = TwoClocks(CLOSE - timedelta(days=1))
        self.daemon: Daemon | None = None
        self._trouble = ExitStack()
        self.sleeps = False
        self.start()
        assert self.try_with(self.written(self.mover, "FOR\n")) == 250
        self.run()

    def start(self) -> None:
        self.daemon = Daemon(load(self.house.config.file), self.clocks)
        self.daemon.start()
        self.daemon._away._steady = self.clocks.monotonic_seconds
        self.daemon.listener.start()
        self.daemon._beat()
        self.run()

    def stop(self, *, killed: bool = False) -> None:
        assert self.daemon is not None
        if killed:  # nothing more is written
            self.daemon._beat = lambda: None  # type: ignore[method-assign]
        self.daemon.stop()
        self.daemon = None

    def begins(self, trouble: str) -> None:
        if trouble in ("stopped", "killed"):
            self.stop(killed=trouble == "killed")
        elif trouble == "asleep":
            self.sleeps = True
        else:
            self._trouble.enter_context(TROUBLES[trouble](self.house))

    def ends(self, trouble: str, *, killed: bool = False) -> None:
        self._trouble.close()
        self.sleeps = False
        if self.daemon is not None:
            self.daemon.database.close()  # its connections were told of it
        if trouble in ("stopped", "killed"):
            self.start()
        elif killed:
            self.stop(killed=True)
            self.start()
        self.run()

    def run(self) -> None:
        """What its roles do again and again."""
        if self.daemon is not None and not self.sleeps:
            self.daemon._beat()
            with suppress(Busy):
                self.daemon.once()

    def at(self, moment: timedelta) -> None:
        """So long before the close of the vote (or after it, below zero)."""
        left = CLOSE - moment - self.clocks.wall
        while left:
            if self.daemon is not None and not self.sleeps:
                self.daemon._away.goes_round()  # as it tells each second
            step = min(left, STOOD_STILL)
            self.clocks.go_on(step)
            left -= step

    def written(self, name: str, text: str) -> tuple[str, str, bytes]:
        self.house.clock.set(self.clocks.wall)
        to = self.house.door(name)
        return name, to, self.house.written(name, to, text)

    def try_with(self, letter: tuple[str, str, bytes]) -> int:
        """What it is answered; nothing where nobody listens."""
        name, to, raw = letter
        if self.daemon is None or self.sleeps:
            return 0
        with self.client("127.0.0.1", self.daemon.listener.port, timeout=30) as line:
            try:
                line.sendmail(address_of(name), [to], raw)
            except smtplib.SMTPDataError as told:
                return told.smtp_code
            except smtplib.SMTPRecipientsRefused as told:
                return next(iter(told.recipients.values()))[0]
        return 250

    def close(self) -> None:
        self._trouble.close()
        if self.daemon is not None:
            self.stop()
        self.house.close()


@pytest.fixture
def posts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Post]]:
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 50)
    opened = []

    def post(protocol: str = "smtp") -> Post:
        opened.append(Post(tmp_path, protocol))
        return opened[-1]

    yield post
    for one in opened:
        one.close()


# So long that a full disk has no room for it.
VOTE = "FOR\n\n" + 3000 * "> It was said before, and at length.\n"
MANY = 3000
COUNTED = ["BallotCast", "BallotCast", "VotingClosed"]


@pytest.mark.parametrize("trouble", some(list(TROUBLES), 1))
@pytest.mark.parametrize("crash", [False, True])
def test_a_vote_we_refused_for_our_own_trouble_is_in_time_when_it_comes_again(
    posts: Callable[..., Post], trouble: str, crash: bool
) -> None:
    """The disk is full from 40 seconds before the close to 20 seconds after it; Postfix tries again
    after 346 seconds. A crash of the server in between changes nothing."""
    post = posts()
    post.at(50 * SECOND)
    post.run()
    post.begins(trouble)
    post.at(40 * SECOND)
    vote = post.written(post.other, VOTE)
    assert post.try_with(vote) == 451
    post.run()
    post.at(-20 * SECOND)
    post.ends(trouble, killed=crash)
    post.at(-21 * SECOND)
    post.run()
    assert news(post.house) == ["BallotCast", "DeadlinesMoved"]
    post.at(-306 * SECOND)
    assert post.try_with(vote) == 250
    post.run()
    assert news(post.house)[:4] == ["BallotCast", "DeadlinesMoved", *COUNTED[1:]]


@pytest.mark.parametrize("how", ["stopped", "killed"])
@pytest.mark.parametrize("seconds", some([5, 105, 290], 1))
def test_a_vote_that_came_to_a_short_outage_is_in_time_when_it_comes_again(
    posts: Callable[..., Post], how: str, seconds: int
) -> None:
    post = posts()
    post.at(30 * SECOND)
    post.run()
    post.begins(how)
    post.at(27 * SECOND)
    vote = post.written(post.other, VOTE)
    assert post.try_with(vote) == 0
    post.at((30 - seconds) * SECOND)
    post.ends(how)
    post.at(-(346 - 27) * SECOND)
    post.run()
    assert post.try_with(vote) == 250
    post.run()
    assert news(post.house)[:4] == ["BallotCast", "DeadlinesMoved", *COUNTED[1:]]


def test_a_short_outage_is_told_only_where_something_is_due_soon(
    posts: Callable[..., Post],
) -> None:
    post = posts()
    for hours in (20, 10, 3):
        post.at(hours * HOUR)
        post.run()
        post.begins("stopped")
        post.at(hours * HOUR - MINUTE)
        post.ends("stopped")
    assert news(post.house) == ["BallotCast"]
    with post.house.database.read() as connection:
        assert heartbeats.outages(connection) == []


def test_what_a_limit_refuses_holds_up_no_game(posts: Callable[..., Post]) -> None:
    """Neither too many recipients, nor too large a letter, nor too many sessions, nor an address
    that is nobody's, nor a letter that breaks what reads it."""
    post = posts()
    assert post.daemon is not None
    listener, house = post.daemon.listener, post.house
    post.at(40 * SECOND)
    name, to, raw = post.written(post.other, VOTE)
    listener.max_recipients, listener.max_connections = 1, 2
    with smtplib.SMTP("127.0.0.1", listener.port, timeout=30) as line:
        line.ehlo()
        line.mail(address_of(name))
        assert line.rcpt(to)[0] == 250
        assert line.rcpt(f"nomic+tea@{house.config.mail.address.rpartition('@')[2]}")[0] == 452
        assert line.rcpt("somebody@else.example")[0] in (452, 550)
        with smtplib.SMTP("127.0.0.1", listener.port, timeout=30):
            with pytest.raises(smtplib.SMTPConnectError) as told:
                smtplib.SMTP("127.0.0.1", listener.port, timeout=30)
            assert told.value.smtp_code == 421
    accept = listener.accept

    def breaks(raw: bytes, envelope: object, received_at: object) -> None:
        raise ValueError("such a letter was never seen")

    listener.accept = lambda *one: post.daemon._away.refusing(one[2], lambda: breaks(*one))
    assert post.try_with((name, to, raw)) == 451
    listener.accept = accept
    post.at(-SECOND)
    post.run()
    assert news(house) == ["BallotCast", "VotingExtended"]


def soon(is_so: Callable[[], bool], seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


def test_no_deadline_passes_while_the_listener_hangs(posts: Callable[..., Post]) -> None:
    """Its thread alone; all others of the server go on, and give signs of life."""
    post = posts()
    post.at(30 * SECOND)
    post.stop()
    post.daemon = daemon = Daemon(load(post.house.config.file), post.clocks)
    daemon.start()
    daemon._away._steady = post.clocks.monotonic_seconds
    daemon.run_roles()
    gone_round, goes_on = threading.Event(), threading.Event()
    daemon.listener.from_within(gone_round.set)
    assert gone_round.wait(30)
    assert soon(lambda: daemon._away._moved is not None)
    daemon.listener.from_within(partial(goes_on.wait, 60))
    post.clocks.go_on(MINUTE)
    daemon._beat()
    assert not soon(lambda: len(news(post.house)) > 1, seconds=2.5)
    goes_on.set()
    assert soon(lambda: len(news(post.house)) > 1)
    assert news(post.house) == ["BallotCast", "DeadlinesMoved"]


class Outage:
    """Of ours: which trouble, when it begins and ends (before the close), and whether the server
    dies in it."""

    def __init__(self, luck: Random, begins: timedelta, length: timedelta) -> None:
        self.trouble = luck.choice(["stopped", "killed", "asleep", *TROUBLES])
        if self.trouble == "asleep":  # a mail server waits for less
            length = max(length, STOOD_STILL + SECOND)
        self.begins, self.ends = begins, begins - length
        self.killed = luck.random() < 0.3

    def __repr__(self) -> str:
        return f"{self.trouble}{' and killed' * self.killed} {self.begins} to {self.ends}"


def outages(luck: Random) -> list[Outage]:
    """The first goes over the close, or ends before it; others come while it is made up for."""
    length = timedelta(seconds=10 ** luck.uniform(0, 4.6))
    found = [Outage(luck, length * luck.random() * luck.choice([1, 1, 2]), length)]
    while luck.random() < 0.4 and len(found) < 3:
        pause = timedelta(seconds=10 ** luck.uniform(0, 3.8))
        length = timedelta(seconds=10 ** luck.uniform(0, 4.2))
        found.append(Outage(luck, found[-1].ends - pause, length))
    return found


@pytest.mark.parametrize("seed", some(range(MANY), 4, check=20))
def test_no_letter_that_was_held_before_the_deadline_is_late(
    posts: Callable[..., Post], seed: int
) -> None:
    luck = Random(seed)
    post = posts(luck.choice(["smtp", "lmtp"]))
    away = outages(luck)
    first, last = away[0], away[-1]
    latest = min(first.begins, max(first.ends, timedelta(0)))  # that it may come to the first
    came = luck.uniform(latest / SECOND, first.begins / SECOND) * SECOND
    sender = luck.choice(sorted(SENDERS))
    steps: dict[timedelta, list[Callable[[], object]]] = defaultdict(list)
    for one in away:
        steps[one.begins].append(partial(post.begins, one.trouble))
        steps[one.ends].append(partial(post.ends, one.trouble, killed=one.killed))
        for after in (SECOND, MINUTE, HOUR):
            steps[one.ends - after].append(post.run)
    steps[timedelta(0)].append(post.run)
    steps[-SECOND].append(post.run)
    tries = [came]
    for age in SENDERS[sender](luck):
        tries.append(came - age * SECOND)
        if not any(one.begins >= tries[-1] >= one.ends for one in away):
            break
    ended = min(one.ends for one in away if one.begins >= tries[-2])
    if tries[-1] < ended - WAIT:
        pytest.skip(f"{sender} pauses for longer than two hours after so long an outage")
    told: list[int] = []
    vote = post.written(post.other, VOTE)
    for moment in tries:
        steps[moment].append(lambda: told.append(post.try_with(vote)))
    for moment in sorted(steps, reverse=True):
        post.at(moment)
        for step in steps[moment]:
            step()
        if moment < last.ends:
            post.run()
    assert told[-1] == 250, (sender, away, told)
    kinds = list[str]()

    def counted() -> bool:
        """Worked on again where the listener still held the database (for more than 50 ms)."""
        post.run()
        kinds[:] = [kind for kind in news(post.house) if kind != "DeadlinesMoved"]
        return kinds[:3] == COUNTED

    assert soon(counted, seconds=5), (sender, away, tries, kinds)
