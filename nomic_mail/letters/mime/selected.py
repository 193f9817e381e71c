"""Selectors of style sheets, held against elements as a browser does it, as far as that can be done
without one.

1. What is told is NO, MAYBE or YES. MAYBE is all that hangs on what is not known here: the place
   among others, a choice that is ticked, a name in other capitals, which old pages take for the
   same, and whatever cannot be read.
2. What only a hand brings about (:hover), and what is no element (::before), is nothing.
3. The steps of all that is asked have an end; behind it all is MAYBE.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

NO, MAYBE, YES = 0, 1, 2
STEPS, DEEP = 200_000, 12
CLASS_CHARS = 5_000
_NAME = r"(?:[\w-]|\\[0-9a-fA-F]{1,6} ?|\\[^\n0-9a-fA-F]){1,80}"
TOKEN = later(
    rf"(?P<mark>[.#])(?P<name>{_NAME})"
    r"|\[ ?(?P<key>[\w-]{1,60}) ?(?:(?P<how>[~|^$*]?=) ?"
    rf"(?P<value>\"[^\"\n]{{0,200}}\"|'[^'\n]{{0,200}}'|{_NAME}) ?(?P<flag>[a-zA-Z])? ?)?\]"
    r"|(?P<nothing>::[\w-]{1,40}|:(?:before|after|first-line|first-letter)\b)"
    r"|:(?P<state>[\w-]{1,40})(?P<opens>\(?)"
    r"|(?P<beside> ?[>+~] ?| )"
    r"|(?P<tag>[a-zA-Z][\w-]{0,40}|\*)",
)
ESCAPED = later(r"\\(?:([0-9a-fA-F]{1,6}) ?|(.))")
BY_HAND = word_set("hover active focus focus-within focus-visible visited target")
ANY_OF = word_set("is where matches any -webkit-any -moz-any")


class _Test(Struct, frozen=True):
    """`kind` is "tag", ".", "#", "[", "not", "is", "first", "last" or "unknown"."""

    kind: str
    name: str = ""
    how: str = ""
    value: str = ""
    small: bool = False  # whatever its capitals
    inner: "tuple[tuple[_Test, ...], ...]" = ()


class Selector(Struct, frozen=True):
    """From the right: what the element is, and, by the sign between them, what is around it."""

    steps: tuple[tuple[str, tuple[_Test, ...]], ...]
    weight: tuple[int, int, int]  # ids; classes and their like; tags

    @property
    def key(self) -> str:
        """What an element has, whatever its capitals, that it may fit."""
        tests = {one.kind: one.name.lower() for one in reversed(self.steps[0][1])}
        for kind in ("#", "."):
            if kind in tests:
                return f"{kind}{tests[kind]}"
        return tests.get("tag", "*")


UNREAD = Selector((("", (_Test("unknown"),)),), (1, 0, 0))


def selectors(told: str) -> Iterator[Selector]:
    """Each of a list; UNREAD where it cannot be read, and nothing for what is no element."""
    for one in _apart(" ".join(told.split())):
        read = _read(one.strip())
        if read is not None:
            yield read


def _apart(told: str) -> list[str]:
    if "(" not in told and "[" not in told:
        return told.split(",")
    parts, depth, begun = list[str](), 0, 0
    for at, sign in enumerate(told):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(told[begun:at])
            begun = at + 1
    return [*parts, told[begun:]]


def _read(told: str, depth: int = 0) -> Selector | None:
    """`depth` of the brackets that it stands in."""
    if depth > DEEP:
        return UNREAD
    steps: list[tuple[str, tuple[_Test, ...]]] = []
    tests: list[_Test] = []
    weight, at = [0, 0, 0], 0
    while at < len(told):
        found = TOKEN.match(told, at)
        if found is None or len(steps) > DEEP:
            return UNREAD
        at = found.end()
        if found["nothing"] or (found["state"] or "").lower() in BY_HAND:
            return None
        if found["beside"]:
            steps.append((found["beside"].strip() or " ", tuple(tests)))
            tests = []
        elif found["state"]:
            inside, at = _inside(told, at) if found["opens"] else ("", at)
            tests.append(_state(found["state"].lower(), inside, depth))
            weight[1] += 1
        else:
            tests.append(_simple(found))
            weight["#.".find(found["mark"]) if found["mark"] else 2 if found["tag"] else 1] += 1
    if not tests or not all(inner for _, inner in steps):
        return UNREAD if told else None
    signs = [sign for sign, _ in steps]
    each = [inner for _, inner in steps] + [tuple(tests)]
    chain = tuple(zip([*reversed(signs), ""], reversed(each), strict=True))
    return Selector(chain, (weight[0], weight[1], weight[2]))


def _simple(found: re.Match[str]) -> _Test:
    if found["mark"]:
        return _Test(found["mark"], _unescaped(found["name"]))
    if found["tag"]:
        return _Test("tag", found["tag"].lower())
    value = found["value"] or ""
    value = value[1:-1] if value[:1] in ('"', "'") else _unescaped(value)
    small = (found["flag"] or "").lower() == "i"
    return _Test("[", found["key"].lower(), found["how"] or "", value, small)


def _state(name: str, inside: str, depth: int) -> _Test:
    if name in ("first-child", "last-child"):
        return _Test(name.partition("-")[0])
    if name == "not" or name in ANY_OF:
        read = [_read(one.strip(), depth + 1) for one in _apart(inside)]
        whole = [one for one in read if one is not None]
        if len(whole) == len(read) and all(len(one.steps) == 1 for one in whole):
            kind = "not" if name == "not" else "is"
            return _Test(kind, inner=tuple(one.steps[0][1] for one in whole))
    return _Test("unknown")


def _inside(told: str, at: int) -> tuple[str, int]:
    """What stands up to the bracket that closes the one before, and where that is over."""
    depth = 1
    for place in range(at, len(told)):
        depth += (told[place] == "(") - (told[place] == ")")
        if depth == 0:
            return told[at:place], place + 1
    return told[at:], len(told)


def _unescaped(name: str) -> str:
    return ESCAPED.sub(_sign, name)


def _sign(found: re.Match[str]) -> str:
    return chr(min(int(found[1], 16), 0x10FFFF)) if found[1] else found[2]


class Matching:
    """Of one letter (rule 3)."""

    def __init__(self) -> None:
        self._left = STEPS

    @property
    def is_over(self) -> bool:
        return self._left < 0

    def fit(self, element: Any, selector: Selector, at: int = 0) -> int:
        """Whether the element fits it, from this step on to the left."""
        sign, tests = selector.steps[at]
        value = self._all(element, tests)
        if value == NO or not sign:
            return value
        best = NO
        for one in _others(element, sign):
            if self.is_over:
                return MAYBE
            best = max(best, self.fit(one, selector, at + 1))
            if best == YES:
                break
        return min(value, best)

    def _all(self, element: Any, tests: Iterable[_Test]) -> int:
        value = YES
        for test in tests:
            if self.is_over:
                return MAYBE
            self._left -= 1
            value = min(value, self._one(element, test))
            if value == NO:
                break
        return value

    def _one(self, element: Any, test: _Test) -> int:
        match test.kind:
            case "tag":
                return YES if test.name in ("*", element.tag) else NO
            case ".":
                return self._of_class(element.get("class", ""), test.name)
            case "#":
                return _alike(element.get("id", ""), test.name)
            case "[":
                return _attribute(element.get(test.name), test)
            case "is" | "not":
                best = max(self._all(element, one) for one in test.inner)
                return best if test.kind == "is" else YES - best
            case "first" | "last":
                is_first = test.kind == "first"
                beside = element.getprevious() if is_first else element.getnext()
                return YES if beside is None else NO
        return MAYBE

    def _of_class(self, told: str, name: str) -> int:
        names = told[:CLASS_CHARS].split()
        self._left -= len(names) // 10
        best = max((_alike(one, name) for one in names), default=NO)
        return best if len(told) <= CLASS_CHARS else max(best, MAYBE)


def _others(element: Any, sign: str) -> Iterator[Any]:
    if sign == " ":
        yield from element.iterancestors()
    elif sign == ">":
        if (parent := element.getparent()) is not None:
            yield parent
    elif sign == "~":
        yield from element.itersiblings(preceding=True)
    elif (before := element.getprevious()) is not None:
        yield before


def _alike(has: str, name: str) -> int:
    if has == name:
        return YES
    return MAYBE if has.lower() == name.lower() else NO


def _attribute(has: str | None, test: _Test) -> int:
    if has is None:
        return NO
    if not test.how:
        return YES
    value = _compared(has, test.how, test.value)
    small = _compared(has.lower(), test.how, test.value.lower())
    return YES if value or (small and test.small) else MAYBE if small else NO


def _compared(has: str, how: str, value: str) -> bool:
    match how:
        case "=":
            return has == value
        case "~=":
            return value in has.split()
        case "|=":
            return has == value or has.startswith(f"{value}-")
    if not value:
        return False
    if how == "^=":
        return has.startswith(value)
    return has.endswith(value) if how == "$=" else value in has
