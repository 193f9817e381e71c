"""What the ballot's proposal speaks of, and whether other words do.

Two spellings of a word meet in its stem; what every proposal and every letter speaks of tells
nothing.
"""

from collections.abc import Set

from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.votes.said.reasons import LIFE
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

# What every proposal speaks of, and every letter.
COMMON = word_set(
    "a about above after again all also an and another any are as at back be because been before"
    " being below between both but by can come day days do does done down during each every first"
    " for from further game games get gets give given gives go good had has have he her here his"
    " hour hours house how if in into is it its just last least less letter letters like made make"
    " makes may month months more most much must name names new next no nomic nor not now of off"
    " old on once one only or other others our out over own part people place play player players"
    " rule rules same say says see send sent she should since so some still"
    " such take takes than that the their them then there these they thing things this those"
    " through time times to today too turn turns two under until up use used very vote voted votes"
    " was way we week weeks well were what when where which while who whoever whole whose why will"
    " with without word words work write written year years yes yet you your"
    " three four five six seven eight nine ten until end ends begin begins start starts"
)
ALWAYS = word_set("propos motion amendment")
LETTERS = later(r"[^\W\d_]{3,}")


def of(about: About) -> Set[str]:
    """The stems of what the ballot's proposal speaks of, and few other letters do."""
    words = LETTERS.findall(about.aims().text.lower())
    return {stem(one) for one in words if one not in COMMON and not LIFE.search(one)} | ALWAYS


def is_named(text: str, about: About) -> bool:
    return not stems(text).isdisjoint(of(about))


def every_stem(text: str) -> Set[str]:
    return {stem(one) for one in LETTERS.findall(text.lower())}


def stems(text: str) -> Set[str]:
    return {stem(one) for one in LETTERS.findall(text.lower()) if one not in COMMON}


def stem(word: str) -> str:
    """A word without its ending, as far as two spellings of it need to meet."""
    if word in ("die", "dice", "dices"):
        return "die"
    for end in ("ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word
