"""The moderators' own acts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import State


def _extended(state: State, event: e.WindowExtended) -> State:
    """What the Moderator was asked about it is answered so."""
    turn, polls, proposals = state.turn, state.polls, state.proposals
    answered = {"turn": "missing turn", "vote": "missing ballot"}
    if event.window == "turn" and turn is not None:
        turn = replace(turn, due_at=event.until)
    elif event.window == "period" and turn is not None:
        turn = replace(turn, ends_at=event.until)
    elif event.window == "debate":
        proposals = {
            number: replace(one, opens_at=event.until) if number == event.number else one
            for number, one in proposals.items()
        }
    if event.window in ("vote", "period"):
        polls = {number: replace(one, closes_at=event.until) for number, one in polls.items()}
    asked = "" if state.asked == answered.get(event.window) else state.asked
    return replace(state, turn=turn, polls=polls, proposals=proposals, asked=asked)


def _paused(state: State, event: e.GamePaused) -> State:
    return replace(state, status="paused", paused_at=event.at)


def _resumed(state: State, event: e.GameResumed) -> State:
    return replace(state, status="running", paused_at=None, resumed_at=event.at)


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.WindowExtended: _extended,
    e.GamePaused: _paused,
    e.GameResumed: _resumed,
}
