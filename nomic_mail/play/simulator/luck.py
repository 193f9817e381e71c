"""Chance that follows from a name: the same draws on every machine."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import TypeVar

One = TypeVar("One")


class Luck:
    def __init__(self, name: str) -> None:
        self._name = name
        self._drawn = 0

    def number(self, below: int) -> int:
        self._drawn += 1
        drawn = sha256(f"{self._name} {self._drawn}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % below

    def chance(self, percent: int) -> bool:
        return self.number(100) < percent

    def pick(self, among: Sequence[One]) -> One:
        return among[self.number(len(among))]

    def weighed(self, weights: Mapping[str, int]) -> str:
        left = self.number(sum(weights.values()))
        for name, weight in weights.items():
            left -= weight
            if left < 0:
                return name
        raise AssertionError(left)

    def time(self, least: timedelta, most: timedelta) -> timedelta:
        """In whole seconds."""
        span = int((most - least).total_seconds())
        return least + timedelta(seconds=self.number(span + 1))

    def bytes(self, count: int) -> bytes:
        return bytes(self.number(256) for _ in range(count))
