"""Each transcript is played once, for all tests that look at what came of it; none may change that.

The workers of a run share the folder: who comes first plays, the others wait for it.
"""

import fcntl
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Game, desk_of, parse
from nomic_mail.store import ledger, seats
from nomic_mail.store.database import Database
from nomic_mail.store.ledger import Entry

GAMES = sorted(Path(__file__).parents[1].glob("games/*/*.game"))
DONE = "bursts.pickle"

Look = Callable[[Path], "Played"]


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@dataclass(frozen=True, slots=True)
class Played:
    """`bursts` are the letters that went out because of each line of the transcript."""

    folder: Path
    bursts: list[list[bytes]]

    @property
    def bodies(self) -> list[bytes]:
        return [body for burst in self.bursts for body in burst]

    def database(self) -> Database:
        return Database(f"sqlite:///{self.folder}/nomic.db")

    def entries(self) -> list[Entry]:
        """Of the first game on that server."""
        database = self.database()
        with database.read() as connection:
            found = list(ledger.entries(connection, seats.all_games(connection)[0].id))
        database.close()
        return found


def look(root: Path, file: Path) -> Played:
    folder = root / file.parent.name / file.stem
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / DONE).exists():
            bursts = play(file, folder)
            (folder / "half").write_bytes(pickle.dumps(bursts))
            (folder / "half").rename(folder / DONE)
    return Played(folder, pickle.loads((folder / DONE).read_bytes()))


def play(
    file: Path, folder: Path, before: Callable[[Path], None] | None = None
) -> list[list[bytes]]:
    """`before` is called before each line."""
    turns = parse(file.read_text(encoding="utf-8"))
    first = next(turn.at for turn in turns if turn.at)
    table = Table(folder, "transcript", first, desk=desk_of(turns))
    game, bursts = Game(table), list[list[bytes]]()
    for turn in turns:
        count = len(table.bodies)
        if before is not None:
            before(folder)
        list(game.play(turn))
        bursts.append(table.bodies[count:])
    table.close()
    return bursts


def shared(basetemp: Path) -> Path:
    """The folder of the whole run, whichever worker asks."""
    return (basetemp.parent if "PYTEST_XDIST_WORKER" in os.environ else basetemp) / "played"
