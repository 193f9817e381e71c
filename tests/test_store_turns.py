"""Who writes for long, and at once again, keeps nobody out: not another thread, not a command beside
the server."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from nomic_mail.store import database as store
from nomic_mail.store.database import Busy, Database

HOLD_SECONDS = 0.05
MOST_ROUNDS = 40  # without a queue it took a hundred
COMMAND = """
import sys
from nomic_mail.store.database import Database
database = Database(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for _ in range(3):
    with database.write() as connection:
        connection.exec_driver_sql("INSERT INTO server VALUES (hex(randomblob(8)), 'command')")
"""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(f"sqlite:///{tmp_path / 'nomic.db'}")
    database.make()
    return database


def hold(database: Database) -> None:
    with database.at_once() as connection:
        connection.exec_driver_sql("INSERT INTO server VALUES (hex(randomblob(8)), 'server')")
        time.sleep(HOLD_SECONDS)


def test_a_command_beside_a_busy_server_gets_its_turn(database: Database) -> None:
    words = [sys.executable, "-c", COMMAND, database.url]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as command:
        assert command.stdin is not None
        assert command.stdout is not None
        assert command.stdout.readline() == "ready\n"
        command.stdin.write("go\n")
        command.stdin.flush()
        rounds = 0
        while command.poll() is None and rounds < MOST_ROUNDS:
            hold(database)
            rounds += 1
        assert command.poll() == 0, f"it waits still after {rounds} rounds"


def test_threads_take_turns_in_the_order_in_which_they_came(database: Database) -> None:
    came = list[int]()

    def write(number: int) -> None:
        with database.write() as connection:
            connection.exec_driver_sql(f"INSERT INTO server VALUES ('{number}', '')")
            came.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(5)]
    with database.write():
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(database._turns._line) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert came == [0, 1, 2, 3, 4]


def test_one_whose_turn_does_not_come_in_time_is_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And leaves the line, which goes on without it."""
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 30)
    told = list[str]()

    def write() -> None:
        try:
            with database.write():
                pass
        except Busy as busy:
            told.append(str(busy))

    with database.write():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert told == ["database is locked: another thread writes"]
    with database.write() as connection:
        connection.exec_driver_sql("INSERT INTO server VALUES ('after', '')")
