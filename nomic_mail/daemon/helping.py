"""A helper's own process (helpers): it is told by its standard input, and answers by its output."""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from logging import getLogger
from typing import BinaryIO

from nomic_mail import __version__
from nomic_mail.daemon.fence import LONG_AGO, HouseClock
from nomic_mail.daemon.helpers import DID, HEARD, Kit
from nomic_mail.daemon.logs import configure_logging
from nomic_mail.daemon.rounds import go_round
from nomic_mail.daemon.watch import Heart
from nomic_mail.letters.proof.names import Names
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database.engines import Busy, Database

log = getLogger("nomic_mail.daemon")

HEARD_SECONDS = 1.0
CANNOT, LATER = 2, 75


class Voice(Heart):
    """Whenever it looks whether it shall stop, it lives; and says so now and then: a round is as
    long as there are letters."""

    def __init__(
        self, stop: threading.Event, seconds: Callable[[], float], way_out: int = 1
    ) -> None:
        self._said, self._way_out = seconds(), way_out
        super().__init__(stop, seconds)

    def beat(self) -> None:
        super().beat()
        if self._seen >= self._said + HEARD_SECONDS:
            self.say(HEARD)

    def say(self, what: bytes) -> None:
        self._said = self._seen
        with suppress(BrokenPipeError):  # the server was killed, and who listens finds it out
            os.write(self._way_out, what)


class Helping:
    def __init__(self, kit: Kit, told: BinaryIO) -> None:
        self._told = told
        self._sealed = LONG_AGO
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._clock = clock = HouseClock(kit.clock)
        clock.goes_on_from(kit.wall, kit.steady)
        self._names = Names(clock.monotonic_seconds, self._wake.set)
        self._database = Database(kit.config.database_url, kit.file)
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
        voice = Voice(self._stopping, seconds)

        def answer(done: int) -> None:
            voice.say(DID if done else HEARD)

        go_round(voice, self._wake, self._pump.run, answer, seconds)
        self._names.close()
        self._database.close()

    def _listen(self) -> None:
        try:
            for line in self._told:
                self._sealed = datetime.fromisoformat(line.decode().strip())
                self._wake.set()
        finally:
            self._stopping.set()
            self._wake.set()


def main() -> None:
    for ends in (signal.SIGTERM, signal.SIGINT):  # which a terminal or systemd tells all at once
        signal.signal(ends, signal.SIG_IGN)
    told = sys.stdin.buffer
    theirs = told.readline().decode().strip()
    if theirs != __version__:  # another one was installed meanwhile: it writes otherwise
        configure_logging("info")
        log.error("a helper of nomic-mail %s cannot help %s: restart it", __version__, theirs)
        sys.exit(CANNOT)
    kit: Kit = pickle.loads(told.read(int.from_bytes(told.read(8), "big")))  # noqa: S301  from our server
    threading.current_thread().name = kit.name  # as the log tells it
    configure_logging(kit.config.server.log_level)
    try:
        helping = Helping(kit, told)
    except Busy as busy:
        log.warning("%s cannot begin: %s", kit.name, busy)
        sys.exit(LATER)
    helping.run()


if __name__ == "__main__":
    main()
