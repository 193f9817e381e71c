"""A server for the tests of the store and the pump: a real database file, a clock that is set, luck
that follows from the cause, and a deadline fence that the test holds.

Letters are handed in as the listener does, pumped, and taken out as the sender does. A beginning
that many tests share is played once in a process: who asks for it again gets a copy of its disk.
A test that may change the program under it (`monkeypatch`) plays its own.
"""

import atexit
import hmac
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from nomic_mail.config import Server
from nomic_mail.game.state import State
from nomic_mail.play.table import HOST, Received, Table
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games import ledger
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue.inbox import Arrival
from tests.kit.databases import new_database

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SEED = "the house"
NAMES = ("Ada Lovelace", "Bob Babbage")
WEEK = timedelta(days=7)


def first_name(name: str) -> str:
    return name.partition(" ")[0]


def address_of(name: str) -> str:
    return f"{first_name(name).lower()}@players.example"


def fresh(cause: str) -> bytes:
    return hmac.digest(SEED.encode(), cause.encode(), "sha256")


@dataclass(frozen=True, slots=True)
class _Disk:
    """A house after a beginning: a copy of its file, what was taken out of it, and its games."""

    file: Path
    told: tuple[Received, ...]
    bodies: tuple[bytes, ...]
    letters: int
    games: dict[int, State]


_DISKS: dict[Hashable, _Disk] = {}
_anew = False  # whether the test of now plays its own


@contextmanager
def played_anew(*, anew: bool) -> Iterator[None]:
    global _anew  # noqa: PLW0603  one test at a time in a process
    _anew = anew
    try:
        yield
    finally:
        _anew = False


@cache
def _cellar() -> Path:
    """Where the copies are, until this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="nomic-houses-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


@cache
def _empty_file() -> Path:
    """A database with all its tables."""
    file = _cellar() / "empty.db"
    database = Database(f"sqlite:///{file}")
    database.make()
    database.close()
    return file


def lay_tables(folder: Path) -> None:
    """A server's file, with nothing in it: to copy one is much quicker than to make it."""
    file = folder / "nomic.db"
    file.touch(0o600)
    shutil.copyfile(_empty_file(), file)


def _copy(of: Path, to: Path) -> None:
    with closing(sqlite3.connect(of)) as source, closing(sqlite3.connect(to)) as target:
        target.execute("PRAGMA synchronous=OFF")
        source.backup(target)


MADE: "list[House]" = []  # by the test that runs, and before it by what it shares with others


class House(Table):
    def __init__(self, folder: Path, **more: Any) -> None:
        MADE.append(self)
        more = {"database": new_database()} | more
        self._file = folder / "nomic.db"
        if more["database"] == Server().database and not self._file.exists():
            lay_tables(folder)
        super().__init__(folder, SEED, START, **more)
        self.fence: datetime | None = None
        self.last: dict[tuple[str, str], Received] = {}
        self.told: list[Received] = []
        self.pump = self.another_pump("the house", self.database)

    def another_pump(
        self,
        holder: str,
        database: Database | None = None,
        step: Callable[[str], None] = lambda name: None,
    ) -> Pump:
        keys = Keys(sha256(SEED.encode()).digest())
        return Pump(
            database or Database(self.config.database_url),
            self.config,
            self.clock,
            keys,
            fresh,
            holder,
            lambda: self.fence or self.clock.now(),
            step,
        )

    # Time and the queue

    def later(self, **by: float) -> None:
        self.clock.set(self.clock.now() + timedelta(**by))

    def run(self) -> list[Received]:
        """All that can be done now; the letters out."""
        self.pump.run()
        return self.post()

    def post(self) -> list[Received]:
        taken = self.letters()
        self.note(taken)
        return taken

    def note(self, taken: Sequence[Received]) -> None:
        for letter in taken:
            game = letter.subject.partition("]")[0].removeprefix("[nomic ").strip("[?!")
            self.last[game, letter.to] = letter
        self.told += taken

    # Letters

    def written(self, name: str, to: str, text: str, message_id: str = "") -> bytes:
        letter = EmailMessage()
        letter["From"] = f"{name} <{address_of(name)}>"
        letter["To"] = to
        letter["Subject"] = "a letter"
        letter["Date"] = format_datetime(self.clock.now())
        letter["Message-ID"] = message_id or f"<{self._letters + 1}.{first_name(name)}@mail.test>"
        letter.set_content(text)
        return letter.as_bytes()

    def post_in(self, raw: bytes, name: str, to: str) -> int:
        return self.hand_in(raw, address_of(name), [to])[0]

    def door(self, name: str, game: str = "tea") -> str:
        """The reply address of the last letter this player got about the game."""
        return self.last[game, address_of(name)].reply_to

    def reply(self, name: str, text: str, game: str = "tea") -> int:
        """Handed in, not pumped yet."""
        to = self.door(name, game)
        return self.post_in(self.written(name, to, text), name, to)

    def unproven(self, name: str, text: str, game: str = "tea") -> int:
        """To the game's own address, so that nothing proves who wrote it."""
        to = f"nomic+{game}@{HOST}"
        return self.post_in(self.written(name, to, text), name, to)

    # A game

    def begin(self, game: str = "tea", **settings: str) -> None:
        """A running net_play game between Ada and Bob."""
        self.once(("begun", game, *settings.items()), partial(self._begin, game, **settings))

    def open_vote(self, game: str = "tea", **settings: str) -> tuple[str, str]:
        """A running game with an open ballot on 301: its mover, and the other player."""
        self.once(("voting", game, *settings.items()), partial(self._open_vote, game, **settings))
        return self.mover(game), self.others(game)[0]

    def once(self, what: tuple[object, ...], play: Callable[[], None]) -> None:
        """Played, where anything was done here before; else as it was played the first time. What
        `what` names is played in the same way everywhere in a process."""
        is_new = not self._letters and not self.told and self.clock.now() == START
        if _anew or self.database.is_shared or self.fence is not None or not is_new:
            play()
            return
        key = (*what, repr(replace(self.config, file=Path())))
        if (disk := _DISKS.get(key)) is None:
            play()
            file = _cellar() / f"{len(_DISKS)}.db"
            _copy(self._file, file)
            told, bodies = tuple(self.told), tuple(self.bodies)
            _DISKS[key] = _Disk(file, told, bodies, self._letters, self._games())
            return
        _copy(disk.file, self._file)
        self.bodies, self._letters = [*disk.bodies], disk.letters
        self.note(disk.told)
        for game, state in disk.games.items():
            self._ledger.committed(game, state)

    def _games(self) -> dict[int, State]:
        with self.database.read() as connection:
            every = seats.all_games(connection)
            return {one.id: self._ledger.load(connection, one.id) for one in every}

    def _begin(self, game: str, **settings: str) -> None:
        house = {"debate_min": "0", **settings}
        self.act("new game", game=game, title="", ruleset="net_play", settings=house)
        for name in NAMES:
            who = f"{name} <{address_of(name)}>"
            self.act("add player", game=game, player=who, confirmed=True)
        self.act("command", game=game, verb="Start", fields={})
        self.run()

    def _open_vote(self, game: str, **settings: str) -> None:
        self.begin(game, **settings)
        text = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n"
        self.reply(self.mover(game), text, game)
        self.run()

    def mover(self, game: str = "tea") -> str:
        state = self._as_kept(game)
        assert state.turn is not None
        return state.name_of(state.turn.mover)

    def others(self, game: str = "tea") -> list[str]:
        mover = self.mover(game)
        return [one.name for one in self._as_kept(game).players.values() if one.name != mover]

    def _as_kept(self, game: str) -> State:
        """Only what came since is folded: enough to know who is called what."""
        with self.database.read() as connection:
            return self._ledger.load(connection, self.game(game).id)

    # What stands there

    def game(self, game: str = "tea") -> seats.Game:
        with self.database.read() as connection:
            found = seats.game_named(connection, game)
        assert found is not None
        return found

    def state(self, game: str = "tea") -> State:
        """Folded from the database alone."""
        found = self.game(game)
        with self.database.read() as connection:
            return Ledger().load(connection, found.id)

    def events(self, game: str = "tea") -> list[Any]:
        return [entry.event for entry in self.entries(game, 0)]

    def kinds(self, game: str = "tea") -> list[str]:
        return [entry.kind for entry in self.entries(game, 0)]

    def became(self, number: int) -> str:
        return self.arrival(number).state

    @property
    def file(self) -> Path:
        if self.database.is_shared:
            pytest.skip("there is no file of SQLite's to look into")
        return self._file

    @file.setter
    def file(self, file: Path) -> None:
        self._file = file

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Asked past the store, of the database itself."""
        if self.database.is_shared:
            with psycopg.connect(self.config.database_url) as line:
                return line.execute(*_asked(query, values)).fetchall()
        with closing(sqlite3.connect(self._file, timeout=30)) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, query: str, *values: object) -> None:
        if self.database.is_shared:
            with psycopg.connect(self.config.database_url) as line:
                line.execute(*_asked(query, values))
            return
        with closing(sqlite3.connect(self._file, timeout=30)) as connection, connection:
            connection.execute(query, values)


def _asked(query: str, values: tuple[object, ...]) -> tuple[bytes, tuple[object, ...] | None]:
    if not values:
        return query.encode(), None
    return query.replace("%", "%%").replace("?", "%s").encode(), values


__all__ = ["HOST", "NAMES", "START", "WEEK", "Arrival", "House", "address_of", "fresh", "ledger"]
