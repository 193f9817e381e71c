"""What the Moderator did, and how the last of it is taken back."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.evolve.play import goal_asked_anew, moved, still_asked
from nomic_mail.game.state import LastAct, Player, State

SEVERAL = "several winners"


def _with_player(state: State, player: Player) -> State:
    return replace(state, players={**state.players, player.seat: player})


def _scored(state: State, event: e.PointsAwarded | e.ScoreCorrected) -> State:
    player = state.players.get(event.seat)
    if player is None:
        return state
    now = replace(state, asked=goal_asked_anew(state))
    return _with_player(now, replace(player, score=event.total))


def _ordered(state: State, event: e.OrderSet) -> State:
    return replace(state, order=event.order, ordered_by=event.rule)


def _rule(state: State, event: e.RuleCorrected) -> State:
    rule = state.rules.get(event.number)
    if rule is None:
        return state
    now = replace(rule, status=event.status, title=event.title, text=event.text)
    rules = state.rules.having(now, was=rule.number)
    return replace(state, rules=rules, asked=goal_asked_anew(state))


def _turn(state: State, event: e.TurnCorrected) -> State:
    if state.turn is None:
        return state
    turn = replace(
        state.turn,
        mover=event.mover,
        counted_from=event.mover,
        due_at=event.due_at,
        waits_from=event.at,
        extensions=0,
        refused=(),
        taken=False,
    )
    judgment = state.judgment
    if judgment is not None:  # who is chair now is another question
        judgment = replace(judgment, accusers=(), unseated=None)
    return replace(state, turn=turn, judgment=judgment, asked=still_asked(state))


def _undone(state: State, event: e.ActUndone) -> State:
    if state.last_act is None:
        return state
    before = state.last_act.before
    if event.later:
        before = moved(before, event.later, event.at - event.later, event.at)
    return replace(before, chain=state.chain)


def _muted(state: State, event: e.TalkMuted) -> State:
    player = state.players.get(event.seat)
    return state if player is None else _with_player(state, replace(player, muted=event.muted))


def _asked(state: State, event: e.SuccessorAsked) -> State:
    return replace(state, successors={**state.successors, event.seat: event.name})


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.PointsAwarded: _scored,
    e.ScoreCorrected: _scored,
    e.OrderSet: _ordered,
    e.RuleCorrected: _rule,
    e.TurnCorrected: _turn,
    e.ActUndone: _undone,
    e.TalkMuted: _muted,
    e.SuccessorAsked: _asked,
}


def last_act(state: State, event: e.AnyEvent) -> LastAct | None:
    """After `event`, of which `state` is what it found: a moderator's act, the first event that
    comes of it, and what comes with that. What is said to all follows from nothing."""
    last, number = state.last_act, state.version + 1
    if isinstance(event, e.ActUndone | e.GameImported):
        return None
    undoes = isinstance(event, e.ModeratorActed) and event.act == "UNDO"
    if isinstance(event, e.ModeratorActed) and not undoes:
        before = replace(state, last_act=None, closing=None)
        return LastAct(act=event.act, number=number, upto=number, before=before)
    if last is None or last.upto != state.version:
        return last
    if not last.effect:
        of = getattr(event, "seat", 0) or getattr(event, "number", 0)
        kind, points = type(event).__name__, _points(event)
        return replace(last, upto=number, effect=kind, of=of, points=points)
    return replace(last, upto=number) if undoes or _comes_with(state, event) else last


def _comes_with(state: State, event: e.AnyEvent) -> bool:
    """A win, and the question who has won, come of what led to them at once (208)."""
    ended = isinstance(event, e.GameEnded) and bool(state.winners)
    several = isinstance(event, e.ModeratorAsked) and event.matter == SEVERAL
    return ended or several or isinstance(event, e.GameWon | e.Discussed)


def _points(event: e.AnyEvent) -> int:
    if isinstance(event, e.ScoreCorrected):
        return event.total - event.was
    return event.points if isinstance(event, e.PointsAwarded) else 0
