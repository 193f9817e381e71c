"""More pumps beside the server's own, each in a process of its own, so that more than one core
works on letters: `[server] workers`. On SQLite; on PostgreSQL servers share the work (workers).

1. A helper claims, works on and settles letters as the server's own pump does: those of games that
   nobody else has in hand (queue.lanes). It takes none in, sends none and keeps no time.
2. Up to when all letters are in, the server tells it, with each letter and every second.
3. It has nothing of the server's but what it is told: no lock, no socket, no line to the database.
   It ends when nobody can speak to it any more, however the server ended.
4. Where one ends by itself, what it had in hand waits again, and another begins.
"""

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec import Struct

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.daemon.rounds import BUSY_SECONDS
from nomic_mail.daemon.watch import Heart, Watch
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.queue import inbox

log = logging.getLogger("nomic_mail.daemon")

STOP_SECONDS = 60.0
MOST_PAUSE_SECONDS = 60.0  # before one that ends again and again is begun once more
HEARD, DID = b".", b"+"  # what a helper says after a round: nothing was done, something was


class Kit(Struct, frozen=True):
    """What a helper is given as it begins. `wall` and `steady` are the time of the server's clock,
    which it goes on from."""

    config: Config
    clock: Clock
    wall: datetime
    steady: float
    tokens: bytes
    fresh: Callable[[str], bytes]
    holder: str


class Crew:
    """The helpers of a server. `sealed` is its deadline fence; `did` is called when one of them has
    done something."""

    def __init__(
        self,
        kit: Callable[[int], Kit],
        count: int,
        database: Database,
        watch: Watch,
        stopping: threading.Event,
        sealed: Callable[[], datetime],
        did: Callable[[], None],
    ) -> None:
        self._kit, self._database, self._watch, self._stopping = kit, database, watch, stopping
        self._sealed, self._did = sealed, did
        self._count = count
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._threads: list[threading.Thread] = []

    def begin(self) -> None:
        for number in range(1, self._count + 1):
            name = f"helper {number}"
            thread = threading.Thread(target=self._follow, args=(number,), name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
            self._watch.follow(thread)

    def wake(self) -> None:
        """There may be something to do. One that hangs is not waited for."""
        if not self._processes:
            return
        try:
            told = f"{self._sealed().isoformat()}\n".encode()
        except Busy:  # whoever has it in hand is told so, and a second later it is tried again
            return
        for process in list(self._processes.values()):
            with suppress(OSError, ValueError):  # it has ended, is about to, or hangs
                os.write(_way_in(process).fileno(), told)

    def stop(self) -> None:
        """What each has in hand ends. They are told by the end of what they are told."""
        for process in list(self._processes.values()):
            with suppress(OSError):
                _way_in(process).close()
        for thread in self._threads:
            thread.join(STOP_SECONDS)
        for process in list(self._processes.values()):
            process.kill()  # it hangs

    def _follow(self, number: int) -> None:
        heart, pause = self._watch.heart(f"helper {number}"), BUSY_SECONDS
        while not heart.is_set():
            kit = self._kit(number)
            try:
                process = _begun(kit)
            except OSError as error:
                log.warning("helper %d cannot begin, and it is tried again: %s", number, error)
                heart.wait(MOST_PAUSE_SECONDS)
                continue
            self._processes[number] = process
            self.wake()
            if self._listened(process, heart):
                pause = BUSY_SECONDS
            del self._processes[number]
            how = _end(process)
            if not self._stopping.is_set():
                log.warning("helper %d ended (%d): what it had in hand waits again", number, how)
                self._recover(kit)
                heart.wait(pause)
                pause = min(2 * pause, MOST_PAUSE_SECONDS)

    def _listened(self, process: subprocess.Popen[bytes], heart: Heart) -> bool:
        """Until it ends; whether it did anything."""
        did = False
        while not self._stopping.is_set() and (said := os.read(_way_out(process).fileno(), 100)):
            heart.beat()
            if DID in said:
                did = True
                self._did()
        return did

    def _recover(self, kit: Kit) -> None:
        with suppress(Busy), self._database.write() as connection:  # else their lease runs out
            inbox.recover(connection, kit.wall, dead=kit.holder)


def _begun(kit: Kit) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-P", "-m", "nomic_mail.daemon.helping"]
    same_code = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    process = subprocess.Popen(words, stdin=pipe, stdout=pipe, env=same_code)  # noqa: S603  ourselves
    given = pickle.dumps(kit)
    try:
        way = _way_in(process)
        way.write(len(given).to_bytes(8, "big") + given)
        way.flush()
        os.set_blocking(way.fileno(), False)
    except OSError:
        _end(process)
        raise
    return process


def _way_in(process: subprocess.Popen[bytes]) -> Any:
    return process.stdin


def _way_out(process: subprocess.Popen[bytes]) -> Any:
    return process.stdout


def _end(process: subprocess.Popen[bytes]) -> int:
    """Says nothing more to it, and waits for its end."""
    with suppress(OSError):
        _way_in(process).close()
    try:
        how = process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        how = process.wait()
    _way_out(process).close()
    return how
