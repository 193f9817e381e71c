"""What the machine does now: all clauses of all rules, folded, each value with its provenance.

1. Typeless rules rule over immutable ones, immutable over mutable (001, 006, 110); within a status
   the lowest present number holds (211).
2. Each kind says how its clauses combine: `one` (the one with precedence), `sum`, `strictest`.
3. A mechanic with no clause left falls back to the house, and says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nomic_mail.game.clauses import KINDS, Clause, Kind, parse_clause
from nomic_mail.game.clauses.kind import Dice, Threshold
from nomic_mail.game.commands import Change
from nomic_mail.game.state import STATUS_RANK, Rule, Rules


@dataclass(frozen=True, slots=True)
class Source:
    """A clause and the rule, in its present number, that has it."""

    rule: int
    clause: str


@dataclass(frozen=True, slots=True)
class Mechanic:
    """`value` is None where no rule and no house setting gives one; `rule` is then None as well,
    as it is for a house fallback."""

    kind: Kind
    value: Any
    sources: tuple[Source, ...] = ()
    overrides: tuple[Source, ...] = ()

    @property
    def rule(self) -> int | None:
        return self.sources[0].rule if self.sources else None

    @property
    def text(self) -> str:
        if self.value is None:
            return f"{self.kind.name}: none"
        if isinstance(self.value, tuple):
            return f"{self.kind.name}: " + " and ".join(self.kind.show(one) for one in self.value)
        return f"{self.kind.name}: {self.kind.show(self.value)}"


@dataclass(frozen=True, slots=True)
class Mechanics:
    by_kind: Mapping[str, Mechanic]

    def __iter__(self) -> Iterator[Mechanic]:
        return iter(self.by_kind.values())

    def __getitem__(self, kind: str) -> Mechanic:
        return self.by_kind[kind]

    def adoption(self, change: Change, rules: Rules) -> Mechanic:
        """The threshold for this change: 109 for transmuting downward, else 203."""
        target = rules.get(change.target) if change.target is not None else None
        downward = change.kind == "transmute" and target is not None
        if downward and target is not None and target.status == "immutable":
            special = self.by_kind["transmutation"]
            if special.value is not None:
                return special
        return self.by_kind["adoption"]

    @property
    def can_pass_without_unanimity(self) -> bool:
        threshold: Threshold = self.by_kind["adoption"].value
        return not (threshold.unanimous and threshold.of == "eligible")

    def dice(self) -> tuple[tuple[Dice, int], ...]:
        """What the mover throws or scores, each with its rule (202)."""
        mechanic = self.by_kind["reward proposer"]
        return tuple(
            (value, source.rule)
            for value, source in zip(mechanic.value or (), mechanic.sources, strict=True)
        )

    def points(self, kind: str) -> tuple[tuple[int, int], ...]:
        """A summed kind's numbers, each with its rule (204, 206)."""
        mechanic = self.by_kind[kind]
        return tuple(
            (value, source.rule)
            for value, source in zip(mechanic.value or (), mechanic.sources, strict=True)
        )


@lru_cache(maxsize=2048)
def mechanics_of(rules: Rules) -> Mechanics:
    """Folded once for each rule book: most letters change no rule."""
    found: dict[str, list[tuple[Rule, Clause]]] = {name: [] for name in KINDS}
    for rule in sorted(rules, key=lambda rule: (STATUS_RANK[rule.status], rule.number)):
        for clause in map(parse_clause, rule.clauses):
            found[clause.kind.name].append((rule, clause))
    return Mechanics({name: _combine(KINDS[name], ranked) for name, ranked in found.items()})


def _combine(kind: Kind, ranked: list[tuple[Rule, Clause]]) -> Mechanic:
    """`ranked` stands in order of precedence (211)."""
    sources = tuple(Source(rule.number, clause.text) for rule, clause in ranked)
    values = tuple(clause.value for _, clause in ranked)
    if not ranked:
        return Mechanic(kind, kind.read(kind.house) if kind.house is not None else None)
    if kind.fold == "sum":
        return Mechanic(kind, values, sources)
    best = values.index(min(values)) if kind.fold == "strictest" else 0
    beaten = tuple(source for place, source in enumerate(sources) if place != best)
    return Mechanic(kind, values[best], (sources[best],), beaten)
