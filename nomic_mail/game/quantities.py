"""What the rules' programs keep, where a clause counts it: `victory: 30 coins`.

1. A name means what the clause's own rule keeps; else what the oldest rule in force keeps that has
   that name. Capitals do not matter. What is secret is counted by no clause.
2. A rule that is set aside (110) keeps nothing that counts. Where nobody keeps it, the clause is as
   if it were not there, and what comes after it holds: the next by precedence (211), or the house.
"""

from collections.abc import Collection, Iterable, Mapping

from nomic_mail.game.programs import Named, Program
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import State


def keeper(name: str, rules: Rules, own: int, void: Collection[int] = ()) -> Rule | None:
    """Rule 1, for a clause of the rule of that lineage. Of a program that is not read yet it is
    taken to be so."""
    keeping = [one for one in rules if one.number not in void and _may_keep(rules, one, name)]
    sure = [one for one in keeping if one.lineage in rules.keeps]
    mine = [one for one in keeping if one.lineage == own]
    return min(mine or sure or keeping, key=lambda one: one.lineage, default=None)


def _may_keep(rules: Rules, rule: Rule, name: str) -> bool:
    if rule.lineage not in rules.keeps:
        return bool(rule.program)
    return any(one.casefold() == name.casefold() for one in rules.keeps[rule.lineage])


def counted(names: Iterable[Named]) -> tuple[str, ...]:
    """Those that a clause may count."""
    return tuple(one.name for one in names if one.kind == "quantity" and not one.secret)


def amounts(
    state: State, names: Iterable[str], seat: int, rule: int | None, void: Collection[int] = ()
) -> Mapping[str, int]:
    """What there is of each, for that player or for the whole game; nothing where nobody keeps it.
    `rule` has the clause, by its present number."""
    book = state.rules
    has_it = book.get(rule) if rule is not None else None
    own = has_it.lineage if has_it is not None else 0
    found = dict[str, int]()
    for name in names:
        of = keeper(name, book, own, void)
        program = state.programs.get(of.lineage) if of is not None else None
        found[name] = _amount(program, name, seat) if program is not None else 0
    return found


def _amount(program: Program, name: str, seat: int) -> int:
    for one in program.declared.names:
        if one.kind == "quantity" and one.name.casefold() == name.casefold():
            return int(program.value(one.name, seat if one.owner == "player" else 0))
    return 0
