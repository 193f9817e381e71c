"""Which tier a run is of (`pytest --tier`), and how much is tried in it.

1. Where a test stands says from which tier on it is run: in `real` from `check` on, in `soak` in
   `soak` alone, anywhere else always.
2. Where many cases are tried one way, the day tries a sample of them, another each day, check one
   four times as large, or so many as stand there (ALL: all of them), and soak tries them all.
3. Of rooms that ask one thing in many ways, and of attacks, a whole run of the day takes a half of
   the tests, and the other half the next day; check takes a fifth of what takes longest, and in
   five days all; `whole` is check with all of it. Whoever works on such a room names it, and has
   all.
4. `NOMIC_SAMPLE` names what is tried, hypothesis's cases too: the run's first line tells it. All
   runs of one day try the same, and each soak something else.
"""

import os
import random
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

TIERS = ("day", "check", "whole", "soak")
BEGINS = {"real": "check", "soak": "soak"}  # of the rooms that the day leaves out
ALL = 1_000_000
HALVED = ("archive/", "attacks/", "cli/", "daemon/", "store/")
IN_FIVE = (*HALVED, "post/", "pump/", "real/")
T = TypeVar("T")


def tier() -> str:
    return os.environ.get("NOMIC_TIER", "day")


def seed() -> int:
    """The same for all workers of a run: its head hands it on."""
    now = format(datetime.now(UTC), times("%Y%m%d", "%Y%m%d", "%Y%m%d%H%M%S"))
    return int(os.environ.setdefault("NOMIC_SAMPLE", now))


def times(by_day: T, check: T, soak: T) -> T:
    return {"day": by_day, "check": check, "whole": check, "soak": soak}[tier()]


def examples(whole: int) -> int:
    """Of a property, how many hypothesis tries."""
    return times(max(10, whole // 8), max(25, whole // 2), whole * 20)


def some(cases: Sequence[T], so_many: int, *, check: int = 0) -> Sequence[T]:
    """By day so many of them, in their order; in check four times as many, or so many.

    The smaller of two samples is of the larger: who looks at three games looks at some of those
    that are played today."""
    so_many = times(so_many, check or 4 * so_many, len(cases))
    if so_many >= len(cases):
        return cases
    mixed = random.Random(seed()).sample(range(len(cases)), len(cases))
    return [cases[at] for at in sorted(mixed[:so_many])]


def is_tried(case: str, one_of: int) -> bool:
    """Of cases that are made while they are tried: by day about one of so many, else each."""
    return times(_is_drawn(case, one_of), True, True)


def _is_drawn(case: str, one_of: int) -> bool:
    return (zlib.crc32(case.encode()) + seed()) % one_of == 0


def is_of_today(file: str, test: str) -> bool:
    """Whether this part of its room's tests is today's; one test's cases keep together."""
    parts = {"day": (HALVED, 2), "check": (IN_FIVE, 5)}
    rooms, one_of = parts.get(tier(), ((), 1))
    in_parts = file.startswith(rooms) or "/test_attacks" in file
    return not in_parts or _is_drawn(f"{file} {test}", one_of)
