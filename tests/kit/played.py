"""Each transcript is played once, for all tests that look at what came of it; none may change that.

The workers of a run share the folder: who comes first plays, the others wait for it.
"""

import fcntl
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from nomic_mail.game.course import Refused
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Input, Playing, desk_of, parse, written
from nomic_mail.store.database.engines import Connection, Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import outbox
from nomic_mail.store.queue.outbox import Outgoing
from nomic_mail.written.entry import Entry
from tests.kit.house import lay_tables

GAMES = sorted(Path(__file__).parents[1].glob("games/*/*.game"))
DONE = "played.pickle"
SEED = "transcript"
KEY = sha256(SEED.encode()).digest()  # that its tokens are made with

Look = Callable[[Path], "Played"]
Site = tuple[str, str]  # a file of ours, and the code of what it refuses
Named = tuple[str, str, bytes]  # a letter: its Message-ID, to whom, and the digest of its bytes


@cache
def turns_of_all() -> tuple[Input, ...]:
    return tuple(turn for file in GAMES for turn in parse(file.read_text(encoding="utf-8")))


def words_of_all() -> list[str]:
    """What was written or done in some transcript, each once."""
    return list(dict.fromkeys("\n".join(turn.body) or turn.rest for turn in turns_of_all()))


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@dataclass(frozen=True, slots=True)
class Played:
    """`text` is the transcript as it went, `bursts` are the letters that went out because of each
    of its lines, `refused` is what was refused, and where; `queued` is what was to go out."""

    folder: Path
    text: str
    bursts: list[list[bytes]]
    refused: frozenset[Site]
    queued: list[Named]

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
            (folder / "half").write_bytes(pickle.dumps(_all_of(file, folder)))
            (folder / "half").rename(folder / DONE)
    return Played(folder, *pickle.loads((folder / DONE).read_bytes()))


def _all_of(
    file: Path, folder: Path
) -> tuple[str, list[list[bytes]], frozenset[Site], list[Named]]:
    raised, refuse = set[Site](), Refused.__init__
    queued, add = list[Named](), outbox.add

    def noted(self: Refused, code: str, *law: str, **facts: Any) -> None:
        raised.add((Path(sys._getframe(1).f_code.co_filename).stem, code))
        refuse(self, code, *law, **facts)

    def added(connection: Connection, letters: Sequence[Outgoing], *more: Any) -> None:
        add(connection, letters, *more)
        queued.extend((one.message_id, one.recipient, digest(one.body)) for one in letters)

    lines: list[str] = []
    with patch.object(Refused, "__init__", noted), patch.object(outbox, "add", added):
        bursts = play(file, folder, lines=lines)
    return "\n".join(lines) + "\n", bursts, frozenset(raised), queued


def digest(body: bytes) -> bytes:
    return sha256(body).digest()


def play(
    file: Path,
    folder: Path,
    before: Callable[[Path], None] | None = None,
    lines: list[str] | None = None,
) -> list[list[bytes]]:
    """`before` is called before each line; `lines` gets the transcript as it goes now."""
    turns = parse(file.read_text(encoding="utf-8"))
    first = next(turn.at for turn in turns if turn.at)
    lay_tables(folder)
    table = Table(folder, SEED, first, desk=desk_of(turns))
    game, bursts = Playing(table), list[list[bytes]]()
    for turn in turns:
        count = len(table.bodies)
        if before is not None:
            before(folder)
        now = written(turn, game.play(turn))
        if lines is not None:
            lines += now
        bursts.append(table.bodies[count:])
    table.close()
    return bursts


def shared(basetemp: Path) -> Path:
    """The folder of the whole run, whichever worker asks."""
    return (basetemp.parent if "PYTEST_XDIST_WORKER" in os.environ else basetemp) / "played"
