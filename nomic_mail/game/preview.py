"""What a proposal would change, before anyone votes on it (111)."""

from dataclasses import dataclass

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


def preview(state: State, change: Change, number: int) -> Preview:
    if state.at is None or (change.kind != "enact" and state.rules.get(change.target or 0) is None):
        return Preview(())
    after = evolve(state, applied(change, number, state.rules, state.at, state.circuit))
    old, new = mechanics_of(state.rules), mechanics_of(after.rules)
    shifts = [
        Shift(_told(mechanic), _told(new[mechanic.kind.name]))
        for mechanic in old
        if mechanic.value != new[mechanic.kind.name].value
    ]
    return Preview(tuple(shifts))


def _told(mechanic: Mechanic) -> str:
    where = f"rule {mechanic.rule:03d}" if mechanic.rule is not None else "the house"
    return f"{mechanic.text} ({where})" if mechanic.value is not None else mechanic.text
