"""`python -m bench.archive`: each form of a long game's record, its time, peak memory and size.

1. 100 and 1,000 proposals of 20 players, on a real database; each command in a process of its own.
2. A record is made and checked piece by piece: ten times the game may not take more memory.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from nomic_mail.game import commands as c
from nomic_mail.game.events import AnyEvent, VotingClosed
from nomic_mail.store.database import Database
from nomic_mail.store.ledger import GENESIS, Entry, chained
from nomic_mail.store.tables import games, ledger, outbox
from tests.game_in_hand import Game, few

TEXT = "The player whose turn it is brings tea, and who brings none says why, at some length. "


def long_game(proposals: int, players: int, every: int = 3) -> list[AnyEvent]:
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


def put(database: Database, name: str, events: list[AnyEvent], letters: int = 0) -> None:
    """A game as play would have left it, with letters of each result to all players."""
    written = chained(GENESIS, 0, events, bytes(32))
    with database.write() as connection:
        row: dict[str, Any] = {
            "name": name,
            "title": name.title(),
            "ruleset": "net_play",
            "status": "ended",
        }
        row |= {"version": len(events), "head": written[-1].hash, "created_at": events[0].at}
        added = connection.execute(insert(games).values(**row)).inserted_primary_key
        assert added is not None
        rows = [{key: getattr(one, key) for key in Entry.__slots__} for one in written]
        connection.execute(insert(ledger), [one | {"game_id": added[0]} for one in rows])
        for row in _letters(name, events, letters):
            connection.execute(insert(outbox).values(game_id=added[0], **row))


def _letters(game: str, events: list[AnyEvent], players: int) -> Iterator[dict[str, Any]]:
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
    """Seconds, and the most memory it had, in bytes."""
    began = time.perf_counter()
    with Path(os.devnull).open("wb") as nowhere:
        run = subprocess.Popen([sys.executable, "-m", *words], stdout=nowhere)
    _, status, used = os.wait4(run.pid, 0)
    assert status == 0, words
    return time.perf_counter() - began, used.ru_maxrss * 1024


def size_of(path: Path) -> int:
    found = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.stat().st_size for one in found)


def main() -> None:
    """A process counts as its own what its parent had when it began it: so the games are made by
    another one."""
    if sys.argv[1:]:
        folder, count = sys.argv[1:]
        database = Database(f"sqlite:///{folder}/nomic.db")
        put(database, f"of-{count}", long_game(int(count), 20), letters=20)
        database.close()
        return
    with tempfile.TemporaryDirectory() as folder:
        measured("nomic_mail", "init", folder)
        for proposals in (100, 1000):
            measured("bench.archive", folder, str(proposals))
            _measure(folder, proposals)


def _measure(folder: str, proposals: int) -> None:
    server = ("nomic_mail", "--config", f"{folder}/config.toml")
    for form in ("json", "jsonl", "text", "mbox", "site", "git", "bag"):
        out = f"{folder}/of-{proposals}.{form}"
        used = measured(*server, "export", f"of-{proposals}", out, "--format", form)
        _tell(proposals, f"export {form}", *used, size_of(Path(out)))
        if form not in ("text", "mbox"):
            _tell(proposals, f"verify {form}", *measured("nomic_mail", "verify", out), 0)


def _tell(proposals: int, what: str, seconds: float, memory: int, size: int) -> None:
    told = {"proposals": proposals, "what": what, "seconds": round(seconds, 1)}
    print(json.dumps({**told, "peak_mb": round(memory / 1e6), "bytes": size}), flush=True)


if __name__ == "__main__":
    main()
