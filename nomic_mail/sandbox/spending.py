"""How much time programs have taken of the server lately: who takes too much gets less, so that no
rule, and no proposal of one, keeps everybody else's letters waiting.

1. A program that is in force has so much a minute; then each call has little, and no second try.
2. All that one letter proposes is read and tried in one allowance; where the letters of its game
   took much within a minute, that is little, too.
3. Without a clock nothing is counted: whoever checks a record has all the time there is.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from nomic_mail.clock import Clock
from nomic_mail.sandbox.workers import GENEROUS, SECONDS

WITHIN = 60.0
MUCH = 10.0
LITTLE = 0.25
A_LETTER = 3.0
PROGRAMS_MOST = 1000


class Spending:
    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self._spent: dict[str, list[tuple[float, float]]] = {}

    def tries(self, source: str) -> tuple[float, ...]:
        """How many seconds a call has, and the next try where the first came to no end."""
        return (LITTLE,) if self._lately(source) >= MUCH else (SECONDS, GENEROUS)

    def letter(self, game: str) -> "Allowance":
        whose = f"letters of {game}"  # which is no program
        return Allowance(self, whose, LITTLE if self._lately(whose) >= MUCH else A_LETTER)

    def _lately(self, source: str) -> float:
        if self._clock is None or source not in self._spent:
            return 0.0
        now = self._clock.monotonic_seconds()
        kept = [one for one in self._spent[source] if now - one[0] < WITHIN]
        self._spent[source] = kept
        return sum(seconds for _, seconds in kept)

    @contextmanager
    def counted(self, source: str, least: float = LITTLE / 2) -> Iterator[list[float]]:
        """What it took is in the list, once it is over. Less than `least` counts for nothing, as
        most calls take milliseconds."""
        took: list[float] = []
        if self._clock is None:
            yield took
            return
        began = self._clock.monotonic_seconds()
        try:
            yield took
        finally:
            ended = self._clock.monotonic_seconds()
            took.append(ended - began)
            if took[0] > least:
                if len(self._spent) >= PROGRAMS_MOST:
                    self._spent.clear()
                self._spent.setdefault(source, []).append((ended, took[0]))


class Allowance:
    """Of one letter (rule 2)."""

    def __init__(self, spending: Spending, whose: str, seconds: float) -> None:
        self._spending, self._whose = spending, whose
        self.left = seconds

    @contextmanager
    def counted(self) -> Iterator[None]:
        took: list[float] = []
        try:
            with self._spending.counted(self._whose, least=0) as took:
                yield
        finally:
            self.left -= sum(took)
