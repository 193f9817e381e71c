"""state + event -> the next state. Total, and blind to the rules: events are outcomes."""

from collections.abc import Iterable
from dataclasses import replace

from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import acts, discretion, judgments, people, play, votes
from nomic_mail.game.state import State

_BY_KIND = {
    **play.BY_KIND,
    **people.BY_KIND,
    **votes.BY_KIND,
    **judgments.BY_KIND,
    **acts.BY_KIND,
    **discretion.BY_KIND,
}


# What decides, tells and writes down a move asks for the same step: it is made once. By identity,
# as nothing here ever changes; and held here, so that no other thing gets the identity.
_made: dict[tuple[int, int], tuple[State, AnyEvent, State]] = {}
MOST_MADE = 64


def evolve(state: State, event: AnyEvent) -> State:
    made = _made.get((id(state), id(event)))
    if made is None:
        if len(_made) >= MOST_MADE:
            _made.clear()
        made = _made[id(state), id(event)] = state, event, _evolved(state, event)
    return made[2]


def _evolved(state: State, event: AnyEvent) -> State:
    change = _BY_KIND.get(type(event))
    changed = change(state, event) if change is not None else state
    closing, last_act = acts.closing(state, event), discretion.last_act(state, event)
    version = state.version + 1
    return replace(changed, version=version, at=event.at, closing=closing, last_act=last_act)


def fold(events: Iterable[AnyEvent], state: State | None = None) -> State:
    state = State() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state
