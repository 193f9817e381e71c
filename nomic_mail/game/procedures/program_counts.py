"""Clauses that count what a rule's program keeps (quantities), before they are voted on.

1. What nobody keeps, what is secret, and a goal that nobody has alone, is refused: a slip of the
   hand would be a clause that is none.
2. Which rule keeps it is told, where that is another; and which clauses of other rules would count
   nothing any more.
3. What would run, and do nothing, is told (since reading 9): a program decides what no clause of
   its rule asks it, or a clause asks what it does not decide.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS, Clause, parse_clause
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.clauses.victory import Goal
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.program_asks import is_asked
from nomic_mail.game.procedures.program_names import (
    Keeping,
    names_lost,
    names_of_its_own,
    names_of_others,
)
from nomic_mail.game.programs import Declared, Named
from nomic_mail.game.quantities import counted, keeper
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.rules import SOME_TIME, applied
from nomic_mail.game.state import State

Known = Mapping[int, Declared]  # what the programs declare, by lineage


def counts(
    course: Course, changes: Sequence[c.Change], reads: Sequence[Declared | None]
) -> tuple[Phrase, ...]:
    """`reads` is what the program of each declares, where it brings one."""
    state, rules = course.state, course.state.rules
    then, events = rules, list[e.RuleChanged]()
    known = {lineage: one.declared for lineage, one in state.programs.items()}
    for change, read in zip(changes, reads, strict=True):
        event = applied(change, max(then.by_number) + 1, then, SOME_TIME, state.circuit)
        then = evolve(State(rules=then), event).rules
        if read is not None:
            then = then.keeping(event.lineage, counted(read.names))
            known |= {event.lineage: read}
        events.append(event)
    told = list[Phrase]()
    for event in events:
        if event.number is not None:
            clauses = tuple(map(parse_clause, event.clauses))
            told += known_counts(course, clauses, then, event.lineage, known)
            if state.reading >= 9:
                told += _asked_in_vain(clauses, known.get(event.lineage))
    before = _gone(rules)
    told += (one for key, one in _gone(then).items() if key not in before)
    brought = [one.lineage for one, read in zip(events, reads, strict=True) if read is not None]
    return (*told, *(_names(state, brought, Keeping(then, known)) if state.reading >= 7 else ()))


def _names(state: State, brought: Sequence[int], then: Keeping) -> Iterator[Phrase]:
    """Of the programs that are brought, by lineage, and of those that stay."""
    for rule in filter(None, map(then.rule, brought)):
        yield from names_of_its_own(rule, then)
        if state.reading >= 9:
            yield from names_of_others(rule, then)
    yield from names_lost(state, then)


def _asked_in_vain(clauses: Sequence[Clause], declared: Declared | None) -> Iterator[Phrase]:
    """Rule 3."""
    has_one = declared is not None and any(one.kind.name == "program" for one in clauses)
    hooks = declared.hooks if declared is not None and has_one else ()
    decides = [one.what for one in hooks if one.kind == "decides"]
    asks = {one.kind.asks: one for one in clauses if one.kind.asks and is_asked(one.value)}
    for what in decides:
        if what not in asks:
            kind = next(one for one in KINDS.values() if one.asks == what)
            yield Phrase("asked_by_nothing", what=what, clause=f"{kind.name}: {PROGRAM}")
    for what, clause in asks.items():
        if what not in decides:
            yield Phrase("asks_nothing", what=what, clause=clause.text)


def known_counts(
    course: Course, clauses: Iterable[Clause], rules: Rules, own: int, known: Known
) -> tuple[Phrase, ...]:
    """Rule 1; and who keeps it, where that is not the rule of that lineage itself."""
    void, told = mechanics_of(rules).void, list[Phrase]()
    for clause in clauses:
        for name in sorted(clause.quantities):
            of = keeper(name, rules, own, void)
            if of is None:
                raise _unknown(course, clause, name, rules, known)
            named = _named(known.get(of.lineage), name)
            if isinstance(clause.value, Goal) and named is not None and named.owner == "game":
                raise Refused("goal_of_the_game", course.cite(106), name=named.name)
            if of.lineage != own:
                told.append(Phrase("clause_counts", name=name, rule=of.number))
    return tuple(one for n, one in enumerate(told) if one not in told[:n])


def _unknown(course: Course, clause: Clause, name: str, rules: Rules, known: Known) -> Refused:
    if any((one := _named(declared, name)) and one.secret for declared in known.values()):
        return Refused("quantity_is_secret", course.cite(106), clause=clause.text, name=name)
    there = sorted({one for lineage in known for one in rules.keeps.get(lineage, ())})
    told = tuple(there) or ("nothing",)
    return Refused("no_such_quantity", course.cite(106), clause=clause.text, name=name, known=told)


def _named(declared: Declared | None, name: str) -> Named | None:
    names = declared.names if declared is not None else ()
    wanted = name.casefold()
    return next(
        (one for one in names if one.kind == "quantity" and one.name.casefold() == wanted), None
    )


def _gone(rules: Rules) -> Mapping[tuple[int, str], Phrase]:
    """Clauses that count nothing."""
    return {
        (source.rule, source.clause): Phrase(
            "would_count_nothing", rule=source.rule, clause=source.clause, why=source.ground
        )
        for mechanic in mechanics_of(rules)
        for source in mechanic.overrides
        if source.ground.code == "quantity_gone"
    }
