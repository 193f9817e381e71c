"""backup and restore: what is in the file, what is there already, what is different afterwards."""

import os
import pwd
import shutil
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from nomic_mail.config import load
from nomic_mail.daemon.parts import hand_in_act
from nomic_mail.daemon.restore import restore
from nomic_mail.store.database import copies
from nomic_mail.store.database.engines import Database, epoch
from tests.kit.databases import of_sqlite
from tests.kit.house import House
from tests.kit.powerless import powerless
from tests.kit.real.server_play import until

pytestmark = of_sqlite

NOBODY = pwd.getpwnam("nobody").pw_uid


def call(*told: object, status: int = 0) -> str:
    done = CliRunner().invoke(cli, [str(one) for one in told])
    assert done.exit_code == status, done.output
    return done.output


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A folder as `init` makes it, with a game in it."""
    call("init", tmp_path)
    (tmp_path / "nomic.db").unlink()
    house = House(tmp_path)
    house.begin()
    yield house
    house.close()


# The file


def test_a_backup_is_of_one_moment_while_others_write(house: House, tmp_path: Path) -> None:
    """Each transaction writes two rows: a copy never has one of them alone."""
    stop = threading.Event()
    database = Database(house.config.database_url)

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with database.write() as connection:
                for half in ("a", "b"):
                    told = f"INSERT INTO server VALUES ('{half} {number}', '{'x' * 3000}')"
                    connection.exec_driver_sql(told)

    writer = threading.Thread(target=write)
    writer.start()
    seen: list[tuple[int, int]] = []
    try:
        until("some rows", lambda: house.rows("SELECT count(*) FROM server")[0][0] > 500 or None)
        copies.PAGES, pages = 10, copies.PAGES
        copies.snapshot(house.database, tmp_path / "copy", lambda done, of: seen.append((done, of)))
    finally:
        copies.PAGES = pages
        stop.set()
        writer.join()
        database.close()
    assert len(seen) > 10
    copy = Database(f"sqlite:///{tmp_path / 'copy'}")
    with copy.read() as connection:
        count = "SELECT count(*) FROM server WHERE key LIKE '{} %'"
        halves = [connection.exec_driver_sql(count.format(half)).scalar_one() for half in "ab"]
    copy.close()
    assert halves[0] == halves[1] > 0
    written = house.rows("SELECT count(*) FROM server WHERE key LIKE 'a %'")[0][0]
    assert halves[0] < written, "nothing was written meanwhile"


def test_it_is_for_its_owner_alone_and_overwrites_nothing(house: House, tmp_path: Path) -> None:
    out, config = tmp_path / "kept.tar.gz", ("--config", tmp_path / "config.toml")
    told = call(*config, "backup", out)
    assert "for its owner alone" in told
    assert f"not in it: the letters in {tmp_path / 'mail'}" in told
    assert out.stat().st_mode & 0o777 == 0o600
    with tarfile.open(out) as tar:
        assert tar.getnames() == ["backup.json", "config.toml", "server.secret_file", "nomic.db"]
    before = out.read_bytes()
    assert "is there already" in call(*config, "backup", out, status=1)
    assert out.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".backup")] == []
    (tmp_path / "secret.key").unlink()
    assert "no secret file" in call(*config, "backup", tmp_path / "other", status=1)
    assert not (tmp_path / "other").exists()


def test_every_file_that_the_configuration_names_comes_back(house: House, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        '[templates]\npath = "words"\n[outgoing]\nkind = "smtp"\nuser = "nomic"\n'
        f'security = "tls"\npassword_file = "deep/mail.password"\nca_file = "{tmp_path}/ca.pem"\n'
    )
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/mail.password").write_text("very secret")
    (tmp_path / "deep/mail.password").chmod(0o600)
    (tmp_path / "words/more").mkdir(parents=True)
    (tmp_path / "words/more/welcome.txt").write_text("Hello")
    told = call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    assert f"not in it: {tmp_path}/ca.pem (outgoing.ca_file), which is not there" in told
    call("restore", tmp_path / "kept", tmp_path / "new")
    for name in ("config.toml", "secret.key", "deep/mail.password", "words/more/welcome.txt"):
        assert (tmp_path / "new" / name).read_text() == (tmp_path / name).read_text()
        assert (tmp_path / "new" / name).stat().st_mode & 0o077 == 0
    assert [one.name for one in (tmp_path / "new").rglob("*.restoring*")] == []


# What is there


def test_nothing_there_is_touched_without_replace(house: House, tmp_path: Path) -> None:
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    house.change("UPDATE games SET title = 'newer'")
    before = sorted(one.name for one in tmp_path.iterdir())
    told = call("restore", tmp_path / "kept", tmp_path, status=1)
    assert f"{tmp_path}/nomic.db" in told
    assert "--replace" in told
    assert sorted(one.name for one in tmp_path.iterdir()) == before
    told = call("restore", "--replace", tmp_path / "kept", tmp_path)
    (aside,) = tmp_path.glob("nomic.db.before-*[0-9]")
    assert f"moved aside: {aside}" in told
    assert house.rows("SELECT title FROM games") == [("Tea",)]
    shutil.copy(aside, tmp_path / "look.db")
    shutil.copy(f"{aside}-wal", tmp_path / "look.db-wal")
    house.file = tmp_path / "look.db"
    assert house.rows("SELECT title FROM games") == [("newer",)]


def test_what_only_root_can_write_stays_if_it_is_as_in_the_backup(
    house: House, tmp_path: Path
) -> None:
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "ca.pem").write_text("an authority")
    (tmp_path / "config.toml").write_text(f'[outgoing]\nca_file = "{folder}/ca.pem"\n')
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    house.close()
    for one in (tmp_path, *tmp_path.rglob("*")):
        os.chown(one, NOBODY, NOBODY) if os.geteuid() == 0 else None
    folder.chmod(0o555)
    try:
        with powerless(tmp_path):
            call("restore", "--replace", tmp_path / "kept", tmp_path)
            assert [one.name for one in folder.iterdir()] == ["ca.pem"]
        folder.chmod(0o755)
        (folder / "ca.pem").write_text("another authority")
        folder.chmod(0o555)
        before = sorted(one.name for one in tmp_path.iterdir())
        with powerless(tmp_path):
            told = call("restore", "--replace", tmp_path / "kept", tmp_path, status=1)
        assert f"{folder}/ca.pem cannot be written, and is not as it is in the backup" in told
        assert sorted(one.name for one in tmp_path.iterdir()) == before
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("where", ["cut", "bent", "other"])
def test_a_damaged_backup_changes_nothing(house: House, tmp_path: Path, where: str) -> None:
    kept, new = tmp_path / "kept", tmp_path / "new"
    call("--config", tmp_path / "config.toml", "backup", kept)
    raw = bytearray(kept.read_bytes())
    if where == "bent":
        raw[len(raw) // 2] ^= 0xFF
    cut = bytes(raw[: len(raw) * 2 // 3])
    kept.write_bytes({"cut": cut, "other": b"a letter"}.get(where, bytes(raw)))
    told = call("restore", kept, new, status=1)
    assert "cannot be read as a backup" in told or "damaged" in told
    assert [one.name for one in new.rglob("*") if one.name != "serve.lock"] == []


def test_a_backup_of_a_newer_program_is_not_put_back(house: House, tmp_path: Path) -> None:
    house.change("UPDATE alembic_version SET version_num = '9999'")
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    told = call("restore", tmp_path / "kept", tmp_path / "new", status=1)
    assert "was written by a newer nomic-mail" in told
    assert not (tmp_path / "new/nomic.db").exists()


# What is different after it


def test_without_a_mailbox_the_time_since_is_an_outage(house: House, tmp_path: Path) -> None:
    """What a listener took in since is lost; so nobody is late for that time."""
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    done = restore(tmp_path / "kept", tmp_path / "new", house.clock)
    database = Database(load(done.config).database_url)
    with database.read() as connection:
        asked = "SELECT key FROM server WHERE key LIKE 'outage %'"
        assert len(connection.exec_driver_sql(asked).all()) == 1
        assert int(epoch(connection)) > 1
    database.close()


def test_new_dice_come_before_all_that_waited(house: House, tmp_path: Path) -> None:
    """A letter that was in hand when the backup was made closes the vote: by the new chain."""
    mover, other = house.open_vote("cake")
    house.reply(mover, "FOR", "cake")
    house.run()
    house.reply(other, "FOR", "cake")
    end = {"game": "tea", "verb": "End", "fields": {}}
    hand_in_act(house.database, house.clock.now(), "command", end)
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    house.later(hours=1)
    shutil.rmtree(tmp_path / "new", ignore_errors=True)
    restore(tmp_path / "kept", tmp_path / "new", house.clock)
    house.close()
    again = House(tmp_path / "new")
    again.run()
    kinds = again.kinds("cake")
    assert kinds.index("DiceReplaced") < kinds.index("DiceThrown")
    (thrown,) = (one for one in again.events("cake") if type(one).__name__ == "DiceThrown")
    (new,) = (one for one in again.events("cake") if type(one).__name__ == "DiceReplaced")
    assert thrown.commitment == new.commitment
    assert again.kinds("tea")[-3:] == ["DiceReplaced", "ModeratorActed", "GameEnded"]
    again.close()


def test_what_waits_first_after_a_restore_waits_since_the_restore(
    house: House, tmp_path: Path
) -> None:
    """The new dice go before all letters; nobody is told that they wait since 1970."""
    call("--config", tmp_path / "config.toml", "backup", tmp_path / "kept")
    call("restore", tmp_path / "kept", tmp_path / "new")
    told = call("--config", tmp_path / "new" / "config.toml", "status")
    assert "1 waiting" in told
    assert "1970" not in told
