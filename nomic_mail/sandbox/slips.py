"""What a program says that is Python, and can never come to what is meant: the interpreter runs it,
and the type checker lets it pass. It is looked at as text, without its comments, and for what is no
text in it without its texts; told since interface 5.

Nothing that could be meant belongs here: what a program of its own calls so is left alone.
"""

import re
from collections import Counter
from collections.abc import Iterator

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
