"""The rules in force, each with what it was before (108).

1. Everything is frozen; the next book is made from the last.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.citing import cite
from nomic_mail.game.commands import ChangeKind
from nomic_mail.game.numbers import digits_of
from nomic_mail.game.programs import plain_title
from nomic_mail.game.unchanging import Unchanging, without
from nomic_mail.game.words import Clauses, Words

RuleStatus = Literal["typeless", "immutable", "mutable"]

OF_LATE = 256  # so many books are known by what they come to; another is looked through anew
_CLAIMS = ("over", "defers", "instead")
STATUS_RANK: Mapping[str, int] = {"typeless": 0, "immutable": 1, "mutable": 2}


class Revision(Struct, frozen=True, kw_only=True):
    """An older form of a rule: for its life, and to take an amendment back. It ended in `circuit`
    (203), and its end repealed the amendment `took_back`."""

    number: int
    status: RuleStatus
    title: Words
    text: Words
    clauses: Clauses
    ended_at: datetime
    ended_by: int
    ended_how: ChangeKind = "amend"
    circuit: int = 0
    took_back: int | None = None


class Rule(Struct, frozen=True, kw_only=True, weakref=True):
    """`lineage` is the number it was born with; `number` moves with each amendment (108)."""

    number: int
    lineage: int
    status: RuleStatus
    title: Words
    text: Words
    clauses: Clauses = ()
    history: tuple[Revision, ...] = ()

    @property
    def numbers(self) -> Iterator[int]:
        """All that it has had."""
        yield from (self.number, self.lineage, *(old.number for old in self.history))

    @property
    def program(self) -> str:
        """The clause with its program, where it has one."""
        return next((one for one in self.clauses if one.startswith("program:")), "")

    @property
    def goal(self) -> str:
        """So much of what a program keeps, where that is to win: `victory: 30 coins`."""
        for words in (one.split() for one in self.clauses if one.startswith("victory:")):
            claim = next((n for n, one in enumerate(words) if one in _CLAIMS), len(words))
            if claim > 2:
                return " ".join(words[1:claim])
        return ""


class Rules(Unchanging, frozen=True, weakref=True):
    """The rule book in force, by present number. `keeps` are the quantities that the programs of
    rules declare for all to see, by lineage; of one that is not read yet it is not known."""

    by_number: Mapping[int, Rule] = field(default_factory=dict)
    keeps: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    alike: bool = True  # numbered as the initial sets are

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.once(_in_order))

    def __len__(self) -> int:
        return len(self.by_number)

    def __hash__(self) -> int:
        return self.once(_hash_of)

    def get(self, number: int) -> Rule | None:
        return self.by_number.get(number)

    def had(self, number: int) -> bool:
        """Whether one of them has it, or once had."""
        return number in self.by_number or self.now_called(number) is not None

    def now_called(self, number: int) -> int | None:
        """The present number of a rule that once bore this one (108)."""
        for rule in self:
            if any(old.number == number for old in rule.history):
                return rule.number
        return None

    @property
    def digits(self) -> int:
        return self.once(_digits_of)

    def cite(self, lineage: int) -> int | None:
        return cite(self.once(_in_order), lineage, alike=self.alike)

    def cite_for(self, higher: RuleStatus) -> int | None:
        """What has a rule of this status come before those below it."""
        return self.cite(6) if higher == "typeless" else self.cite(110)

    def count(self, status: RuleStatus) -> int:
        return sum(1 for rule in self.by_number.values() if rule.status == status)

    def without(self, number: int) -> "Rules":
        return replace(self, by_number=without(self.by_number, number))

    def having(self, rule: Rule, *, was: int | None = None) -> "Rules":
        kept = {n: old for n, old in self.by_number.items() if n != was}
        old = self.by_number.get(was if was is not None else rule.number)
        read = old is not None and old.program == rule.program
        keeps = self.keeps if read else without(self.keeps, rule.lineage)
        return replace(self, by_number={**kept, rule.number: rule}, keeps=keeps)

    def keeping(self, lineage: int, names: tuple[str, ...]) -> "Rules":
        return replace(self, keeps={**self.keeps, lineage: names})

    def titled(self, but: int) -> Mapping[str, int]:
        """The rules with programs by their titles, but that of one lineage; of two the older."""
        return {title: of for title, of in self.once(_titles_of) if of != but}

    @property
    def goal_is_kept(self) -> bool:
        """Whether a clause has somebody win by what a program keeps: `victory: 30 coins`."""
        return self.once(_goal_is_kept)


def _in_order(rules: Rules) -> tuple[Rule, ...]:
    return tuple(sorted(rules.by_number.values(), key=lambda rule: rule.number))


def _goal_is_kept(rules: Rules) -> bool:
    return any(rule.goal for rule in rules)


def _titles_of(rules: Rules) -> tuple[tuple[str, int], ...]:
    """The oldest last."""
    of = sorted((one for one in rules if one.program and one.title), key=lambda one: -one.lineage)
    return tuple((plain_title(one.title), one.lineage) for one in of)


def _digits_of(rules: Rules) -> int:
    return digits_of((one.text for one in rules), alike=rules.alike)


def _hash_of(rules: Rules) -> int:
    """Of what they say: the books of many games have the same numbers."""
    said = ((n, one.title, one.text, one.clauses) for n, one in rules.by_number.items())
    return hash((frozenset(said), frozenset(rules.keeps)))
