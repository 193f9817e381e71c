"""What a letter tells of a question to a judge: what is asked, and whose consent the next turn
still wants (212)."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.procedures.judgment import begun, may_begin, next_mover
from nomic_mail.game.state import State
from nomic_mail.phrases.letters import length

LONG = 30_000  # characters of questions that a letter about a judgment shows


def shown(questions: Sequence[str], *whole: str) -> list[str]:
    """The latest of them whole; where those are long, the first words of the others."""
    told, chars = list[str](), 0
    for one in reversed(questions):
        chars += len(one)
        told.append(one if not told or one in whole or chars <= LONG else f"{one[:100]} ...")
    return told[::-1]


def held_up(state: State) -> bool:
    """Whether the turn that is next may not begin yet."""
    if state.turn is None or state.turn.over or state.is_open or begun(state):
        return False
    return not may_begin(state)


def holds_up(state: State, seat: int) -> bool:
    """Whether it is theirs."""
    return held_up(state) and seat == next_mover(state)


def consent_facts(
    state: State, judgment: OpenJudgment, coming: int | None, seat: int
) -> Mapping[str, Any]:
    """Of how many it takes how many, and who of them can still give theirs."""
    others = [one for one in state.playing if one != coming]
    lacking = [one for one in others if one not in judgment.consents]
    return {
        "others": len(others),
        "needs": len(others) // 2 + 1,
        "lacking": [state.name_of(one) for one in lacking],
        "may_consent": seat in lacking,
        "silence": length(state.settings.overrule_window),
    }
