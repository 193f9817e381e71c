"""The one place that reads the time.

1. Every other part is handed a `Clock`; transcripts and the demo put their own in.
2. All times are aware datetimes in UTC. Zones are for people, and only where letters are written.
3. The steady clock (`monotonic_seconds`) goes on while the machine sleeps, where the machine has
   such a clock: it shows when somebody set the other, and a sleep is no such thing.
"""

import time
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Protocol

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Clock(Protocol):
    def now(self) -> datetime: ...

    def monotonic_seconds(self) -> float: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic_seconds(self) -> float:
        return time.clock_gettime(_STEADY)


class SetClock:
    """A clock that stands still until it is set: transcripts and tests."""

    def __init__(self, at: datetime) -> None:
        self._start = at
        self._at = at

    def now(self) -> datetime:
        return self._at

    def monotonic_seconds(self) -> float:
        return (self._at - self._start).total_seconds()

    def set(self, at: datetime) -> None:
        self._at = at


@cache
def boot() -> str:
    """Which start of this machine the steady clock counts from; nothing where that is not told."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
