"""A judgment on its way (212)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import Judgment, State


def _invoked(state: State, event: e.JudgmentInvoked) -> State:
    old = state.judgment
    if old is None:
        judgment = Judgment(
            questions=(event.question,),
            judge=event.judge,
            due_at=event.due_at,
            end_debate=event.end_debate,
            accusers=(event.by,) if event.replace_chair else (),
        )
    else:
        judgment = replace(
            old,
            questions=(*old.questions, event.question),
            end_debate=old.end_debate or event.end_debate,
            accusers=(*old.accusers, event.by) if event.replace_chair else old.accusers,
            due_at=event.due_at,
            stands_at=None,
        )
    return replace(state, judgment=judgment)


def _ruled(state: State, event: e.JudgmentGiven) -> State:
    if state.judgment is None:
        return state
    judgment = replace(
        state.judgment,
        ruling=event.text,
        answered=len(state.judgment.questions),
        winner=event.winner,
        stands_at=event.stands_at,
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
        answered=0,
        stands_at=None,
        overrules=(),
    )
    return replace(state, judgment=judgment)


def _settled(state: State, event: e.JudgmentSettled) -> State:
    return replace(state, judgment=None)


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.JudgmentInvoked: _invoked,
    e.JudgmentGiven: _ruled,
    e.OverruleGiven: _overrule_given,
    e.ConsentGiven: _consent_given,
    e.JudgePassed: _judge_passed,
    e.JudgmentSettled: _settled,
}
