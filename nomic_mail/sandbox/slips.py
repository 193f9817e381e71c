"""What a program says that is Python, and can never come to what is meant: the interpreter runs it,
and the type checker lets it pass. It is looked at as text, without its comments, and for what is no
text in it without its texts; told since interface 5.

Nothing that could be meant belongs here: what a program of its own calls so is left alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from nomic_mail.game.programs import Mistake
from nomic_mail.game.timers import DAYS
from nomic_mail.patterns import later

_QUOTED = later(
    r'"""[^"]*(?:"(?!"")[^"]*)*"""|"(?:[^"\\\n]|\\.)*"'
    r"|'''[^']*(?:'(?!'')[^']*)*'''|'(?:[^'\\\n]|\\.)*'|(?P<comment>#[^\n]*)"
)
# Wherever a name may be given: a parameter, a loop, an assignment, an annotation, a pattern.
_OWN = later(r"\b(?:(?:def|class|as|global)[ \t]+)(\w+)|(?<!\w)(\w+)\s*(?::|,|\)|=(?!=)|in\b)")
_PRINTS = later(r"^[ \t]*(print)[ \t]*\(", re.M)
_STILL = later(r"\b((?:datetime|date)\.(?:now|today|utcnow))\(")
_UNASKED = later(
    r"(?<![\w.])(clock|circuit|players|proposals|rules|today|turn|weekday)[ \t]*(?:[=!]=|[<>])"
)
_KEPT = later(r"^(\w+)[ \t]*=[ \t]*(?:quantity|note|office)\(", re.M)
_COMPARED = later(
    r"(?<![\w.])((\w+)\.(holder|of|text|value))\b[ \t]*(?:[=!]=|[<>]|(?:is|in|not[ \t]+in)\b)"
)
_ALONE = later(
    r"(?:[=!]=|[<>]=?|\b(?:if|elif|while|not|is|in)\b)[ \t]*"
    r"(?<!\w)((\w+)\.(holder|of|text|value))\b(?![ \t]*\()"
)
_CLASS = later(r"^class\b", re.M)
_DAY = later(
    r"\bweekday(?:\(\))?[ \t]*(?:[=!]=[ \t]*([\"'][^\"'\n]*[\"'])"
    r"|(?:not[ \t]+)?in[ \t]*[(\[{]([^)\]}\n]{0,200}))"
)
_WORD = later(r"[\"']([^\"'\n]*)[\"']")


# A table that json has kept, whole, and by whose return it may have come.
_OR_NONE = r"json\.loads\([^\n]*\bor[ \t]+(?:\"\{\}\"|'\{\}')\)[ \t]*$"
_LOADED = later(rf"^[ \t]+(\w+)[ \t]*=[ \t]*{_OR_NONE}", re.M)
_LOADS = later(rf"^def[ \t]+(\w+)\(\)[^\n]*:\n[ \t]+return[ \t]+{_OR_NONE}", re.M)
_FROM = later(r"^[ \t]+(\w+)[ \t]*=[ \t]*(\w+)\(\)[ \t]*$", re.M)
_ASSIGNED = later(r"^[ \t]+(\w+)[ \t]*=(?!=)", re.M)
_LOOPS = later(r"\bfor\b([^\n:]{0,80}?)\bin\b")
_AMONG = later(r"(?<![\w.])(\w+(?:\.number)?)[ \t]+(?:not[ \t]+)?in[ \t]+(\w+)\b(?![.\[(])")
_KEYED = later(
    r"(?<![\w.])(\w+)(?:\[|\.(?:get|pop)\()[ \t]*(\w+(?:\.number)?)[ \t]*"
    r"(?:[,)]|\](?:[ \t]*(=)(?!=))?)"
)
_BODY_ENDS = later(r"^\S", re.M)
_SAYS = later(
    r"(?<![\w.])(?:say|refuse|say_to)\([ \t]*(?:\w+[ \t]*,[ \t]*)?"
    r"(\"[^\"\\\n]*\"|'[^'\\\n]*')(?![ \t]*(?:\.[ \t]*(?:format|replace)\b|%))"
)
_GAP = later(r"\{(\w{1,40})\b[^{}\n]{0,80}\}")
_TEXT = r"(\"[^\"\n]*\"|'[^'\n]*')"
_TIMER = later(rf"^@[ \t]*timer\([ \t]*{_TEXT}", re.M)
_ACTION = later(rf"^@[ \t]*action\([ \t\n]*{_TEXT}", re.M)
_SETS = later(
    rf"(?<![\w.])(later|later_hours|cancel)\([ \t]*(?:[\w.()+* -]{{1,40}},[ \t]*)?{_TEXT}[ \t]*[,)]"
)
_REVEALS = later(rf"(?<![\w.])(reveal)\([ \t]*{_TEXT}[ \t]*\)")
_ASKED = ("circuit", "clock", "players", "today", "turn", "weekday")


def numbers_as_keys(source: str, heads: Sequence[tuple[int, Sequence[str]]]) -> Iterator[Mistake]:
    """A table that came out of json has texts for keys: a number is never among them, unless it was
    put there just now. `heads` are where functions begin, each with its names of numbers."""
    bare = _QUOTED.sub(_blank, source)
    words = _QUOTED.sub(lambda one: _blank(one) if one["comment"] else one[0], source)
    loads = {one[1] for one in _LOADS.finditer(words)}
    for start, numbers in heads:
        ends = _BODY_ENDS.search(bare, start)
        end = ends.start() if ends else len(bare)
        body = bare[start:end]
        once = Counter(one[1] for one in _ASSIGNED.finditer(body))
        tables = {one[1] for one in _LOADED.finditer(words, start, end)}
        tables |= {one[1] for one in _FROM.finditer(body) if one[2] in loads}
        looped = {name for one in _LOOPS.finditer(body) for name in re.findall(r"\w+", one[1])}
        plain = {*numbers} - looped - {*once}
        asked = [(one.start(), one[2], one[1], False) for one in _AMONG.finditer(body)]
        asked += [(one.start(), one[1], one[2], bool(one[3])) for one in _KEYED.finditer(body)]
        told = set[tuple[str, str]]()
        for at, table, key, puts in sorted(asked):
            is_number = key in plain or key.endswith(".number")
            if not is_number or once[table] != 1 or table not in tables or (table, key) in told:
                continue
            told.add((table, key))
            if not puts:
                why = f"{table} has texts for keys, as json keeps it: write str({key})"
                yield _at(source, start + at, why)


def unfilled(source: str) -> Iterator[Mistake]:
    """A text with gaps for what the program knows, and no f before it: all would read the gaps."""
    words = _QUOTED.sub(lambda one: _blank(one) if one["comment"] else one[0], source)
    own = {one[1] or one[2] for one in _OWN.finditer(_QUOTED.sub(_blank, source))}
    for one in _SAYS.finditer(words):
        gaps = (gap[1] for gap in _GAP.finditer(one[1]) if gap[1] in own or gap[1] in _ASKED)
        if gap := next(gaps, ""):
            why = f'{{{gap}}} is told as it stands there: write f before the text, f"..."'
            yield _at(source, one.start(1), why)


def not_there(source: str) -> Iterator[Mistake]:
    """A timer that is set, or a sealed action that is revealed, and of which there is none: it
    would break days later. Where one is named otherwise than by its text, nobody can tell."""
    words = _QUOTED.sub(lambda one: _blank(one) if one["comment"] else one[0], source)
    bare = _QUOTED.sub(_blank, source)
    own = {one[1] or one[2] for one in _OWN.finditer(bare)}
    for hook, made, asked in (("timer", _TIMER, _SETS), ("action", _ACTION, _REVEALS)):
        there = [one[1] for one in made.finditer(words)]
        if len(there) != len(re.findall(rf"@[ \t]*{hook}\b", words)):
            continue
        known = {" ".join(one[1:-1].split()) for one in there}
        for one in asked.finditer(words):
            name = " ".join(one[2][1:-1].split())
            asks = bare.startswith(one[1], one.start(1)) and one[1] not in own
            if asks and name not in known and "\\" not in name:
                sealed = "sealed " * (hook == "action")
                yield _at(source, one.start(2), f'there is no {sealed}@{hook}("{name[:60]}")')


def slips_in(source: str) -> Iterator[Mistake]:
    bare = _QUOTED.sub(_blank, source)
    words = _QUOTED.sub(lambda one: _blank(one) if one["comment"] else one[0], source)
    own = Counter(one[1] or one[2] for one in _OWN.finditer(bare))
    kept = {one[1] for one in _KEPT.finditer(bare) if own[one[1]] == 1}
    kept |= set() if _CLASS.search(bare) else {"proposal", "rule"}
    for one in _PRINTS.finditer(bare):
        if "print" not in own:
            yield _at(source, one.start(1), "nobody reads what is printed: say(text) tells all")
    for one in _STILL.finditer(bare):
        why = f"{one[1]}() stands still here: clock() and today() tell the time"
        yield _at(source, one.start(1), why)
    for one in _UNASKED.finditer(bare):
        if one[1] not in own:
            yield _at(source, one.start(1), f"{one[1]} is asked with brackets: {one[1]}()")
    asked = [*_COMPARED.finditer(bare), *_ALONE.finditer(bare)]
    for start, one in sorted({one.start(1): one for one in asked}.items()):
        if one[2] in kept and (one[2] not in ("proposal", "rule") or one[3] == "text"):
            given = "(player)" if one[3] == "of" else "()"
            yield _at(source, start, f"{one[1]} is asked with brackets: {one[1]}{given}")
    for one in _DAY.finditer(words):
        if "weekday" in own or not bare.startswith("weekday", one.start()):
            continue
        for day in _WORD.finditer(one[1] or one[2]):
            if day[1] not in DAYS:
                why = f'weekday() is never "{day[1][:20]}": it is "{DAYS[0]}" to "{DAYS[-1]}"'
                yield _at(source, one.start(), why)


def _blank(one: re.Match[str]) -> str:
    return "\n".join([" " * len(line) for line in one[0].split("\n")])


def _at(source: str, at: int, why: str) -> Mistake:
    column = at - source.rfind("\n", 0, at)
    return Mistake(why=why, line=source.count("\n", 0, at) + 1, column=column)
