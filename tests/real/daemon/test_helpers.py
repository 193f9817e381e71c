"""A server with helpers ([server] workers): more processes work on its letters, and nothing else is
another: killed, asleep, stopped.
"""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.server import Daemon
from tests.kit.real.crash_server import FileClock, fresh
from tests.kit.real.server_play import until
from tests.kit.real.two_workers import Hand, Many, Worker, helpers_of, record_of
from tests.kit.tiers import times

ROUNDS = times((5, 6, 7, 8), (5, 6, 7, 8), (5, 6, 7, 8, 9))  # with a leap over the deadlines


@contextmanager
def playing(folder: Path, helpers: int, games: int = 4) -> Iterator[Many]:
    many = Many(folder, f"sqlite:///{folder}/nomic.db", 1, games, helpers=helpers)
    try:
        many.begin()
        yield many
    finally:
        many.stop()


def test_a_server_and_its_helpers_that_are_killed_again_and_again_play_as_one_alone(
    tmp_path: Path,
) -> None:
    """To the last byte of every ledger and letter. `python -m bench.kill_loop --sqlite --helpers 2`
    does it for long."""
    luck = random.Random(8)
    with playing(tmp_path / "alone", 0) as alone:
        rounds = []
        for number in ROUNDS:
            rounds.append(alone.next_round(number))
            alone.play(rounds[-1], luck)
    with playing(tmp_path / "helped", 2) as helped:
        hand = Hand(helped, seed=8)
        with hand.at_work():
            for each in rounds:
                helped.play(each, luck)
        helped.settle()
    assert hand.kills
    assert hand.helpers
    assert {"VotingOpened", "BallotCast", "TurnBegan"} <= {
        row[2] for row in record_of(alone).ledgers
    }
    assert record_of(helped) == record_of(alone)


# What a helper does


def the(house: Many) -> Worker:
    return house.workers[0]


def has_helpers(house: Many, count: int) -> list[int]:
    found = until(f"{count} helpers", lambda: _all(the(house).helpers(), count))
    return [int(one) for one in found]


def _all(found: list[int], count: int) -> list[int] | None:
    return found if len(found) == count else None


class Stand:
    """A step of the server's own pump in which it stands until it may go on."""

    def __init__(self) -> None:
        self.stands, self.go_on = threading.Event(), threading.Event()

    def __call__(self, step: str) -> None:
        if step == "decided":
            self.stands.set()
            self.go_on.wait(60)


def test_while_the_server_stands_in_the_midst_of_a_letter_a_helper_goes_on_with_another_game(
    tmp_path: Path,
) -> None:
    luck, stand = random.Random(3), Stand()
    with playing(tmp_path / "many", 1) as many:
        the(many).stop()
        letters = many.next_round(5)[1]  # to each game, and by an address that tells it
        told = [replace(one, to=f"nomic+game{game}@localhost") for game, one in enumerate(letters)]
        first, *others = told
        config = load(the(many).folder / "config.toml")
        daemon = Daemon(config, FileClock(many.folder / "clock"), fresh, stand)
        daemon.start()
        daemon.run_roles()
        the(many)._port = daemon.listener.port
        try:
            helper = until("a helper", lambda: next(iter(helpers_of(os.getpid())), None))
            os.kill(helper, signal.SIGSTOP)  # or it may be the one that takes the first
            many.post(first, luck)
            assert stand.stands.wait(60)
            os.kill(helper, signal.SIGCONT)
            for one in others:
                many.post(one, luck)
            left = "SELECT count(*) FROM inbox WHERE state IN ('waiting', 'claimed')"
            until("it has done all others", lambda: many.rows(left) == [(1,)] or None)
            assert not stand.go_on.is_set()
        finally:
            stand.go_on.set()
            many.settle()
            daemon.stop()


# How they end


def test_a_helper_that_is_killed_is_followed_by_another(tmp_path: Path) -> None:
    luck = random.Random(3)
    with playing(tmp_path / "many", 2) as many:
        first, second = has_helpers(many, 2)
        os.kill(first, signal.SIGKILL)
        until("another is there", lambda: len({*the(many).helpers()} - {first}) == 2 or None)
        assert second in the(many).helpers()
        many.play(many.next_round(5), luck)


def test_helpers_end_with_their_server_however_it_ends(tmp_path: Path) -> None:
    with playing(tmp_path / "many", 2) as many:
        helpers = has_helpers(many, 2)
        the(many).kill()
        until("all have ended", lambda: not any(map(_runs, helpers)) or None)
        the(many).start()
        helpers = has_helpers(many, 2)
        the(many).stop()
        assert not any(map(_runs, helpers))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_a_terminal_tells_all_of_them_ends_only_the_server(tmp_path: Path) -> None:
    """Ctrl-C, and systemd's SIGTERM to the whole group: each ends what it has in hand first."""
    with playing(tmp_path / "many", 1) as many:
        (helper,) = has_helpers(many, 1)
        os.kill(helper, signal.SIGINT)
        os.kill(helper, signal.SIGTERM)
        many.play(many.next_round(5), random.Random(3))
        assert the(many).helpers() == [helper]


def test_a_helper_that_hangs_with_nothing_in_hand_keeps_nobody_waiting(tmp_path: Path) -> None:
    luck = random.Random(3)
    with playing(tmp_path / "many", 1) as many:
        (helper,) = has_helpers(many, 1)
        os.kill(helper, signal.SIGSTOP)
        played = many.next_round(5)
        for one in played[1]:
            many.post(one, luck)
        many.settle()
        assert the(many).helpers() == [helper]
        os.kill(helper, signal.SIGCONT)


@pytest.mark.parametrize("told", ["0", "17", '"two"'])
def test_how_many_is_a_small_number(tmp_path: Path, told: str) -> None:
    said = refused(tmp_path, f"[server]\nworkers = {told}\n")
    assert "line 2" in said
    assert "from 1 to 16" in said


def test_on_postgresql_servers_share_the_work(tmp_path: Path) -> None:
    said = refused(tmp_path, '[server]\ndatabase = "postgresql:///nomic"\nworkers = 2\n')
    assert "line 3: server.workers = 2" in said
    assert "leave it out: on PostgreSQL, several servers share the work" in said


def refused(folder: Path, text: str) -> str:
    (folder / "config.toml").write_text(text, "utf-8")
    ask = [sys.executable, "-m", "nomic_mail", "--config", str(folder / "config.toml"), "serve"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    return done.stdout + done.stderr
