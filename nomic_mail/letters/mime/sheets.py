"""Which elements of an HTML letter its own style sheets hide.

1. Only what surely hides is believed, as words would be lost: a rule for a class, an id or a tag by
   itself ("p.x", ".x, #y"), outside of any @media but that of each screen; what today's programs
   have is taken for theirs (@supports, @layer). Of two rules the later one holds.
2. A style sheet is read as far as its limit, in one pass.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from nomic_mail.patterns import later

CHARS, CLASSES = 50_000, 20
COMMENT = later(r"/\*[^*]{0,2000}(?:\*(?!/)[^*]{0,2000}){0,20}\*/")
BRACE = later(r"[{}]")
ALONE = later(r"^([a-z][a-z0-9]{0,20})?(?:([.#])([\w-]{1,80}))?$", re.I)
SCREEN = later(r"^\s*(?:(?:only\s+)?(?:all|screen)\s*)?$", re.I)  # whatever its size
ALWAYS = later(
    r"^@(?:media\s*(?:(?:only\s+)?(?:all|screen)\s*)?|layer\b[^;]{0,99}"
    r"|supports\b(?![^;]{0,999}\bnot\b)[^;]{0,999})$",
    re.I,
)
SHOWN = later(r"display\s*:|visibility\s*:\s*visible", re.I)

Key = tuple[str, str, str]  # a tag or none, "." or "#", a name


def hidden_by(sheets: Iterable[str], hides: Callable[[str, str], bool]) -> set[Key]:
    """What all style sheets together hide, where `hides` knows a hiding style of a tag."""
    hidden: set[Key] = set()
    for selectors, style in _rules("\n".join(sheets)[:CHARS]):
        for selector in selectors.split(","):
            found = ALONE.match(selector.strip())
            if found is None or not found[0]:
                continue
            key = (found[1] or "").lower(), found[2] or "", found[3] or ""
            if hides(style, key[0]):
                hidden.add(key)
            elif SHOWN.search(style):
                hidden.discard(key)
    return hidden


def is_hidden(tag: str, element: Any, hidden: set[Key]) -> bool:
    if not hidden:
        return False
    names = [(".", one) for one in element.get("class", "").split()[:CLASSES]]
    names += [("#", element.get("id", "")), ("", "")]
    return any((of, *name) in hidden for of in ("", tag) for name in names)


def _rules(sheet: str) -> Iterable[tuple[str, str]]:
    """Selectors and style of each rule that stands by itself."""
    text = COMMENT.sub("", sheet).replace("<!--", "").replace("-->", "")
    depth, begun, selectors, inside = 0, 0, "", False
    for brace in BRACE.finditer(text):
        told = text[begun : brace.start()]
        begun = brace.end()
        if brace[0] == "{":
            selectors = told.rsplit(";", 1)[-1].strip() if depth == 0 else selectors
            if ALWAYS.search(selectors) and not inside:
                inside = True
                continue
            depth += 1
            continue
        inside = inside and depth > 0
        depth = max(0, depth - 1)
        if depth == 0 and not selectors.startswith("@"):
            yield selectors, told
