"""What a proposal would change, before anyone votes on it (111)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.commands import Change
from nomic_mail.game.events import RuleChanged
from nomic_mail.game.evolve import fold
from nomic_mail.game.matching import steps
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.numbers import part_of, printed, printed_with
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.rules import SOME_TIME, applied
from nomic_mail.game.state import State

# The clauses of what is made, by its number.
Bound = tuple[tuple[int, tuple[str, ...]], ...]

MOST_COMPARED = 250_000
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+(?=\S)|\n+")


class Shift(Struct, frozen=True):
    """One mechanic before and after, each with the rule it comes from."""

    kind: str
    before: str
    after: str


class Outlook(Struct, frozen=True):
    """`text` is what changes in the words, sentence by sentence."""

    mechanics: tuple[Shift, ...]
    text: tuple[tuple[str, str], ...]
    threshold: str
    threshold_rule: int | None


def preview(
    state: State, changes: Sequence[Change], number: int, bound: Bound = (), power: str = ""
) -> Outlook:
    """`bound` are the clauses that a binding gives to what it makes (the Moderator's answer, or
    what is kept); `power` is what the proposal declares."""
    old, rules = mechanics_of(state.rules), state.rules
    threshold, rule = old.threshold(changes, rules, state.circuit, power)
    next_rule = next_number(state)
    shifts = shifted(rules, tuple(changes), number, state.circuit, tuple(bound), next_rule)
    events = _made(rules, changes, number, state.circuit, bound, next_rule)
    told = [one for event in events for one in _words(event, rules)]
    return Outlook(shifts, tuple(told), threshold, rule)


def next_number(state: State) -> int | None:
    """That of the next rule, where it goes by adoption; as things stand."""
    numbering = mechanics_of(state.rules)["numbering"].value
    return state.following if numbering.by_adoption else None


def _words(event: RuleChanged, rules: Rules) -> tuple[tuple[str, str], ...]:
    target = rules.get(event.was) if event.was is not None else None
    return sentences_changed(
        target.text if target else "", "" if event.number is None else event.text
    )


def _made(
    rules: Rules,
    changes: Sequence[Change],
    number: int,
    circuit: int,
    bound: Bound,
    following: int | None,
) -> list[RuleChanged]:
    """Of those whose rule is there."""
    made, clauses = list[RuleChanged](), dict(bound)
    for place, change in enumerate(changes, 1):
        called = part_of(number, place, len(changes))
        if change.kind == "enact" or rules.get(change.target or 0) is not None:
            given = clauses.get(called)
            made.append(applied(change, called, rules, SOME_TIME, circuit, given, following))
            if following is not None and made[-1].number == following:
                following += 1
    return made


@lru_cache(maxsize=1024)  # where all propose at any time, a letter may look at thirty
def shifted(
    rules: Rules,
    changes: tuple[Change, ...],
    number: int,
    circuit: int,
    bound: Bound,
    following: int | None = None,
) -> tuple[Shift, ...]:
    """The mechanics that it would change: the same in every letter of a vote. What a program of
    its own would do is told by the warnings, and no count of programs tells more."""
    made = _made(rules, changes, number, circuit, bound, following)
    new = mechanics_of(fold(made, State(rules=rules)).rules)
    runs = any(one.startswith("program:") for change in changes for one in change.effects or ())
    with printed_with(rules.digits):
        return tuple(
            Shift(mechanic.kind.name, _told(mechanic), _told(new[mechanic.kind.name]))
            for mechanic in mechanics_of(rules)
            if mechanic.value != new[mechanic.kind.name].value
            and not (runs and mechanic.kind.name == PROGRAM)
        )


def _told(mechanic: Mechanic) -> str:
    rules = [f"{printed(source.rule)}" for source in mechanic.sources]
    where = f"rule{'s' if rules[1:] else ''} {' and '.join(rules)}" if rules else "the house"
    if mechanic.value is None:
        return mechanic.text
    return f"{_summed(mechanic) or mechanic.text} ({where})"


def _summed(mechanic: Mechanic) -> str:
    """ "10 + 5 = 15", where each of several rules has its own number and all are paid."""
    if mechanic.kind.fold != "sum" or len(mechanic.value) < 2:
        return ""
    shown = [mechanic.kind.show(one) for one in mechanic.value]
    if not all(map(str.isdigit, shown)):
        return ""
    return f"{mechanic.kind.name}: {' + '.join(shown)} = {sum(map(int, shown))}"


def sentences_changed(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """("-", what goes) and ("+", what comes), in the order of the text."""
    old, new = _sentences(before), _sentences(after)
    if len(old) * len(new) > MOST_COMPARED:  # it is better read whole
        return (*(("-", one) for one in old), *(("+", one) for one in new))
    changed: list[tuple[str, str]] = []
    for kind, a, b, x, y in steps(old, new):
        if kind != "equal":
            changed += [("-", sentence) for sentence in old[a:b]]
            changed += [("+", sentence) for sentence in new[x:y]]
    return tuple(changed)


def _sentences(text: str) -> list[str]:
    return [" ".join(one.split()) for one in _SENTENCE.split(text) if one.strip()]
