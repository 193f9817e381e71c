"""What the rules' programs keep and let people do, in facts (STATUS, HELP ACTIONS)."""

from collections.abc import Iterable, Sequence
from typing import Any

from nomic_mail.game.procedures.program_texts import Running, running
from nomic_mail.game.programs import Hook, Kept, Later, Mistake, Named, Program, filled, how_often
from nomic_mail.game.state import State
from nomic_mail.patterns import later
from nomic_mail.phrases import LIBRARY, SMALL
from nomic_mail.phrases.letters import asked, either, meant, turned
from nomic_mail.rulesets.programs import Ready, library

Facts = dict[str, Any]
_WORD = later(r"[^\W\d_]{3,}")
_PLACE = later(r"<[^<>]*>")


def title_of(state: State, number: int) -> str:
    rule = state.rules.get(number)
    return rule.title if rule is not None else ""


def mistake_facts(mistake: Mistake) -> str:
    return asked(f"line {mistake.line}: {mistake.why}" if mistake.line else mistake.why)


def change_facts(change: tuple[str, str, Kept, Kept]) -> Facts:
    whose, name, was, now = change
    return {"whose": whose, "name": name, "was": in_a_line(was), "now": in_a_line(now)}


def in_a_line(value: Kept) -> Kept:
    """Lines of somebody's own text would stand among ours as if they were that."""
    return " ".join(value.split()) if isinstance(value, str) else value


def kept_facts(state: State, seat: int) -> list[Facts]:
    """By rule: the numbers that each player has, side by side; their texts, one table a name; and
    what the whole game has. What is secret its owner sees, and nobody else."""
    return [
        {"rule": one.rule.number, "title": one.rule.title, **_kept(state, one.program, seat)}
        for one in running(state)
        if one.program.declared.names
    ]


def _kept(state: State, program: Program, seat: int) -> Facts:
    of_players = [one for one in program.declared.names if one.owner == "player"]
    numbers = [one for one in of_players if one.kind == "quantity"]
    return {
        "numbers": ("", *(_heading(one) for one in numbers)) if numbers else (),
        "rows": [
            (state.name_of(one), *(_seen(state, program, named, one, seat) for named in numbers))
            for one in state.playing
        ],
        "texts": [
            {
                "name": _heading(named),
                "rows": [
                    (state.name_of(one), text)
                    for one in state.playing
                    if (text := _seen(state, program, named, one, seat))
                ],
            }
            for named in of_players
            if named not in numbers
        ],
        "game": [
            (named.name, _told(state, program, named, 0))
            for named in program.declared.names
            if named.owner == "game" and not named.secret
        ],
    }


def _heading(named: Named) -> str:
    yours = either(f"{named.name} (yours)", f"{named.name} (deine)")
    return yours if named.secret else named.name


def _seen(state: State, program: Program, named: Named, whose: int, seat: int) -> Kept:
    return "" if named.secret and whose != seat else _told(state, program, named, whose)


def _told(state: State, program: Program, named: Named, seat: int) -> Kept:
    value = program.value(named.name, seat)
    if named.kind == "office":  # who has left holds none, as the program has it
        return state.name_of(int(value)) if value in state.playing else turned(SMALL, "nobody")
    return in_a_line(value)


def action_facts(state: State) -> list[Facts]:
    """What players can write, by which rule; and what calls it by the clock, and when next."""
    return [
        {
            "rule": one.rule.number,
            "title": one.rule.title,
            "actions": actions_of(one.hooks),
            "timers": _timers(one, state),
        }
        for one in running(state)
    ]


def actions_of(hooks: Iterable[Hook]) -> list[Facts]:
    return [
        {
            "form": hook.what,
            "once": how_often(hook.once),
            "who": hook.who,
            "sealed": hook.sealed,
        }
        for hook in hooks
        if hook.kind == "action"
    ]


def _timers(one: Running, state: State) -> list[Facts]:
    every = [(due, f"every {spoken(one.hooks[at].what)}") for at, due in one.program.due.items()]
    later = [(alarm.due, timer_of(one.program, alarm, state)) for alarm in one.program.later]
    return [{"due": due, "what": what} for due, what in sorted([*every, *later])]


def timer_of(program: Program, alarm: Later, state: State) -> str:
    """With what it is about, which might be a secret of the rule's."""
    about = () if program.hides else alarm.given
    return filled(alarm.name, about, state.name_of)


def spoken(what: str) -> str:
    """A time as it stands in a sentence: the name of a day has a capital."""
    return what if what[0] in "d123456789" else what[0].upper() + what[1:]


def library_facts(asked: str) -> Facts:
    """The rules that are ready to be proposed, or one of them, whole."""
    one = next((one for one in library() if one.name == asked), None)
    return {
        "asked": asked,
        "one": {"name": one.name, "title": one.title, "letter": one.letter, "gist": _gist(one)}
        if one is not None
        else None,
        "rows": [{"name": one.name, "gist": _gist(one)} for one in library()],
    }


def _gist(ready: Ready) -> str:
    """Its own words, or in another language what they say."""
    return meant(LIBRARY, ready.name, ready.gist)


def meant_of(state: State, lines: Sequence[str]) -> list[str]:
    """What the rules let players write, where a line that was read as nothing has a word of it, or
    is written as a command is."""
    forms = [hook.what for one in running(state) for hook in one.hooks if hook.kind == "action"]
    own = {word for form in forms for word in _WORD.findall(_PLACE.sub(" ", form.upper()))}
    said = {word for line in lines for word in _WORD.findall(line.upper())}
    return forms if own & said or any(line.isupper() for line in lines) else []
