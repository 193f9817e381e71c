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
from typing import Any

from msgspec import Struct

from nomic_mail import __version__
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import MARK, RECORD
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.site import Shown, all_games, read_glance, rewrites, site_pages
from nomic_mail.config import Config
from nomic_mail.config.told import of_system
from nomic_mail.game.numbers import DIGITS
from nomic_mail.letters.proof.token import make_address
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.written.entry import Entry

log = logging.getLogger("nomic_mail.daemon")

SITE_SECONDS = 60
NUMBERED = re.compile(r"(book|proposals|rules|turns)/\d+\.html")


class SiteMark(Struct, frozen=True):
    """The program that made a site, how many events it tells of, the hash of the last, where it is
    shown, how numbers of rules are printed, and the game at a glance."""

    program: str = ""
    events: int = 0
    head: str = ""
    shown: Any = None
    withheld: bool = False  # the record is not there
    digits: int = DIGITS
    game: dict[str, Any] | None = None


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

    def drop(self, name: str) -> None:
        (self._path / name).unlink(missing_ok=True)

    def mark(self) -> SiteMark:
        try:
            told = json.loads((self._path / MARK).read_bytes())
            made = str(told["program"]), int(told["events"]), str(told["head"])
            more = told.get("withheld") is True, told.get("digits", DIGITS)
            return SiteMark(*made, told["shown"], *more, read_glance(told["game"]))
        except (OSError, ValueError, LookupError, TypeError):
            return SiteMark()


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
        for game in games:
            room = Kept(folder / game.name)
            written += _kept(database, config, room, game, halt, troubles)
        written += _listed(config, folder, games)
    except _Stopped:
        return 0
    except OSError as trouble:
        told = of_system(trouble, folder)
        troubles.append(f"the site in {folder} cannot be brought up to date: {told}")
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
    """Of the games at a glance, as their own sites have it: one that has none yet has its title."""
    top = Kept(folder)
    told = [
        {
            "name": game.name,
            "title": game.title or game.name,
            "status": game.status,
            "told": Kept(folder / game.name).mark().game,
        }
        for game in games
    ]
    for name, pieces in all_games(config.server.name, told, config.site_url):
        top.write(name, pieces)
    return top.written


def _shown(config: Config, game: seats.Game) -> Shown:
    """Whom to write to is told where the site has an address: it is published then."""
    name, url = config.server.name, config.site_url
    if not url:
        return Shown(name)
    mail = config.mail
    address = make_address(mail.address, mail.delimiter, game.name) if mail.delimiter else ""
    return Shown(name, f"{url}/{game.name}", address)


def _kept(
    database: Database,
    config: Config,
    room: Kept,
    game: seats.Game,
    halt: Callable[[], bool],
    troubles: list[str],
) -> int:
    """A game that cannot be read keeps its old site, and is in no other's way."""
    mark = room.mark()
    made = mark.program, mark.events, mark.head, mark.shown
    try:
        shown = _shown(config, game)
        if made == (__version__, game.version, game.head, shown.told):
            return 0
        with database.read() as connection:
            return _bring_up(connection, game.id, room, mark, shown, halt)
    except ValueError as trouble:
        troubles.append(f"the site of {game.name} cannot be brought up to date: {trouble}")
        return 0


def _bring_up(
    connection: Connection,
    game_id: int,
    room: Kept,
    mark: SiteMark,
    shown: Shown,
    halt: Callable[[], bool],
) -> int:
    def entries() -> Iterator[Entry]:
        for entry in redacted(ledger.entries(connection, game_id)):
            if halt():
                raise _Stopped
            yield entry

    laid = lay(entries())
    secretive = laid.record.keeps_secrets
    if secretive:
        room.drop(RECORD)
    sound = (mark.withheld, mark.digits) == (secretive, laid.record.digits)
    since = _right_up_to(connection, game_id, mark, shown) if sound else 0
    events = (entry.event for entry in entries())
    pages = site_pages(laid, events, since, shown=shown)
    for name, pieces in pages:
        room.write(name, pieces)
    if not since:
        room.tidy()
    return room.written


def _right_up_to(connection: Connection, game_id: int, mark: SiteMark, shown: Shown) -> int:
    """0 where all of it has to be made again."""
    sound = mark.program == __version__ and mark.shown == shown.told
    last = ledger.entry(connection, game_id, mark.events) if sound else None
    if last is None or last.hash != mark.head:
        return 0
    tail = ledger.entries(connection, game_id, mark.events)
    return 0 if any(rewrites(entry.event) for entry in tail) else mark.events
