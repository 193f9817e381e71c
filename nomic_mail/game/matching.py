"""Two texts compared, within a bound of work.

`difflib` takes the square of what is compared, and the cube of what somebody chose for it. Here
the pairs are counted that it looks at; beyond the bound all is one change, between what both
begin with and what both end with. It depends on nothing but the texts: each machine and each
`verify` comes to the same.
"""

from collections.abc import Hashable, Sequence
from difflib import Match, SequenceMatcher
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)
Step = tuple[str, int, int, int, int]  # as difflib's opcodes

MOST_PAIRS = 2_000_000  # of what is shown
MOST_DECIDED = 30_000_000  # of what is decided by it


class _TooMuch(Exception):
    pass


class _Matcher(SequenceMatcher[Item]):
    def __init__(self, old: Sequence[Item], new: Sequence[Item], most: int, *, skips: bool) -> None:
        self._left = most
        super().__init__(None, old, new, autojunk=skips)

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        where = self.b2j  # type: ignore[attr-defined]
        ends = len(self.a) if ahi is None else ahi  # type: ignore[attr-defined]
        for at in range(alo, ends):
            self._left -= 1 + len(where.get(self.a[at], ()))  # type: ignore[attr-defined]
            if self._left < 0:
                raise _TooMuch
        return super().find_longest_match(alo, ahi, blo, bhi)


def steps(
    old: Sequence[Item], new: Sequence[Item], most: int = MOST_PAIRS, *, skips: bool = False
) -> list[Step]:
    """What leads from one to the other, in order. `skips`: what stands everywhere is no place to
    go by, which is shorter to read."""
    try:
        return list(_Matcher(old, new, most, skips=skips).get_opcodes())
    except _TooMuch:
        return _coarse(old, new)


def _coarse(old: Sequence[Item], new: Sequence[Item]) -> list[Step]:
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    a, b = len(old) - tail, len(new) - tail
    kind = "delete" if b == head else "insert" if a == head else "replace"
    found = [
        ("equal", 0, head, 0, head),
        (kind, head, a, head, b),
        ("equal", a, len(old), b, len(new)),
    ]
    return [one for one in found if one[1] < one[2] or one[3] < one[4]]
