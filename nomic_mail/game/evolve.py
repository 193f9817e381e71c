"""state + event -> the next state. Total, and blind to the rules: events are outcomes, and each
says itself what it makes of the state."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from nomic_mail.game.state import State

if TYPE_CHECKING:
    from nomic_mail.game.events import Event

# What decides, tells and writes down a move asks for the same step: it is made once. By identity,
# as nothing here ever changes; and held here, so that no other thing gets the identity.
_made: "dict[tuple[int, int], tuple[State, Event, State]]" = {}
MOST_MADE = 64


def evolve(state: State, event: "Event") -> State:
    made = _made.get((id(state), id(event)))
    if made is None:
        if len(_made) >= MOST_MADE:
            _made.clear()
        made = _made[id(state), id(event)] = state, event, _evolved(state, event)
    return made[2]


def _evolved(state: State, event: "Event") -> State:
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
