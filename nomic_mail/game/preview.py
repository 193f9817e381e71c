"""What a proposal would change, before anyone votes on it (111)."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from nomic_mail.game.commands import Change
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.rules import SOME_TIME, applied
from nomic_mail.game.state import Rules, State

MOST_COMPARED = 250_000
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+(?=\S)|\n+")


@dataclass(frozen=True, slots=True)
class Shift:
    """One mechanic before and after, each with the rule it comes from."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """`text` is what changes in the words, sentence by sentence."""

    mechanics: tuple[Shift, ...]
    text: tuple[tuple[str, str], ...]
    threshold: str
    threshold_rule: int | None


def preview(
    state: State, change: Change, number: int, bound: tuple[str, ...] | None = None
) -> Outlook:
    """`bound` are the clauses that a binding gives it (the Moderator's answer, or what is kept)."""
    old = mechanics_of(state.rules)
    threshold, rule = old.threshold(change, state.rules, state.circuit)
    target = state.rules.get(change.target) if change.target is not None else None
    if change.kind != "enact" and target is None:
        return Outlook((), (), threshold, rule)
    event = applied(change, number, state.rules, SOME_TIME, state.circuit, bound)
    before, after = target.text if target else "", event.text if event.number else ""
    shifts = shifted(state.rules, change, number, state.circuit, bound)
    return Outlook(shifts, sentences_changed(before, after), threshold, rule)


@lru_cache(maxsize=256)
def shifted(
    rules: Rules, change: Change, number: int, circuit: int, bound: tuple[str, ...] | None
) -> tuple[Shift, ...]:
    """The mechanics that it would change: the same in every letter of a vote."""
    if change.kind != "enact" and rules.get(change.target or 0) is None:
        return ()
    event = applied(change, number, rules, SOME_TIME, circuit, bound)
    new = mechanics_of(evolve(State(rules=rules), event).rules)
    return tuple(
        Shift(_told(mechanic), _told(new[mechanic.kind.name]))
        for mechanic in mechanics_of(rules)
        if mechanic.value != new[mechanic.kind.name].value
    )


def _told(mechanic: Mechanic) -> str:
    rules = [f"{source.rule:03d}" for source in mechanic.sources]
    where = f"rule{'s' if rules[1:] else ''} {' and '.join(rules)}" if rules else "the house"
    return f"{mechanic.text} ({where})" if mechanic.value is not None else mechanic.text


def sentences_changed(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """("-", what goes) and ("+", what comes), in the order of the text."""
    old, new = _sentences(before), _sentences(after)
    if len(old) * len(new) > MOST_COMPARED:
        return (*(("-", one) for one in old), *(("+", one) for one in new))
    changed: list[tuple[str, str]] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, a, b, x, y in matcher.get_opcodes():
        if kind != "equal":
            changed += [("-", sentence) for sentence in old[a:b]]
            changed += [("+", sentence) for sentence in new[x:y]]
    return tuple(changed)


def _sentences(text: str) -> list[str]:
    return [" ".join(one.split()) for one in _SENTENCE.split(text) if one.strip()]
