"""Who comes, who goes, who is away."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from nomic_mail.game import events as e
from nomic_mail.game.evolve.play import goal_asked_anew
from nomic_mail.game.state import Player, Request, State

T = TypeVar("T")


def without(mapping: Mapping[int, T], key: int) -> dict[int, T]:
    return {kept: value for kept, value in mapping.items() if kept != key}


def _joined(state: State, event: e.PlayerJoined) -> State:
    old = state.players.get(event.seat)
    player = Player(
        seat=event.seat,
        name=event.name,
        surname=event.surname,
        score=event.score,
        letter=event.letter,
        joined=old.joined if old else state.version,
        muted=old.muted if old else False,
    )
    order = state.order
    if order and event.seat not in order:  # before the start there is none
        order = (*order, event.seat)
    asked = "" if state.asked == "one player left" else state.asked
    return replace(
        state,
        players={**state.players, event.seat: player},
        order=order,
        asked=asked,
        requests=without(state.requests, event.seat),
    )


def _left(state: State, event: e.PlayerLeft) -> State:
    """A seat that leaves drops out of an open vote together with its ballot."""
    player = state.players.get(event.seat)
    if player is None:
        return state
    gone = replace(player, playing=False)
    polls = {
        number: replace(
            poll,
            electorate=tuple(seat for seat in poll.electorate if seat != event.seat),
            ballots=without(poll.ballots, event.seat),
        )
        for number, poll in state.polls.items()
    }
    return replace(
        state,
        players={**state.players, event.seat: gone},
        polls=polls,
        asked=goal_asked_anew(state),
        successors=without(state.successors, event.seat),
    )


def _away(state: State, event: e.PlayerAway) -> State:
    player = state.players.get(event.seat)
    if player is None:
        return state
    away = replace(player, away_until=event.until)
    return replace(state, players={**state.players, event.seat: away})


def _replaced(state: State, event: e.PlayerReplaced) -> State:
    old = state.players.get(event.seat)
    if old is None:
        return state
    running = state.status == "running"
    player = replace(
        old,
        name=event.name,
        surname=event.surname,
        letter=event.letter,
        away_until=None,
        place=old.place or ((old.surname, old.name) if running else None),
        muted=False,
    )
    players = {**state.players, event.seat: player}
    return replace(state, players=players, successors=without(state.successors, event.seat))


def _requested(state: State, event: e.JoinRequested) -> State:
    request = Request(seat=event.seat, name=event.name, surname=event.surname, letter=event.letter)
    return replace(state, requests={**state.requests, event.seat: request})


def _declined(state: State, event: e.JoinDeclined) -> State:
    return replace(
        state,
        requests=without(state.requests, event.seat),
        polls=without(state.polls, -event.seat),
    )


def _moderators(state: State, event: e.ModeratorsChanged) -> State:
    kept = tuple(name for name in state.moderators if name not in event.left)
    return replace(state, moderators=(*kept, event.joined) if event.joined else kept)


def _surplus(state: State, event: e.SurplusChanged) -> State:
    return replace(state, surplus=event.total)


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.PlayerAway: _away,
    e.PlayerReplaced: _replaced,
    e.JoinRequested: _requested,
    e.JoinDeclined: _declined,
    e.ModeratorsChanged: _moderators,
    e.SurplusChanged: _surplus,
}
