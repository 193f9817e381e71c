"""How much time a program has taken of the server lately: who takes too much gets less, so that no
rule keeps everybody else's letters waiting.

Without a clock nothing is counted: whoever checks a record has all the time there is.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from nomic_mail.clock import Clock
from nomic_mail.sandbox.workers import GENEROUS, SECONDS

WITHIN = 60.0
MUCH = 10.0
LITTLE = 0.25
PROGRAMS_MOST = 1000


class Spending:
    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self._spent: dict[str, list[tuple[float, float]]] = {}

    def tries(self, source: str) -> tuple[float, ...]:
        """How many seconds a call has, and the next try where the first came to no end."""
        return (LITTLE,) if self._lately(source) >= MUCH else (SECONDS, GENEROUS)

    def _lately(self, source: str) -> float:
        if self._clock is None or source not in self._spent:
            return 0.0
        now = self._clock.monotonic_seconds()
        kept = [one for one in self._spent[source] if now - one[0] < WITHIN]
        self._spent[source] = kept
        return sum(seconds for _, seconds in kept)

    @contextmanager
    def counted(self, source: str) -> Iterator[None]:
        if self._clock is None:
            yield
            return
        began = self._clock.monotonic_seconds()
        try:
            yield
        finally:
            ended = self._clock.monotonic_seconds()
            if ended - began > LITTLE / 2:  # most calls take milliseconds, and count for nothing
                if len(self._spent) >= PROGRAMS_MOST:
                    self._spent.clear()
                self._spent.setdefault(source, []).append((ended, ended - began))
