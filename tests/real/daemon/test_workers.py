"""Several servers on one PostgreSQL (daemon.workers): each letter is worked on once, and each game
by one of them at a time; what one alone may do is taken over when it dies, and never before.
"""

import json
import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from nomic_mail.config import load
from nomic_mail.daemon.doctor import examine
from nomic_mail.daemon.lock import fence_beside, lock_of
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import Acceptor, taker
from nomic_mail.daemon.server import Daemon
from nomic_mail.daemon.workers import FREE_LOOKS, TIME, Workers
from nomic_mail.store.database.engines import ARRIVING, HEAD, Busy, Database, in_turn
from nomic_mail.wire import Envelope, Found
from tests.kit.house import HOST, SEED, START, WEEK, House, address_of
from tests.kit.real.real_postgres import Postgres
from tests.real.pump.test_together import RECORDED, full_of_votes, work_together


@pytest.fixture
def house(tmp_path: Path, postgresql: Postgres) -> Iterator[House]:
    house = House(tmp_path, database=postgresql.new())
    yield house
    house.close()


def test_two_pumps_work_beside_each_other_and_come_out_where_one_does(
    house: House, postgresql: Postgres
) -> None:
    numbers = full_of_votes(house)
    house.database.close()
    ours = house.config.database_url.rpartition("/")[2]
    postgresql.psql(f"CREATE DATABASE copied TEMPLATE {ours}")
    copy = postgresql.url("copied")
    house.pump.run()
    work_together(house, copy, 2)
    assert [house.became(number) for number in numbers].count("duplicate") == 40
    with psycopg.connect(copy) as line:
        assert [line.execute(query.encode()).fetchall() for query in RECORDED] == [
            house.rows(query) for query in RECORDED
        ]


def test_letters_to_two_games_are_in_the_hands_of_two_at_the_same_moment(house: House) -> None:
    """One stands in the midst of a letter; another goes on with another game, and not with this."""
    first, second = house.open_vote("tea")[0], house.open_vote("rum")[0]
    inside, go_on = threading.Event(), threading.Event()

    def stand(step: str) -> None:
        if step == "decided":
            inside.set()
            go_on.wait(20)

    slow = house.another_pump("slow", step=stand)
    numbers = [house.reply(first, "FOR\n", "tea"), house.reply(first, "STATUS\n", "tea")]
    thread = threading.Thread(target=slow.run, daemon=True)
    thread.start()
    assert inside.wait(20)
    door = house.door(second, "rum")
    vote = house.written(second, door, "FOR\n")
    Acceptor(house.database)(vote, Envelope(address_of(second), (door,)), house.clock.now())
    quick = house.another_pump("quick")
    quick._keeps_time = lambda: False
    quick.run()
    assert [house.became(number) for number in numbers] == ["claimed", "claimed"]
    assert house.became(numbers[-1] + 1) == "done"
    go_on.set()
    thread.join(20)
    assert [house.became(number) for number in numbers] == ["done", "done"]


def test_letters_have_their_numbers_in_the_order_in_which_they_are_seen(house: House) -> None:
    """Or the second of two copies could be worked on before the first is there to be seen."""
    accept, other = Acceptor(house.database), Database(house.config.database_url)
    envelope = Envelope("ada@x.org", ("nomic@nomic.example",))
    with other.write(beside=True) as connection:
        in_turn(connection, ARRIVING)
        letter = (b"Subject: tea\r\n\r\n", envelope, START)
        thread = threading.Thread(target=accept, args=letter, daemon=True)
        thread.start()
        thread.join(0.5)
        assert thread.is_alive()
    thread.join(20)
    assert house.rows("SELECT count(*) FROM inbox") == [(1,)]
    other.close()


# Who is among them


def worker(house: House, name: str, address: str = f"nomic@{HOST}", key: str = SEED) -> Daemon:
    """Started, with nothing that runs by itself."""
    folder = house.config.data / name
    folder.mkdir()
    (folder / "secret.key").write_text(sha256(key.encode()).hexdigest() + "\n", "ascii")
    text = f'[server]\ndatabase = "{house.config.database_url}"\n[mail]\naddress = "{address}"\n'
    (folder / "config.toml").write_text(text, "utf-8")
    daemon = Daemon(load(folder / "config.toml"), house.clock)
    daemon.start(listen=False)
    return daemon


def roles(daemon: Daemon) -> Workers:
    assert isinstance(daemon._roles, Workers)
    return daemon._roles


def cut(daemon: Daemon, house: House) -> None:
    """PostgreSQL ends the session that has its locks."""
    line = roles(daemon)._session._line
    assert line is not None
    pid = line.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    house.rows("SELECT pg_terminate_backend(?, 5000)", pid)


@pytest.fixture
def both(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Daemon, Daemon]]:
    monkeypatch.setattr(Daemon, "_overtaken", lambda self, why: setattr(self, "overtaken", why))
    first, second = worker(house, "first"), worker(house, "second")
    yield first, second
    second.stop()
    first.stop()


def look(daemon: Daemon, times: int = FREE_LOOKS) -> None:
    for _ in range(times):
        roles(daemon).look(daemon.clock.now())


def test_one_that_was_told_something_else_is_refused(house: House) -> None:
    """Another key, or another address: it would not know the others' letters again."""
    first = worker(house, "first")
    with pytest.raises(Trouble, match=r"process \d+ on .* the key in secret_file\. All servers"):
        worker(house, "second", key="another")
    with pytest.raises(Trouble, match=r"told something else: \[mail\]\."):
        worker(house, "third", "nomic@elsewhere.example")
    first.stop()
    with pytest.raises(Trouble, match=r"is not the key of this database"):
        worker(house, "fourth", key="another")  # though nobody is left to differ from
    worker(house, "fifth", "nomic@elsewhere.example").stop()


def test_one_of_another_version_does_not_change_the_schema_beneath_the_others(
    house: House,
) -> None:
    first = worker(house, "first")
    house.change("UPDATE alembic_version SET version_num = '0006'")
    with pytest.raises(Trouble, match=r"in use, by process .* stop all servers on it"):
        worker(house, "second")
    house.change("UPDATE alembic_version SET version_num = ?", HEAD)
    first.stop()


def test_nothing_is_put_back_from_a_backup_beneath_them(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    with pytest.raises(Trouble, match="this database is served already, by process"):
        lock_of(both[0].config).take(START)


def test_the_command_line_leaves_deadlines_to_them(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    assert fence_beside(both[0].config, house.clock, house.database)() < START


# What one alone does


def test_one_keeps_time_and_the_next_takes_over_when_it_dies(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    first, second = both
    house.open_vote()
    look(second)
    assert (roles(first).holds(TIME), roles(second).holds(TIME)) == (True, False)
    house.clock.set(START + 2 * WEEK)
    look(first, 1)
    look(second, 1)
    assert second.pump.run() == 0
    cut(first, house)
    look(second, FREE_LOOKS - 1)
    assert not roles(second).holds(TIME)  # it may only have lost its line
    look(second, 1)
    assert roles(second).holds(TIME)
    assert second.pump.run() > 0
    assert "VotingExtended" in house.kinds()


def test_one_that_was_taken_for_dead_writes_nothing_any_more(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    """Though it lives, and has not looked: no letter, no deadline, no mail."""
    first, second = both
    house.open_vote()
    cut(first, house)
    look(second)
    house.later(days=30)
    gone = "took this one, worker 1, for dead"
    with pytest.raises(Busy, match=gone):
        taker(first.database)(Found(b"FOR", "imap 1", "", ("nomic@nomic.example",), START))
    with pytest.raises(Busy, match=gone):
        first.pump.run()
    with pytest.raises(Busy, match=gone):
        first.sender.run()
    assert first.overtaken
    first.overtaken = ""
    look(first, 1)
    assert first.overtaken
    assert not roles(first).holds(TIME)


def test_one_whose_session_broke_has_its_roles_again_where_nobody_took_it_for_dead(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    first, second = both
    cut(first, house)
    look(second, FREE_LOOKS - 1)
    look(first, 1)
    look(second)
    assert not first.overtaken
    assert (roles(first).holds(TIME), roles(second).holds(TIME)) == (True, False)


def test_no_deadline_passes_before_all_have_told_that_their_letters_are_in(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    first, second = both
    house.open_vote()
    house.clock.set(START + 2 * WEEK)
    look(first, 1)
    assert first.pump.run() == 0  # the second's listener may have a vote in its hands
    look(second, 1)
    assert first.pump.run() > 0
    assert house.kinds()[-1] == "VotingExtended"


def test_a_letter_after_a_deadline_waits_until_all_have_told(
    house: House, both: tuple[Daemon, Daemon]
) -> None:
    """And holds up nobody else's game; one from before the deadline is worked on."""
    first, second = both
    mover, other = house.open_vote("tea")
    house.open_vote("rum")
    in_time = house.reply(mover, "FOR\n", "tea")
    house.clock.set(START + WEEK + timedelta(hours=1))
    late, elsewhere = house.reply(other, "FOR\n", "tea"), house.act("command", **END)
    first.pump.run()
    assert [house.became(one) for one in (in_time, late, elsewhere)] == ["done", "waiting", "done"]
    look(second, 1)
    first.pump.run()
    assert house.became(late) == "done"
    votes = [kind for kind in house.kinds("tea") if kind in ("BallotCast", "VotingExtended")]
    assert votes == ["BallotCast", "VotingExtended", "BallotCast"]


END = {"game": "gin", "verb": "End", "fields": {"reason": "nobody came"}}


def test_status_and_check_tell_who_does_what(
    house: House, both: tuple[Daemon, Daemon], capsys: pytest.CaptureFixture[str]
) -> None:
    look(both[0], 1)
    file = str(both[0].config.file)
    told = json.loads(CliRunner().invoke(cli, ["--config", file, "status", "--json"]).output)
    assert [(one["number"], one["roles"]) for one in told["workers"]] == [
        (1, ["keeps time"]),
        (2, []),
    ]
    shown = CliRunner().invoke(cli, ["--config", file, "status"]).output
    assert re.search(r"server 1 +process \d+ on .*; keeps time", shown)
    found = [one.words for one in examine(both[0].config, house.clock) if one.part == "server"]
    assert re.fullmatch(r"number 1, process \d+ on .*, keeps time", found[0])
