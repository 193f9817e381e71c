"""Turns, and a chair's term: who is told what."""

from collections.abc import Sequence
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.judgment import begun, may_begin
from nomic_mail.game.state import State, label
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts, Tag
from nomic_mail.post.stakes import stakes_facts
from nomic_mail.post.telling.table import asks, everybody, of_turn, tells, tells_along


@tells(e.TurnBegan)
@tells_along(e.ChairPassedOver)
def _turn(drafts: Drafts, event: e.TurnBegan, before: State, after: State) -> None:
    _half(drafts, before, after)
    if event.procedure == "chair":
        _chair_began(drafts, event, after)
        return
    if event.procedure == "open":
        _open_play(drafts, before, after)
        return
    judged = f.judgment_facts(after, event.mover)
    held = judged["open"] and not (judged["consented"] or judged["free"])
    facts = {
        "turn": event.turn,
        "circuit": event.circuit,
        "due_at": event.due_at,
        "judgment": judged,
        "changes": f.most_changes(after),
        "such_rules": f.such_rules(after),
        "stakes": stakes_facts(after, event.mover),
    }
    if event.turn == drafts.after.turn.number if drafts.after.turn else False:
        tag: Tag = "" if held else "?"
        drafts.tell([event.mover], "turn", facts, tag=tag, matter=Matter("game"))


def _open_play(drafts: Drafts, before: State, after: State) -> None:
    """Its first round alone is news."""
    if before.is_open:
        return
    for seat in everybody(after):
        began = before.turn is not None
        facts: f.Facts = {
            "open": f.open_facts(drafts.after, seat),
            "began": began,
            "stakes": stakes_facts(drafts.after, seat),
        }
        drafts.tell([seat], "open_play", facts, matter=Matter("game"))


def _half(drafts: Drafts, before: State, after: State) -> None:
    """203 changes by itself, and nobody has done anything that would tell of it."""
    halves, old = f.halves_facts(after), f.halves_facts(before)
    if halves is not None and old is not None and halves["changed"] and not old["changed"]:
        drafts.tell(everybody(after), "half", {"halves": halves})


@tells(e.TurnExtended)
def _turn_late(drafts: Drafts, event: e.TurnExtended, before: State, after: State) -> None:
    if drafts.overtaken(event):
        return
    facts = {
        "turn": event.turn,
        "due_at": event.due_at,
        **f.extension_facts(event, (event.mover,), before),
        "barred": not (begun(after) or may_begin(after)),
    }
    if after.is_chaired:
        _chair_late(drafts, event, after, facts)
        return
    drafts.tell([event.mover], "late_turn", facts, tag="?")


@tells(e.TurnEnded)
def _turn_ended(drafts: Drafts, event: e.TurnEnded, before: State, after: State) -> None:
    if event.skipped:
        facts = {"name": after.name_of(event.mover), **f.status_facts(drafts.after, MODERATOR)}
        drafts.tell(everybody(after), "skipped", facts)


def _chair(drafts: Drafts, taken: e.Event, state: State, why: str, **facts: Any) -> None:
    """The chair is told what to do, the others who it is, and who was passed over on the way."""
    turn = drafts.after.turn
    if turn is None:
        return
    for seat in everybody(state):
        shown = {
            **facts,
            "why": why,
            "chair": f.chair_facts(drafts.after, seat),
            "turn": turn.number,
        }
        shown["passed"] = _passed_over(drafts, taken, state, seat)
        if seat == turn.mover:
            drafts.tell(
                [seat], "chair", shown, tag="?", matter=Matter("game"), thread=of_turn(state)
            )
        else:
            drafts.tell([seat], "chair_now", shown, thread=of_turn(state))


def _passed_over(drafts: Drafts, taken: e.Event, state: State, reader: int) -> list[f.Facts]:
    passed: list[f.Facts] = []
    for one in drafts.events:
        if one is taken:
            return passed
        if isinstance(one, e.ChairPassedOver):
            mine = one.seat == reader
            passed.append({"name": state.name_of(one.seat), "until": one.until, "mine": mine})
        else:
            passed = []
    return passed


def _chair_began(drafts: Drafts, event: e.TurnBegan, after: State) -> None:
    if drafts.after.turn is not None and event.turn == drafts.after.turn.number:
        _chair(drafts, event, after, "term", due_at=event.due_at, was="")


@tells(e.ChairRefused)
def _refused(drafts: Drafts, event: e.ChairRefused, before: State, after: State) -> None:
    _chair(drafts, event, after, "refused", due_at=event.due_at, was=after.name_of(event.seat))


@tells(e.ChairReplaced)
def _replaced(drafts: Drafts, event: e.ChairReplaced, before: State, after: State) -> None:
    _chair(drafts, event, after, event.why, due_at=event.due_at, was=after.name_of(event.was))


def _chair_late(drafts: Drafts, event: e.TurnExtended, after: State, facts: f.Facts) -> None:
    """The others may call for judgment if they find the chair lax (202)."""
    for seat in after.playing:
        shown = {**facts, "chair": f.chair_facts(after, seat)}
        tag = asks(seat == event.mover)
        drafts.tell([seat], "chair_late", shown, tag=tag, thread=of_turn(after))


@tells(e.PeriodBegan)
def _period(drafts: Drafts, event: e.PeriodBegan, before: State, after: State) -> None:
    if event.step == "vote":
        return  # the ballots say it
    for seat in everybody(after):
        shown: dict[str, Any] = {
            "until": event.until,
            "by": after.name_of(event.by),
            "chair": f.chair_facts(after, seat),
            "stakes": stakes_facts(after, seat),
        }
        if event.step == "proposals":
            mine = seat in event.proposers
            drafts.tell(
                [seat],
                "call",
                {**shown, "mine": mine},
                tag=asks(mine),
                matter=Matter("game"),
                thread=of_turn(after),
            )
            continue
        shown["proposals"] = [f.proposal_facts(number, after) for number in event.numbers]
        shown["requests"] = _requests(after, event.requests)
        drafts.tell([seat], "tabled", shown, matter=Matter("game"), thread=of_turn(after))


def _requests(state: State, seats: Sequence[int]) -> list[f.Facts]:
    rule = mechanics_of(state.rules)["membership"].rule
    return [{"label": f"J{seat}", "name": state.name_of(seat), "rule": rule} for seat in seats]


@tells(e.PeriodEnded)
def _ended(drafts: Drafts, event: e.PeriodEnded, before: State, after: State) -> None:
    if after.turn is None:
        return
    chair = f.chair_facts(after, after.turn.mover)
    shown = {
        "step": event.step,
        "due_at": event.due_at,
        "chair": chair,
        "labels": [label(one.number) for one in after.live] + _waiting(after, event),
    }
    drafts.tell([after.turn.mover], "chair_step", shown, tag="?", thread=of_turn(after))


def _waiting(state: State, event: e.PeriodEnded) -> list[str]:
    """The requests to join that the coming step is about."""
    turn = state.turn
    seats = turn.requests if turn is not None and event.step == "discussion" else state.requests
    if mechanics_of(state.rules)["membership"].value != "unanimous vote":
        return []
    return [label(-seat) for seat in seats if seat in state.requests]


@tells(e.PeriodExtended)
def _extended(drafts: Drafts, event: e.PeriodExtended, before: State, after: State) -> None:
    for seat in everybody(after):
        shown = {
            "step": event.step,
            "until": event.until,
            "chair": f.chair_facts(after, seat),
            "ballots": f.ballots_facts(after, seat),
        }
        drafts.tell([seat], "period", shown, matter=f.ballot_matter(after), thread=of_turn(after))
