"""What a program says that is Python, and can never come to what is meant: the interpreter runs it,
and the type checker lets it pass. It is looked at as text, without its comments, and for what is no
text in it without its texts; told since interface 5.

Nothing that could be meant belongs here: what a program of its own calls so is left alone.
"""

import re
from collections.abc import Iterator

from nomic_mail.game.programs import Mistake
from nomic_mail.game.timers import DAYS
from nomic_mail.patterns import later

_QUOTED = later(
    r'"""[^"]*(?:"(?!"")[^"]*)*"""|"(?:[^"\\\n]|\\.)*"'
    r"|'''[^']*(?:'(?!'')[^']*)*'''|'(?:[^'\\\n]|\\.)*'|(?P<comment>#[^\n]*)"
)
_OWN = later(
    r"^[ \t]*(?:def[ \t]+(\w+)|(\w[\w, \t]*)=(?!=))|\bfor[ \t]+(\w[\w, \t]*)[ \t]in\b"
    r"|\blambda[ \t]+(\w[\w, \t]*):|^[ \t]*def[ \t]+\w+[ \t]*\(([^()\n]*)\)",
    re.M,
)
_PRINTS = later(r"^[ \t]*(print)[ \t]*\(", re.M)
_STILL = later(r"\b((?:datetime|date)\.(?:now|today|utcnow))\(")
_UNASKED = later(
    r"(?<![\w.])(clock|circuit|players|proposals|rules|today|turn|weekday)[ \t]*(?:[=!]=|[<>])"
)
_KEPT = later(r"^(\w+)[ \t]*=[ \t]*(?:quantity|note|office)\(", re.M)
_ASKED = later(r"(?<![\w.])((\w+)\.(holder|of|text|value))\b(?![ \t]*(?:\(|=(?!=)))")
_DAY = later(
    r"\bweekday(?:\(\))?[ \t]*(?:[=!]=[ \t]*([\"'][^\"'\n]*[\"'])"
    r"|(?:not[ \t]+)?in[ \t]*[(\[{]([^)\]}\n]*))"
)
_WORD = later(r"[\"']([^\"'\n]*)[\"']")


def slips_in(source: str) -> Iterator[Mistake]:
    bare = _QUOTED.sub(_blank, source)
    words = _QUOTED.sub(lambda one: _blank(one) if one["comment"] else one[0], source)
    own = {
        name
        for one in _OWN.finditer(bare)
        for name in re.findall(r"\w+", " ".join(filter(None, one.groups())))
    }
    kept = {one[1] for one in _KEPT.finditer(bare)}
    for one in _PRINTS.finditer(bare):
        if "print" not in own:
            yield _at(source, one.start(1), "nobody reads what is printed: say(text) tells all")
    for one in _STILL.finditer(bare):
        why = f"{one[1]}() stands still here: clock() and today() tell the time"
        yield _at(source, one.start(1), why)
    for one in _UNASKED.finditer(bare):
        if one[1] not in own:
            yield _at(source, one.start(1), f"{one[1]} is asked with brackets: {one[1]}()")
    for one in _ASKED.finditer(bare):
        if one[2] in kept or (one[3] == "text" and one[2] in ("proposal", "rule")):
            given = "(player)" if one[3] == "of" else "()"
            yield _at(source, one.start(1), f"{one[1]} is asked with brackets: {one[1]}{given}")
    for one in _DAY.finditer(words):
        for day in _WORD.finditer(one[1] or one[2]):
            if day[1] not in DAYS:
                why = f'weekday() is never "{day[1][:20]}": it is "{DAYS[0]}" to "{DAYS[-1]}"'
                yield _at(source, one.start(), why)


def _blank(one: re.Match[str]) -> str:
    return "\n".join([" " * len(line) for line in one[0].split("\n")])


def _at(source: str, at: int, why: str) -> Mistake:
    column = at - source.rfind("\n", 0, at)
    return Mistake(why=why, line=source.count("\n", 0, at) + 1, column=column)
