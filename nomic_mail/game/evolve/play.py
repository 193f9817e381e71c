"""The game, its turns and the chair's steps."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import Chain, Proposal, Rules, State, Turn


def _created(state: State, event: e.GameCreated) -> State:
    return replace(
        state,
        name=event.name,
        title=event.title,
        ruleset=event.ruleset,
        settings=event.settings,
        rules=Rules({rule.number: rule for rule in event.rules}),
        next_number=event.first_number,
        guides=event.guides,
    )


def _committed(state: State, event: e.DiceCommitted) -> State:
    chain = Chain(
        number=event.chain, seed=event.seed, length=event.length, commitment=event.commitment
    )
    return replace(state, chain=chain)


def _imported(state: State, event: e.GameImported) -> State:
    """What a ballot said that no count has opened is not known here: it is nobody's vote."""
    state = _committed(state, event)
    polls = {n: replace(poll, ballots={}, retracted={}) for n, poll in state.polls.items()}
    status, paused_at = state.status, state.paused_at
    if status == "running":
        status, paused_at = "paused", event.recorded_at
    return replace(state, polls=polls, status=status, paused_at=paused_at)


def link_used(state: State, link: str) -> Chain | None:
    if state.chain is None or not link:
        return state.chain
    return replace(state.chain, commitment=link, used=state.chain.used + 1)


def _started(state: State, event: e.GameStarted) -> State:
    return replace(state, status="running", order=event.order, chain=link_used(state, event.link))


def _setting(state: State, event: e.SettingChanged) -> State:
    return replace(state, settings=event.settings)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    turn = Turn(
        number=event.turn,
        mover=event.mover,
        began_at=event.at,
        due_at=event.due_at,
        waits_from=event.at,
        procedure=event.procedure,
        counted_from=event.mover,
    )
    waits_for, players = state.circuit_waits_for, state.players
    if event.circuit != state.circuit:
        waits_for = state.playing
        players = {seat: replace(one, place=None) for seat, one in players.items()}
    return replace(
        state,
        turn=turn,
        players=players,
        order=event.order or state.order,
        circuit=event.circuit,
        circuit_waits_for=waits_for,
        proposals={},
    )


def _turn_extended(state: State, event: e.TurnExtended) -> State:
    if state.turn is None:
        return state
    turn = replace(state.turn, due_at=event.due_at, extensions=event.extension)
    return replace(state, turn=turn)


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    waits_for = tuple(seat for seat in state.circuit_waits_for if seat != event.mover)
    judgment = state.judgment
    if judgment is not None:  # who is chair now is another question
        judgment = replace(judgment, accusers=(), unseated=None)
    return replace(
        state,
        judgment=judgment,
        turn=replace(state.turn, due_at=None, over=True) if state.turn else None,
        circuit_waits_for=waits_for if event.completed else state.circuit_waits_for,
        proposals={},
        polls={},
        bindings={n: b for n, b in state.bindings.items() if n in state.rules.by_number},
        asked=still_asked(state),
    )


def still_asked(state: State) -> str:
    """What the end of a vote or a turn does not answer: one player is a question until another
    joins."""
    return state.asked if state.asked == "one player left" else ""


def goal_asked_anew(state: State) -> str:
    """Who of several has won (208) is asked of the points, rules and players as they are now."""
    return "" if state.asked == "several winners" else state.asked


def _period_began(state: State, event: e.PeriodBegan) -> State:
    turn = state.turn
    if turn is None:
        return state
    turn = replace(
        turn,
        step=event.step,
        taken=True,
        ends_at=event.until,
        due_at=None,
        extensions=0,
        proposers=event.proposers,
        requests=event.requests,
    )
    return replace(state, turn=turn, moving=turn.mover, asked=still_asked(state))


def _period_extended(state: State, event: e.PeriodExtended) -> State:
    turn = replace(state.turn, ends_at=event.until, taken=True) if state.turn else None
    polls = {number: replace(poll, closes_at=event.until) for number, poll in state.polls.items()}
    return replace(state, turn=turn, polls=polls)


def _period_ended(state: State, event: e.PeriodEnded) -> State:
    if state.turn is None:
        return state
    turn = replace(state.turn, ends_at=None, due_at=event.due_at, waits_from=event.at)
    return replace(state, turn=turn)


def _chair_refused(state: State, event: e.ChairRefused) -> State:
    """Who refuses has had their term, and the next chair is reckoned from whoever takes it; but
    not where the one who refuses was chair pro tem."""
    if state.turn is None:
        return state
    own = state.turn.mover == state.turn.counted_from
    turn = replace(
        state.turn,
        mover=event.chair,
        counted_from=event.chair if own else state.turn.counted_from,
        refused=(*state.turn.refused, event.seat),
        taken=False,
        due_at=event.due_at,
        waits_from=event.at,
        extensions=0,
    )
    waits_for = tuple(seat for seat in state.circuit_waits_for if seat != event.seat or not own)
    judgment = replace(state.judgment, accusers=()) if state.judgment is not None else None
    return replace(
        state,
        turn=turn,
        judgment=judgment,
        circuit_waits_for=waits_for,
        asked=still_asked(state),
    )


def _passed_over(state: State, event: e.ChairPassedOver) -> State:
    """A circuit waits for nobody whose place in it has come by (house)."""
    if event.pro_tem:
        return state
    waits_for = tuple(seat for seat in state.circuit_waits_for if seat != event.seat)
    return replace(state, circuit_waits_for=waits_for)


def _chair_replaced(state: State, event: e.ChairReplaced) -> State:
    if state.turn is None:
        return state
    turn = replace(
        state.turn,
        mover=event.chair,
        taken=False,
        due_at=event.due_at,
        waits_from=event.at,
        extensions=0,
    )
    judgment = state.judgment
    if judgment is not None:
        unseated = event.was if event.why == "judgment" else None
        accusers = () if event.why in ("gone", "skipped") else judgment.accusers
        judgment = replace(judgment, unseated=unseated, accusers=accusers)
    moving = event.chair if state.moving == event.was else state.moving
    return replace(state, turn=turn, moving=moving, judgment=judgment, asked=still_asked(state))


def _moved(state: State, event: e.DeadlinesMoved) -> State:
    return moved(state, event.by, event.began_at, event.ended_at)


def moved(state: State, by: timedelta, since: datetime, until: datetime) -> State:
    """All deadlines are so much later: nobody could act from `since` to `until`."""
    began = since

    def later(moment: datetime | None) -> datetime | None:
        return moment + by if moment is not None else None

    def debated(one: Proposal) -> datetime:
        """111: nobody could. What could be put to the vote before it still can."""
        least = one.callable_from
        return least + by if least > max(one.made_at, began) else least

    turn, judgment = state.turn, state.judgment
    if turn is not None:
        turn = replace(turn, due_at=later(turn.due_at), ends_at=later(turn.ends_at))
    if judgment is not None:
        due_at = judgment.due_at + by
        judgment = replace(judgment, due_at=due_at, stands_at=later(judgment.stands_at))
    first, last = state.outage_from, state.outage_until
    if first is not None and last is not None and since < last:
        since, until = min(since, first), max(until, last)  # they overlap, and count as one
    return replace(
        state,
        outage_from=since,
        outage_until=until,
        turn=turn,
        judgment=judgment,
        polls={n: replace(one, closes_at=later(one.closes_at)) for n, one in state.polls.items()},
        proposals={
            number: replace(
                one,
                opens_at=one.opens_at + by,
                callable_from=debated(one),
                changes_until=one.changes_until + by,
            )
            for number, one in state.proposals.items()
        },
    )


def _won(state: State, event: e.GameWon) -> State:
    return replace(state, winners=event.winners)


def _ended(state: State, event: e.GameEnded) -> State:
    turn = replace(state.turn, due_at=None) if state.turn else None
    return replace(
        state, status="ended", turn=turn, proposals={}, polls={}, judgment=None, asked=""
    )


def _asked(state: State, event: e.ModeratorAsked) -> State:
    """No deadline runs while the moderator is asked about a missing turn or ballot."""
    turn, polls = state.turn, state.polls
    if event.matter == "missing turn" and turn is not None:
        turn = replace(turn, due_at=None)
    if event.matter == "missing ballot":
        polls = {number: replace(poll, closes_at=None) for number, poll in polls.items()}
    return replace(state, turn=turn, polls=polls, asked=event.matter)


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.GameCreated: _created,
    e.DiceCommitted: _committed,
    e.DiceReplaced: _committed,
    e.GameImported: _imported,
    e.GameStarted: _started,
    e.SettingChanged: _setting,
    e.TurnBegan: _turn_began,
    e.TurnExtended: _turn_extended,
    e.TurnEnded: _turn_ended,
    e.PeriodBegan: _period_began,
    e.PeriodExtended: _period_extended,
    e.PeriodEnded: _period_ended,
    e.ChairRefused: _chair_refused,
    e.ChairPassedOver: _passed_over,
    e.ChairReplaced: _chair_replaced,
    e.DeadlinesMoved: _moved,
    e.GameWon: _won,
    e.GameEnded: _ended,
    e.ModeratorAsked: _asked,
}
