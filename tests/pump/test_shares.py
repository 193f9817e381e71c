"""Many letters wait, as after an outage: whoever else needs the database has it all the same, and
none of the letters suffers for the company it came in."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import update

from nomic_mail.daemon.parts import Acceptor
from nomic_mail.daemon.sender import Sender
from nomic_mail.game.decide import decide
from nomic_mail.game.state import State
from nomic_mail.play.simulator.house import HeldDisk
from nomic_mail.post.render import Renderer
from nomic_mail.pump import engine
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.plan import Desk
from nomic_mail.pump.who import doors
from nomic_mail.store.database import engines as store
from nomic_mail.store.database.engines import Busy, Conflict, Connection, Database
from nomic_mail.store.database.tables import inbox as inbox_table
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.queue import inbox
from nomic_mail.wire import Envelope, Outcome
from tests.kit.databases import of_sqlite
from tests.kit.house import HOST, House, address_of, fresh

MANY = 120
WRITES = 8


def many_wait(house: House) -> list[int]:
    mover, other = house.open_vote()
    return [house.reply((mover, other)[turn % 2], "STATUS\n") for turn in range(MANY)]


def write_meanwhile(database: Database, is_over: Callable[[], bool]) -> int:
    """How often somebody else has written before it is over."""
    for done in range(WRITES):
        with database.write() as connection:
            connection.exec_driver_sql("UPDATE server SET value = value WHERE key = 'none'")
        if is_over():
            return done
    return WRITES


@pytest.mark.parametrize("where", ["another thread", "another process"])
def test_who_else_writes_does_not_wait_for_all_letters(
    house: House, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Twenty letters at a time, and the others between them: not only when all are done."""
    monkeypatch.setattr(engine, "BATCH_SECONDS", 0.05)
    monkeypatch.setattr(house.clock, "monotonic_seconds", monotonic)
    numbers = many_wait(house)
    pumped = threading.Thread(target=house.pump.run, daemon=True)
    # a process is told from this one by its connections: SQLite's lock is all they share
    other = Database(house.config.database_url) if where == "another process" else house.database
    pumped.start()
    while house.became(numbers[0]) != "done":
        pass
    assert write_meanwhile(other, lambda: not pumped.is_alive()) == WRITES
    pumped.join(60)
    became = {house.became(number) for number in numbers}
    assert became == {"done", "held"}  # held: more than are answered in a day


def test_a_letter_is_worked_on_however_long_the_database_was_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow disk, where each look at the clock finds a second gone."""
    mover, _ = house.open_vote()
    numbers = [house.reply(mover, "STATUS\n") for _ in range(3)]
    gone = iter(range(10_000))
    monkeypatch.setattr(house.clock, "monotonic_seconds", lambda: float(next(gone)))
    house.run()
    assert [house.became(number) for number in numbers] == ["done"] * 3


# The company of a bad one


def a_game_each(house: House, count: int) -> list[int]:
    """A letter to each of so many games, in one batch."""
    games = [f"game-{place}" for place in range(count)]
    voters = [house.open_vote(game)[0] for game in games]
    house.later(minutes=1)
    return [house.reply(name, "FOR\n", game) for name, game in zip(voters, games, strict=True)]


class Killed(BaseException):
    pass


def dies_with(house: House, digest: str, holder: str) -> bool:
    """Whether this pump died of the letter. Who is dead gives nothing back, either."""
    pump, dead = house.another_pump(holder), False

    def luck(cause: str) -> bytes:
        nonlocal dead
        dead = dead or cause == digest
        if dead:
            raise Killed
        return fresh(cause)

    def let_go(hand: Any) -> None:
        if dead:
            raise Killed
        Pump._let_go(pump, hand)

    pump._fresh, pump._let_go = luck, let_go  # type: ignore[method-assign]
    with suppress(Killed):
        pump.run()
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now(), dead=holder)
    return dead


def test_a_letter_that_kills_the_server_each_time_is_found_among_its_neighbours(
    house: House,
) -> None:
    """What was done before it stays done; what was in hand with it was in one crash; its own count
    alone goes on."""
    numbers = a_game_each(house, 7)
    bad = numbers[3]
    digest = house.arrival(bad).digest
    deaths = 0
    while dies_with(house, digest, f"mortal {deaths}"):
        deaths += 1
    assert deaths == inbox.MOST_CRASHES
    assert (house.became(bad), house.arrival(bad).crashes) == ("held", deaths)
    others = [number for number in numbers if number != bad]
    became = [(house.became(one), house.arrival(one).crashes) for one in others]
    assert became == [("done", 0)] * 3 + [("done", 1)] * 3
    assert [house.kinds(f"game-{place}").count("BallotCast") for place in range(7)] == [
        int(place != 3) for place in range(7)
    ]


def test_a_letter_in_conflict_with_itself_is_held_and_stops_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else can have moved the game on: to decide it again for ever would help nobody."""
    numbers = a_game_each(house, 5)
    bad, append = numbers[2], Ledger.append

    def never(ledger: Ledger, connection: Connection, *which: Any) -> Any:
        if which[-1] == bad:
            raise Conflict("as always")
        return append(ledger, connection, *which)

    monkeypatch.setattr(Ledger, "append", never)
    house.run()
    assert [house.became(one) for one in numbers] == ["done", "done", "held", "done", "done"]
    assert house.arrival(bad).tries == inbox.MOST_TRIES


@pytest.mark.parametrize("crashes", [0, inbox.MOST_CRASHES])
def test_a_letter_that_cannot_even_be_told_of_is_held_and_stops_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch, crashes: int
) -> None:
    numbers = a_game_each(house, 3)
    bad, look_up = numbers[1], doors.look_up

    def breaks(desk: Desk, arrival: inbox.Arrival) -> Any:
        if arrival.id == bad:
            raise ValueError("nobody foresaw this")
        return look_up(desk, arrival)

    def cannot_tell(*_: Any) -> None:
        raise ValueError("nor this")

    house.change("UPDATE inbox SET crashes = ? WHERE id = ?", crashes, bad)
    monkeypatch.setattr(doors, "look_up", breaks)
    monkeypatch.setattr(engine, "held_letters", cannot_tell)
    house.run()
    assert [house.became(number) for number in numbers] == ["done", "held", "done"]


def test_a_letter_that_finds_the_database_damaged_undoes_none_before_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that only its game needs, say: each time it is tried, until somebody sees to it."""
    numbers = a_game_each(house, 5)
    with monkeypatch.context() as damaged:
        look_up = doors.look_up

        def meets_it(desk: Desk, arrival: inbox.Arrival) -> Any:
            return raises_busy() if arrival.id == numbers[3] else look_up(desk, arrival)

        damaged.setattr(doors, "look_up", meets_it)
        for _ in range(3):
            with pytest.raises(Busy):
                house.run()
        assert [house.became(number) for number in numbers] == ["done"] * 3 + ["waiting"] * 2
    house.run()
    assert [house.became(number) for number in numbers] == ["done"] * 5
    assert [house.arrival(number).tries for number in numbers] == [0] * 5


def test_a_game_that_stands_still_is_told_of_once_however_busy_it_gets(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.open_vote()
    voter, _ = house.open_vote("other", vote_window="30d")

    def breaks(before: State, *which: Any, **more: Any) -> Any:
        if before.name == "tea":
            raise ValueError("a rule nobody foresaw")
        return decide(before, *which, **more)

    monkeypatch.setattr("nomic_mail.pump.burst.decide", breaks)
    house.later(days=8)
    house.run()
    number = house.reply(voter, "FOR\n", "other")
    with monkeypatch.context() as busy:
        busy.setattr(inbox, "settle", raises_busy)
        with pytest.raises(Busy):
            house.run()
    house.later(minutes=1)
    house.run()
    assert house.became(number) == "done"
    subjects = [letter.subject for letter in house.told]
    assert sum("stands still" in subject for subject in subjects) == 1


def raises_busy(*_: Any, **__: Any) -> None:
    raise Busy("for now")


def test_a_bad_letter_that_is_anothers_by_now_harms_no_other(house: House) -> None:
    """Its lease was over, and somebody else has it in hand: so nothing can be noted of it here."""
    numbers = a_game_each(house, 4)
    bad = house.arrival(numbers[1])
    pump = house.another_pump("one")

    def luck(cause: str) -> bytes:
        if cause == bad.digest:
            raise RuntimeError("it breaks us")
        return fresh(cause)

    def batch(*how: Any) -> int:
        with house.database.write() as connection:
            taken = update(inbox_table).where(inbox_table.c.id == bad.id)
            connection.execute(taken.values(claimed_by="another"))
        return Pump._batch(pump, *how)

    pump._fresh, pump._batch = luck, batch  # type: ignore[method-assign,assignment]
    pump.run()
    assert [house.became(number) for number in numbers] == ["done", "claimed", "done", "done"]


# Nothing slow holds the database, and nothing leaves before it is on the disk


def test_no_letter_is_worked_out_while_the_database_is_held(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes while a letter is decided, and while its answers are rendered."""
    numbers = a_game_each(house, 3)
    other, render, wrote = Database(house.config.database_url), Renderer.render, 0
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 50)

    def writes_meanwhile(*which: Any) -> Any:
        nonlocal wrote
        with other.write() as connection:
            connection.exec_driver_sql("UPDATE server SET value = value WHERE key = 'none'")
        wrote += 1
        return render(*which)

    monkeypatch.setattr(Renderer, "render", writes_meanwhile)
    house.run()
    assert [house.became(number) for number in numbers] == ["done"] * 3
    assert wrote >= 3


@of_sqlite
def test_a_letter_leaves_only_when_the_disk_has_what_caused_it(tmp_path: Path) -> None:
    """Letters in hand together are committed one by one, and the disk is waited for with the last;
    the pump is stopped before that, and the sender does not trust it."""
    house, disk = House(tmp_path), HeldDisk(f"sqlite:///{tmp_path / 'nomic.db'}")
    numbers, uncertain = a_game_each(house, 3), 0
    pump = house.another_pump("the house", disk)
    pump.run(lambda: house.became(numbers[1]) == "done")
    assert disk.certain is not None  # a power cut now would undo the two
    left: list[str] = []

    class Out:
        def deliver(self, mail_from: str, recipient: str, *letter: Any) -> Outcome:
            nonlocal uncertain
            uncertain += disk.certain is not None
            left.append(recipient)
            return Outcome("sent", "")

        def close(self) -> None: ...

    Sender(disk, Out(), house.clock, "the house", timedelta(hours=1)).run()
    assert (len(left), uncertain) == (2, 0)
    disk.lose()
    assert [house.became(number) for number in numbers] == ["done", "done", "waiting"]


# Letters that are taken in at once


class Counted(Database):
    """`written` are the transactions that were begun; the first waits until `go`."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.written, self.go = 0, threading.Event()

    @contextmanager
    def write(self, **how: bool) -> Iterator[Connection]:
        self.written += 1
        self.go.wait(30)
        with super().write(**how) as connection:
            yield connection


def taken_in_at_once(
    house: House, database: Counted, count: int, fail: Callable[[], None] = lambda: None
) -> list[BaseException | None]:
    """What each of them was told, or nothing where it was acknowledged."""
    accept = Acceptor(database)
    told: list[BaseException | None] = [None] * count

    def hand_in(place: int) -> None:
        to = f"nomic+tea@{HOST}"
        raw = house.written("Ada Lovelace", to, f"letter {place}\n", f"<{place}@mail.test>")
        try:
            accept(raw, Envelope(address_of("Ada Lovelace"), (to,)), house.clock.now())
        except Exception as trouble:
            told[place] = trouble

    threads = [threading.Thread(target=hand_in, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    while len(accept._waiting) < count:
        pass
    database.go.set()
    for thread in threads:
        thread.join(30)
    return told


def test_where_the_database_is_locked_all_are_told_so_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not one after the other, each after ten seconds: their servers wait for an answer."""
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 50)
    other = Database(house.config.database_url)
    counted = Counted(house.config.database_url)
    with other.write():
        told = taken_in_at_once(house, counted, 8)
    assert [type(one) for one in told] == [Busy] * 8
    assert counted.written == 1
    assert house.rows("SELECT count(*) FROM inbox WHERE kind = 'letter'") == [(0,)]


def test_one_that_cannot_be_written_is_told_so_and_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept = inbox.accept

    def refuse_the_third(connection: Connection, parcel: inbox.Parcel, *to: Any) -> list[int]:
        if parcel.message_id == "3@mail.test":
            raise ValueError("not this one")
        return accept(connection, parcel, *to)

    monkeypatch.setattr(inbox, "accept", refuse_the_third)
    told = taken_in_at_once(house, Counted(house.config.database_url), 8)
    assert [place for place, one in enumerate(told) if one is not None] == [3]
    there = house.rows("SELECT message_id FROM inbox WHERE kind = 'letter' ORDER BY message_id")
    assert there == [(f"{place}@mail.test",) for place in range(8) if place != 3]
