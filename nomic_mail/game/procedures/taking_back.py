"""The Moderator's last act, taken back.

1. As if it had not been, as long as nothing has followed but talk.
2. Where it is too late, or what came of it stays, the refusal tells the correction that would set
   it right, with what it makes of what stands; or why there is none.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final

from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.durations import show_duration
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.discretion import turn_is_free
from nomic_mail.game.procedures.program_texts import standing
from nomic_mail.game.procedures.seating import order_of_play
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import LastAct, State, label
from nomic_mail.patterns import later

TAKEN_BACK: Final = (
    *("PointsAwarded", "ScoreCorrected", "RuleCorrected", "TurnCorrected", "OrderSet"),
    *("TalkMuted", "SettingChanged", "RuleBound", "GameEnded", "GameWon"),
)
SAID_IN_A_LINE = later(r"(?=.{1,200}$)[^\s:]+(?: [^\s:]+)*")  # a colon ends what is corrected


@decides(d.Undo)
def undo(course: Course, command: d.Undo) -> None:
    state = course.state
    last = state.last_act
    if last is None:
        raise Refused("no_act")
    if command.number not in (None, last.number):
        raise Refused("another_act", number=last.number, act=last.act, asked=command.number)
    if last.upto != state.version or last.effect not in TAKEN_BACK:
        followed = last.upto != state.version
        raise Refused(
            "act_built_upon" if followed else "act_stays",
            act=last.act,
            number=last.number,
            correction=correction(state, last),
        )
    later = timedelta(0)
    if state.status == "ended" and last.before.status == "running" and course.began is not None:
        later = course.at - course.began
    course.happen(e.ActUndone(at=course.at, number=last.number, act=last.act, later=later))


def correction(state: State, last: LastAct) -> Phrase:
    """The correction that would take the act back, and what it would make of what stands."""
    back = CORRECTIONS.get(last.effect)
    line = back(state, last) if back is not None else None
    if line is not None:
        return Phrase("correct_by", line=line)
    stays = STAYS.get(last.effect)
    return Phrase("correct_by_nothing" if stays is None else "correct_not", stays=stays)


def _count_back(state: State, last: LastAct) -> Phrase:
    if state.closing is None or not state.closing.before.missing:
        return Phrase("correct_count")
    return Phrase("correct_reopen", number=label(min(state.closing.before.polls)))


def _score_back(state: State, last: LastAct) -> Phrase:
    name, score = state.name_of(last.of), state.players[last.of].score
    return Phrase("correct_score", name=name, total=score - last.points, points=score)


def _order_back(state: State, last: LastAct) -> Phrase:
    now, then = (
        tuple(one.name_of(seat) for seat in order_of_play(one) if seat in state.playing)
        for one in (state, last.before)
    )
    return Phrase("correct_order", then=then, now=now)


def _rule_back(state: State, last: LastAct) -> Phrase:
    rule = last.before.rules.get(last.of)
    if rule is None:
        return Phrase("correct_rule_gone", rule=last.of)
    return Phrase("correct_rule", rule=last.of, status=rule.status, title=rule.title)


def _turn_back(state: State, last: LastAct) -> Phrase | None:
    was, now = last.before.turn, state.turn
    if was is None or now is None or not turn_is_free(state, now):
        return None
    mover, name = state.name_of(now.mover), state.name_of(was.mover)
    return Phrase("correct_turn", turn=now.number, name=name, mover=mover)


def _binding_back(state: State, last: LastAct) -> Phrase | None:
    rule = last.before.rules.get(last.of)
    if rule is None or state.rules.get(last.of) is None:
        return None
    if not rule.clauses:
        return Phrase("correct_by_dropping", rule=last.of)
    return Phrase("correct_binding", rule=last.of, clauses=rule.clauses)


def _setting_back(state: State, last: LastAct) -> Phrase | None:
    was, now = last.before.settings, state.settings
    for name in was.__struct_fields__:
        old, new = getattr(was, name), getattr(now, name)
        if old != new:
            value = show_duration(old) if isinstance(old, timedelta) else old
            return Phrase("correct_setting", key=name, value=value)
    return None


def _talk_back(state: State, last: LastAct) -> Phrase:
    player = state.players[last.of]
    return Phrase("correct_muted" if player.muted else "correct_heard", name=player.name)


def _value_back(state: State, last: LastAct) -> Phrase:
    """Of what is kept in secret, of one among several, and of a text that no line can say, only
    that there is one."""
    found = [
        (of.rule.number, named, then.value(named.name, last.of), now)
        for of in standing(state)
        if (then := last.before.programs.get(of.rule.lineage)) is not None
        for named in of.program.declared.names
        if named in then.declared.names
        and (now := of.program.value(named.name, last.of)) != then.value(named.name, last.of)
    ]
    if len(found) != 1 or found[0][1].secret or not SAID_IN_A_LINE.fullmatch(str(found[0][2])):
        return Phrase("correct_values")
    rule, named, *values = found[0]
    if named.kind == "office":
        values = [state.name_of(int(one)) if one else "nobody" for one in values]
    was, now = (" ".join(one.split()) if isinstance(one, str) else one for one in values)
    if not last.of:
        return Phrase("correct_value", rule=rule, name=named.name, was=was, now=now)
    whose = state.name_of(last.of)
    return Phrase("correct_value_of", rule=rule, name=named.name, whose=whose, was=was, now=now)


def _rest_back(state: State, last: LastAct) -> Phrase | None:
    for of in standing(state):
        was = last.before.programs.get(of.rule.lineage)
        if was is not None and was.rests != of.program.rests:
            return Phrase("correct_rests" if was.rests else "correct_wakes", rule=of.rule.number)
    return None


CORRECTIONS: Mapping[str, Callable[[State, LastAct], Phrase | None]] = {
    "PointsAwarded": _score_back,
    "ScoreCorrected": _score_back,
    "OrderSet": _order_back,
    "RuleCorrected": _rule_back,
    "TurnCorrected": _turn_back,
    "TurnEnded": _turn_back,
    "RuleBound": _binding_back,
    "ValueCorrected": _value_back,
    "ProgramRested": _rest_back,
    "SettingChanged": _setting_back,
    "TalkMuted": _talk_back,
    "VotingClosed": _count_back,
    "GamePaused": lambda state, last: Phrase("correct_pause"),
    "GameResumed": lambda state, last: Phrase("correct_resume"),
    "Announced": lambda state, last: Phrase("correct_announcement"),
    "JudgmentGiven": lambda state, last: Phrase("correct_ruling"),
}
STAYS: Mapping[str, Phrase] = {
    "PlayerLeft": Phrase("stays_out"),
    "PointsScored": Phrase("stays_out_without_points"),
    "PlayerJoined": Phrase("stays_in"),
    "JoinDeclined": Phrase("stays_declined"),
    "SuccessorAsked": Phrase("stays_asked"),
    "WindowExtended": Phrase("stays_promised"),
    "VotingReopened": Phrase("stays_open"),
    "GameStarted": Phrase("stays_begun"),
    "TalkRemoved": Phrase("stays_removed"),
    "DiceThrown": Phrase("stays_thrown"),
    "PlayerReplaced": Phrase("stays_taken_over"),
    "ChairReplaced": Phrase("stays_in_the_chair"),
    "ModeratorsChanged": Phrase("stays_moderators"),
}
