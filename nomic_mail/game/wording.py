"""People's words as they are shown, in letters and on the shelf: what changed in them, and nothing
that moves a terminal or turns a line about."""

import re

from nomic_mail.game.matching import steps

_WORDS = re.compile(r"\s*\S+")
# Where a sentence ends, or a paragraph, or an item of a list.
_SENTENCES = re.compile(r"(?<=[.!?;:])\s+|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")
_BULLET = re.compile(r"^[-*•] ")
TURNS = "\u2028-\u202e\u2066-\u2069"
STEERS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{TURNS}]")
MOST_WORDS = 3000  # of a text whose changes are shown: what is longer is read as a whole


def changes(now: str, was: str) -> list[tuple[str, str]]:
    """("same" | "gone" | "new", words) in order, wherever lines break. None if nothing changed, if
    there is too much to compare, or if so much has gone that the new text is better read whole."""
    old, new = _WORDS.findall(was.strip()), _WORDS.findall(now.strip())
    if len(old) + len(new) > MOST_WORDS:
        return []
    told = steps([x.strip() for x in old], [x.strip() for x in new], skips=True)
    codes = [one for one in told if one[0] != "equal"]
    gone = sum(one[2] - one[1] for one in codes)
    if not codes or 2 * gone >= len(old):
        return []
    found: list[tuple[str, str]] = []
    for kind, old_from, old_to, new_from, new_to in told:
        if kind == "equal":
            found.append(("same", "".join(new[new_from:new_to])))
            continue
        found.append(("gone", "".join(old[old_from:old_to])))
        found.append(("new", "".join(new[new_from:new_to])))
    return [(kind, words) for kind, words in found if words]


def sentences_changed(now: str, was: str) -> list[tuple[str, str]]:
    """(what goes, what comes in its place), in order; None where `changes` tells none."""
    if not changes(now, was):
        return []
    old, new = _sentences(was), _sentences(now)
    found = [one for one in steps(old, new) if one[0] != "equal"]
    return [(" ".join(old[a:b]), " ".join(new[x:y])) for _, a, b, x, y in found]


def _sentences(text: str) -> list[str]:
    told = (" ".join(one.split()) for one in _SENTENCES.split(text))
    return [_BULLET.sub("", one) for one in told if one]


def settled(words: str) -> str:
    """A blank in the place of each sign that steers."""
    return STEERS.sub(" ", words)
