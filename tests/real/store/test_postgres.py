"""The same on PostgreSQL: the schema, the store and the pump, and a server that plays a turn.

1. The tests of the store and the pump are the very same ones, played by a house with another
   database; but for those that look into SQLite's own file, or into a lock beside it.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from psycopg import DataError
from sqlalchemy import bindparam, insert, select

from nomic_mail.daemon.parts import taker
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Desk
from nomic_mail.pump.who import doors
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.session import Session
from nomic_mail.store.database.tables import contents, metadata, server
from nomic_mail.store.queue.inbox import Arrival
from nomic_mail.wire import Found
from tests.kit.databases import of_sqlite
from tests.kit.house import START, House
from tests.kit.real.real_postgres import Postgres, postgres
from tests.kit.real.server_play import ADA, BOB, Server, by_smtplib, proof, until
from tests.pump.test_shares import a_game_each
from tests.real.pump import test_together as test_pump_together
from tests.store import test_inbox as test_store_inbox
from tests.store import test_ledger as test_store_ledger
from tests.store import test_outbox as test_store_outbox

KEEP_FACT = Prepared(insert(server))
FACT = Prepared(select(server.c.value).where(server.c.key == bindparam("key")))
KEEP_RAW = Prepared(insert(contents))
RAW = Prepared(select(contents.c.raw).where(contents.c.sha256 == bindparam("sha256")))


@pytest.fixture
def url(postgresql: Postgres) -> str:
    return postgresql.new()


@pytest.fixture
def house(tmp_path: Path, postgresql: Postgres) -> Iterator[House]:
    house = House(tmp_path, database=postgresql.emptied())
    yield house
    house.close()


# Rule 1


# several serve a PostgreSQL: test_workers
REFUSED = "test_a_second_daemon_refuses_though_its_configuration_is_another"


def spoken_of(code: CodeType) -> set[str]:
    """What it names, and what is said in it names."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return {*code.co_names, *code.co_varnames}.union(*map(spoken_of, inner))


def about_sqlite(test: Callable[..., None]) -> bool:
    names = spoken_of(test.__code__)
    return bool(names & {"sqlite3", "file", "data", "_locks"}) or test.__name__ == REFUSED


def played_again(module: ModuleType) -> dict[str, Any]:
    found = vars(module)
    tests = {
        f"{name}_{module.__name__.rpartition('.test_')[2]}": one
        for name, one in found.items()
        if name.startswith("test_") and not about_sqlite(one)
    }
    fixtures = {name: one for name, one in found.items() if "Fixture" in type(one).__name__}
    return {**fixtures, **tests}


AGAIN = (test_store_inbox, test_store_outbox, test_store_ledger, test_pump_together)
of_postgresql = house
for each in AGAIN:
    globals().update(played_again(each))
house = of_postgresql


# The database


def test_the_migrations_make_the_tables(url: str) -> None:
    database = Database(url)
    assert database.is_new()
    database._bring_up(None)
    with database.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    assert database.look() == ""
    database.close()


def test_a_reader_cannot_write(house: House) -> None:
    with pytest.raises(Exception, match="read-only transaction"), house.database.read() as line:
        line.exec_driver_sql("DELETE FROM server")


def test_a_second_writer_waits_for_the_first(house: House) -> None:
    """So what a transaction has read is still true when it writes."""
    other = Database(house.config.database_url)
    steps: list[str] = []
    began = threading.Event()

    def write() -> None:
        began.set()
        with other.write():
            steps.append("second")

    with house.database.write():
        thread = threading.Thread(target=write)
        thread.start()
        began.wait()
        thread.join(0.5)
        steps.append("first")
    thread.join()
    other.close()
    assert steps == ["first", "second"]


@pytest.mark.parametrize("text", ["", "Grüße, 你好 👋", "a" * 70_000])
@pytest.mark.parametrize("raw", [b"", bytes(range(256)) * 300])
def test_what_goes_straight_to_it_comes_back(house: House, text: str, raw: bytes) -> None:
    with house.database.write() as connection:
        KEEP_FACT.done(connection, {"key": "a fact", "value": text})
        assert KEEP_RAW.done(connection, {"sha256": "of it", "raw": raw}) == 1
    with house.database.read() as connection:
        assert FACT.rows(connection, {"key": "a fact"}) == [(text,)]
        assert RAW.value(connection, {"sha256": "of it"}) == raw
        assert FACT.rows(connection, {"key": "no fact"}) == []


def test_a_nul_is_refused_and_cuts_nothing_off(house: House) -> None:
    with (
        pytest.raises(DataError),
        house.database.write() as connection,
    ):
        KEEP_FACT.done(connection, {"key": "a fact", "value": "before\0behind"})
    with house.database.read() as connection:
        assert FACT.rows(connection, {"key": "a fact"}) == []


def test_whoever_writes_has_another_line_where_postgresql_closed_it(
    house: House, postgresql: Postgres
) -> None:
    """Without a letter that is told to come again."""
    with house.database.write() as connection:
        KEEP_FACT.done(connection, {"key": "one", "value": "1"})
    postgresql.psql(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    with house.database.write() as connection:
        KEEP_FACT.done(connection, {"key": "two", "value": "2"})
    with house.database.read() as connection:
        assert FACT.value(connection, {"key": "one"}) == "1"
        assert FACT.value(connection, {"key": "two"}) == "2"


def test_a_letter_with_a_nul_in_its_names_comes_in(house: House) -> None:
    raw = b"From: Ada <ada@x.org>\r\nMessage-ID: <a\0b@x.org>\r\n\r\nFOR\0\r\n"
    taker(house.database)(Found(raw, "imap 1", "a\0da@x.org", ("nomic@nomic.example",), START))
    ((kept,),) = house.rows("SELECT raw FROM contents")
    assert bytes(kept) == raw


def test_a_letter_whose_look_up_fails_is_held_and_stops_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL refuses whatever comes after an error, until that is undone."""
    numbers = a_game_each(house, 3)
    look_up = doors.look_up

    def fails(desk: Desk, arrival: Arrival) -> Case:
        if arrival.id == numbers[1]:
            with desk.look.read() as connection:
                connection.exec_driver_sql("SELECT 1 / 0")
        return look_up(desk, arrival)

    monkeypatch.setattr(doors, "look_up", fails)
    house.run()
    assert [house.became(number) for number in numbers] == ["done", "held", "done"]


def test_a_session_that_ends_within_a_batch_is_no_letters_fault(house: House) -> None:
    numbers = a_game_each(house, 3)
    written: list[int] = []

    def step(name: str) -> None:
        if name == "written":
            written.append(1)
            if len(written) == 2:
                with house.database.read() as connection:
                    connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(Busy):
        house.another_pump("the house", house.database, step).run()
    house.run()
    assert [house.became(number) for number in numbers] == ["done"] * 3
    assert [house.arrival(number).tries for number in numbers] == [0] * 3


def test_without_its_database_it_is_busy_and_goes_on(tmp_path: Path) -> None:
    with postgres() as server:
        house = House(tmp_path, database=server.new())
        house.begin()
        server.stop()
        with pytest.raises(Busy):
            house.pump.run()
        server.start()
        house.reply(house.mover(), "SCORES")
        house.pump.run()
        assert house.rows("SELECT count(*) FROM inbox WHERE state = 'done'")[0][0] == 5
        house.close()


# Locks


def cut(house: House) -> None:
    """PostgreSQL ends all sessions that hold a lock."""
    house.rows(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND datname = current_database()"
    )


def test_a_killed_server_leaves_no_lock(house: House) -> None:
    url = house.config.database_url
    code = "import sys; from nomic_mail.store.database.session import Session"
    code += "; session = Session(sys.argv[1])"
    code += "; print(session.take('serve') or 'taken', flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", code, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None and other.stdout.readline() == b"taken\n"
    assert f"process {other.pid} on" in Session(url).holder("serve")
    other.kill()
    other.communicate()
    until("the lock is free", lambda: not Session(url).holder("serve") or None)


# A server


@of_sqlite
def test_a_server_plays_a_turn_and_comes_back_from_a_dump(
    tmp_path: Path, postgresql: Postgres
) -> None:
    url = postgresql.new()
    server = Server(tmp_path / "var")
    server.set('database = "sqlite:///nomic.db"', f'database = "{url}"')
    server.tool("init", str(server.folder), config=False)
    try:
        server.serve()
        server.tool("game", "new", "tea", "--set", "debate_min=0")
        addresses = ("ada@example.org", "bob@example.org")
        for who, address in zip((ADA, BOB), addresses, strict=True):
            server.tool("player", "add", "tea", who)
            by_smtplib(server, address, server.next_letter(address, "You are invited"), "JOIN")
            server.next_letter(address, "Welcome")
        server.tool("game", "start", "tea")
        begun = {address: server.next_letter(address, "game begins") for address in addresses}
        (mover,) = (to for to, one in begun.items() if "your turn" in str(one["Subject"]))
        text = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE"
        by_smtplib(server, mover, begun[mover], text)
        for address in addresses:
            by_smtplib(server, address, server.next_letter(address, "Vote on 301"), "FOR")
        for address in addresses:
            assert "threw 1d6" in proof(server.next_letter(address, "301 is adopted"))
        kept, dump = tmp_path / "kept", tmp_path / "dump"
        told = server.tool("backup", str(kept))
        assert "not in it: the database: dump it with pg_dump" in told.stderr
        dump.write_bytes(postgresql.dumped(url))
        record = tmp_path / "tea.json"
        server.tool("export", "tea", str(record))
        server.tool("verify", str(record))
        assert server.stop() == 0
        assert not any("Traceback" in line for line in server.said), server.said

        again = postgresql.new()
        server.set(url, again)
        server.tool("backup", str(tmp_path / "moved"))
        new = tmp_path / "new"
        refused = server.tool("restore", str(tmp_path / "moved"), str(new), status=1)
        assert "pg_restore first" in refused.stderr
        postgresql.put_back(dump.read_bytes(), again)
        server.tool("restore", str(tmp_path / "moved"), str(new))
        server.folder, server.config, server.mail = new, new / "config.toml", new / "mail"
        server.serve()
        for address in addresses:
            server.next_letter(address, "The server was set back")
    finally:
        server.end()
