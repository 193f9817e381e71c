"""A server with helpers ([server] workers): more processes work on its letters, and nothing else is
another: killed, asleep, stopped.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nomic_mail import __version__
from nomic_mail.cli import cli
from nomic_mail.config import load
from nomic_mail.daemon import helpers
from nomic_mail.daemon.server import Daemon
from tests.cli.test_server import call
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


@contextmanager
def served_here(many: Many, step: Callable[[str], None] = lambda name: None) -> Iterator[Daemon]:
    """By this process, in place of its own."""
    the(many).stop()
    config = load(the(many).folder / "config.toml")
    daemon = Daemon(config, FileClock(many.folder / "clock"), fresh, step)
    daemon.start()
    daemon.run_roles()
    the(many)._port = daemon.listener.port
    try:
        yield daemon
        many.settle()
    finally:
        daemon.stop()


def helper_here(but: int = 0) -> int:
    def another() -> int | None:
        return next((one for one in helpers_of(os.getpid()) if one != but), None)

    return until("a helper", another)


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
        letters = many.next_round(5)[1]  # to each game, and by an address that tells it
        told = [replace(one, to=f"nomic+game{game}@localhost") for game, one in enumerate(letters)]
        first, *others = told
        with served_here(many, stand):
            try:
                helper = helper_here()
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


def test_one_that_hangs_for_long_is_ended_and_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the watchdog of systemd, too: it may hold the database."""
    with playing(tmp_path / "many", 1) as many, served_here(many):
        helper = helper_here()
        os.kill(helper, signal.SIGSTOP)
        with monkeypatch.context() as soon:
            soon.setattr(helpers, "MOST_SILENT", 2, raising=False)
            until("it has ended", lambda: not _runs(helper) or None)
        helper_here(but=helper)
        many.play(many.next_round(5), random.Random(3))


def test_one_that_begins_after_the_database_was_taken_away_makes_no_other(tmp_path: Path) -> None:
    """SQLite would throw away the log of the one that was there, and letters with it."""
    with playing(tmp_path / "many", 1) as many:
        (helper,) = has_helpers(many, 1)
        file, away = many.folder / "nomic.db", many.folder / "away.db"
        file.rename(away)
        os.kill(helper, signal.SIGKILL)
        new = until("another is tried", lambda: _another(many, helper))
        until("it has ended, or made one", lambda: not _runs(new) or file.exists() or None)
        assert not file.exists()
        away.rename(file)
        many.play(many.next_round(5), random.Random(3))
        has_helpers(many, 1)


def _another(many: Many, than: int) -> int | None:
    return next((one for one in the(many).helpers() if one != than), None)


def test_one_of_another_version_does_nothing_and_status_tells_that_it_ends_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A new nomic-mail was installed while the server runs, and a helper died."""
    with playing(tmp_path / "many", 1) as many, served_here(many):
        monkeypatch.setattr(helpers, "__version__", "0.0.1")
        monkeypatch.setattr(helpers, "BUSY_SECONDS", 0.1)
        os.kill(helper_here(), signal.SIGKILL)
        (told,) = until("status tells it", lambda: _of_helpers(many) or None)
        assert told.startswith("helper 1 ended 3 times in a row, each at once, at last at ")
        assert f"a helper of nomic-mail {__version__} cannot help 0.0.1" in capfd.readouterr().err
        monkeypatch.undo()
        monkeypatch.setattr(helpers, "WELL", 1)
        many.play(many.next_round(5), random.Random(3))
        until("all is well", lambda: not _of_helpers(many) or None)


def _of_helpers(many: Many) -> list[str]:
    """The clock of this server stands, and so it seems to hang, too."""
    return [one for one in status_of(many)["troubles"] if "helper" in one]


def status_of(many: Many, *how: str) -> Any:
    words = ["--config", str(the(many).folder / "config.toml"), "status", "--json", *how]
    return json.loads(CliRunner().invoke(cli, words).stdout)


def test_what_one_is_told_goes_into_no_other_file(tmp_path: Path) -> None:
    """The number of a pipe that is closed is the next file's."""
    with playing(tmp_path / "many", 1) as many, served_here(many) as daemon:
        line = helpers._Line(daemon._helpers._kit(2))
        way_in, looked, other = line._way_in, threading.Event(), tmp_path / "other"

        class Slow:
            closed = False

            def fileno(self) -> int:
                number = int(way_in.fileno())
                looked.set()
                time.sleep(0.5)
                return number

            def close(self) -> None:
                way_in.close()

        line._way_in = Slow()
        teller = threading.Thread(target=line.tell, args=(b"2026-03-02T09:00:00+00:00\n",))
        teller.start()
        assert looked.wait(60)
        line.hang_up()
        with other.open("wb"):
            teller.join()
        assert other.read_bytes() == b""
        assert line.end() == 0


# What is told of them


def test_status_and_check_tell_how_they_are(tmp_path: Path) -> None:
    with playing(tmp_path / "many", 2) as many:
        first, second = has_helpers(many, 2)
        file = the(many).folder / "config.toml"
        until("both are told", lambda: {*_told(many)} == {first, second} or None)
        assert f"process {first}, since" in call("--config", file, "status").stdout
        numbers = call("--config", file, "status", "--metrics").stdout
        assert "\nnomic_helpers_wanted 2\n" in numbers
        assert "\nnomic_helpers 2\n" in numbers
        assert "2 of 2 work" in CliRunner().invoke(cli, ["--config", str(file), "check"]).stdout
        os.kill(first, signal.SIGKILL)
        until("the next is told", lambda: _followed(many))
        said = " ".join(call("--config", file, "status").stdout.split())
        assert "0 letters in hand; 1 helper before it ended" in said
        file.write_text(file.read_text("utf-8").replace("workers = 3", "workers = 1"), "utf-8")
        said = CliRunner().invoke(cli, ["--config", str(file), "check"]).stdout
        assert "the server was started with workers = 3, and not 1" in said
        the(many).stop()
        assert status_of(many)["helpers"] == []


def _told(many: Many) -> list[int]:
    return [one["process"] for one in status_of(many)["helpers"]]


def _followed(many: Many) -> bool | None:
    return any(one["ended"] and one["process"] for one in status_of(many)["helpers"]) or None


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
