"""A judgment on its way (212)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import Judgment, State


def _invoked(state: State, event: e.JudgmentInvoked) -> State:
    """Somebody disagrees: what silence has said so far is no consent any more. A win that a ruling
    has named is not put off by another question."""
    old = state.judgment
    if old is None:
        judgment = Judgment(
            questions=(event.question,),
            judge=event.judge,
            due_at=event.due_at,
            asked_at=event.at,
            asked_as=state.version + 1,
            end_debate=event.question if event.end_debate else "",
            accusers=(event.by,) if event.replace_chair else (),
        )
    else:
        judgment = replace(
            old,
            questions=(*old.questions, event.question),
            end_debate=event.question if event.end_debate else old.end_debate,
            accusers=(*old.accusers, event.by) if event.replace_chair else old.accusers,
            due_at=event.due_at,
            asked_at=event.at,
            asked_as=state.version + 1,
            stands_at=old.stands_at if old.winner is not None else None,
            silent=False,
        )
    return replace(state, judgment=judgment)


def _ruled(state: State, event: e.JudgmentGiven) -> State:
    """A ruling on further questions takes nothing back; else it replaces the one before."""
    old = state.judgment
    if old is None:
        return state
    more = old.ruled and bool(old.pending)
    judgment = replace(
        old,
        ruling=f"{old.ruling}\n\n{event.text}" if more else event.text,
        ruled_by=event.judge,
        answered=len(old.questions),
        winner=event.winner,
        stands_at=event.stands_at,
        silent=False,
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


def _silent(state: State, event: e.SilenceConsented) -> State:
    if state.judgment is None:
        return state
    return replace(state, judgment=replace(state.judgment, silent=True, stands_at=None))


def _judge_passed(state: State, event: e.JudgePassed) -> State:
    """An overruled ruling is gone, with the winner it named; one whose judge is silent about a
    further question, or has left, stands. With nobody left to judge, nothing is pending."""
    old = state.judgment
    if old is None:
        return state
    overruled, last = event.why == "overruled", event.judge is None
    answered = 0 if overruled else old.answered
    winner = None if overruled else old.winner
    judgment = replace(
        old,
        judge=old.judge if event.judge is None else event.judge,
        tried=(*old.tried, event.was),
        due_at=event.due_at,
        winner=winner,
        answered=len(old.questions) if last else answered,
        stands_at=event.due_at if last else old.stands_at if winner is not None else None,
        silent=False,
        final=last,
        overrules=() if overruled else old.overrules,
    )
    return replace(state, judgment=judgment)


def _moot(state: State, event: e.QuestionMoot) -> State:
    """With nothing else asked the judgment is over. A ruling that names a winner stands."""
    old = state.judgment
    if old is None:
        return state
    stays = old.answered if old.winner is not None else 0
    done = _without(old.questions[: old.answered], event.question, stays)
    asked = _without(old.pending, event.question, 0)
    if not (done or asked):
        return replace(state, judgment=None)
    judgment = replace(
        old,
        questions=(*done, *asked),
        answered=len(done),
        end_debate="",
        ruling=old.ruling if done or not old.answered else "",
        overrules=old.overrules if done else (),
        stands_at=event.stands_at,
    )
    return replace(state, judgment=judgment)


def _without(questions: tuple[str, ...], moot: str, stays: int) -> tuple[str, ...]:
    return (*questions[:stays], *(one for one in questions[stays:] if one != moot))


def _settled(state: State, event: e.JudgmentSettled) -> State:
    return replace(state, judgment=None)


BY_KIND: Mapping[type, Callable[[State, Any], State]] = {
    e.JudgmentInvoked: _invoked,
    e.JudgmentGiven: _ruled,
    e.OverruleGiven: _overrule_given,
    e.ConsentGiven: _consent_given,
    e.SilenceConsented: _silent,
    e.JudgePassed: _judge_passed,
    e.QuestionMoot: _moot,
    e.JudgmentSettled: _settled,
}
