"""What the Moderator did, and how the last of it is taken back."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.evolve.play import moved, still_asked
from nomic_mail.game.state import LastAct, Player, State

SEVERAL = "several winners"


def _with_player(state: State, player: Player) -> State:
    return replace(state, players={**state.players, player.seat: player})


def _scored(state: State, event: e.PointsAwarded | e.ScoreCorrected) -> State:
    """Who of several has won is asked of the scores as they are now."""
    player = state.players.get(event.seat)
    if player is None:
        return state
    asked = "" if state.asked == SEVERAL else state.asked
    return _with_player(replace(state, asked=asked), replace(player, score=event.total))


def _ordered(state: State, event: e.OrderSet) -> State:
    return replace(state, order=event.order, ordered_by=event.rule)


def _rule(state: State, event: e.RuleCorrected) -> State:
    rule = state.rules.get(event.number)
    if rule is None:
        return state
    now = replace(rule, status=event.status, title=event.title, text=event.text)
    return replace(state, rules=state.rules.having(now, was=rule.number))


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
    if event.later and state.at is not None:
        before = moved(before, event.later, state.at, event.at)
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

TAKEN_BACK = (
    e.PointsAwarded,
    e.OrderSet,
    e.ScoreCorrected,
    e.RuleCorrected,
    e.TurnCorrected,
    e.TalkMuted,
    e.SettingChanged,
    e.RuleBound,
    e.GameEnded,
    e.GameWon,
)


def last_act(state: State, event: e.AnyEvent) -> LastAct | None:
    """After `event`, of which `state` is what it found. A win, or the question who has won, comes
    with the act that led to it; what is said to all follows from nothing, and leads to nothing."""
    last, number = state.last_act, state.version + 1
    current = last is not None and last.upto == state.version
    if isinstance(event, e.ActUndone):
        return None
    if last is not None and current and _comes_with(state, event):
        return replace(last, upto=number)
    if isinstance(event, TAKEN_BACK) and _by_moderator(state, event):
        return LastAct(
            kind=type(event).__name__,
            number=number,
            upto=number,
            of=getattr(event, "seat", 0) or getattr(event, "number", 0),
            points=_points(event),
            before=replace(state, last_act=None),
        )
    return last


def _points(event: e.AnyEvent) -> int:
    if isinstance(event, e.ScoreCorrected):
        return event.total - event.was
    return event.points if isinstance(event, e.PointsAwarded) else 0


def _comes_with(state: State, event: e.AnyEvent) -> bool:
    if isinstance(event, e.GameEnded):
        return bool(state.winners)
    won = isinstance(event, e.GameWon) and state.asked != SEVERAL
    several = isinstance(event, e.ModeratorAsked) and event.matter == SEVERAL
    return won or several or isinstance(event, e.Discussed)


def _by_moderator(state: State, event: e.AnyEvent) -> bool:
    """An end that nobody has brought about by play; whom of several the Moderator names; and not
    the new name in a team, which came with another player."""
    if isinstance(event, e.GameEnded):
        return bool(state.playing) and not state.winners
    if isinstance(event, e.GameWon):
        return state.asked == SEVERAL
    return not (isinstance(event, e.SettingChanged) and event.key == "team_mates")
