"""What the rules' programs did: who is told what."""

from collections.abc import Sequence
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.events.programs import changes
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import within
from nomic_mail.game.procedures.vetoing import spared
from nomic_mail.game.programs import Order, Program, often
from nomic_mail.game.state import State
from nomic_mail.phrases.letters import spoken
from nomic_mail.post import kept
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.telling.table import everybody, tells, tells_along


@tells(e.ProgramRead)
@tells_along(e.ProgramEnded, e.ProgramAsked)
def _read(drafts: Drafts, event: e.ProgramRead, before: State, after: State) -> None:
    hooks, void = event.declares.hooks, mechanics_of(after.rules).void.get(event.rule, "")
    facts = {
        "rule": event.rule,
        "title": kept.title_of(after, event.rule),
        "keeps": [one.name for one in event.declares.names],
        "actions": kept.actions_of(hooks),
        "stays": _stays(event, before),
        "void": spoken(void),
        "mistakes": [kept.mistake_facts(one) for one in event.mistakes],
        "timers": _timers_gone(event, before, after),
    }
    drafts.tell(everybody(after), "program", facts)


def _stays(event: e.ProgramRead, before: State) -> list[str]:
    """What the program before it kept, and this one keeps on."""
    old = before.programs.get(event.lineage)
    names = old.declared.names if old is not None else ()
    alike = {(one.name, one.kind, one.owner) for one in names}
    new = event.declares.names
    return [one.name for one in new if (one.name, one.kind, one.owner) in alike]


def _timers_gone(event: e.ProgramRead, before: State, after: State) -> list[dict[str, Any]]:
    """What the program before it waited for, and this one has no function for."""
    old, stay = before.programs.get(event.lineage), after.programs[event.lineage].later
    gone = [one for one in (old.later if old is not None else ()) if one not in stay]
    named = [kept.timer_of(old, one, after) for one in gone] if old is not None else []
    return [{"name": name, "due": one.due} for name, one in zip(named, gone, strict=True)]


@tells(e.ProgramRan)
def _ran(drafts: Drafts, event: e.ProgramRan, before: State, after: State) -> None:
    """What is somebody's own is told to them alone; what nobody can see is told to nobody."""
    facts = ran_facts(event, before, after)
    shows = any(facts[key] for key in ("changes", "points", "throws", "said", "declined", "spared"))
    facts["idle"] = _idle(event, before, facts)
    for seat in everybody(after):
        own = [one.text for one in event.effects if one.kind == "say" and one.seat == seat != 0]
        mine = changes(event, before, seat) if seat > 0 else ()
        if shows or own or mine or event.by:
            to_you, left_out = drafts.room_for(seat, own)
            said, more = drafts.room_for(seat, facts["said"])
            no, cut = drafts.room_for(seat, [facts["declined"]] if facts["declined"] else [])
            told = {"said": said, "to_you": to_you, "left_out": left_out + more + cut}
            told["declined"] = no[0] if no else "…" if cut else ""
            told["secrets"] = [kept.change_facts(one) for one in mine]
            told["mine"] = bool(own or mine)
            drafts.tell([seat], "ran", {**facts, **told, "own": seat == event.by != 0})


def _idle(event: e.ProgramRan, before: State, facts: dict[str, Any]) -> bool:
    """What a player wrote was done, and changed nothing that anybody could see, or not see."""
    program = before.programs.get(event.lineage)
    hides = program is not None and program.hides
    moved = any(facts[one] for one in ("changes", "points", "throws", "declined"))
    others = any(one.kind not in ("set", "points") for one in event.effects)
    return not (moved or others or hides)


def ran_facts(event: e.ProgramRan, before: State, after: State) -> dict[str, Any]:
    """What all may read of it."""
    to_all = [one.text for one in event.effects if one.kind == "say" and not one.seat]
    return {
        "rule": event.rule,
        "title": kept.title_of(after, event.rule),
        "kind": event.kind,
        "what": event.words or event.what,
        "by": after.name_of(event.by) if event.by else "",
        "declined": within(event.declined),
        "changes": [kept.change_facts(one) for one in changes(event, before)],
        "points": [
            {"name": after.name_of(one.seat), "points": one.number}
            for one in event.effects
            if one.kind == "points" and one.number
        ],
        "throws": [
            {"face": face, "sides": sides}
            for face, sides in zip(event.faces, event.sides, strict=True)
        ],
        "said": to_all,
        "spared": [number for number in vetoes_of(event) if spared(before, number)],
        "spares": before.rules.cite(114),
    }


def vetoes_of(event: e.ProgramRan) -> list[int]:
    return [one.number for one in event.effects if one.kind == "veto"]


@tells(e.ValueCorrected)
def _corrected(drafts: Drafts, event: e.ValueCorrected, before: State, after: State) -> None:
    """What is secret, to whose it is and the Moderator who has set it right: in a letter of its own
    kind, as those to all stand in the record's letters."""
    facts = {**event.facts(after), "title": kept.title_of(after, event.rule)}
    if event.is_secret(after):
        own = sorted({event.seat or MODERATOR, MODERATOR})
        drafts.tell(own, "secret_value", facts)
    else:
        drafts.tell(everybody(after), "value", facts)


@tells(e.ProgramRested)
def _rested(drafts: Drafts, event: e.ProgramRested, before: State, after: State) -> None:
    facts = {"rule": event.rule, "title": kept.title_of(after, event.rule), "rests": event.rests}
    drafts.tell(everybody(after), "rests", facts)


@tells(e.RuleLapsed)
def _lapsed(drafts: Drafts, event: e.RuleLapsed, before: State, after: State) -> None:
    facts = {"rule": event.rule, "title": kept.title_of(before, event.rule)}
    drafts.tell(everybody(after), "lapsed", facts)


@tells(e.OrderSealed)
def _sealed(drafts: Drafts, event: e.OrderSealed, before: State, after: State) -> None:
    """To nobody else: that somebody has written might tell what."""
    facts = {
        "rule": event.rule,
        "title": kept.title_of(after, event.rule),
        "words": event.words,
        "changed": event.changed,
        "kept": often(before.programs[event.lineage].declared.hooks[event.hook].once)[0],
    }
    drafts.tell([event.seat], "sealed", facts)


def sealed_for_good(drafts: Drafts, event: e.Event, before: State, after: State) -> None:
    """Whatever it was that left sealed what somebody has written, or has it wait again (REOPEN): to
    them alone, each once; to a successor without the words of whoever had the seat before."""
    over = after.status == "ended" != before.status
    if isinstance(event, e.OrderSealed):
        return
    if over or before.programs is not after.programs:
        waits = {} if over else after.programs
        opened = getattr(event, "opens", 0)
        for lineage, program in before.programs.items():
            if gone := _not_among(program, waits.get(lineage), opened):
                why = "over" if over else _why_never(event, lineage, after)
                _unopened(drafts, gone, lineage, why)
        for lineage, program in waits.items():
            if back := _not_among(program, before.programs.get(lineage)):
                _unopened(drafts, back, lineage, "back")


Waiting = Sequence[tuple[Order, str]]  # each with the form of its action


def _not_among(program: Program, other: Program | None, opened: int = 0) -> Waiting:
    if not program.orders:
        return ()
    there = {one.number for one in (other.orders if other is not None else ())} | {opened}
    hooks = program.declared.hooks
    return [(one, hooks[one.hook].what) for one in program.orders if one.number not in there]


def _unopened(drafts: Drafts, orders: Waiting, lineage: int, why: str) -> None:
    found = (one for state in (drafts.after, drafts.before) for one in state.rules)
    rule = next((one for one in found if one.lineage == lineage), None)
    told = {one.seat for one, _ in orders}
    for seat in sorted(told if why == "left" else told & set(drafts.after.playing)):
        mine = [one for one in orders if one[0].seat == seat]
        taken_at = drafts.before.players[seat].taken_at
        words = [form if one.number <= taken_at else one.words or form for one, form in mine]
        facts = {
            "rule": rule.number if rule is not None else lineage,
            "title": rule.title if rule is not None else "",
            "words": list(dict.fromkeys(words)),
            "forms": sorted({form for _, form in mine}),
            "before": any(one.number <= taken_at for one, _ in mine),
            "why": why,
        }
        drafts.tell([seat], "unopened", facts)


def _why_never(event: e.Event, lineage: int, after: State) -> str:
    if isinstance(event, e.ProgramRead):
        return "unread" if event.mistakes else "changed"
    if isinstance(event, e.PlayerLeft | e.GameImported):
        return "left" if isinstance(event, e.PlayerLeft) else "record"
    return "without" if any(one.lineage == lineage for one in after.rules) else "gone"


@tells(e.ProgramBroke)
def _broke(drafts: Drafts, event: e.ProgramBroke, before: State, after: State) -> None:
    """Who has sent what it broke on, and the Moderator; all, where it rests from now on."""
    rests = event.rests_now(before)
    facts = {
        "rule": event.rule,
        "title": kept.title_of(after, event.rule),
        "what": event.words or event.what,
        "mistake": kept.mistake_facts(event.mistake),
        "decides": event.kind == "decides",
        "trouble": event.trouble,
        "rests": rests,
    }
    told = everybody(after) if rests else {MODERATOR, event.by or MODERATOR}
    for seat in sorted(told):
        drafts.tell([seat], "broke", {**facts, "own": seat == event.by != 0})
