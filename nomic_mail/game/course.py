"""The course of one decision: the events so far and the state after them.

1. `happen` is the only way on: each event is evolved at once, so what follows sees it.
2. A check that fails raises `Refused`; `decide` turns it into the Refusal that goes back to the
   player. Nothing of a refused command is ever recorded.
"""

from dataclasses import dataclass
from datetime import datetime

from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.state import State


@dataclass(frozen=True, slots=True)
class Refusal:
    """Understood, but not allowed. `because` is a rule ("rule 201") or a house setting."""

    because: str
    reason: str
    what_would_work: str = ""


class Refused(Exception):
    def __init__(self, because: str, reason: str, what_would_work: str = "") -> None:
        super().__init__(reason)
        self.refusal = Refusal(because, reason, what_would_work)


class Course:
    def __init__(self, state: State, at: datetime, fresh: bytes) -> None:
        self.state = state
        self.began = state.at
        self.at = at
        self.fresh = fresh
        self.events: list[AnyEvent] = []

    def happen(self, event: AnyEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def mechanics(self) -> Mechanics:
        return mechanics_of(self.state.rules)

    def cite(self, lineage: int) -> str:
        return self.state.rules.cite(lineage)

    def cite_mechanic(self, kind: str) -> str:
        rule = self.mechanics[kind].rule
        return f"rule {rule:03d}" if rule is not None else "the custom of the house"
