"""Which elements of an HTML letter its own style sheets hide.

1. A rule hides what its selector fits (selected.py), surely or perhaps. What stands under
   conditions that are not known here (a width, dark mode, a rule around it) hides perhaps; what
   today's programs have is taken for theirs (@supports, @layer).
2. Of the rules by which an element has its `display` the weightiest holds: !important, then ids,
   classes and tags, then the later one; so with `visibility`. What hides in another way is undone
   by none.
3. Style sheets are read as far as their limit, in one pass; where there is more, it is unsure
   whether what has a class or an id is seen.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from nomic_mail.letters.lists import word_set
from nomic_mail.letters.mime.selected import MAYBE, NO, YES, Matching, Selector, selectors
from nomic_mail.patterns import later

CHARS, STYLE_CHARS = 200_000, 5_000
GROWING = word_set("table tr td th")  # to hold what is in them, whatever their size
SIGN = later(r"/\*|[\"'\\]")
BRACE = later(r"[{}]")
SCREEN = later(r"^\s*(?:(?:only\s+)?(?:all|screen)\s*)?$", re.I)  # whatever its size
ALWAYS = later(
    r"^@(?:media\s*(?:(?:only\s+)?(?:all|screen)\s*)?|layer\b[^;]{0,99}"
    r"|supports\b(?![^;]{0,999}\bnot\b)[^;]{0,999})$",
    re.I,
)
NEVER = later(
    r"^@(?:media\s+(?:only\s+)?print\b[^,]{0,200}$|(?:-\w{1,9}-)?keyframes\b|font-face\b|page\b)",
    re.I,
)
DISPLAY = later(r"(?<![\w-])display\s*:[^;]{0,99}", re.I)
VISIBILITY = later(r"(?<![\w-])visibility\s*:[^;]{0,99}", re.I)
BY = {"display": DISPLAY, "visibility": VISIBILITY}
# How a style may be spelt for who looks for words in it.
CSS_COMMENT = later(r"/\*[^*]{0,200}\*/")
CSS_ESCAPE = later(r"\\([0-9a-f]{1,6})\s?", re.I)

Hides = Callable[[str, str], bool]  # a style, and the tag that has it
Seen = Literal["yes", "no", "perhaps"]
Weight = tuple[bool, tuple[int, int, int], int]
OWN = (1 << 30, 0, 0)  # of an element's own style


class _Rule(Struct, frozen=True):
    """`by` is "display" or "visibility"; nothing where it hides in another way."""

    selector: Selector
    fit: int
    hides: bool
    by: str
    weight: Weight


def plain(style: str) -> str:
    known = CSS_COMMENT.sub("", style[:STYLE_CHARS])
    return CSS_ESCAPE.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)), known)


class Sheets:
    """All of a letter's together. `hides` knows a hiding style, `may` one that perhaps hides, and
    `coloured` whether an element is seen by its colour."""

    def __init__(
        self,
        sheets: Iterable[str],
        hides: Hides,
        may: Hides,
        coloured: Callable[[Any], Seen],
    ) -> None:
        self._may, self._coloured = may, coloured
        text = "\n".join(sheets)
        self._more, self._matching = len(text) > CHARS, Matching()
        self._rules: dict[str, list[_Rule]] = {}
        self._known: dict[Any, Seen] = {}
        rules = [*_rules(text[:CHARS], hides, may)]
        if any(one.hides for one in rules):
            for one in rules:
                self._rules.setdefault(one.selector.key, []).append(one)

    def shows(self, tag: str, element: Any, style: str) -> Seen:
        """Whether an element that its own style does not hide is seen."""
        if element not in self._known:
            self._known[element] = self._shows(tag, element, style)
        return self._known[element]

    @property
    def doubted(self) -> bool:
        """Whether that was unsure of one."""
        return "perhaps" in self._known.values()

    def _shows(self, tag: str, element: Any, style: str) -> Seen:
        seen = {self._coloured(element)}
        if style and self._may(style, tag):
            seen.add("perhaps")
        if self._more and (element.get("class") or element.get("id")):
            seen.add("perhaps")
        if self._rules and not self._matching.is_over:
            about = self._about(tag, element)
            fit = [(value, one) for one in about if (value := self._fit(element, one)) != NO]
            each = (([one for one in fit if one[1].by == by], by) for by in ("", *BY))
            seen |= {_told(of, by, style) for of, by in each}
        if self._matching.is_over:
            seen.add("perhaps")
        return "no" if "no" in seen else "perhaps" if "perhaps" in seen else "yes"

    def _about(self, tag: str, element: Any) -> Iterator[_Rule]:
        names = [f".{one}" for one in element.get("class", "").lower().split()]
        names += [f"#{element.get('id', '').lower()}", tag, "*"]
        for name in dict.fromkeys(names):
            for one in self._rules.get(name, ()):
                if self._matching.is_over:
                    return
                yield one

    def _fit(self, element: Any, rule: _Rule) -> int:
        return min(self._matching.fit(element, rule.selector), rule.fit)


def _told(fit: list[tuple[int, _Rule]], by: str, style: str) -> Seen:
    """Rule 2; the element's own style has its weight, too."""
    if not by:
        best = max((value for value, _ in fit), default=NO)
        return "no" if best == YES else "perhaps" if best else "yes"
    told = [(one.weight, value, one.hides) for value, one in fit]
    if own := BY[by].search(style):
        told.append(((_is_heavy(own[0]), OWN, 0), YES, False))
    may = set[bool]()
    for _, value, hides in sorted(told, reverse=True):
        may.add(hides)
        if value == YES:
            break
    else:
        may.add(False)
    return "perhaps" if len(may) > 1 else "no" if True in may else "yes"


def _is_heavy(declared: str) -> bool:
    return declared.lower().rstrip(" \t\n}").endswith("important")


def _rules(sheet: str, hides: Hides, may: Hides) -> Iterator[_Rule]:
    """Those that hide something, or show it."""
    for number, (told, written, fit) in enumerate(_blocks(_without_comments(sheet))):
        style = plain(written)
        each = {by: _declared(pattern, style) for by, pattern in BY.items()}
        rest = VISIBILITY.sub("", DISPLAY.sub("", style))
        if not any(each.values()) and not hides(rest, "") and not may(rest, ""):
            continue
        known: dict[str, list[tuple[str, bool, bool]]] = {}  # of a block, as its list may be long
        for one in selectors(told):
            kind = "table" if one.key in GROWING else ""
            if kind not in known:
                asked = {"": rest} | {by: own for by, own in each.items() if own}
                known[kind] = [(by, hides(own, kind), may(own, kind)) for by, own in asked.items()]
            for by, surely, perhaps in known[kind]:
                if by:
                    weight = (_is_heavy(each[by]), one.weight, number)
                    value = min(fit, MAYBE) if perhaps else fit
                    yield _Rule(one, value, perhaps or surely, by, weight)
                elif surely or perhaps:
                    value = fit if surely else min(fit, MAYBE)
                    yield _Rule(one, value, True, "", (False, one.weight, number))


def _declared(pattern: re.Pattern[str], style: str) -> str:
    """What holds of all that is declared."""
    found = pattern.findall(style)
    return next((one for one in reversed(found) if _is_heavy(one)), found[-1] if found else "")


class _Block(Struct):
    """`fit`: whether what stands in it holds on the screen; `styles`, as far as it is read."""

    head: str
    fit: int
    styles: list[str]


def _blocks(text: str) -> Iterator[tuple[str, str, int]]:
    """Selectors and style of each rule, and whether it holds on the screen; a block that nobody
    closes ends with the sheet."""
    around: list[_Block] = []
    begun = 0
    for brace in BRACE.finditer(text):
        told = text[begun : brace.start()]
        begun = brace.end()
        if brace[0] == "{":
            style, _, head = told.rpartition(";")
            fit = _held(head.strip())
            if around:
                around[-1].styles.append(style)
                within_a_rule = not around[-1].head.startswith("@")
                fit = min(fit, around[-1].fit, MAYBE if within_a_rule else YES)
            around.append(_Block(head.strip(), fit, []))
        elif around:
            yield from _ended(around.pop(), told)
    while around:
        yield from _ended(around.pop(), text[begun:])
        begun = len(text)


def _held(head: str) -> int:
    if not head.startswith("@") or ALWAYS.search(head):
        return YES
    return NO if NEVER.search(head) else MAYBE


def _ended(block: _Block, told: str) -> Iterator[tuple[str, str, int]]:
    if not block.head.startswith("@") and block.fit != NO:
        yield block.head.replace("&", "*"), ";".join((*block.styles, told)), block.fit


def _without_comments(sheet: str) -> str:
    """And without the marks that hid it from the oldest programs; a brace in a text is none."""
    out, at = list[str](), 0
    sheet = sheet.replace("<!--", " ").replace("-->", " ")
    while found := SIGN.search(sheet, at):
        out.append(sheet[at : found.start()])
        if found[0] == "/*":
            end = sheet.find("*/", found.end())
            at = end + 2 if end >= 0 else len(sheet)
            continue
        is_text, at = found[0] != "\\", found.end()
        at = _end_of_text(sheet, at, found[0]) if is_text else at + 1
        out.append(sheet[found.start() : at].replace("{", " ").replace("}", " "))
    return "".join((*out, sheet[at:]))


def _end_of_text(sheet: str, at: int, mark: str) -> int:
    """Behind the mark that ends it; a line's end does, too."""
    while at < len(sheet) and sheet[at] not in (mark, "\n"):
        at += 2 if sheet[at] == "\\" else 1
    return min(at + 1, len(sheet))
