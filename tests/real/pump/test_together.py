"""Several at work on one database (DESIGN 1): two pumps lose and double nothing; one daemon serves;
the command line's pump beside it leaves the deadlines to it."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.config import Config, load
from nomic_mail.daemon.lock import Roles, fence_beside
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import holder_name, write_secret
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.queue import inbox
from tests.kit.databases import of_sqlite
from tests.kit.house import START, WEEK, House

GAMES = [f"game-{number}" for number in range(20)]
CLOSE = START + WEEK
RECORDED = (
    "SELECT game_id, seq, kind, public, sealed, salt, hash FROM ledger ORDER BY game_id, seq",
    "SELECT message_id, recipient, body, state FROM outbox ORDER BY message_id",
    "SELECT id, state, tries, crashes, result, game_id, seat FROM inbox ORDER BY id",
    "SELECT name, version, head, status FROM games ORDER BY id",
)


# Two pumps


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        return connection.execute(query).fetchall()


def recorded(file: Path) -> list[list[tuple[Any, ...]]]:
    return [rows(file, query) for query in RECORDED]


def full_of_votes(house: House) -> list[int]:
    """Twenty games, each with both votes in the queue, twice, and a question."""
    voters = {game: house.open_vote(game) for game in GAMES}
    house.later(hours=1)
    numbers = []
    for place in range(2):
        for game, names in voters.items():
            name = names[place]
            to = house.door(name, game)
            vote = house.written(name, to, "FOR 301\n")
            numbers += [house.post_in(vote, name, to) for _ in range(2)]
            numbers.append(house.reply(name, "STATUS\n", game))
    return numbers


def work_together(house: House, url: str, holders: int) -> None:
    """Each pump with connections of its own, all at once, until nothing is left."""
    together = threading.Barrier(holders)
    troubles: list[Exception] = []

    def work(holder: str) -> None:
        database = Database(url)
        pump = house.another_pump(holder, database)
        together.wait()
        try:
            while inbox_waits(database):
                try:
                    pump.run()
                except Busy:
                    continue
        except Exception as trouble:
            troubles.append(trouble)
        database.close()

    threads = [
        threading.Thread(target=work, args=(f"pump {number}",), daemon=True)
        for number in range(holders)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not troubles
    assert not any(thread.is_alive() for thread in threads)


def inbox_waits(database: Database) -> bool:
    with database.read() as connection:
        return inbox.funnel(connection)["waiting"] > 0


def test_two_pumps_on_one_database_lose_and_double_nothing(house: House, tmp_path: Path) -> None:
    """They come out, byte by byte, where one pump alone comes out."""
    numbers = full_of_votes(house)
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(house.file)) as ours, closing(sqlite3.connect(copy)) as theirs:
        ours.backup(theirs)
    house.pump.run()
    work_together(house, f"sqlite:///{copy}", 2)
    states = [house.became(number) for number in numbers]
    assert (states.count("done"), states.count("duplicate")) == (80, 40)
    assert [house.kinds(game).count("BallotCast") for game in GAMES] == [2] * len(GAMES)
    assert [house.kinds(game).count("VotingClosed") for game in GAMES] == [1] * len(GAMES)
    assert recorded(copy) == recorded(house.file)


def test_a_pump_that_stops_gives_back_what_it_has_in_hand(house: House) -> None:
    """A clean stop: the transaction in hand ends, the rest waits for the next start."""
    mover, other = house.open_vote()
    numbers = [house.reply(mover, "FOR\n"), house.reply(other, "FOR\n")]
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return house.became(numbers[0]) == "done"

    assert house.pump.run(stop) == 1
    assert asked > 1
    assert [house.became(number) for number in numbers] == ["done", "waiting"]
    assert [house.arrival(number).crashes for number in numbers] == [0, 0]


# One daemon


@pytest.fixture
def serving(house: House) -> Iterator[Daemon]:
    """A daemon on the house's data that has started and does nothing by itself."""
    write_secret(house.config.secret_file)
    daemon = Daemon(house.config, house.clock)
    daemon.start(listen=False)
    yield daemon
    daemon.stop()


def started(config: Config, house: House) -> Daemon:
    daemon = Daemon(config, house.clock)
    daemon.start(listen=False)
    return daemon


@of_sqlite
def test_a_second_daemon_refuses_and_says_who_serves(house: House, serving: Daemon) -> None:
    with pytest.raises(Trouble) as trouble:
        started(house.config, house)
    told = str(trouble.value)
    assert f"process {os.getpid()} on" in told
    assert str(house.config.data) in told
    assert f"since {house.clock.now():%Y-%m-%d %H:%M:%S} UTC; stop that first" in told


def another_folder(house: House, more: str) -> Config:
    """A second configuration, with a data folder of its own and the same database."""
    folder = house.config.data / "other"
    folder.mkdir(exist_ok=True)
    if not (folder / "secret.key").exists():
        write_secret(folder / "secret.key")
    url = house.config.database_url
    (folder / "config.toml").write_text(f'[server]\ndatabase = "{url}"\n{more}')
    return load(folder / "config.toml")


@of_sqlite
def test_a_second_daemon_refuses_though_its_configuration_is_another(
    house: House, serving: Daemon
) -> None:
    told = r"served already, by process .* \(several servers at once share a database on Postg"
    with pytest.raises(Trouble, match=told):
        started(another_folder(house, ""), house)


@of_sqlite
def test_a_role_that_is_taken_is_named_and_the_others_are_let_go(house: House) -> None:
    """All or none: whoever reads the mailbox keeps it, and the next can serve without it."""
    box = '[listener]\nenabled = false\n[[mailbox]]\nhost = "mail.test"\nuser = "nomic"\n'
    config = another_folder(house, box + 'password = "pw"\n')
    (lock,) = Roles(config)._locks[2:]
    lock.take(START)
    with pytest.raises(Trouble) as trouble:
        started(config, house)
    told = str(trouble.value)
    assert "the mailbox nomic@mail.test INBOX is read already, by process" in told
    assert "since 2026-03-02 09:00:00 UTC" in told
    started(another_folder(house, ""), house).stop()
    lock.release()
    started(config, house).stop()


def test_the_next_daemon_serves_when_the_first_has_stopped(house: House) -> None:
    write_secret(house.config.secret_file)
    started(house.config, house).stop()
    started(house.config, house).stop()
    assert not fence_is_closed(house)


def test_a_daemon_takes_over_at_its_start_what_a_dead_one_had_in_hand(house: House) -> None:
    """No lease has to run out for it: whoever has the lock knows that no other daemon lives."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "STATUS\n")
    with house.database.write() as connection:
        (claimed,) = inbox.claim(connection, "serve elsewhere 77", house.clock.now())
    assert claimed.id == number
    assert house.pump.run() == 0
    write_secret(house.config.secret_file)
    daemon = started(house.config, house)
    done, _ = daemon.once()
    daemon.stop()
    arrival = house.arrival(number)
    assert (done, arrival.tries, arrival.crashes) == (1, 0, 1)
    assert arrival.state not in ("waiting", "claimed")


# The command line beside it


def fence_is_closed(house: House) -> bool:
    return fence_beside(house.config, house.clock, house.database)() < START


def test_the_fence_beside_a_daemon_is_closed_while_it_serves(house: House, serving: Daemon) -> None:
    """Only the daemon knows which letters its listener is just taking in."""
    assert fence_is_closed(house)
    serving.stop()
    assert not fence_is_closed(house)
    serving.start(listen=False)


def test_an_act_beside_a_daemon_leaves_the_deadlines_to_it(house: House, serving: Daemon) -> None:
    house.open_vote()
    house.clock.set(CLOSE + timedelta(minutes=1))
    house.fence = fence_beside(house.config, house.clock, house.database)()
    beside = house.another_pump(holder_name("act"))
    new = house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    end = house.act("command", game="tea", verb="End", fields={"reason": "the tea is cold"})
    beside.run()
    assert house.became(new) == "done"
    assert house.became(end) == "waiting"  # tea's vote was to be extended before that
    assert house.kinds()[-1] == "VotingOpened"
    serving.once()
    assert house.became(end) == "done"
    assert house.kinds()[-3:] == ["VotingExtended", "ModeratorActed", "GameEnded"]
