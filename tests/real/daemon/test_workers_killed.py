"""Several servers on one PostgreSQL, each a process of its own: killed, asleep, cut off."""

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.server import Daemon
from nomic_mail.daemon.workers import TIME, Workers, seen
from nomic_mail.store.database.session import Session
from tests.kit.real.crash_server import FileClock, fresh
from tests.kit.real.real_mail import Dovecot, dovecot
from tests.kit.real.real_postgres import Postgres, postgres
from tests.kit.real.server_play import until
from tests.kit.real.two_workers import Hand, Many, Worker, record_of
from tests.kit.tiers import times

GAMES = 4
ROUNDS = times((5, 6, 7, 8), (5, 6, 7, 8), (5, 6, 7, 8, 9))  # with a leap over the deadlines


# All of it


@contextmanager
def playing(
    folder: Path, url: str, workers: int, games: int = GAMES, more: str = ""
) -> Iterator[Many]:
    many = Many(folder, url, workers, games, more)
    try:
        many.begin()
        yield many
    finally:
        many.stop()


def test_two_workers_that_are_killed_again_and_again_play_as_one_that_nobody_disturbs(
    tmp_path: Path, postgresql: Postgres
) -> None:
    """To the last byte of every ledger and letter. `python -m bench.kill_loop` does it for long."""
    luck = random.Random(8)
    with playing(tmp_path / "one", postgresql.new(), 1) as one:
        rounds = []
        for number in ROUNDS:
            rounds.append(one.next_round(number))
            one.play(rounds[-1], luck)
    with playing(tmp_path / "two", postgresql.new(), 2) as two:
        hand = Hand(two, seed=8)
        with hand.at_work():
            for each in rounds:
                two.play(each, luck)
        two.settle()
    assert hand.kills
    assert {"VotingOpened", "BallotCast", "TurnBegan"} <= {row[2] for row in record_of(one).ledgers}
    assert record_of(two) == record_of(one)


# In processes of their own


def of(many: Many, number: int) -> Worker:
    return many.workers[number]


def test_one_that_hangs_with_locks_in_its_hands_is_removed_and_does_nothing_when_it_wakes(
    tmp_path: Path, postgresql: Postgres
) -> None:
    """It sleeps (SIGSTOP) in the midst of a transaction, and nobody could write beside it."""
    luck = random.Random(3)
    with playing(tmp_path / "two", postgresql.new(), 2, games=3) as two:
        sleeper, other = two.workers
        sleeper.stop()
        other.stop()
        sleeper.start("written", 1, signal.SIGSTOP)
        played = two.next_round(1)
        two.post(played[1][0], luck, sleeper)
        until("it sleeps", lambda: _is_stopped(sleeper.pid) or None)
        daemon = Daemon(load(other.folder / "config.toml"), FileClock(two.folder / "clock"), fresh)
        _roles(daemon)._silent_seconds = 2.0
        until("it is silent", lambda: _silent_seconds(two) > 2.0 or None)
        daemon.start(listen=False)
        daemon.run_roles()
        try:
            two.settle()
            assert _roles(daemon).holds(TIME)
            before = record_of(two)
            os.kill(sleeper.pid, signal.SIGCONT)
            until("it has ended", lambda: (not sleeper.runs) or None)
            two.settle()
        finally:
            daemon.stop()
        assert record_of(two) == before
        assert two.rows("SELECT count(*) FROM inbox WHERE crashes > 0") == [(1,)]


def _silent_seconds(two: Many) -> float:
    return max(one.silent_seconds for one in Session(two.url).all_held())


def _is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_all_go_on_after_postgresql_was_started_anew(tmp_path: Path) -> None:
    luck = random.Random(3)
    with postgres() as server, playing(tmp_path / "two", server.new(), 2, games=3) as two:
        pids = [one.pid for one in two.workers]
        server.stop(signal.SIGINT)
        server.start()
        for number in range(3):
            two.play(two.next_round(number), luck)
        assert [one.pid for one in two.workers if one.runs] == pids


MAILBOX = """[[mailbox]]
host = "127.0.0.1"
port = {port}
security = "none"
user = "nomic"
password = "pw"
"""


@pytest.fixture(scope="module")
def boxes() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


def test_the_reader_of_a_mailbox_is_followed_by_another_when_it_dies(
    tmp_path: Path, postgresql: Postgres, boxes: Dovecot
) -> None:
    more = MAILBOX.format(port=boxes.port)
    with playing(tmp_path / "two", postgresql.new(), 2, games=2, more=more) as two:
        readers = []
        for number in range(2):
            _, letters = two.next_round(number)
            for one in letters:
                head = f"Return-Path: <{one.mail_from}>\r\nDelivered-To: {one.to}\r\n"
                boxes.append("nomic", [head.encode() + one.raw], at=two.now)
            until("they are out of the mailbox", lambda: not boxes.texts("nomic") or None)
            two.settle()
            readers.append(_reader(two))
            if number == 0:
                of(two, readers[0]).kill()
        assert sorted(readers) == [0, 1]
        assert len(boxes.texts("nomic", "nomic-done")) == 4
        assert two.rows("SELECT count(*), count(DISTINCT source) FROM inbox") != []


def _reader(two: Many) -> int:
    """Which of the workers reads the mailbox, as `status` tells it."""
    config = load(of(two, 0).folder / "config.toml")
    with two.database.read() as connection:
        (one,) = (x for x in seen(config, connection) if any("reads" in role for role in x.roles))
    pids = [f"process {worker.pid} on" in one.process for worker in two.workers]
    return pids.index(True)


def _roles(daemon: Daemon) -> Workers:
    assert isinstance(daemon._roles, Workers)
    return daemon._roles
