"""`python -m bench.archive [N ...] [--json]`: each form of a long game's record, written and
checked: its time, peak memory and size; and the bare cost of reading and hashing the game's rows.

1. Games of N proposals (100 and 1,000) and 20 players, on a real database; each command in a
   process of its own, which takes some 0.3 s to begin.
2. A record is made and checked piece by piece: ten times the game may not take more memory.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import insert, select

from bench.grown import TEXT, put
from bench.progress import told
from nomic_mail.archive.forms import forms
from nomic_mail.game import commands as c
from nomic_mail.game.events import Event, VotingClosed
from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import games, ledger, outbox
from nomic_mail.written.entry import GENESIS
from tests.kit.games.game_in_hand import Game, few


def long_game(proposals: int, players: int, every: int = 3) -> list[Event]:
    """Of each three one is adopted, amending what the last one left."""
    game = Game(few("net_play", r208="victory: none", r203="adoption: 1/2 of cast"), players)
    game.start()
    number, target, made = 300, 206, 0
    while made < proposals:
        made, number = made + 1, number + 1
        change = c.Change(kind="amend", target=target, text=f"{TEXT * 8}{number}.")
        game.propose(replace(change, effects=("penalty defeat: 10",)))
        game.done(c.Discuss(by=game.others()[0], text=f"{TEXT}{number}", letter="talk"))
        game.call()
        adopted = made % every == 0
        game.all_vote(*(() if adopted else game.state.playing[1:]))
        target = number if adopted else target
    return game.end()


def put_with_letters(database: Database, name: str, events: list[Event], players: int) -> None:
    """As play would have left it, with letters of each result to so many players."""
    game_id = put(database, name, events)
    with database.write() as connection:
        for row in _letters(name, events, players):
            connection.execute(insert(outbox).values(game_id=game_id, **row))


def _letters(game: str, events: list[Event], players: int) -> Iterator[dict[str, Any]]:
    for version, event in enumerate(events):
        if not isinstance(event, VotingClosed):
            continue
        for seat in range(players):
            to = f"p{seat}@players.example"
            name = f"<{game}.{version}.{seat}@localhost>"
            head = f"From: nomic@localhost\nTo: {to}\nSubject: {event.number}\nMessage-ID: {name}\n"
            told = f"X-Nomic-Mail: 1;{version};result\n\n{event.reason}\n{TEXT * 9}\n"
            yield {
                "message_id": name,
                "mail_from": "nomic@localhost",
                "recipient": to,
                "body": (head + told).encode(),
                "state": "sent",
                "next_at": event.at + timedelta(seconds=1),
                "created_at": event.at,
            }


def measured(*words: str) -> tuple[float, int]:
    """Seconds of the processor, which others at work make no longer, and the most memory it had, in
    bytes."""
    with Path(os.devnull).open("wb") as nowhere:
        run = subprocess.Popen([sys.executable, "-m", *words], stdout=nowhere)
    _, status, used = os.wait4(run.pid, 0)
    assert status == 0, words
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def size_of(path: Path) -> int:
    found = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.stat().st_size for one in found)


def bare(folder: str, name: str) -> None:
    """The rows of one game, read and hashed: what nothing can be cheaper than."""
    database, head = Database(f"sqlite:///{folder}/nomic.db"), GENESIS
    with database.read() as connection:
        found = select(ledger.c.public, ledger.c.seal, ledger.c.hash).join(games)
        for public, seal, told in connection.execute(found.where(games.c.name == name)):
            head = sha256(f"{head}\n{public}\n{seal}".encode()).hexdigest()
            assert head == told
    database.close()


@dataclass(frozen=True, slots=True)
class Figure:
    """`ratio` is of the bare cost of the same game."""

    proposals: int
    what: str
    seconds: float
    ratio: float
    peak_mb: int
    bytes: int


def figures(counts: Sequence[int], told: Callable[[str], None]) -> Iterator[Figure]:
    """A process counts as its own what its parent had when it began it: so the games are made by
    another one."""
    with tempfile.TemporaryDirectory() as folder:
        measured("nomic_mail", "init", folder)
        for proposals in counts:
            told(f"a game of {proposals} proposals")
            measured("bench.archive", "made", folder, str(proposals))
            yield from _figures(folder, proposals, told)


def _figures(folder: str, proposals: int, told: Callable[[str], None]) -> Iterator[Figure]:
    server, name = ("nomic_mail", "--config", f"{folder}/config.toml"), f"of-{proposals}"
    told("the bare cost")
    least, used = measured("bench.archive", "bare", folder, name)
    yield Figure(proposals, "read and hash the rows", least, 1.0, used // 1_000_000, 0)
    for form, made in forms().items():
        out = f"{folder}/{name}.{form}"
        for words in (("export", name, out, "--format", form), ("verify", out)):
            if words[0] == "verify" and not made.is_checked:
                continue
            told(f"{words[0]} {form} of {proposals} proposals")
            spent, used = measured(*(server if words[0] == "export" else server[:1]), *words)
            size = size_of(Path(out)) if words[0] == "export" else 0
            what = f"{words[0]} {form}"
            yield Figure(proposals, what, spent, spent / least, used // 1_000_000, size)


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["made"]:
        database = Database(f"sqlite:///{words[1]}/nomic.db")
        put_with_letters(database, f"of-{words[2]}", long_game(int(words[2]), 20), 20)
        database.close()
        return
    if words[:1] == ["bare"]:
        bare(*words[1:])
        return
    counts = [int(one) for one in words if one != "--json"] or [100, 1000]
    if "--json" in words:
        print(json.dumps([asdict(one) for one in figures(counts, told)], indent=1))
        return
    print(f"{'proposals':>9}  {'':<24}{'CPU s':>8}{'ratio':>8}{'peak MB':>9}{'KB':>9}")
    for one in figures(counts, told):
        line = f"{one.proposals:>9}  {one.what:<24}{one.seconds:>8.1f}{one.ratio:>8.1f}"
        told("")
        print(f"{line}{one.peak_mb:>9}{one.bytes // 1000:>9}", flush=True)


if __name__ == "__main__":
    main()
