"""The games' web sites, kept up to date in a folder: `[site] path`.

1. A site is made of what is in the ledger already, by a job of the clockwork that never writes
   there: no letter waits for it. A game is looked at once in SITE_SECONDS at most.
2. A page with nothing new on it is not made again, and a file that came out the same is not
   touched. One that came out otherwise is replaced whole: who reads it meanwhile has the old or the
   new one.
3. site.json comes last, and says up to where the pages are right: what was broken off, by a stop of
   the server, say, is made again.
4. It is for publication: mail addresses in what players wrote are withheld.
5. The files are for all to read, whatever rights the server's own have.
6. What goes wrong is told in the log and the status, and tried again; nothing else stops for it,
   and no other game.
"""

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from nomic_mail import __version__
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import MARK
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.site import all_games, rewrites, site_pages
from nomic_mail.config import Config
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.written.entry import Entry

log = logging.getLogger("nomic_mail.daemon")

SITE_SECONDS = 60
NUMBERED = re.compile(r"(book|proposals|rules|turns)/\d+\.html")


class Kept:
    """A folder whose files are left alone where they are right."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.written = 0
        self._seen: set[str] = set()

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        path = self._path / name
        self._seen.add(name)
        for folder in (self._path, path.parent):
            if not folder.exists():
                folder.mkdir(parents=True)
                folder.chmod(0o755)
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as out:
                out.writelines(pieces)
            if path.exists() and _same(part, path):
                return
            part.chmod(0o644)
            part.replace(path)
            self.written += 1
        finally:
            part.unlink(missing_ok=True)

    def tidy(self) -> None:
        """Pages of ours that a whole site, just written, has no more."""
        for path in self._path.glob("*/*.html"):
            name = path.relative_to(self._path).as_posix()
            if NUMBERED.fullmatch(name) and name not in self._seen:
                path.unlink()

    def mark(self) -> tuple[str, int, str]:
        """The program that made it, how many events it tells of, and the hash of the last."""
        try:
            told = json.loads((self._path / MARK).read_bytes())
            return str(told["program"]), int(told["events"]), str(told["head"])
        except (OSError, ValueError, LookupError, TypeError):
            return "", 0, ""


def _same(one: Path, other: Path) -> bool:
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as first, other.open("rb") as second:
        while piece := first.read(1 << 16):
            if piece != second.read(1 << 16):
                return False
    return True


class _Stopped(Exception):
    pass


def publish(
    database: Database, config: Config, now: datetime, halt: Callable[[], bool] = lambda: False
) -> int:
    """How many files changed. It gives up as soon as `halt` says so."""
    folder = config.site_folder
    if folder is None:
        return 0
    with database.read() as connection:
        games = seats.all_games(connection)
    troubles: list[str] = []
    written = 0
    try:
        written += _listed(config, folder, games)
        for game in games:
            written += _kept(database, folder, game, halt, troubles)
    except _Stopped:
        return 0
    except OSError as trouble:
        troubles.append(f"the site in {folder} cannot be brought up to date: {trouble}")
    _note(database, "; ".join(troubles), now)
    if written:
        log.info("site brought up to date", extra={"files": written})
    return written


def _note(database: Database, words: str, now: datetime) -> None:
    """In the log once, and in the status as long as it lasts."""
    with suppress(Busy), database.read() as connection:
        if heartbeats.troubles(connection).get(heartbeats.SITE, "") == words:
            return
    if words:
        log.warning("%s", words)
    with suppress(Busy), database.write() as connection:
        heartbeats.trouble(connection, heartbeats.SITE, words, now)


def _listed(config: Config, folder: Path, games: list[seats.Game]) -> int:
    top = Kept(folder)
    for name, pieces in all_games(config.server.name, games):
        top.write(name, pieces)
    return top.written


def _kept(
    database: Database,
    folder: Path,
    game: seats.Game,
    halt: Callable[[], bool],
    troubles: list[str],
) -> int:
    """A game that cannot be read keeps its old site, and is in no other's way."""
    room = Kept(folder / game.name)
    if room.mark() == (__version__, game.version, game.head):
        return 0
    try:
        with database.read() as connection:
            return _bring_up(connection, game.id, room, halt)
    except ValueError as trouble:
        troubles.append(f"the site of {game.name} cannot be brought up to date: {trouble}")
        return 0


def _bring_up(connection: Connection, game_id: int, room: Kept, halt: Callable[[], bool]) -> int:
    def entries() -> Iterator[Entry]:
        for entry in redacted(ledger.entries(connection, game_id)):
            if halt():
                raise _Stopped
            yield entry

    since = _right_up_to(connection, game_id, room)
    pages = site_pages(lay(entries()), (entry.event for entry in entries()), since)
    for name, pieces in pages:
        room.write(name, pieces)
    if not since:
        room.tidy()
    return room.written


def _right_up_to(connection: Connection, game_id: int, room: Kept) -> int:
    """0 where all of it has to be made again."""
    program, since, head = room.mark()
    last = ledger.entry(connection, game_id, since) if program == __version__ else None
    if last is None or last.hash != head:
        return 0
    tail = ledger.entries(connection, game_id, since)
    return 0 if any(rewrites(entry.event) for entry in tail) else since
