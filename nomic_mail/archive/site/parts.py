"""A version of the rule book in parts, as its page tells it.

1. A page lists the parts in which something is another than in the version before. Of each of the
   rest it has one line, which leads to the page that lists it as it still is: so a page is as long
   as what changed, and the book grows with its changes, not with those times the rules.
2. A part is of rules that stand beside each other, MOST of them at most. A book of no more has one
   part, and all of it is listed on each page.
3. Parts are cut where they were cut before, until one has too many, or two beside each other have
   no more than FEW: a change is one of the part that the rule was in, and of the one it is in.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from nomic_mail.archive.asides import asides
from nomic_mail.game.rulebook import Rule, Rules

MOST = 40
FEW = 20


class BookPart(Struct, frozen=True):
    """`since` is the version whose page lists it so."""

    rules: tuple[Rule, ...]
    since: int

    @property
    def mark(self) -> str:
        """Where it stands on a page that lists it."""
        return f"p{self.rules[0].lineage}"


class Cutting(Struct):
    """How the version before was cut, and where each of its parts is listed."""

    _cuts: list[int] = field(default_factory=list)
    _listed: dict[int, tuple[Any, int]] = field(default_factory=dict)  # by the first rule of each

    def cut(
        self, number: int, rules: Rules, since: Mapping[int, int], *, told: bool
    ) -> tuple[BookPart, ...]:
        """Version `number`, in which each rule stands as it is since the version in `since`. In a
        game that is told nothing is set aside."""
        parts = _cut(rules, self._cuts)
        self._cuts = [part[0].number for part in parts[1:]]
        aside = asides(rules) if len(parts) > 1 and not told else {}
        before, self._listed, made = self._listed, {}, []
        for part in parts:
            first = part[0].lineage
            says = [(one.lineage, since[one.lineage], aside.get(one.lineage)) for one in part]
            was, listed = before.get(first, (None, number))
            self._listed[first] = says, listed if was == says else number
            made.append(BookPart(tuple(part), self._listed[first][1]))
        return tuple(made)


def _cut(rules: Iterable[Rule], cuts: list[int]) -> list[list[Rule]]:
    runs: list[list[Rule]] = [[] for _ in range(len(cuts) + 1)]
    for rule in rules:
        runs[bisect_right(cuts, rule.number)].append(rule)
    parts: list[list[Rule]] = []
    for run in filter(None, runs):
        if parts and len(parts[-1]) + len(run) <= FEW:
            parts[-1] += run
        elif len(run) <= MOST:
            parts.append(run)
        else:
            pieces = len(run) // FEW
            ends = [len(run) * n // pieces for n in range(pieces + 1)]
            parts += [run[i:j] for i, j in pairwise(ends)]
    return parts
