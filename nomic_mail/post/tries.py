"""What came of what was tried (TRY), in facts."""

from collections.abc import Sequence
from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.programs import DECIDES, Effect, filled, read_order_of
from nomic_mail.game.state import State
from nomic_mail.game.trying import Trial
from nomic_mail.phrases import SMALL
from nomic_mail.phrases.letters import asked, turned, worded
from nomic_mail.post import kept
from nomic_mail.post.telling.programs import ran_facts, vetoes_of

Facts = dict[str, Any]


def tries_facts(command: c.Try, trials: Sequence[Trial]) -> Facts:
    draft = command.change
    return {
        "title": (draft.title or f"rule {draft.target}") if draft is not None else "",
        "subject": trials[0].line if trials else "",
        "trials": [trial_facts(one) for one in trials],
    }


def trial_facts(trial: Trial) -> Facts:
    result = trial.result
    told: Facts = {"line": trial.line, "reason": "", "works": "", "question": "", "came": []}
    if isinstance(result, str):
        return {**told, "question": asked(result)}
    if isinstance(result, Refusal):
        refusal = worded(result)
        return {**told, "reason": refusal.reason, "works": refusal.what_would_work}
    return {**told, "came": came(result)}


def came(steps: Steps) -> list[Facts]:
    """What would come of it, one after the other."""
    found = (_came(before, event, after) for before, event, after in steps.each())
    return [one for one in found if one is not None]


def _came(before: State, event: e.Event, after: State) -> Facts | None:
    match event:
        case e.ProgramRan():
            facts = ran_facts(event, before, after)
            return {**facts, **_besides(event, after, facts["spared"]), "kind": "ran"}
        case e.ProgramBroke():
            mistake = kept.mistake_facts(event.mistake)
            told = {"rule": event.rule, "what": event.words or event.what, "mistake": mistake}
            where = {"at_line": event.mistake.line, "at_column": event.mistake.column}
            why = asked(event.mistake.why)
            return {"kind": "broke", **told, **where, "why": why, "trouble": event.trouble}
        case e.ProgramAsked():
            return {"kind": "asked", "rule": event.rule, "rows": _answers(event, after)}
        case e.ProgramRead():
            keeps = [one.name for one in event.declares.names]
            return {"kind": "read", "rule": event.rule, "keeps": keeps}
        case e.RuleLapsed():
            return {"kind": "lapsed", "rule": event.rule}
        case e.OrderSealed():
            return {"kind": "sealed", "rule": event.rule, "words": event.words}
        case e.GameWon() | e.RoundWon():
            names = [after.name_of(seat) for seat in event.winners]
            kind = "won" if isinstance(event, e.GameWon) else "round"
            return {"kind": kind, "rule": event.rule, "names": names}
    return None


def _besides(event: e.ProgramRan, after: State, spared: Sequence[int]) -> Facts:
    def all_of(kind: str) -> list[Any]:
        return [one for one in event.effects if one.kind == kind]

    def timer(one: Effect) -> str:
        program = after.programs.get(event.lineage)
        hides = program is not None and program.hides
        about = read_order_of(one.text) if one.text and not hides else ()
        return filled(one.name, about, after.name_of)

    return {
        "told": [(after.name_of(one.seat), one.text) for one in all_of("say") if one.seat],
        "later": [(timer(one), one.number) for one in all_of("later")],
        "hours": [(timer(one), one.number) for one in all_of("hours")],
        "cancels": [timer(one) for one in all_of("cancel")],
        "vetoes": [number for number in vetoes_of(event) if number not in spared],
        "opens": [one.name for one in all_of("reveal")],
    }


def _answers(event: e.ProgramAsked, after: State) -> list[tuple[str, str]]:
    kind = DECIDES[event.what][1]
    rows = []
    for given, answer in zip(event.each, event.answers, strict=True):
        if kind == "player":
            told = after.name_of(answer) if answer else turned(SMALL, "nobody")
        elif kind == "yes":
            told = turned(SMALL, "yes" if answer else "no")
        else:
            told = str(answer)
        of_player = given and given[0].kind == "player"
        rows.append((after.name_of(given[0].number) if of_player else "", told))
    return rows
