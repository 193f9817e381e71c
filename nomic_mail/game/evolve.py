"""state + event -> the next state. Total, and blind to the rules: events are outcomes."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.state import (
    Ballot,
    Chain,
    Judgment,
    Player,
    Poll,
    Proposal,
    Revision,
    Rule,
    Rules,
    State,
    Turn,
)


def evolve(state: State, event: AnyEvent) -> State:
    changed = _BY_KIND[type(event)](state, event)
    return replace(changed, version=state.version + 1, at=event.at)


def fold(events: Iterable[AnyEvent], state: State | None = None) -> State:
    state = State() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


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


def _link_used(state: State, link: str) -> Chain | None:
    if state.chain is None or not link:
        return state.chain
    return replace(state.chain, commitment=link, used=state.chain.used + 1)


def _joined(state: State, event: e.PlayerJoined) -> State:
    old = state.players.get(event.seat)
    player = Player(
        seat=event.seat,
        name=event.name,
        surname=event.surname,
        score=event.score,
        letter=event.letter,
        joined=old.joined if old else state.version,
    )
    order = state.order
    if state.status != "forming" and event.seat not in order:
        order = (*order, event.seat)
    asked = "" if state.asked == "one player left" else state.asked
    players = {**state.players, event.seat: player}
    return replace(state, players=players, order=order, asked=asked)


def _left(state: State, event: e.PlayerLeft) -> State:
    """A seat that leaves drops out of an open vote together with its ballot."""
    player = state.players.get(event.seat)
    if player is None:
        return state
    gone = replace(player, playing=False)
    poll = state.poll
    if poll is not None and event.seat in poll.electorate:
        poll = replace(
            poll,
            electorate=tuple(seat for seat in poll.electorate if seat != event.seat),
            ballots={seat: b for seat, b in poll.ballots.items() if seat != event.seat},
        )
    return replace(state, players={**state.players, event.seat: gone}, poll=poll)


def _started(state: State, event: e.GameStarted) -> State:
    return replace(state, status="running", order=event.order, chain=_link_used(state, event.link))


def _setting(state: State, event: e.SettingChanged) -> State:
    return replace(state, settings=event.settings)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    turn = Turn(number=event.turn, mover=event.mover, began_at=event.at, due_at=event.due_at)
    waits_for = state.circuit_waits_for
    if event.circuit != state.circuit:
        waits_for = state.playing
    return replace(
        state,
        turn=turn,
        order=event.order or state.order,
        circuit=event.circuit,
        circuit_waits_for=waits_for,
        proposal=None,
    )


def _turn_extended(state: State, event: e.TurnExtended) -> State:
    if state.turn is None:
        return state
    turn = replace(state.turn, due_at=event.due_at, extensions=event.extension)
    return replace(state, turn=turn)


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    waits_for = tuple(seat for seat in state.circuit_waits_for if seat != event.mover)
    return replace(
        state,
        turn=replace(state.turn, due_at=None, over=True) if state.turn else None,
        circuit_waits_for=waits_for if event.completed else state.circuit_waits_for,
        proposal=None,
        poll=None,
        asked=_still_asked(state),
    )


def _still_asked(state: State) -> str:
    """What the end of a vote or a turn does not answer: one player is a question until another
    joins."""
    return state.asked if state.asked == "one player left" else ""


def _proposed(state: State, event: e.ProposalMade | e.ProposalRevised) -> State:
    proposal = Proposal(
        number=event.number,
        by=event.by,
        revision=event.revision,
        change=event.change,
        made_at=event.at,
        callable_from=event.callable_from,
        opens_at=event.opens_at,
        warnings=event.warnings,
    )
    turn = replace(state.turn, due_at=None) if state.turn else None
    next_number = max(state.next_number, event.number + 1)
    return replace(
        state,
        proposal=proposal,
        turn=turn,
        next_number=next_number,
        asked="",
        moving=event.by,
    )


def _withdrawn(state: State, event: e.ProposalWithdrawn) -> State:
    if state.proposal is None or state.turn is None:
        return state
    return replace(
        state,
        proposal=replace(state.proposal, withdrawn=True),
        turn=replace(state.turn, due_at=event.due_at, extensions=0),
    )


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
    )
    return replace(state, poll=poll)


def _cast(state: State, event: e.BallotCast) -> State:
    if state.poll is None:
        return state
    ballot = Ballot(choice=event.choice, received_at=event.received_at, letter=event.letter)
    ballots = {**state.poll.ballots, event.seat: ballot}
    return replace(state, poll=replace(state.poll, ballots=ballots))


def _retracted(state: State, event: e.BallotRetracted) -> State:
    if state.poll is None:
        return state
    ballots = {seat: b for seat, b in state.poll.ballots.items() if seat != event.seat}
    return replace(state, poll=replace(state.poll, ballots=ballots))


def _vote_extended(state: State, event: e.VotingExtended) -> State:
    if state.poll is None:
        return state
    poll = replace(state.poll, closes_at=event.closes_at, extensions=event.extension)
    return replace(state, poll=poll)


def _closed(state: State, event: e.VotingClosed) -> State:
    return replace(state, poll=None, proposal=None, asked=_still_asked(state))


def _rule_changed(state: State, event: e.RuleChanged) -> State:
    old = state.rules.get(event.was) if event.was is not None else None
    if event.number is None:
        return replace(state, rules=state.rules.without(event.was or 0))
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
    return replace(state, rules=state.rules.having(rule, was=event.was))


def _scored(state: State, event: e.PointsScored) -> State:
    player = state.players.get(event.seat)
    if player is None:
        return state
    scored = replace(player, score=event.total)
    return replace(state, players={**state.players, event.seat: scored})


def _thrown(state: State, event: e.DiceThrown) -> State:
    return replace(state, chain=_link_used(state, event.link))


def _won(state: State, event: e.GameWon) -> State:
    return replace(state, winners=event.winners)


def _ended(state: State, event: e.GameEnded) -> State:
    turn = replace(state.turn, due_at=None) if state.turn else None
    return replace(state, status="ended", turn=turn, proposal=None, poll=None, asked="")


def _asked(state: State, event: e.ModeratorAsked) -> State:
    """No deadline runs while the moderator is asked about a missing turn or ballot."""
    turn, poll = state.turn, state.poll
    if event.matter == "missing turn" and turn is not None:
        turn = replace(turn, due_at=None)
    if event.matter == "missing ballot" and poll is not None:
        poll = replace(poll, closes_at=None)
    return replace(state, turn=turn, poll=poll, asked=event.matter)


def _invoked(state: State, event: e.JudgmentInvoked) -> State:
    old = state.judgment
    if old is None:
        judgment = Judgment(
            questions=(event.question,),
            judge=event.judge,
            due_at=event.due_at,
            end_debate=event.end_debate,
        )
    else:
        judgment = replace(
            old,
            questions=(*old.questions, event.question),
            end_debate=old.end_debate or event.end_debate,
            due_at=event.due_at,
            stands_at=None,
            overrules=(),
        )
    return replace(state, judgment=judgment)


def _ruled(state: State, event: e.JudgmentGiven) -> State:
    if state.judgment is None:
        return state
    judgment = replace(
        state.judgment,
        ruling=event.text,
        winner=event.winner,
        stands_at=event.stands_at,
        overrules=(),
    )
    return replace(state, judgment=judgment)


def _overrule_given(state: State, event: e.OverruleGiven) -> State:
    if state.judgment is None:
        return state
    overrules = (*state.judgment.overrules, event.seat)
    return replace(state, judgment=replace(state.judgment, overrules=overrules))


def _consent_given(state: State, event: e.ConsentGiven) -> State:
    if state.judgment is None:
        return state
    consents = (*state.judgment.consents, event.seat)
    return replace(state, judgment=replace(state.judgment, consents=consents))


def _judge_passed(state: State, event: e.JudgePassed) -> State:
    if state.judgment is None:
        return state
    judgment = replace(
        state.judgment,
        judge=event.judge,
        tried=(*state.judgment.tried, event.was),
        due_at=event.due_at,
        winner=None,
        stands_at=None,
        overrules=(),
    )
    return replace(state, judgment=judgment)


def _settled(state: State, event: e.JudgmentSettled) -> State:
    return replace(state, judgment=None)


def _away(state: State, event: e.PlayerAway) -> State:
    player = state.players.get(event.seat)
    if player is None:
        return state
    away = replace(player, away_until=event.until)
    return replace(state, players={**state.players, event.seat: away})


def _unchanged(state: State, event: AnyEvent) -> State:
    return state


_BY_KIND: dict[type, Callable[[State, Any], State]] = {
    e.GameCreated: _created,
    e.DiceCommitted: _committed,
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
    e.SettingChanged: _setting,
    e.TurnBegan: _turn_began,
    e.TurnExtended: _turn_extended,
    e.TurnEnded: _turn_ended,
    e.ProposalMade: _proposed,
    e.ProposalRevised: _proposed,
    e.ProposalWithdrawn: _withdrawn,
    e.Discussed: _unchanged,
    e.VotingOpened: _opened,
    e.BallotCast: _cast,
    e.BallotRetracted: _retracted,
    e.VotingExtended: _vote_extended,
    e.VotingClosed: _closed,
    e.RuleChanged: _rule_changed,
    e.PointsScored: _scored,
    e.DiceThrown: _thrown,
    e.JudgmentInvoked: _invoked,
    e.JudgmentGiven: _ruled,
    e.OverruleGiven: _overrule_given,
    e.ConsentGiven: _consent_given,
    e.JudgePassed: _judge_passed,
    e.JudgmentSettled: _settled,
    e.PlayerAway: _away,
    e.GameWon: _won,
    e.GameEnded: _ended,
    e.ModeratorAsked: _asked,
}
