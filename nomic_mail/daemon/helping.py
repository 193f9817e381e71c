"""A helper's own process (helpers): it is told by its standard input, and answers by its output."""

import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from datetime import datetime
from typing import BinaryIO

from nomic_mail.daemon.fence import LONG_AGO, HouseClock
from nomic_mail.daemon.helpers import DID, HEARD, Kit
from nomic_mail.daemon.logs import configure_logging
from nomic_mail.daemon.rounds import go_round
from nomic_mail.daemon.watch import Heart
from nomic_mail.letters.proof.names import Names
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database.engines import Database


class Helping:
    def __init__(self, kit: Kit, told: BinaryIO) -> None:
        self._told = told
        self._sealed = LONG_AGO
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._clock = clock = HouseClock(kit.clock)
        clock.goes_on_from(kit.wall, kit.steady)
        self._names = Names(clock.monotonic_seconds, self._wake.set)
        self._database = Database(kit.config.database_url)
        self._pump = Pump(
            self._database,
            kit.config,
            clock,
            Keys(kit.tokens, self._names),
            kit.fresh,
            kit.holder,
            lambda: self._sealed,
            keeps_time=lambda: False,
        )

    def run(self) -> None:
        threading.Thread(target=self._listen, name="told", daemon=True).start()
        seconds = self._clock.monotonic_seconds
        go_round(Heart(self._stopping, seconds), self._wake, self._pump.run, _answer, seconds)
        self._names.close()
        self._database.close()

    def _listen(self) -> None:
        for line in self._told:
            self._sealed = datetime.fromisoformat(line.decode().strip())
            self._wake.set()
        self._stopping.set()
        self._wake.set()


def _answer(done: int) -> None:
    with suppress(BrokenPipeError):  # the server was killed, and who listens finds it out
        os.write(1, DID if done else HEARD)


def main() -> None:
    for ends in (signal.SIGTERM, signal.SIGINT):  # which a terminal or systemd tells all at once
        signal.signal(ends, signal.SIG_IGN)
    told = sys.stdin.buffer
    kit: Kit = pickle.loads(told.read(int.from_bytes(told.read(8), "big")))  # noqa: S301  from our server
    configure_logging(kit.config.server.log_level)
    Helping(kit, told).run()


if __name__ == "__main__":
    main()
