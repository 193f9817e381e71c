"""Words in the colour of what is behind them, or nearly so, as far as their elements tell both.

What a letter does not tell its reader's program chooses: white words alone may stand on black.
"""

import re
from itertools import islice
from typing import Any

from nomic_mail.letters.mime.sheets import Seen, plain
from nomic_mail.patterns import later

AROUND_IT, WITHIN_IT = 30, 50  # of elements, as many as are looked at for their colours
NEAR = 24  # of 255, in each of three: hardly anybody sees the difference
COLOUR = later(r"(?<![\w-])(color|background(?:-color)?)\s*:([^;]{1,200})", re.I)
OF_NUMBERS = later(r"^(?:#[0-9a-f]{3,8}|rgba?\([\d\s,.%/]{5,40}\))$")
UNKNOWN = later(
    r"^(?:(?:hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|var)\("
    r"|rgba?\([^)]{0,60}\b(?:var|calc|min|max|clamp|env)\()"
)
PART = later(r"(\d{0,3}\.\d{1,9}|\d{1,3})(%?)")
COLOURS = {"inherit": "", "transparent": "", "none": ""}
# Those of a name that are near white or black; others differ from these by more.
NAMED = {
    "white": "ffffff",
    "black": "000000",
    "snow": "fffafa",
    "ivory": "fffff0",
    "azure": "f0ffff",
    "ghostwhite": "f8f8ff",
    "whitesmoke": "f5f5f5",
    "floralwhite": "fffaf0",
    "mintcream": "f5fffa",
    "seashell": "fff5ee",
    "honeydew": "f0fff0",
    "aliceblue": "f0f8ff",
}


def seen_by_colour(element: Any) -> Seen:
    """Whether any of it is seen by its colour: not where all in it is of that behind it."""
    colour, behind = _colours(element)
    if not colour and not behind:
        return "yes"
    for one in islice(element.iterancestors(), AROUND_IT):
        if colour and behind:
            break
        its_own, behind_it = _colours(one)
        colour, behind = colour or its_own, behind or behind_it
    seen = _apart(colour, behind)
    if seen == "yes":
        return "yes"
    within = [*islice(element.iterdescendants(), WITHIN_IT + 1)]
    alike = len(within) <= WITHIN_IT and not any(any(_colours(one)) for one in within)
    return seen if alike else "yes"


def told_together(style: str) -> Seen:
    """Of a style that has both."""
    return _apart(*_declared(style, "", ""))


def _apart(colour: str, behind: str) -> Seen:
    if not colour or not behind:
        return "yes"
    if "?" in (colour, behind):
        return "perhaps"
    if colour == behind:
        return "no"
    if colour[:1] == "=" or behind[:1] == "=":
        return "yes"
    pairs = ((int(one[at : at + 2], 16) for one in (colour, behind)) for at in (0, 2, 4))
    most = max(abs(one - other) for one, other in pairs)
    seen = most * int(colour[6:] or "ff", 16) / 255
    return "no" if most == 0 else "perhaps" if seen <= NEAR else "yes"


def _colours(element: Any) -> tuple[str, str]:
    """Of its words, and of what is behind them, as far as it says so itself."""
    style, own = element.get("style", ""), (element.get("color", ""), element.get("bgcolor", ""))
    return _declared(style, *own) if style or any(own) else ("", "")


def _declared(style: str, color: str, background: str) -> tuple[str, str]:
    found = {"color": color, "background": background}
    for one in COLOUR.finditer(plain(style)):
        found[one[1].lower().partition("-")[0]] = one[2]
    return _named(found["color"], "words"), _named(found["background"], "page")


def _named(told: str, of: str) -> str:
    """Six digits; of words that let some of what is behind them through, two more for how much of
    their own is seen. "?" for what is not known here, and "=…" for what is another than those near
    white or black, such as a picture."""
    colour = told.lower().partition("!")[0].strip()
    if not colour or colour in COLOURS:
        return ""
    if colour in NAMED:
        return NAMED[colour]
    if UNKNOWN.search(colour):
        return "?"
    if OF_NUMBERS.search(colour) is None:
        return f"={colour}" if colour.isalpha() else f"={of}"
    digits, alpha = _digits(colour)
    if alpha == 0:
        return ""
    if alpha < 255:
        return f"{digits}{alpha:02x}" if of == "words" else "?"
    return digits


def _digits(colour: str) -> tuple[str, int]:
    """Six, and how much is seen of it, of 255."""
    if colour.startswith("rgb"):
        found = [(float(one), sign) for one, sign in PART.findall(colour)]
        parts = [int(one * 255 / 100 if sign else one) for one, sign in found[:3]]
        alpha = [one / 100 if sign else one for one, sign in found[3:4]] or [1.0]
        digits = "".join(f"{min(one, 255):02x}" for one in parts).ljust(6, "0")
        return digits, min(round(alpha[0] * 255), 255)
    digits = colour[1:] if len(colour) >= 7 else "".join(sign * 2 for sign in colour[1:5])
    return digits[:6], int(digits[6:8].ljust(2, "f"), 16)
