"""Rows of the fault table (docs/faults.md): times in the database that cannot be read, each beside
a game and a letter that know nothing of it."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import cycle
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.parts import write_secret
from nomic_mail.daemon.server import Daemon
from nomic_mail.store.database import mending
from nomic_mail.store.database.engines import Busy
from nomic_mail.store.database.tables import UtcTime, metadata, moment
from tests.cli.test_server import call
from tests.kit.databases import of_sqlite
from tests.kit.funnel import watched
from tests.kit.house import HOST, House
from tests.kit.real.server_play import words

pytestmark = of_sqlite

DAMAGES = ("", "yesterday", "2026-13-02T09:00:00.000000Z", "2026-03-02")
OF_LETTERS = {("inbox", "received_at"), ("inbox", "acts_at")}  # held: test_faults_disk
IN_THE_MBOX = {("to_all", "at")}  # without it: the last test here
# Only ever written, or shown as it stands: nothing is decided by them.
UNREAD = {
    ("games", "created_at"),
    ("inbox", "settled_at"),
    ("outbox", "settled_at"),
}
ROWS = {
    "games": "id = 1",
    "seats": "id = 1",
    "outbox": "state = 'waiting'",
    "inbox": "state = 'claimed'",
    "waits": "number = 1",
    "moderators": "id = 1",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    write_secret(house.config.secret_file)
    house.config.file.write_text(
        f'[mail]\naddress = "nomic@{HOST}"\n[moderator]\naddress = "moderator@{HOST}"\n'
    )
    with watched(house.config.database_url):
        yield house
    house.close()


def text_of(body: bytes) -> str:
    letter = message_from_bytes(body, policy=default)
    assert isinstance(letter, EmailMessage)
    return f"{letter['Subject']} {' '.join(words(letter).split())}"


def started(house: House) -> Daemon:
    daemon = Daemon(load(house.config.file), house.clock)
    daemon.start(listen=False)
    return daemon


def filled(house: House) -> tuple[str, str]:
    """Two games, and a row in every table that has a time; who has to vote in the first, and who
    in the second."""
    tea = house.open_vote("tea")[1]
    house.reply(tea, "DIGEST daily\n")
    rum = house.open_vote("rum")[0]
    at = "2026-03-02T09:00:00.000000Z"
    house.change("INSERT INTO heartbeats VALUES ('listener', ?, 'serve')", at)
    house.change(
        "INSERT INTO held_back (game_id, seat, at, thread, notice) VALUES (1, 1, ?, 't', '{}')", at
    )
    house.change("INSERT INTO written_to VALUES ('cid@elsewhere.example', ?)", at)
    house.change(
        "INSERT INTO addresses (game_id, seat, address, main, asked_at, confirmed_at)"
        " VALUES (1, 1, 'ada@other.example', 0, ?, ?)",
        at,
        at,
    )
    house.change(
        "INSERT INTO address_words (id, change_id, address, warned_at, letter)"
        " VALUES (1, 1, 'ada@players.example', ?, '')",
        at,
    )
    house.change(
        "INSERT INTO waits VALUES (1, 'judgment', 1, ?, ?, ?)",
        at,
        at,
        '{"what": "A judgment is asked.", "answers": [], "forms": []}',
    )
    house.change(
        "INSERT INTO moderators (id, name, address, takes_over, asked_by, asked_at, confirmed_at,"
        " ended_at) VALUES (1, 'Mo', 'mo@other.example', 0, 'the server', ?, ?, ?)",
        at,
        at,
        at,
    )
    house.change(
        "UPDATE seats SET failing_since = ?, suspended_at = ?, digest_due = ? WHERE id = 1",
        at,
        at,
        at,
    )
    house.change("UPDATE inbox SET held_at = ? WHERE state = 'waiting'", at)
    house.change("UPDATE outbox SET leased_until = ? WHERE state = 'waiting'", at)
    return tea, rum


def test_every_time_that_is_read_is_looked_at() -> None:
    kept = {
        (table.name, column.name)
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, UtcTime)
    }
    cared = {(one.table.name, one.name) for one in mending.TIMES} | {("heartbeats", "at")}
    assert kept == cared | OF_LETTERS | IN_THE_MBOX | UNREAD


LOOKED_AT = [*((one.table.name, one.name) for one in mending.TIMES), ("heartbeats", "at")]


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_no_time_of_ours_is_damage(damage: str) -> None:
    assert moment(damage) is None


def test_damaged_times_are_put_right_at_the_start_and_told(house: House) -> None:
    """All of them at once: the other game goes on, and the moderator reads of each."""
    _, rum = filled(house)
    number = house.reply(rum, "FOR\n", "rum")
    taken = "UPDATE inbox SET state = 'claimed', claimed_by = 'act elsewhere 7' WHERE id = ?"
    house.change(taken, number)
    house.change("UPDATE outbox SET state = 'waiting' WHERE id = 1")
    for (table, column), damage in zip(LOOKED_AT, cycle(DAMAGES), strict=False):
        where = ROWS.get(table, "1 = 1")
        assert house.rows(f"SELECT count(*) FROM {table} WHERE {where}") != [(0,)]
        house.change(f"UPDATE {table} SET {column} = ? WHERE {where}", damage)
    house.later(minutes=1)
    daemon = started(house)
    daemon.once()
    daemon.stop()
    assert house.became(number) == "done"
    sent = house.rows("SELECT body FROM outbox WHERE recipient = ?", f"moderator@{HOST}")
    (told,) = (one for (body,) in sent if "were damaged" in (one := text_of(body)))
    for each in mending.TIMES:
        assert each.told.partition("{}")[0] in told
    assert "when listener was last there nobody knows" in told
    assert house.rows("SELECT count(*) FROM outbox WHERE state != 'sent'") == [(0,)]
    with house.database.read() as connection:
        assert not mending.is_damaged(connection)
    call("--config", house.config.file, "status")


@pytest.mark.parametrize("key", ["outage yesterday", "outage 2026-03-02T09:00:00+00:00"])
def test_an_outage_of_nobody_knows_how_long_moves_nothing_and_is_told(
    house: House, key: str
) -> None:
    house.open_vote("tea")
    house.change("INSERT INTO server VALUES (?, 'a while')", key)
    daemon = started(house)
    daemon.once()
    daemon.stop()
    assert house.rows("SELECT count(*) FROM server WHERE key LIKE 'outage%'") == [(0,)]
    assert "DeadlinesMoved" not in house.kinds()


def test_a_damaged_deadline_is_kept_as_the_record_has_it(house: House) -> None:
    house.open_vote("tea")
    ((wake,),) = house.rows("SELECT next_wake FROM games")
    house.change("UPDATE games SET next_wake = 'never'")
    started(house).stop()
    assert house.rows("SELECT next_wake FROM games") == [(wake,)]


def test_what_is_damaged_while_it_runs_is_put_right_with_the_next_beat(house: House) -> None:
    """Until then nothing is lost: letters come in and wait, and none is blamed."""
    _, rum = filled(house)
    daemon = started(house)
    house.change("UPDATE games SET next_wake = 'never' WHERE id = 1")
    house.change("UPDATE seats SET confirmed_at = 'once'")
    number = house.reply(rum, "FOR\n", "rum")
    told = call("--config", house.config.file, "status", status=1).stderr
    assert "a time in the database cannot be read: 'never'" in told
    with pytest.raises(Busy, match=r"cannot be read: '(never|once)'"):
        daemon.pump.run()
    arrival = house.arrival(number)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("waiting", 0, 0)
    daemon._beat()
    daemon.once()
    daemon.stop()
    assert house.became(number) == "done"


def test_a_damaged_count_begins_anew(house: House) -> None:
    house.change("INSERT INTO server VALUES ('turned away', 'many')")
    assert "letters and acts in" in call("--config", house.config.file, "status").stdout


def test_a_letter_out_whose_time_is_damaged_stays_in_the_mbox(house: House) -> None:
    house.open_vote("tea")
    house.change("UPDATE outbox SET created_at = 'then'")
    house.change("UPDATE to_all SET at = 'then'")
    house.config.file.touch()
    out = house.config.data / "tea.mbox"
    call("--config", house.config.file, "export", "tea", "--format", "mbox", out)
    assert b"Jan  1 00:00:00 1970" in out.read_bytes()
