"""The moderators' own acts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import Closing, State


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


# What a count brings about at once, and what moves nothing.
COMES_OF_IT = (e.RuleChanged, e.PointsScored, e.DiceThrown, e.TurnEnded, e.TurnBegan)
MOVES_NOTHING = (e.Discussed, e.PlayerAway, e.Announced, e.ModeratorActed)


def closing(state: State, event: e.AnyEvent) -> Closing | None:
    last = state.closing
    if isinstance(event, e.VotingClosed):
        if last is not None and last.at == event.at:
            return last
        return Closing(at=event.at, before=replace(state, closing=None, last_act=None))
    if last is None or isinstance(event, MOVES_NOTHING):
        return last
    comes = isinstance(event, (*COMES_OF_IT, e.ChairPassedOver)) and event.at == last.at
    return last if comes else None


def _reopened(state: State, event: e.VotingReopened) -> State:
    """As before the count, but for the time there is, and for the dice: what was thrown is thrown,
    and the next throw takes the next link (008)."""
    if state.closing is None:
        return state
    was = state.closing.before
    turn = was.turn
    if turn is not None and turn.procedure == "chair":
        turn = replace(turn, ends_at=event.closes_at)
    players = {
        seat: replace(one, away_until=state.players[seat].away_until)
        for seat, one in was.players.items()
    }
    polls = {n: replace(poll, closes_at=event.closes_at) for n, poll in was.polls.items()}
    chain = state.chain
    return replace(was, turn=turn, players=players, polls=polls, chain=chain, asked="")


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.WindowExtended: _extended,
    e.GamePaused: _paused,
    e.GameResumed: _resumed,
    e.VotingReopened: _reopened,
}
