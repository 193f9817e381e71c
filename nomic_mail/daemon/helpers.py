"""More pumps beside the server's own, each in a process of its own, so that more than one core
works on letters: `[server] workers`. On SQLite; on PostgreSQL servers share the work (workers).

1. A helper claims, works on and settles letters as the server's own pump does: those of games that
   nobody else has in hand (queue.lanes). It takes none in, sends none and keeps no time.
2. Up to when all letters are in, the server tells it, with each letter and every second; and it
   answers, between two letters, too.
3. It has nothing of the server's but what it is told: no lock, no socket, no line to the database.
   It ends when nobody can speak to it any more, however the server ended.
4. Where one ends by itself, what it had in hand waits again, and another begins. One that is told
   and does not answer is ended: it may hold the database.
5. It is of the server's version, and works on the server's database or on none: a file that was
   put in its place is another one, and an empty one would take the log of what was there.
6. How they are stands in the database (crew), for whoever looks from beside.
"""

import os
import pickle
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from logging import getLogger
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail import __version__
from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.daemon.rounds import BUSY_SECONDS
from nomic_mail.daemon.watch import Heart, Watch
from nomic_mail.store.database import crew
from nomic_mail.store.database.crew import Mate
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.queue import inbox

log = getLogger("nomic_mail.daemon")

STOP_SECONDS = 60.0
MOST_PAUSE_SECONDS = 60.0  # before one that ends again and again is begun once more
LOOK_SECONDS = 1.0
MOST_SILENT = 120  # looks, while it is told something: then it hangs
WELL = 60  # answers, after which one does not end as soon as it has begun
HEARD, DID = b".", b"+"  # what a helper says: it lives; something was done in a round


class Kit(Struct, frozen=True):
    """What a helper is given as it begins. `wall` and `steady` are the time of the server's clock,
    which it goes on from; `file` is the database that the server has open."""

    config: Config
    clock: Clock
    wall: datetime
    steady: float
    tokens: bytes
    fresh: Callable[[str], bytes]
    file: tuple[int, int] | None
    number: int
    holder: str

    @property
    def name(self) -> str:
        return f"helper {self.number}"


class Crew:
    """The helpers of a server. `sealed` is its deadline fence; `did` is called when one of them has
    done something."""

    def __init__(
        self,
        kit: Callable[[int], Kit],
        count: int,
        database: Database,
        watch: Watch,
        now: Callable[[], datetime],
        sealed: Callable[[], datetime],
        did: Callable[[], None],
    ) -> None:
        self._kit, self._database, self._watch, self._now = kit, database, watch, now
        self._sealed, self._did = sealed, did
        self._count = count
        self._there: dict[int, _Line] = {}
        self._threads: list[threading.Thread] = []
        self._known: dict[int, Mate] = {}
        self._noted: list[Mate] = []
        self._noting = threading.Lock()

    def begin(self) -> None:
        for number in range(1, self._count + 1):
            self._known[number] = Mate(number, self._kit(number).holder, 0, self._now())
        for number in self._known:
            name = f"helper {number}"
            thread = threading.Thread(target=self._follow, args=(number,), name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
            self._watch.follow(thread)

    def wake(self) -> None:
        """There may be something to do. One that hangs is not waited for."""
        if not self._there:
            return
        try:
            told = f"{self._sealed().isoformat()}\n".encode()
        except Busy:  # whoever has it in hand is told so, and a second later it is tried again
            return
        for line in list(self._there.values()):
            line.tell(told)

    def stop(self) -> None:
        """What each has in hand ends. They are told by the end of what they are told."""
        for line in list(self._there.values()):
            line.hang_up()
        for thread in self._threads:
            thread.join(STOP_SECONDS + 2 * LOOK_SECONDS)

    def note(self) -> None:
        """Rule 6. What cannot be written down is written with the next sign of life."""
        with self._noting:
            now = list(self._known.values())
            if now != self._noted:
                with suppress(Busy):
                    with self._database.write(beside=True, durable=False) as connection:
                        crew.keep(connection, now)
                    self._noted = now

    def _follow(self, number: int) -> None:
        heart = self._watch.heart(f"helper {number}")
        while not heart.is_set():
            try:
                self._lives(number, heart)
            except Exception as error:  # no memory for another process, say
                log.warning("helper %d cannot be had, and it is tried again: %s", number, error)
                in_a_row = self._known[number].in_a_row + 1
                self._known[number] = replace(self._known[number], process=0, in_a_row=in_a_row)
                heart.wait(MOST_PAUSE_SECONDS)

    def _lives(self, number: int, heart: Heart) -> None:
        """One after another takes its number; what one had in hand waits again when it has gone."""
        line = _Line(self._kit(number))
        try:
            self._there[number] = line
            self._is(number, process=line.process)
            self.wake()
            self._listen(number, line, heart)
        finally:
            self._there.pop(number)
            how = line.end()
        if heart.is_set():
            return
        known = self._known[number]
        in_a_row = known.in_a_row + 1
        pause = min(BUSY_SECONDS * 2.0 ** min(in_a_row - 1, 10), MOST_PAUSE_SECONDS)
        log.warning(
            "helper %d ended (%d): what it had in hand waits again, and another begins in %.0f s",
            *(number, how, pause),
        )
        with suppress(Busy), self._database.write() as connection:  # else its lease runs out
            inbox.recover(connection, self._now(), dead=known.holder)
        self._is(number, process=0, ended=known.ended + 1, in_a_row=in_a_row)
        heart.wait(pause)

    def _listen(self, number: int, line: "_Line", heart: Heart) -> None:
        """Until it ends, or hangs (rule 4). Looks are counted, and not the time: whoever stops this
        server for a while, or the machine, stops nobody's heart."""
        answers = silent = 0
        while not heart.is_set() and (said := line.heard()) != b"":
            silent += said is None and line.is_asked
            if said is None:
                if silent < MOST_SILENT:
                    continue
                log.error("helper %d is told something, and does not answer: it is ended", number)
                line.kill()
                return
            silent, line.is_asked, answers = 0, False, answers + 1
            if DID in said:
                self._did()
            if self._known[number].in_a_row and (DID in said or answers >= WELL):
                self._is(number, in_a_row=0)

    def _is(self, number: int, **values: int) -> None:
        known = self._known[number]
        since = self._now() if "process" in values else known.since
        self._known[number] = replace(known, since=since, **values)
        self.note()


class _Line:
    """A helper's process, as the server speaks to it. Who tells it something and who hangs up take
    turns: a moment later the number of a pipe that was closed may be another file's."""

    def __init__(self, kit: Kit) -> None:
        self.is_asked = False  # it was told something, and has not answered since
        self._turn = threading.Lock()
        words = [sys.executable, "-P", "-m", "nomic_mail.daemon.helping"]
        same_code = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        pipe = subprocess.PIPE
        process = subprocess.Popen(words, stdin=pipe, stdout=pipe, env=same_code)  # noqa: S603  ourselves
        self._process, self.process = process, process.pid
        self._way_in: Any = process.stdin
        self._way_out: Any = process.stdout
        self._ears = select.poll()
        try:
            self._hand_over(pickle.dumps(kit))
        except BaseException:
            self.kill()
            self.end()
            raise

    def _hand_over(self, given: bytes) -> None:
        self._ears.register(self._way_out, select.POLLIN)
        self._way_in.write(f"{__version__}\n".encode() + len(given).to_bytes(8, "big") + given)
        self._way_in.flush()
        os.set_blocking(self._way_in.fileno(), False)  # one that hangs is not waited for

    def tell(self, told: bytes) -> None:
        """No part of a line is told: it is shorter than what a pipe takes whole."""
        with self._turn:
            if not self._way_in.closed:
                with suppress(OSError):  # it has ended, or hangs
                    os.write(self._way_in.fileno(), told)
                self.is_asked = True

    def heard(self) -> bytes | None:
        """What it says within LOOK_SECONDS; empty where it has ended."""
        if not self._ears.poll(LOOK_SECONDS * 1000):
            return None
        return os.read(self._way_out.fileno(), 100)

    def hang_up(self) -> None:
        with self._turn, suppress(OSError):
            self._way_in.close()

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> int:
        """Says nothing more to it, and waits for its end."""
        self.hang_up()
        try:
            how = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            how = self._process.wait()
        self._way_out.close()
        return how
