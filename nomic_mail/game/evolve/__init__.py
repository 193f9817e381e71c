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


def evolve(state: State, event: AnyEvent) -> State:
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
