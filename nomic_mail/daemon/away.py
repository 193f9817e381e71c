"""When no letter could come in by the listener, through no fault of who sent it; so that nobody is
late for it.

1. While no server runs: from the last sign of life to the start. On the same boot of the machine
   the steady clock tells how long that was, whatever was done to the other meanwhile.
2. While letters are refused because our database cannot be written: from the first of them until
   this can be written down. Up to there the fence is shut and no sign of life is given: so it is
   known after a crash as well, though nothing could be written. What is refused for a limit, or
   because a letter itself breaks us, is none: with that anybody could hold up a game.
3. While the server stands still: the machine sleeps, the process is stopped, or the listener's
   thread hangs. That thread shows each second that it goes round; what it did not for too long is
   an outage as in rule 2, with the fence shut from where it last did.
4. A machine may begin with a wrong clock and set it right later. What was lost before that boot is
   known only then, at the next start: the difference is noted then.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from nomic_mail.clock import Clock, SystemClock, boot
from nomic_mail.config import Config
from nomic_mail.daemon.fence import PARTED
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.database.heartbeats import ListenerOutage
from nomic_mail.wire import NotNow

log = logging.getLogger("nomic_mail.daemon")

T = TypeVar("T")
LISTENER = "listener"
MOMENT = timedelta(microseconds=1)
STOOD_STILL = timedelta(seconds=20)  # mail servers wait for longer, to be greeted or answered
MOST_BYTES = 1000


class NotKept:
    """That no letter can be kept, told by the server to whoever looks at it from beside: not in a
    file, as a full disk would not take it, but in a link, whose target are the words."""

    def __init__(self, config: Config) -> None:
        self._link = config.data / "not-kept"

    def begins(self, trouble: Busy) -> None:
        words = "\n".join((trouble.what, trouble.fix))
        with suppress(OSError):
            self._link.symlink_to(words.encode()[:MOST_BYTES].decode("utf-8", "ignore"))

    def is_over(self) -> None:
        with suppress(OSError):
            self._link.unlink()

    def seen(self) -> tuple[datetime, str, str] | None:
        """Since when, what, and what mends it."""
        try:
            what, _, fix = str(self._link.readlink()).partition("\n")
            return datetime.fromtimestamp(self._link.lstat().st_mtime, UTC), what, fix
        except OSError:
            return None


class TimeAway:
    """Whether it stands still is told by the machine's own steady clock: one that is only set, for
    a test or a simulation, leaps, and nobody stood still."""

    def __init__(self, database: Database, clock: Clock, not_kept: NotKept) -> None:
        self._database, self._clock, self._not_kept = database, clock, not_kept
        not_kept.is_over()  # that of a server that died
        self._lock = threading.Lock()
        self._since: datetime | None = None  # refused, and not written down yet
        self._latest: datetime | None = None
        self._steady = SystemClock().monotonic_seconds
        self._moved: float | None = None  # when the listener last went round

    def goes_round(self) -> None:
        """Told by the listener's own thread again and again (rule 3)."""
        with self._lock:
            now, still = self._clock.now(), self._still()
            if still:
                self._since = min(self._since or now, now - still)
                self._latest = now
            self._moved = self._steady()

    def _still(self) -> timedelta:
        """For how long it has stood still, where that is too long."""
        if self._moved is None:
            return timedelta(0)
        still = timedelta(seconds=self._steady() - self._moved)
        return still if still > STOOD_STILL else timedelta(0)

    def refusing(self, at: datetime, work: Callable[[], T]) -> T:
        """Whose letter is refused here may try again in time (rule 2)."""
        try:
            return work()
        except Busy as busy:
            with self._lock:
                if self._since is None:
                    self._not_kept.begins(busy)
                self._since = min(self._since or at, at)
                self._latest = self._clock.now()
            raise NotNow(str(busy)) from busy

    def sealed_until(self) -> datetime:
        with self._lock:
            now, still = self._clock.now(), self._still()
            until = min(self._since or now, now - still)
            return until - MOMENT if still or self._since is not None else now

    def settle(self) -> None:
        """Writes down that letters were refused, as soon as something can be written at all."""
        with self._lock:
            since = self._since
        if since is None:
            return
        now = max(self._clock.now(), since + MOMENT)
        with self._database.write() as connection:
            heartbeats.was_away(connection, ListenerOutage(since, now))
        log.warning(
            "no letter could be taken in from %s to %s; nobody is late for that", since, now
        )
        with self._lock:
            again = self._latest is not None and self._latest > now
            self._since = now if again else None
        if not again:
            self._not_kept.is_over()

    def beat(self, connection: Connection, holder: str) -> None:
        """A sign of life; none while something is to be settled (rule 2)."""
        with self._lock:
            if self._since is not None or self._still():
                return
        now = self._clock.now()
        heartbeats.beat(connection, LISTENER, now, holder)
        heartbeats.keep_steady(connection, LISTENER, now, boot(), self._clock.monotonic_seconds())

    def note_start(self, connection: Connection, holder: str) -> None:
        """Rules 1 and 4."""
        now, steady = self._clock.now(), self._clock.monotonic_seconds()
        seen = heartbeats.seen(connection, LISTENER)
        last = heartbeats.steady(connection, LISTENER, seen)
        if last is not None and last[0] == boot() and steady >= last[1]:
            self._note(connection, now - timedelta(seconds=steady - last[1]), now)
            self._note_what_the_boot_hid(connection, now, steady)
        elif seen is not None:
            self._note(connection, seen, now)
            heartbeats.keep_before_boot(connection, (seen, boot(), steady, now))
        self.beat(connection, holder)

    def _note_what_the_boot_hid(self, connection: Connection, now: datetime, steady: float) -> None:
        known = heartbeats.before_boot(connection)
        if known is None or known[1] != boot() or steady < known[2]:
            return
        seen, _, first, noted = known
        began = now - timedelta(seconds=steady - first)
        if began - noted >= PARTED:  # the clock was set forward since
            self._note(connection, seen, began)
            heartbeats.keep_before_boot(connection, (seen, boot(), first, began))

    @staticmethod
    def _note(connection: Connection, began: datetime, ended: datetime) -> None:
        if began < ended:
            heartbeats.was_away(connection, ListenerOutage(began, ended))
            told = "the server was off from %s to %s UTC; nobody is late for that"
            second = "%Y-%m-%d %H:%M:%S"
            log.info(told, began.strftime(second), ended.strftime(second))
