"""The facts of a letter: plain values read off the state and the events, ready for a template."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.clauses.adoption import show_adoption
from nomic_mail.game.commands import Change
from nomic_mail.game.durations import show_duration
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.preview import preview
from nomic_mail.game.procedures.judgment import next_mover
from nomic_mail.game.rules import checked, warnings
from nomic_mail.game.state import SETTING_MEANINGS, Rule, State

Facts = Mapping[str, Any]


def names(state: State, seats: Iterable[int]) -> list[str]:
    return [state.name_of(seat) for seat in seats]


def rule_facts(rule: Rule, void: Mapping[int, str] | None = None) -> Facts:
    """`void` tells which rules are set aside, and why (006, 009, 110)."""
    return {
        "void": (void or {}).get(rule.number, ""),
        "number": rule.number,
        "status": rule.status,
        "title": rule.title,
        "text": rule.text,
        "clauses": list(rule.clauses),
        "history": [
            {"number": old.number, "by": old.ended_by, "at": old.ended_at, "text": old.text}
            for old in rule.history
        ],
    }


def change_facts(change: Change, state: State) -> Facts:
    target = state.rules.get(change.target) if change.target is not None else None
    return {
        "kind": change.kind,
        "target": change.target,
        "amendment": change.amendment,
        "target_title": target.title if target else "",
        "target_text": target.text if target else "",
        "becomes": "mutable" if target and target.status == "immutable" else "immutable",
        "title": change.title,
        "text": change.text,
        "effects": change.effects,
    }


def score_facts(state: State) -> list[Facts]:
    playing = [player for player in state.players.values() if player.playing]
    ranked = sorted(playing, key=lambda player: (-player.score, player.name))
    return [{"name": player.name, "score": player.score} for player in ranked]


def mechanic_facts(mechanic: Mechanic) -> Facts:
    return {
        "text": mechanic.text,
        "sources": [{"rule": s.rule, "clause": s.clause} for s in mechanic.sources],
        "overrides": [
            {"rule": s.rule, "clause": s.clause, "ground": s.ground} for s in mechanic.overrides
        ],
        "meaning": mechanic.kind.meaning,
    }


def status_facts(state: State, seat: int) -> Facts:
    turn, proposal, poll = state.turn, state.proposal, state.poll
    goal = mechanics_of(state.rules)["victory"]
    ballot = poll.ballots.get(seat) if poll else None
    return {
        "status": state.status,
        "players": names(state, state.order or state.playing),
        "scores": score_facts(state),
        "goal": goal.value,
        "goal_rule": goal.rule,
        "turn": turn.number if turn else None,
        "circuit": state.circuit,
        "mover": state.name_of(turn.mover) if turn else "",
        "mine": bool(turn and turn.mover == seat),
        "due_at": turn.due_at if turn else None,
        "proposal": proposal_facts(proposal.number, state) if proposal else None,
        "callable_from": proposal.callable_from if proposal else None,
        "opens_at": proposal.opens_at if proposal else None,
        "withdrawn": bool(proposal and proposal.withdrawn),
        "poll": poll.number if poll else None,
        "closes_at": poll.closes_at if poll else None,
        "voted": names(state, poll.ballots) if poll else [],
        "missing": names(state, poll.missing) if poll else [],
        "my_vote": ballot.choice if ballot else None,
        "my_vote_missing": bool(poll and seat in poll.missing),
        "winners": names(state, state.winners),
        "asked": state.asked,
        "judgment": judgment_facts(state, seat),
        "chain": state.chain.commitment if state.chain else "",
    }


def proposal_facts(number: int, state: State) -> Facts:
    """The proposal under debate or vote, with what its adoption would change (PREVIEW)."""
    proposal = state.proposal
    if proposal is None:
        return {"number": number}
    adoption, rule = mechanics_of(state.rules).adoption(proposal.change, state.rules, state.circuit)
    would = preview(state, proposal.change, proposal.number)
    return {
        "number": proposal.number,
        "by": state.name_of(proposal.by),
        "revision": proposal.revision,
        "change": change_facts(proposal.change, state),
        "warnings": list(proposal.warnings),
        "threshold": state.poll.threshold if state.poll else show_adoption(adoption),
        "threshold_rule": state.poll.threshold_rule if state.poll else rule,
        "abstention": bool(state.poll and state.poll.abstention),
        "mechanics": [{"before": one.before, "after": one.after} for one in would.mechanics],
        "callable_from": proposal.callable_from,
        "opens_at": proposal.opens_at,
        "closes_at": state.poll.closes_at if state.poll else None,
    }


def result_facts(
    closed: e.VotingClosed, events: Sequence[e.AnyEvent], before: State, after: State
) -> Facts:
    """Everything the completion of one vote brought, up to the next turn."""
    proposal = before.proposal
    changed = [event for event in events if isinstance(event, e.RuleChanged)]
    won = next((event for event in events if isinstance(event, e.GameWon)), None)
    next_turn = next((event for event in events if isinstance(event, e.TurnBegan)), None)
    return {
        "number": closed.number,
        "by": after.name_of(proposal.by) if proposal else "",
        "change": change_facts(proposal.change, before) if proposal else None,
        "outcome": closed.outcome,
        "reason": closed.reason,
        "rule": closed.rule,
        "votes": [
            {"name": after.name_of(seat), "choice": choice}
            for seat, choice in sorted(closed.votes.items())
        ],
        "absent": names(after, closed.absent),
        "changed": [
            {
                "kind": one.kind,
                "was": one.was,
                "number": one.number,
                "status": one.status,
                "title": one.title,
                "text": one.text,
                "clauses": list(one.clauses),
                "void": mechanics_of(after.rules).void.get(one.number or 0, ""),
            }
            for one in changed
        ],
        "points": [
            {
                "name": after.name_of(one.seat),
                "points": one.points,
                "total": one.total,
                "because": one.because,
                "rule": one.rule,
            }
            for one in events
            if isinstance(one, e.PointsScored)
        ],
        "new_chains": [one.commitment for one in events if isinstance(one, e.DiceCommitted)],
        "throws": [throw_facts(one, after) for one in events if isinstance(one, e.DiceThrown)],
        "scores": score_facts(after),
        "won": won_facts(won, after) if won else None,
        "next_mover": after.name_of(next_turn.mover) if next_turn else "",
        "next_due_at": next_turn.due_at if next_turn else None,
    }


def throw_facts(thrown: e.DiceThrown, state: State) -> Facts:
    return {
        "by": state.name_of(thrown.by),
        "dice": thrown.dice,
        "faces": list(thrown.faces),
        "link": thrown.link,
        "commitment": thrown.commitment,
        "message": thrown.message,
        "proven": thrown.proven,
    }


def won_facts(won: e.GameWon, state: State) -> Facts:
    return {"winners": names(state, won.winners), "goal": won.goal, "rule": won.rule}


def started_facts(started: e.GameStarted, state: State) -> Facts:
    return {
        "order": names(state, started.order),
        "how": started.how,
        "rule": started.rule,
        "link": started.link,
        "proven": started.proven,
        "chain": state.chain.commitment if state.chain else "",
        "mover": state.name_of(state.turn.mover) if state.turn else "",
        "settings": settings_facts(state),
        "goal": mechanics_of(state.rules)["victory"].value,
    }


def settings_facts(state: State) -> list[Facts]:
    shown: list[Facts] = []
    for key, meaning in SETTING_MEANINGS.items():
        value = getattr(state.settings, key)
        text = str(value) if isinstance(value, int | str) else show_duration(value)
        shown.append({"key": key, "value": text, "meaning": meaning})
    return shown


def rules_facts(state: State) -> Facts:
    void = mechanics_of(state.rules).void
    return {"rules": [rule_facts(rule, void) for rule in state.rules]}


def judgment_facts(state: State, seat: int) -> Facts:
    """The open judgment, for the one who reads it."""
    judgment = state.judgment
    if judgment is None:
        return {"open": False}
    coming = next_mover(state)
    return {
        "open": True,
        "questions": list(judgment.questions),
        "judge": state.name_of(judgment.judge),
        "mine": judgment.judge == seat,
        "end_debate": judgment.end_debate,
        "due_at": judgment.due_at,
        "ruling": judgment.ruling if judgment.stands_at else "",
        "stands_at": judgment.stands_at,
        "overrules": names(state, judgment.overrules),
        "consents": names(state, judgment.consents),
        "next_mover": state.name_of(coming) if coming is not None else "",
        "next_is_mine": coming == seat,
        "guides": state.guides,
    }


def preview_facts(written: Change, state: State) -> Facts:
    change = checked(written, state.rules)
    would = preview(state, change, state.next_number)
    adoption, rule = mechanics_of(state.rules).adoption(change, state.rules, state.circuit)
    return {
        "change": change_facts(change, state),
        "warnings": list(warnings(change, state.rules, state.circuit)),
        "threshold": show_adoption(adoption),
        "threshold_rule": rule,
        "mechanics": [{"before": one.before, "after": one.after} for one in would.mechanics],
    }


def why_facts(state: State, argument: str) -> Facts:
    mechanics = mechanics_of(state.rules)
    wanted = " ".join(argument.lower().replace("-", " ").split())
    chosen = [one for one in mechanics if one.kind.name == wanted]
    return {
        "asked": argument,
        "known": list(KINDS),
        "mechanics": [mechanic_facts(one) for one in (chosen or mechanics)],
        "found": bool(chosen) or not wanted,
    }


def clause_facts() -> Facts:
    return {
        "kinds": [
            {"name": kind.name, "meaning": kind.meaning, "forms": list(kind.forms)}
            for kind in KINDS.values()
        ]
    }
