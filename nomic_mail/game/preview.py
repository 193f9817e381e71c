"""What a proposal would change, before anyone votes on it (111)."""

from dataclasses import dataclass

from nomic_mail.game.clauses.adoption import show_adoption
from nomic_mail.game.commands import Change
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.rules import applied
from nomic_mail.game.state import State


@dataclass(frozen=True, slots=True)
class Shift:
    """One mechanic before and after, each with the rule it comes from."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    mechanics: tuple[Shift, ...]
    threshold: str
    threshold_rule: int | None


def preview(
    state: State, change: Change, number: int, bound: tuple[str, ...] | None = None
) -> Preview:
    """`bound` are the clauses that a binding gives it (the Moderator's answer, or what is kept)."""
    old = mechanics_of(state.rules)
    adoption, rule = old.adoption(change, state.rules, state.circuit)
    target = state.rules.get(change.target) if change.target is not None else None
    if state.at is None or (change.kind != "enact" and target is None):
        return Preview((), show_adoption(adoption), rule)
    event = applied(change, number, state.rules, state.at, state.circuit, bound)
    new = mechanics_of(evolve(state, event).rules)
    shifts = [
        Shift(_told(mechanic), _told(new[mechanic.kind.name]))
        for mechanic in old
        if mechanic.value != new[mechanic.kind.name].value
    ]
    return Preview(tuple(shifts), show_adoption(adoption), rule)


def _told(mechanic: Mechanic) -> str:
    where = f"rule {mechanic.rule:03d}" if mechanic.rule is not None else "the house"
    return f"{mechanic.text} ({where})" if mechanic.value is not None else mechanic.text
