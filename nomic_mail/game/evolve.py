"""state + event -> the next state. Total, and blind to the rules: events are outcomes, and each
says itself what it makes of the state."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomic_mail.game.state import State

if TYPE_CHECKING:
    from nomic_mail.game.events import Event


def evolve(state: State, event: "Event") -> State:
    return replace(
        event.fold(state),
        version=state.version + 1,
        at=event.at,
        closing=event.closing(state),
        last_act=event.last_act(state),
    )


def fold(events: "Iterable[Event]", state: State | None = None) -> State:
    state = State() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state
