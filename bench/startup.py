"""`python -m bench.startup`: how long until the tool answers, and until a server takes letters; the
memory of a server with many games, idle and after a letter to each of them.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.grown import address, grown, named, put
from bench.mailman import free_port
from bench.progress import told
from bench.sink import Sink
from bench.walk import CONFIG as WALKED
from bench.walk import hand_in, letter
from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database

TRIES, PATIENCE, QUIET_SECONDS = 5, 120.0, 3.0
GAMES = (1, 100, 2_000)
EVENTS = 100
OPEN = 'trust = "open"\ndkim = false\n[listener]'  # letters are taken by their From alone
CONFIG = WALKED.replace("[listener]", OPEN)


def _words(folder: Path, *words: str) -> list[str]:
    config = str(folder / "config.toml")
    return [sys.executable, "-m", "nomic_mail", "--config", config, *words]


def _seconds(words: list[str]) -> float:
    """The quickest of some: what is measured is the program, not what else runs."""
    spent = []
    for _ in range(TRIES):
        began = time.perf_counter()
        subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
        spent.append(time.perf_counter() - began)
    return min(spent)


class Served:
    """A server in a process of its own; `seconds` is how long it took to take letters."""

    def __init__(self, folder: Path, port: int) -> None:
        began = time.perf_counter()
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(_words(folder, "serve"), stdout=quiet, stderr=quiet)
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if time.perf_counter() - began > PATIENCE or self._process.poll() is not None:
                    raise
                time.sleep(0.005)
        self.seconds = time.perf_counter() - began

    def megabytes(self) -> float:
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)


def _house(folder: Path, count: int, sink: Sink) -> int:
    """Its port."""
    folder.mkdir()
    port = free_port()
    (folder / "config.toml").write_text(CONFIG.format(port=port, sink=sink.port))
    subprocess.run(_words(folder, "init", str(folder)), stdout=subprocess.DEVNULL, check=True)
    database = open_database(load(folder / "config.toml"))
    events = grown(EVENTS, datetime.now(UTC))
    for number in range(count):
        name = f"tea-{number}"
        put(database, name, named(events, name))
    database.close()
    return port


def _burst(port: int, count: int, sink: Sink) -> None:
    letters = [
        letter(number, f"tea-{number}.1", f"nomic+tea-{number}@nomic.test", "FOR")
        for number in range(count)
    ]
    assert letters[0].sender == address("tea-0", 1)
    before, until = sink.count(), time.monotonic() + PATIENCE
    asyncio.run(hand_in(port, letters))
    while sink.count() < before + count:
        if time.monotonic() > until:
            raise TimeoutError(f"{sink.count() - before} of {count} answers")
        time.sleep(0.1)
    time.sleep(QUIET_SECONDS)


def measured(say: Callable[[str], None] = told) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {"seconds": {}, "megabytes": {}}
    with tempfile.TemporaryDirectory() as name:
        sink = Sink()
        for count in GAMES:
            say(f"starts with {count:,} games")
            folder = Path(name) / f"with {count}"
            port = _house(folder, count, sink)
            if count == GAMES[0]:
                found["seconds"]["--help"] = _seconds(_words(folder, "--help"))
            found["seconds"][f"status, {count:,} games"] = _seconds(_words(folder, "status"))
            served = Served(folder, port)
            try:
                found["seconds"][f"serve, {count:,} games"] = served.seconds
                time.sleep(QUIET_SECONDS)
                found["megabytes"][f"idle, {count:,} games"] = served.megabytes()
                _burst(port, count, sink)
                found["megabytes"][f"after a letter to each of {count:,}"] = served.megabytes()
            finally:
                served.close()
        sink.close()
    return found


if __name__ == "__main__":
    print(json.dumps(measured(), indent=1))
