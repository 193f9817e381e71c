"""What `status` says of a server that does not do its work, for a person and for a program."""

import json
import os
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from nomic_mail.cli import cli
from nomic_mail.clock import SystemClock
from nomic_mail.config import load
from nomic_mail.daemon.lock import lock_of
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database import engines, heartbeats
from tests.cli.test_server import call
from tests.kit.databases import of_sqlite
from tests.kit.house import HOST, START, House

pytestmark = of_sqlite


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A game that goes on, with its configuration where the command line looks for it."""
    house = House(tmp_path)
    house.begin()
    house.config.file.write_text(f'[mail]\naddress = "nomic@{HOST}"\n', encoding="utf-8")
    (tmp_path / "secret.key").write_text("ab" * 32, encoding="ascii")
    yield house
    house.close()


def troubles(house: House, status: int | None = 1) -> list[str]:
    every = ["--config", str(house.config.file), "status", "--json", "--check"]
    told = CliRunner().invoke(cli, every)
    assert status in (None, told.exit_code), told.output
    return list(json.loads(told.stdout)["troubles"])


def settled(house: House) -> None:
    """No letter waits, and the server is run from cron."""
    house.change("UPDATE outbox SET state = 'sent'")
    with house.database.write() as connection:
        heartbeats.beat(connection, heartbeats.ONCE, START, "serve here 1")


def test_a_server_that_is_as_it_should_be_troubles_nobody(house: House) -> None:
    settled(house)
    assert troubles(house, status=0) == []


def test_letters_that_nobody_works_on_are_told(house: House) -> None:
    """Whether the server runs or not."""
    settled(house)
    house.reply(house.mover(), "STATUS\n")
    (told,) = troubles(house)
    since = f"{START:%Y-%m-%d %H:%M} UTC"
    assert told.startswith(f"letters in wait since {since}, and nobody works on them; start the")


def test_letters_that_nobody_sends_are_told(house: House) -> None:
    settled(house)
    house.change("UPDATE outbox SET state = 'waiting' WHERE id = 1")
    (told,) = troubles(house)
    assert told.startswith("letters out wait since")
    assert "and nobody sends them; start the server: " in told


def test_a_server_that_has_died_is_told(house: House) -> None:
    settled(house)
    with house.database.write() as connection:
        heartbeats.beat(connection, "serve", START, "serve here 1")
    (told,) = troubles(house)
    seen = f"its last sign of life was at {START:%Y-%m-%d %H:%M} UTC"
    assert told.startswith(f"the server does not run: {seen}; it was not stopped, but killed")
    assert told.endswith(f"start it: nomic-mail --config {house.config.file} serve")
    shown = call("--config", house.config.file, "status").stdout
    assert shown.startswith("The server does not run: ")


def test_a_server_that_was_never_started_is_told(house: House) -> None:
    house.change("UPDATE outbox SET state = 'sent'")
    (told,) = troubles(house)
    assert told.startswith("there are games, and no server was ever started; start it: nomic-mail")


def held(house: House) -> Iterator[None]:
    """As a server that runs has it."""
    lock = lock_of(load(house.config.file))
    lock.take(START)
    yield
    lock.release()


def test_a_failed_start_is_told_until_the_configuration_is_another(house: House) -> None:
    """As long as it is, by the last failure, whose remedy it may be."""
    settled(house)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        told = f'[mail]\naddress = "nomic@{HOST}"\n[listener]\nport = {taken.getsockname()[1]}\n'
        house.config.file.write_text(told, encoding="utf-8")
        for _ in range(2):
            assert "in use" in call("--config", house.config.file, "serve", status=75).stderr
            assert any("a start failed at" in one for one in troubles(house))
            written = house.config.file.stat().st_mtime
            os.utime(house.config.file, (written + 3600, written + 3600))
            assert not [one for one in troubles(house, status=None) if "a start failed" in one]
            os.utime(house.config.file, (written, written))


def test_a_lock_alone_is_no_server_that_runs(house: House) -> None:
    settled(house)
    with contextmanager(held)(house):
        shown = call("--config", house.config.file, "status").stdout
    assert "holds its lock, and gives no sign of life; last seen none" in shown


@pytest.mark.parametrize("days", [31, -31])
def test_a_server_whose_clock_was_set_does_not_seem_to_hang(
    house: House, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """Else whoever is told so starts it anew, and tells it that the clock is right. Where it hangs
    in earnest that is told, too."""
    settled(house)
    house.reply(house.mover(), "STATUS\n")
    house.change("UPDATE outbox SET state = 'sent'")
    house.config.file.write_text(f'[mail]\naddress = "nomic@{HOST}"\n[listener]\nport = 0\n')
    daemon = Daemon(load(house.config.file))
    daemon.start(listen=False)
    daemon._serves = True
    now, steady = SystemClock.now, SystemClock.monotonic_seconds
    try:
        daemon.once()
        daemon._beat()
        set_by = timedelta(days=days)
        monkeypatch.setattr(SystemClock, "now", lambda clock: now(clock) + set_by)
        daemon.once()
        (told,) = troubles(house)
        assert told.startswith("All deadlines are frozen: the clock of this machine was set ")
        five = timedelta(minutes=5)
        monkeypatch.setattr(SystemClock, "now", lambda clock: now(clock) + set_by + five)
        monkeypatch.setattr(SystemClock, "monotonic_seconds", lambda clock: steady(clock) + 300)
        assert any(one.startswith("the server hangs: ") for one in troubles(house))
    finally:
        daemon.stop()


def test_a_mailbox_that_was_never_looked_through_is_told(house: House) -> None:
    settled(house)
    box = '[[mailbox]]\nuser = "nomic"\nhost = "imap.example.org"\npassword = "tea"\n'
    house.config.file.write_text(house.config.file.read_text("utf-8") + box, encoding="utf-8")
    with contextmanager(held)(house):
        assert troubles(house, status=0) == []  # it may have begun just now
        with house.database.write() as connection:
            heartbeats.beat(connection, heartbeats.BEGAN, START, "serve here 1")
        (told,) = troubles(house)
    since = f"{START:%Y-%m-%d %H:%M} UTC"
    assert told.startswith(f"nomic@imap.example.org INBOX was never looked through since {since}")


def test_what_counts_letters_does_not_fall_with_a_game(house: House) -> None:
    settled(house)

    def counted() -> tuple[float, float]:
        text = call("--config", house.config.file, "status", "--metrics").stdout
        read = text_string_to_metric_families(text)  # type: ignore[no-untyped-call]
        found = {one.name: one.samples[0].value for one in read if one.type == "counter"}
        return found["nomic_letters_in"], found["nomic_letters_out"]

    house.act("say", game="tea", line="END GAME: the house is sold")
    house.run()
    settled(house)
    came, went = counted()
    assert came > 0
    assert went > 0
    house.act("delete game", game="tea", typed="tea")
    house.run()
    house.change("UPDATE outbox SET state = 'sent'")
    assert house.rows("SELECT * FROM games") == []
    after = counted()
    assert after[0] == came + 1  # the act that did it
    assert after[1] >= went


def test_a_database_that_cannot_be_written_is_told(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(house)
    monkeypatch.setattr(engines, "BUSY_MILLISECONDS", 50)
    with closing(sqlite3.connect(tmp_path / "nomic.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        (told,) = troubles(house)
    assert told.startswith("the database cannot be written, and no letter is taken in: ")


def test_an_empty_database_in_place_of_another_is_told(house: House, tmp_path: Path) -> None:
    settled(house)
    (tmp_path / "served").write_text("ab" * 16 + "\n", encoding="ascii")
    told, then = troubles(house)
    assert "mend that first, then start it" in then
    assert "is not the database that was here" in told


def test_numbers_for_a_program_are_open_metrics(house: House) -> None:
    house.reply(house.mover(), "STATUS\n")
    text = call("--config", house.config.file, "status", "--metrics").stdout
    read = text_string_to_metric_families(text)  # type: ignore[no-untyped-call]
    families = {one.name: one for one in read}
    assert families["nomic_letters_in"].type == "counter"
    (waiting,) = [
        one.value
        for one in families["nomic_inbox_letters"].samples
        if one.labels == {"state": "waiting"}
    ]
    assert waiting == 1
    by_way = {one.labels["way"]: one.value for one in families["nomic_oldest_seconds"].samples}
    assert by_way["in"] > 0
    (games,) = families["nomic_games"].samples
    assert games.value == 1
    (free,) = families["nomic_disk_free_bytes"].samples
    assert free.value > 0


def test_a_start_that_fails_leaves_signals_as_they_were(house: House) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        house.config.file.write_text(f"[listener]\nport = {port}\n")
        call("--config", house.config.file, "serve", status=75)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
