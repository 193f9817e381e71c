"""A backup put back, and what a server has to do differently after that.

1. Nothing that is there is touched without `replace`, and nothing is ever deleted: it is moved
   aside. Nothing is moved before the whole backup has been read and found sound.
2. The database is of a new epoch (store.database.copies), and the first thing in each game is a new
   chain of dice, announced to all: links that came out after the backup promise nothing any more
   (008).
3. What letters of ours name by its number (a letter in, a game, a moderator, an address) or by its
   epoch (a seat) is given none that may have been given since the backup, nor by a server that had
   it put back before: else who had the one could speak for the other, and a YES would be to another
   letter. A proposal's number goes by the game's rules: who answers a letter of before the backup
   was put back is asked (pump.who.lost).
4. Mailboxes are read again from where the backup left off. What a listener or a pipe took in since
   is lost, so deadlines of that time move, as after an outage.
"""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from nomic_mail.clock import Clock
from nomic_mail.config import Config, load
from nomic_mail.daemon import backup, served
from nomic_mail.daemon.lock import Lock, SharedLock, lock_of
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import holder_name, parcel_of_act
from nomic_mail.store.database import copies, heartbeats, numbers
from nomic_mail.store.database.engines import Connection, Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox

BESIDE = ("", "-wal", "-shm")  # a database that was not closed is all three


class Restored(Struct, frozen=True):
    """`aside` is what was there before, where it is now; `games` have new dice to announce."""

    config: Path
    made_at: datetime
    aside: tuple[Path, ...]
    games: int


class _House:
    """Where each part goes. The configuration comes first, and says it of all others."""

    def __init__(self, folder: Path, names: list[str], now: datetime, replace: bool) -> None:
        self._folder, self._names, self._now, self._replace = folder, names, now, replace
        self.new: dict[Path, Path] = {}  # written, and not in its place yet
        self.config: Config | None = None
        self._lock: Lock | SharedLock | None = None

    def place(self, name: str) -> Path:
        if name == backup.CONFIG:
            return self._beside(self._folder / backup.CONFIG)
        if self.config is None:
            self._furnish()
        return self._beside(self._path(name))

    def _furnish(self) -> None:
        self.config = load(self._beside(self._folder / backup.CONFIG))
        there = [path for path in map(self._path, self._names) if path.exists()]
        if there and not self._replace:
            shown = ", ".join(map(str, dict.fromkeys(there)))
            raise Trouble(
                f"{shown}: there already. Restore into an empty folder; or with --replace, which"
                " moves what is there aside"
            )
        self.config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = lock_of(self.config)
        self._lock.take(self._now)

    def _path(self, name: str) -> Path:
        config = self.config
        if config is None or name == backup.CONFIG:
            return self._folder / backup.CONFIG
        if name == backup.DATABASE and (file := backup.database_file(config)):
            return file
        own = backup.own_templates(config)
        if name.startswith(backup.TEMPLATES) and own is not None:
            return own / name.removeprefix(backup.TEMPLATES)
        known = backup.places(config)
        if name not in known:
            raise Trouble(f"the backup is damaged: its configuration knows no {name}")
        return known[name]

    def _beside(self, path: Path) -> Path:
        """A certificate, say, may lie where only root can write; and often it is there still."""
        path.parent.mkdir(parents=True, exist_ok=True)
        name = f"{path.name}.restoring"
        if self.config is not None and not os.access(path.parent, os.W_OK | os.X_OK):
            return self.new.setdefault(path, self.config.data / name)
        return self.new.setdefault(path, path.with_name(name))

    def _leave_as_it_is(self) -> None:
        for path, new in list(self.new.items()):
            if new.parent != path.parent:
                if not path.exists() or not _alike(path, new):
                    raise Trouble(f"{path} cannot be written, and is not as it is in the backup")
                new.unlink()
                del self.new[path]

    def move_in(self, stamp: str) -> list[Path]:
        """The configuration comes last: what is there before it is no server yet."""
        self._leave_as_it_is()
        aside = []
        for path, new in sorted(self.new.items(), key=lambda one: one[0].name == backup.CONFIG):
            for end in BESIDE:
                old = path.with_name(path.name + end)
                if old.exists() and (end or not _alike(old, new)):
                    kept = path.with_name(f"{path.name}.before-{stamp}{end}")
                    old.rename(kept)
                    aside.append(kept)
            new.rename(path)
            backup.sync_folder(path.parent)
        return aside

    def leave(self) -> None:
        if self._lock is not None:
            self._lock.release()
        for path in self.new.values():
            for end in BESIDE:
                with suppress(FileNotFoundError, PermissionError):
                    path.with_name(path.name + end).unlink()


def _alike(old: Path, new: Path) -> bool:
    """A copy of a secret that is left lying about is one too many."""
    return old.stat().st_size == new.stat().st_size and old.read_bytes() == new.read_bytes()


def restore(file: Path, folder: Path, clock: Clock, *, replace: bool = False) -> Restored:
    """Into `folder`, and wherever else the configuration in it says."""
    folder = folder.absolute()
    with backup.opened(file) as found:
        folder.mkdir(parents=True, exist_ok=True)
        house = _House(folder, list(found.sums), clock.now(), replace)
        try:
            found.unpack(house.place)
            if house.config is None:
                raise Trouble("the backup is damaged: there is nothing in it but a configuration")
            games = _made_right(house, found.made_at, clock.now())
            stamp = f"{clock.now():%Y%m%dT%H%M%S}"
            aside = house.move_in(stamp)
            if house.config is not None:
                served.forget(house.config)
        finally:
            house.leave()
    return Restored(folder / backup.CONFIG, found.made_at, tuple(aside), games)


def _made_right(house: _House, made_at: datetime, now: datetime) -> int:
    """Rule 2, in one transaction, before the database is in its place."""
    config = house.config
    if config is None:
        return 0
    file = backup.database_file(config)
    url = f"{backup.SQLITE}{house.place(backup.DATABASE)}" if file else config.database_url
    database = Database(url)
    try:
        if file is None and database.is_new():
            raise Trouble("the database is not in the backup: put it back with pg_restore first")
        database.migrate()
        with database.write() as connection:
            return _set_back(connection, config, made_at, now)
    finally:
        database.close()


def _set_back(connection: Connection, config: Config, made_at: datetime, now: datetime) -> int:
    copies.begin_epoch(connection, now)
    loses = config.listener.enabled or not config.mailbox
    if loses:  # rule 4
        heartbeats.was_away(connection, heartbeats.ListenerOutage(made_at, now))
        heartbeats.beat(connection, "listener", now, holder_name("restore"))
    heartbeats.beat(connection, heartbeats.STOPPED, now, holder_name("restore"))
    times = {"backup_at": made_at.isoformat(), "restored_at": now.isoformat()}
    done = {"state": "done", "settled_at": now, "result": "ok: a backup was put back"}
    next_in = numbers.leave_room(connection, now - made_at)
    if loses:
        numbers.begin_again(connection, made_at, now)
    place = parcel_of_act(now, "put back", times)  # behind which all letters are
    inbox.accept(connection, place, ["moderator"], id=next_in, **done)
    ids = []
    for game in seats.all_games(connection):
        if game.status != "ended":
            parcel = parcel_of_act(now, "set back", {"game": game.name, **times})
            ids += inbox.accept(connection, parcel, ["moderator"])
    copies.go_first(connection, ids)
    return len(ids)
