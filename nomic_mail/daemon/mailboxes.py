"""The role of one mailbox: it is looked into again and again, in a thread of its own, whatever its
server does. It is no job of the clockwork: it waits on the mail server's line for news (IDLE), or,
without that, for as long as the last looks were in vain.

1. What is wrong is logged once in words when it begins, and once when it is over; meanwhile it
   stands in the database, where `status` finds it.
2. After trouble the pause doubles up to five minutes, with chance in it, so that not all who were
   cut off come back at the same moment.
3. `sealed_until` is the beginning of the last complete look, less a margin for the mail server's
   clock. It outlives the process: what was in then is in now.
4. Of several servers one reads it at a time: `mine` tells whether this does (workers). Whoever
   takes over looks into all of it: what is in already is known by its source.
5. After a backup was restored, letters that came in since it was made are had again first; until
   then the pump works on no letter (copies.owe_fetching).
"""

import logging
import secrets
import threading
from collections.abc import Callable
from datetime import datetime

from nomic_mail.clock import Clock
from nomic_mail.config import Config, Mailbox
from nomic_mail.daemon.fence import sealed_by
from nomic_mail.daemon.parts import own_address, taker
from nomic_mail.store.database import copies, heartbeats
from nomic_mail.store.database.engines import Busy, Database
from nomic_mail.store.queue import inbox
from nomic_mail.wire.imap import Hooks, MailboxReader, MailboxTrouble
from nomic_mail.wire.login import Secret
from nomic_mail.wire.relay import Relay

log = logging.getLogger("nomic_mail.daemon")

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 300.0


def pause_seconds(failures: int) -> float:
    """Rule 2: between half and all of 1, 2, 4 … 300 seconds."""
    longest = min(FIRST_PAUSE_SECONDS * float(1 << min(failures - 1, 16)), LONGEST_PAUSE_SECONDS)
    return longest * (500 + secrets.randbelow(501)) / 1000


class MailboxRole:
    def __init__(
        self,
        config: Config,
        box: Mailbox,
        database: Database,
        clock: Clock,
        stop: threading.Event,
        news: Callable[[], None],
        step: Callable[[str], None] = lambda name: None,
        mine: Callable[[], bool] = lambda: True,
    ) -> None:
        self._mine, self._had = mine, True
        self._box, self._database, self._stop, self._news = box, database, stop, news
        self._clock = clock
        self._name = box.beat_name
        self._failures = 0
        hooks = Hooks(
            own_address(config), taker(database, step, Relay(config.mail.relay)), self._known, stop
        )
        self.reader = MailboxReader(
            box,
            Secret(box, config.path, clock),
            config.path(box.ca_file) if box.ca_file else None,
            hooks,
            clock,
            config.mail.address,
            config.mail.max_letter_bytes,
        )
        self._recall()

    def _recall(self) -> None:
        """Where whoever read it before has left off."""
        with self._database.read() as connection:
            self._seen = heartbeats.seen(connection, self._name)
            self._owes = copies.owe_fetching(connection, [self._name])

    def sealed_until(self) -> datetime:
        """Rule 3."""
        return sealed_by(self.reader.complete_at or self._seen)

    def run(self) -> None:
        """Until `stop` is set."""
        turn = FIRST_PAUSE_SECONDS
        while not self._stop.is_set():
            if self.look():
                turn = FIRST_PAUSE_SECONDS
            elif self._failures:
                self._stop.wait(pause_seconds(self._failures))
                continue
            elif not self._had:
                self._stop.wait(FIRST_PAUSE_SECONDS)
                continue
            try:
                self.reader.wait(turn)
            except MailboxTrouble as trouble:
                # a server that hangs up on an idle line does what it may; the next look will tell
                log.info("%s; looking again", trouble)
                self._stop.wait(pause_seconds(1))
            except Exception as error:  # what it says while we wait need not be IMAP
                self._broken(error)
                self._stop.wait(pause_seconds(self._failures))
            turn = min(turn * 2, float(self._box.poll_seconds))
        self.reader.close()

    def look(self) -> int:
        """One look; how many letters came in. Trouble is counted and told, not raised."""
        if not self._mine():
            self._had, self._failures = False, 0
            self.reader.close()
            return 0
        try:
            if not self._had:
                self._recall()
                self._had = True
            if self._owes:
                self._fetch_again()
            done = self.reader.look()
        except MailboxTrouble as trouble:
            self._failed(str(trouble))
        except Busy as busy:
            self._failed(f"{self._box.shown}: the database cannot be used: {busy}")
        except Exception as error:
            self._broken(error)
        else:
            self._well()
            if done:
                self._news()
            return done
        return 0

    def _broken(self, error: Exception) -> None:
        log.error("%s: a look failed", self._box.shown, exc_info=error)
        self.reader.close()
        self._failed(f"{self._box.shown}: {type(error).__name__}: {error}")

    def _fetch_again(self) -> None:
        """Rule 5. All that came before the last complete look in the backup is in it."""
        count = self.reader.take_again(sealed_by(self._seen))
        with self._database.write() as connection:
            copies.fetched(connection, self._name)
        self._owes = False
        self._news()
        log.warning("%s: %s letters are taken in once more", self._box.shown, count)

    def _known(self, source: str) -> datetime | None:
        with self._database.read() as connection:
            return inbox.received_at(connection, source)

    def _failed(self, words: str) -> None:
        if self._owes:
            words = f"{words}; {copies.OWED}"
        self._failures += 1
        if self._failures == 1:
            log.warning("%s", words)
        else:
            log.info("%s (%s times)", words, self._failures)
        self._note(words)

    def _well(self) -> None:
        if self._failures:
            log.warning("%s: all is well again", self._box.shown)
        self._failures = 0
        self._note("")

    def _note(self, words: str) -> None:
        try:
            with self._database.write() as connection:
                heartbeats.trouble(connection, self._name, words, self._clock.now())
                if not words and self.reader.complete_at is not None:
                    at = self.reader.complete_at
                    heartbeats.beat(connection, self._name, at, self._box.shown[:80])
        except Busy as busy:
            log.info("%s: not noted: %s", self._box.shown, busy)
