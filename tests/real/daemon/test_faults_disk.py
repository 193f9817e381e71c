"""Rows of the fault table (docs/faults.md): a database that is busy, full, read-only or damaged.
What cannot be kept is not acknowledged, what waits goes on when it can, and no letter is blamed."""

import smtplib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.parts import write_secret
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database import engines as store
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.games import ledger
from nomic_mail.store.queue import inbox
from tests.cli.test_server import call
from tests.kit.databases import of_sqlite
from tests.kit.door import listener_of
from tests.kit.funnel import watched
from tests.kit.house import HOST, House, address_of
from tests.kit.real.server_play import ADA, BOB, Server, by_smtplib, until
from tests.kit.trouble import TROUBLES, read_only

pytestmark = of_sqlite


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 50)
    house = House(tmp_path)
    with watched(house.config.database_url):
        yield house
    house.close()


SAID = {"busy": "locked", "full": "full", "read-only": "readonly"}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_sqlite_in_trouble_takes_no_letter_and_says_come_again(house: House, trouble: str) -> None:
    house.begin()
    mover = house.mover()
    raw = house.written(mover, house.door(mover), "STATUS\n" + 3000 * "Much talk about it.\n")
    listener = listener_of(house)
    listener.start()
    count = "SELECT count(*) FROM inbox WHERE kind = 'letter'"
    with smtplib.SMTP("127.0.0.1", listener.port, timeout=30) as line:
        with TROUBLES[trouble](house), pytest.raises(smtplib.SMTPDataError) as told:
            line.sendmail(address_of(mover), [house.door(mover)], raw)
        assert told.value.smtp_code == 451
        assert house.rows(count) == [(0,)]
        line.sendmail(address_of(mover), [house.door(mover)], raw)
    listener.stop()
    assert house.rows(count) == [(1,)]
    assert [one.to for one in house.run()] == [address_of(mover)]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_sqlite_in_trouble_holds_up_a_letter_and_blames_it_for_nothing(
    house: House, trouble: str
) -> None:
    mover, other = house.open_vote()
    numbers = [house.reply(name, "FOR\n") for name in (mover, other)]
    with TROUBLES[trouble](house):
        for _ in range(5):
            with pytest.raises(Busy, match=SAID[trouble]):
                house.pump.run()
    house.run()
    for number in numbers:
        arrival = house.arrival(number)
        assert (arrival.state, arrival.tries, arrival.crashes) == ("done", 0, 0)
    assert house.kinds().count("VotingClosed") == 1


def test_a_read_only_disk_stops_the_start_with_a_sentence(house: House) -> None:
    write_secret(house.config.secret_file)
    house.config.file.touch()
    with read_only(house):
        told = call("--config", house.config.file, "serve", "--once", status=75).stderr
    assert "nomic.db: attempt to write a readonly database; it belongs to another user" in told


def test_a_full_disk_under_a_running_server(tmp_path: Path) -> None:
    """A real one, which may not make any file longer: letters get 451, and nothing else is lost."""
    server = Server(tmp_path / "var")
    try:
        server.tool("game", "new", "tea", "--set", "debate_min=0")
        for player in (ADA, BOB):
            server.tool("player", "add", "tea", player)
        server.serve()
        invitation = server.next_letter("ada@example.org", "You are invited")
        assert server.process is not None
        prlimit(server.process.pid, RLIMIT_FSIZE, (1, RLIM_INFINITY))
        for _ in range(3):
            with pytest.raises(smtplib.SMTPDataError) as told:
                by_smtplib(server, ADA, invitation, "JOIN")
            assert told.value.smtp_code == 451
        time.sleep(3)
        tried = [one for one in server.said if "cannot be used, and is tried again" in one]
        assert 1 <= len(tried) <= 2, tried  # the pump's and the sender's; it is tried each second
        prlimit(server.process.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        by_smtplib(server, ADA, invitation, "JOIN")
        server.next_letter("ada@example.org", "Welcome")
        until("the log", lambda: any("the pump works again" in one for one in server.said) or None)
        assert server.stop() == 0
    finally:
        server.end()


# What is damaged


def test_a_damaged_act_is_held_and_told(house: House) -> None:
    house.begin()
    number = house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    house.change(
        "UPDATE contents SET raw = ? WHERE sha256 = (SELECT content FROM inbox WHERE id = ?)",
        b"\xff\x00{",
        number,
    )
    letters = house.run()
    assert (house.became(number), house.arrival(number).tries) == ("held", 3)
    assert any(f"letter show {number}" in one.text for one in letters)


@pytest.mark.parametrize("damage", ["", "yesterday", "2026-13-02T09:00:00.000000Z", "2026-03-02"])
@pytest.mark.parametrize("column", ["received_at", "acts_at"])
def test_a_letter_whose_time_is_damaged_is_held_and_stops_nothing(
    house: House, column: str, damage: str
) -> None:
    """Nobody can tell which deadlines it came before. Released, it acts and counts as received
    when it was found."""
    mover, other = house.open_vote()
    house.config.file.touch()
    number, after = house.reply(mover, "FOR\n"), house.reply(other, "FOR\n")
    house.change(f"UPDATE inbox SET {column} = ? WHERE id = ?", damage, number)
    house.later(minutes=5)
    letters = house.run()
    assert (house.became(number), house.became(after)) == ("held", "done")
    (told,) = [one for one in letters if one.to == f"moderator@{HOST}"]
    assert "its time in the database is damaged" in " ".join(told.text.split())
    assert house.run() == []
    status = call("--config", house.config.file, "status", "--check", status=1).stdout
    assert "its time in the database is damaged" in " ".join(status.split())
    with house.database.write() as connection:
        assert inbox.release_held(connection, number, house.clock.now())
    house.run()
    assert house.became(number) == "done"
    assert house.kinds().count("VotingClosed") == 1


def test_a_held_letter_whose_time_is_damaged_breaks_no_list(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "FOR\n")
    house.run()
    house.config.file.touch()
    house.change("UPDATE inbox SET received_at = '' WHERE id = ?", number)
    for words in (("status",), ("letter", "held"), ("letter", "show", str(number))):
        told = call("--config", house.config.file, *words).stdout
        assert "no reply to a letter of ours" in " ".join(told.split())


@pytest.mark.parametrize("damage", ["", "{", '{"event": "VotingOpened"}', "null", '"a"'])
def test_a_damaged_event_stops_its_game_alone(house: House, damage: str) -> None:
    house.open_vote("tea")
    tea, rum = house.others("tea")[0], house.open_vote("rum")[0]
    file = house.rows("SELECT game_id, seq, public FROM ledger ORDER BY game_id, seq DESC LIMIT 1")
    game, seq, public = file[0]
    change = "UPDATE ledger SET public = ? WHERE game_id = ? AND seq = ?"
    house.change(change, damage, game, seq)
    house.pump = house.another_pump("the house", house.database)  # its cache knew it better
    stuck, goes = house.reply(tea, "FOR\n", "tea"), house.reply(rum, "FOR\n", "rum")
    letters = house.run()
    assert (house.became(stuck), house.became(goes)) == ("waiting", "done")
    (told,) = [one for one in letters if one.to == f"moderator@{HOST}"]
    assert "The game tea stands still" in told.subject
    assert f"event {seq}: " in " ".join(told.text.split())
    assert house.run() == []  # told once
    house.change(change, public, game, seq)
    house.run()
    arrival = house.arrival(stuck)
    assert (arrival.state, arrival.tries) == ("done", 0)


def test_a_damaged_event_keeps_no_outage_from_the_other_games(house: House) -> None:
    house.open_vote("tea")
    house.open_vote("rum")
    before = len(house.kinds("rum"))
    house.change("UPDATE ledger SET public = '{' WHERE game_id = 1 AND seq = 3")
    house.pump = house.another_pump("the house", house.database)
    since = house.clock.now()
    house.later(days=8)
    house.was_away(since)
    house.run()
    assert house.kinds("rum")[before] == "DeadlinesMoved"
    assert house.run() == []


def test_a_damaged_event_is_told_by_status_and_by_whoever_asks(house: House) -> None:
    house.open_vote("tea")
    house.config.file.touch()
    house.change("UPDATE ledger SET public = '{' WHERE seq = 3")
    told = call("--config", house.config.file, "status", "--check", status=1).stdout
    assert "game tea" in told
    assert "it stands still: event 3: " in told
    told = call("--config", house.config.file, "rules", "tea", status=1).stderr
    assert "the database is damaged: event 3: " in told


def test_a_damaged_last_event_does_not_stop_the_server(house: House) -> None:
    house.open_vote("tea")
    house.open_vote("rum")
    house.change("UPDATE ledger SET public = '' WHERE game_id = 1")
    write_secret(house.config.secret_file)
    house.config.file.touch()
    daemon = Daemon(load(house.config.file), house.clock)
    daemon.start(listen=False)
    daemon.once()
    daemon.stop()
    with house.database.read() as connection:
        assert ledger.last_event_at(connection) == house.clock.now()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"status": 7}'])
def test_a_damaged_snapshot_is_a_cold_start(
    house: House, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setattr(ledger, "SNAPSHOT_EVERY", 2)
    house.open_vote()
    state = house.state()
    house.change("UPDATE snapshots SET state = ?", damage)
    assert len(house.rows("SELECT * FROM snapshots")) == 1
    assert house.state() == state


def test_a_damaged_file_is_no_letters_fault(house: House, tmp_path: Path) -> None:
    """A page of the file is rubbish: clear words, and what waits is unharmed."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n")
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(house.file)) as ours, closing(sqlite3.connect(copy)) as theirs:
        ours.backup(theirs)
        (root,) = theirs.execute(
            "SELECT rootpage FROM sqlite_master WHERE name='ledger'"
        ).fetchone()
        (size,) = theirs.execute("PRAGMA page_size").fetchone()
    with copy.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    database = Database(f"sqlite:///{copy}")
    with pytest.raises(Busy, match="malformed"):
        house.another_pump("another", database).run()
    with closing(sqlite3.connect(copy)) as connection:
        row = connection.execute("SELECT tries, crashes FROM inbox WHERE id = ?", (number,))
        assert row.fetchone() == (0, 0)
    database.close()
