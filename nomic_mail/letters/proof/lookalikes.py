"""Which names look alike: the skeleton of UTS 39, of the Unicode consortium's own table.

Two names are one to the eye where their skeletons are the same: a Cyrillic letter for a Latin one,
an l for an I, an invisible letter, other blanks and marks between the words.
"""

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

IN_CAPITALS = str.maketrans("ilo", "110")  # I and O look like digits, and are i and o
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")


def skeleton(name: str) -> str:
    told = _plain(_mapped(unicodedata.normalize("NFKD", name)))
    return _plain(_mapped(_mapped(told).casefold())).translate(IN_CAPITALS)


def without_accents(shape: str) -> str:
    return "".join(one for one in shape if not unicodedata.combining(one))


def _plain(text: str) -> str:
    """Letters, digits and accents; nothing between them, and nothing that is not seen."""
    return "".join(
        one
        for one in unicodedata.normalize("NFKD", text)
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
