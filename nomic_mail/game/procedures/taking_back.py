"""The Moderator's last act, taken back.

1. As if it had not been, as long as nothing has followed but talk.
2. Where it is too late, or what came of it stays, the refusal tells the correction that would set
   it right, with what it makes of what stands; or why there is none.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import timedelta
from typing import Final

from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.durations import show_duration
from nomic_mail.game.procedures.discretion import turn_is_free
from nomic_mail.game.procedures.seating import order_of_play
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import LastAct, State, label

TAKEN_BACK: Final = (
    *("PointsAwarded", "ScoreCorrected", "RuleCorrected", "TurnCorrected", "OrderSet"),
    *("TalkMuted", "SettingChanged", "RuleBound", "GameEnded", "GameWon"),
)


@decides(d.Undo)
def undo(course: Course, command: d.Undo) -> None:
    state = course.state
    last = state.last_act
    if last is None:
        told = "there is no act of yours to take back"
        raise Refused("the house", told, "CORRECT sets right what was a mistake")
    if command.number not in (None, last.number):
        raise Refused(
            "the house",
            f"your last act is event {last.number} ({last.act}), and not {command.number}",
            f"UNDO {last.number} takes that back, if nothing has followed",
        )
    if last.upto != state.version or last.effect not in TAKEN_BACK:
        followed = last.upto != state.version
        told = "more has happened since" if followed else "what came of it stays"
        raise Refused(
            "the house", f"{last.act} (event {last.number}): {told}", correction(state, last)
        )
    later = timedelta(0)
    if state.status == "ended" and last.before.status == "running" and course.began is not None:
        later = course.at - course.began
    course.happen(e.ActUndone(at=course.at, number=last.number, act=last.act, later=later))


def correction(state: State, last: LastAct) -> str:
    """The correction that would take the act back, and what it would make of what stands."""
    back = _CORRECTIONS.get(last.effect)
    told = back(state, last) if back is not None else ""
    if told:
        return f"this would set it right: {told}"
    stays = _STAYS.get(last.effect)
    return f"no correction takes that back{f': {stays}' if stays else ''}"


def _count_back(state: State, last: LastAct) -> str:
    if state.closing is None or not state.closing.before.missing:
        return "CORRECT SCORE, CORRECT RULE or CORRECT TURN, for what came of the count, one by one"
    number = label(min(state.closing.before.polls))
    return f"REOPEN {number}: and why (the vote is open again; what its count brought is undone)"


def _score_back(state: State, last: LastAct) -> str:
    name, score = state.name_of(last.of), state.players[last.of].score
    now = score - last.points
    return f"CORRECT SCORE {name} {now}: and why ({score} would become {now})"


def _order_back(state: State, last: LastAct) -> str:
    now, then = (
        ", ".join(one.name_of(seat) for seat in order_of_play(one) if seat in state.playing)
        for one in (state, last.before)
    )
    return f"ORDER {then}: and why (it is {now})"


def _rule_back(state: State, last: LastAct) -> str:
    rule = last.before.rules.get(last.of)
    told = f"{rule.status}, {rule.title}" if rule is not None else "gone"
    return f"CORRECT RULE {last.of:03d}: and why, with its old text below (it was {told})"


def _turn_back(state: State, last: LastAct) -> str:
    was, now = last.before.turn, state.turn
    if was is None or now is None or not turn_is_free(state, now):
        return ""
    name = state.name_of(was.mover)
    return f"CORRECT TURN {now.number} TO {name}: and why ({state.name_of(now.mover)} has it)"


def _binding_back(state: State, last: LastAct) -> str:
    rule = last.before.rules.get(last.of)
    if rule is None or state.rules.get(last.of) is None:
        return ""
    return f"BIND {last.of}: {'; '.join(rule.clauses)}" if rule.clauses else f"DROP {last.of}"


def _setting_back(state: State, last: LastAct) -> str:
    was, now = last.before.settings, state.settings
    for one in fields(was):
        old, new = getattr(was, one.name), getattr(now, one.name)
        if old != new:
            value = show_duration(old) if isinstance(old, timedelta) else old
            return f"SET {one.name}={value} (for what opens from then on)"
    return ""


_CORRECTIONS: Mapping[str, Callable[[State, LastAct], str]] = {
    "PointsAwarded": _score_back,
    "ScoreCorrected": _score_back,
    "OrderSet": _order_back,
    "RuleCorrected": _rule_back,
    "TurnCorrected": _turn_back,
    "TurnEnded": _turn_back,
    "RuleBound": _binding_back,
    "SettingChanged": _setting_back,
    "TalkMuted": lambda state, last: (
        f"{'UNMUTE' if state.players[last.of].muted else 'MUTE'} {state.name_of(last.of)}"
    ),
    "VotingClosed": _count_back,
    "GamePaused": lambda state, last: "RESUME (every deadline is later by the pause)",
    "GameResumed": lambda state, last: "PAUSE (its clocks stand still again)",
    "Announced": lambda state, last: "ANNOUNCE: and what is right",
    "JudgmentGiven": lambda state, last: "RULING: and what is right (it takes your ruling's place)",
}
_STAYS: Mapping[str, str] = {
    "PlayerLeft": "whoever is out comes back by JOIN, with the score they had",
    "PointsScored": "whoever is out comes back by JOIN; CORRECT SCORE gives their points back",
    "PlayerJoined": "a player leaves by LEAVE, and that is theirs to say (113)",
    "JoinDeclined": "they can ask again, by JOIN",
    "SuccessorAsked": "nothing changes before they say YES; REPLACE and another name asks another",
    "WindowExtended": "the time that was given is promised",
    "VotingReopened": "the vote closes when all have voted, or at its end",
    "GameStarted": "END GAME ends it, and a new game can be begun",
    "TalkRemoved": "what was taken out is gone",
}
