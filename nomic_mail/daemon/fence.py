"""The deadline fence (DESIGN 2, Time): up to where every letter is in, over all the ways in.

1. Each way in tells up to when all its letters are in, and the fence is the least of these times. A
   mailbox: the beginning of its last complete look, less a margin. The listener: just before the
   oldest letter in flight, or now. The pipe: now.
2. Deadlines freeze, and the moderator is told, when the wall clock and the steady clock part by 60
   seconds between two looks (somebody set the clock), or the time lies before the last thing that
   happened in a game. A clock set right again thaws them; else a new start of the server does, by a
   person who stopped it and saw to it. (Less than 60 seconds before the last event they wait, and
   nobody is told.)
3. Letters are taken in and answered all the same. While the clocks are parted, the time goes on as
   it went before: so no receipt is dated by a clock that somebody sets right an hour later.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from nomic_mail.clock import Clock

log = logging.getLogger("nomic_mail.daemon")

PARTED = timedelta(seconds=60)
SKEW = timedelta(seconds=120)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def sealed_by(look: datetime | None) -> datetime:
    """Up to when a mailbox's letters are in. Before its first complete look: none are."""
    return look - SKEW if look is not None else LONG_AGO


class HouseClock:
    """The machine's clock, as long as it goes steadily; else the time as it went on from there."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wall, self._steady = clock.now(), clock.monotonic_seconds()
        self._parted = timedelta(0)

    def goes_on_from(self, wall: datetime, steady: float) -> None:
        """It went steadily up to then, for a server that had it before."""
        with self._lock:
            self._wall, self._steady = wall, steady

    @property
    def goes_by(self) -> tuple[Clock, datetime, float]:
        """What another process needs to have the same time."""
        with self._lock:
            return self._clock, self._wall, self._steady

    def now(self) -> datetime:
        with self._lock:
            wall, steady = self._clock.now(), self._clock.monotonic_seconds()
            went_on = self._wall + timedelta(seconds=steady - self._steady)
            if abs(wall - went_on) >= PARTED:
                self._parted = wall - went_on
                return went_on
            self._wall, self._steady, self._parted = wall, steady, timedelta(0)
            return wall

    def monotonic_seconds(self) -> float:
        return self._clock.monotonic_seconds()

    def wrong(self) -> str:
        """What is wrong with the clock, in words; nothing where it goes steadily."""
        now, parted = self.now(), self._parted
        if not parted:
            return ""
        way = "forward" if parted > timedelta(0) else "back"
        return (
            f"the clock of this machine was set {way} by {_length(abs(parted))}: it says"
            f" {now + parted:%Y-%m-%d %H:%M} UTC where {now:%Y-%m-%d %H:%M} UTC was expected"
        )


class ClockWatch:
    """`last_event` tells when the last thing happened; `tell` says to a person what is wrong, and
    nothing when it is right again."""

    def __init__(
        self,
        clock: HouseClock,
        last_event: Callable[[], datetime | None],
        tell: Callable[[str], None],
    ) -> None:
        self._clock, self._last_event, self._tell = clock, last_event, tell
        self._lock = threading.Lock()
        self._good_until = last_event() or clock.now()
        self._told = False

    def now(self) -> datetime:
        """The time; while the clock is wrong, the last time that was right."""
        with self._lock:
            now, parted = self._clock.now(), self._clock.wrong()
            why = parted or self._before_the_last(now)
            if not why:
                if self._told:
                    log.warning("the clock is right again: deadlines go on")
                    self._tell("")
                self._told = False
                self._good_until = now
            elif not self._told and (parted or self._good_until - now >= PARTED):
                log.error("deadlines are frozen: %s", why)
                self._tell(why)
                self._told = True  # a busy database lets it be told again
            return min(now, self._good_until)

    def _before_the_last(self, now: datetime) -> str:
        if now >= self._good_until:  # no event is dated later than a time that was right
            return ""
        last = self._last_event()
        if last is None or now >= last:
            return ""
        return (
            f"the clock of this machine says {now:%Y-%m-%d %H:%M} UTC, which is before the last"
            f" thing that happened in a game, at {last:%Y-%m-%d %H:%M} UTC"
        )


def fence(
    now: Callable[[], datetime], intakes: Sequence[Callable[[], datetime]]
) -> Callable[[], datetime]:
    """`sealed_until` over all intakes. The clock is read first: what an intake tells after that is
    earlier, or already in."""

    def sealed_until() -> datetime:
        return min([now(), *(intake() for intake in intakes)])

    return sealed_until


def _length(span: timedelta) -> str:
    minutes = round(span.total_seconds() / 60)
    if minutes < 2 * 60:
        return f"{minutes} minutes"
    return f"{round(minutes / 60)} hours" if minutes < 48 * 60 else f"{round(minutes / 1440)} days"
