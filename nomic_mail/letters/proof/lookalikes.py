"""Which names look alike: the skeleton of UTS 39, of the Unicode consortium's own table.

Two names are one to the eye where their skeletons are the same: a Cyrillic letter for a Latin one,
an l for an I, an invisible letter, other blanks and marks between the words.
"""

import json
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from nomic_mail.composed import composed
from nomic_mail.patterns import later

IN_CAPITALS = str.maketrans("ilo", "110")  # I and O look like digits, and are i and o
# Small letters that the table does not have for what they look like within a word.
NEARLY = str.maketrans(
    "\u03b2\u03b3\u03b5\u03b7\u03ba\u03bc\u03c0\u03c4\u03c7\u03c9"
    "\u0432\u043a\u043c\u043d\u043f\u0442\u028d\u0185\u014b\u028a",
    "byenkuntxwbkmhntmbnu",
)
# Turned, open, insular or whatever else it is, it is read as that letter.
LETTER = later(r"LATIN [A-Z -]{0,40}\b([A-Z])(?: WITH [A-Z ,-]{1,60})?$")
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")


def skeleton(name: str) -> str:
    name = "".join(map(_in_a_sign, name))
    told = _plain(_mapped(composed("NFKD", name)))
    return _plain(_mapped(_mapped(told.translate(NEARLY)).casefold())).translate(IN_CAPITALS)


@lru_cache(maxsize=1000)
def _in_a_sign(one: str) -> str:
    """The letter that a flag's or a square's sign is made of; of any other sign (a trade mark's),
    nothing."""
    if unicodedata.category(one) != "So":
        return one
    name = unicodedata.name(one, "")
    return name[-1].lower() if name[-9:-1].endswith(" LETTER ") else ""


def without_accents(shape: str) -> str:
    """Nor with what is a part of its letters (a stroke, a hook)."""
    return "".join(map(_letter, shape)).translate(IN_CAPITALS)


@lru_cache(maxsize=1000)
def _letter(one: str) -> str:
    if unicodedata.category(one)[0] == "M":
        return ""
    found = None if one.isascii() else LETTER.match(unicodedata.name(one, ""))
    return found[1].lower() if found is not None else one


def _plain(text: str) -> str:
    """Letters, digits and accents; nothing between them, and nothing that is not seen."""
    return "".join(
        one
        for one in composed("NFKD", text)
        if one not in UNSEEN
        and not "\ufe00" <= one <= "\ufe0f"
        and not "\U000e0100" <= one <= "\U000e01ef"
        and unicodedata.category(one)[0] in "LNM"
    )


def _mapped(text: str) -> str:
    table = _table()
    return "".join(table.get(one, one) for one in text)


@cache
def _table() -> Mapping[str, str]:
    """Each character, and what stands for all that look like it."""
    import confusable_homoglyphs  # type: ignore[import-untyped]

    file = Path(confusable_homoglyphs.__file__).with_name("confusables.json")
    found: dict[str, str] = {}
    for one, others in json.loads(file.read_text(encoding="utf-8")).items():
        alike = sorted({_bare(one), *(_bare(other["c"]) for other in others)} - {""})
        of_two = [text for text in alike if len(text) > 1 and text.isascii()]
        least = (of_two or alike)[0]
        known = min(found.get(text, least) for text in alike) if not of_two else least
        found |= {text: known for text in alike if len(text) == 1}
    return found


def _bare(text: str) -> str:
    return text.replace("\u200e", "").replace("\u200f", "")
