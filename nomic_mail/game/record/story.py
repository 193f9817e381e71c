"""A moment of a game, and how the game stands as it comes: what the chronicle goes by."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct, field

from nomic_mail.game.commands import Change
from nomic_mail.game.state import TOLD, State

Facts = Mapping[str, Any]


class Moment(Struct, frozen=True):
    at: datetime
    kind: str
    facts: Facts = field(default_factory=dict)
    numbers: tuple[int, ...] = ()


class Story(Struct):
    """What later moments of one burst need of the earlier ones."""

    state: State = field(default_factory=State)
    closed: tuple[int, ...] = ()
    closed_at: datetime | None = None
    throws: int = 0
    of: int | None = None

    @property
    def told(self) -> bool:
        return self.state.ruleset == TOLD

    @property
    def live(self) -> tuple[int, ...]:
        """What is debated or voted on; in a game that is told, what was proposed or ended last."""
        if self.told:
            return () if self.of is None else (self.of,)
        return tuple(one.number for one in self.state.live)

    def name_of(self, seat: int) -> str:
        """Nothing where the name stands in the words, or nobody tells."""
        return "" if self.told and not seat else self.state.name_of(seat)


def names_of(state: State, seats: Iterable[int]) -> list[str]:
    return [state.name_of(seat) for seat in seats]


class Proposed(Protocol):
    @property
    def change(self) -> Change: ...
    @property
    def more(self) -> tuple[Change, ...]: ...
    @property
    def power(self) -> str: ...


def proposed_in(proposal: Proposed, state: State) -> Facts:
    """Its first change, and the others as its `more`; `power` is what it declares."""
    more = [changed_by(one, state) for one in proposal.more]
    return {**changed_by(proposal.change, state), "more": more, "power": proposal.power}


def changed_by(change: Change, state: State) -> Facts:
    """A change with the rule that it is of, as that stands."""
    target = state.rules.get(change.target) if change.target is not None else None
    return {
        "kind": change.kind,
        "target": change.target,
        "amendment": change.amendment,
        "target_title": target.title if target else "",
        "target_text": target.text if target else "",
        "target_program": target.program if target else "",
        "becomes": "mutable" if target and target.status == "immutable" else "immutable",
        "title": change.title,
        "text": change.text,
        "effects": change.effects,
        "reason": change.reason,
        "chosen": change.chosen,
        "more": [],
        "power": "",
    }
