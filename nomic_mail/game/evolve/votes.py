"""Proposals, ballots, and what a vote brings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.evolve.people import without
from nomic_mail.game.evolve.play import goal_asked_anew, link_used, still_asked
from nomic_mail.game.state import Ballot, Binding, Poll, Proposal, Revision, Rule, State


def _proposed(state: State, event: e.ProposalMade | e.ProposalRevised) -> State:
    old, house = state.proposals.get(event.number), state.settings
    debate = max(house.debate_min, house.debate_max)
    proposal = Proposal(
        number=event.number,
        by=event.by,
        revision=event.revision,
        change=event.change,
        made_at=event.at,
        callable_from=event.callable_from,
        opens_at=event.opens_at,
        changes_until=old.changes_until if old is not None else event.at + debate,
        warnings=event.warnings,
    )
    turn, moving, asked = state.turn, state.moving, state.asked
    if turn is not None and turn.procedure == "turns":
        turn, moving, asked = replace(turn, due_at=None), event.by, ""
    next_number = max(state.next_number, event.number + 1)
    return replace(
        state,
        proposals={**state.proposals, event.number: proposal},
        bindings=without(state.bindings, event.number),
        turn=turn,
        next_number=next_number,
        asked=asked,
        moving=moving,
    )


def _withdrawn(state: State, event: e.ProposalWithdrawn) -> State:
    old, turn = state.proposals.get(event.number), state.turn
    if old is None:
        return state
    if turn is not None and turn.procedure == "turns":
        turn = replace(turn, due_at=event.due_at)
    return replace(
        state,
        proposals={**state.proposals, event.number: replace(old, withdrawn=True)},
        bindings=without(state.bindings, event.number),
        turn=turn,
    )


def _binding_asked(state: State, event: e.BindingAsked) -> State:
    bindings = {**state.bindings, event.number: Binding(clauses=event.clauses)}
    return replace(state, bindings=bindings)


def _bound(state: State, event: e.RuleBound) -> State:
    """A rule in force is bound at once; a proposal, when it is adopted."""
    rule = state.rules.get(event.number)
    if rule is None:
        bound = Binding(clauses=event.clauses, answer=event.answer)
        return replace(state, bindings={**state.bindings, event.number: bound})
    rules = state.rules.having(replace(rule, clauses=event.clauses), was=rule.number)
    bindings = without(state.bindings, rule.number)
    return replace(state, rules=rules, bindings=bindings, asked=goal_asked_anew(state))


def _opened(state: State, event: e.VotingOpened) -> State:
    poll = Poll(
        number=event.number,
        revision=event.revision,
        electorate=event.electorate,
        threshold=event.threshold,
        threshold_rule=event.threshold_rule,
        opened_at=event.at,
        closes_at=event.closes_at,
        abstention=event.abstention,
        weights=event.weights,
    )
    return _with_poll(state, poll)


def _with_poll(state: State, poll: Poll) -> State:
    return replace(state, polls={**state.polls, poll.number: poll})


def _cast(state: State, event: e.BallotCast) -> State:
    poll = state.polls.get(event.number)
    if poll is None:
        return state
    ballot = Ballot(choice=event.choice, received_at=event.received_at, letter=event.letter)
    return _with_poll(state, replace(poll, ballots={**poll.ballots, event.seat: ballot}))


def _retracted(state: State, event: e.BallotRetracted) -> State:
    poll = state.polls.get(event.number)
    if poll is None:
        return state
    retracted = {**poll.retracted, event.seat: event.received_at or event.at}
    ballots = without(poll.ballots, event.seat)
    return _with_poll(state, replace(poll, ballots=ballots, retracted=retracted))


def _vote_extended(state: State, event: e.VotingExtended) -> State:
    poll = state.polls.get(event.number)
    if poll is None:
        return state
    extended = replace(poll, closes_at=event.closes_at, extensions=event.extension)
    return _with_poll(state, extended)


def _closed(state: State, event: e.VotingClosed) -> State:
    bindings = state.bindings
    if event.outcome != "adopted":
        bindings = without(bindings, event.number)
    return replace(
        state,
        turn=replace(state.turn, voted=True) if state.turn else None,
        polls=without(state.polls, event.number),
        proposals=without(state.proposals, event.number),
        bindings=bindings,
        asked=still_asked(state),
    )


def _rule_changed(state: State, event: e.RuleChanged) -> State:
    old = state.rules.get(event.was) if event.was is not None else None
    if event.number is None:
        gone = without(state.bindings, event.was or 0)
        return replace(state, rules=state.rules.without(event.was or 0), bindings=gone)
    history = old.history if old else ()
    if old is not None:
        ended = Revision(
            number=old.number,
            status=old.status,
            title=old.title,
            text=old.text,
            clauses=old.clauses,
            ended_at=event.at,
            ended_by=event.proposal,
            ended_how=event.kind,
            circuit=state.circuit,
            took_back=event.takes_back,
        )
        history = (*history, ended)
    rule = Rule(
        number=event.number,
        lineage=event.lineage,
        status=event.status,
        title=event.title,
        text=event.text,
        clauses=event.clauses,
        history=history,
    )
    answered = event.number in state.bindings and state.bindings[event.number].answer
    settled = (event.was, event.number) if answered else (event.was,)
    bindings = {n: b for n, b in state.bindings.items() if n not in settled}
    open_still = state.bindings.get(event.was or 0)
    if event.kind == "transmute" and open_still is not None:
        bindings[event.number] = open_still  # the text is what it was, and so is the question (109)
    return replace(state, rules=state.rules.having(rule, was=event.was), bindings=bindings)


def _scored(state: State, event: e.PointsScored) -> State:
    player = state.players.get(event.seat)
    if player is None:
        return state
    scored = replace(player, score=event.total)
    return replace(state, players={**state.players, event.seat: scored})


def _thrown(state: State, event: e.DiceThrown) -> State:
    return replace(state, chain=link_used(state, event.link))


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.ProposalMade: _proposed,
    e.ProposalRevised: _proposed,
    e.ProposalWithdrawn: _withdrawn,
    e.BindingAsked: _binding_asked,
    e.RuleBound: _bound,
    e.VotingOpened: _opened,
    e.BallotCast: _cast,
    e.BallotRetracted: _retracted,
    e.VotingExtended: _vote_extended,
    e.VotingClosed: _closed,
    e.RuleChanged: _rule_changed,
    e.PointsScored: _scored,
    e.DiceThrown: _thrown,
}
