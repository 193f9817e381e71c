"""How a text is asked whether it says something: sentence by sentence, by words and figures.

1. A sentence says a thing if it has all that the thing needs, and beyond that only words which
   belong to it. So a negation, an exception or another figure is a word too many, and is named.
2. What stands beside it in the rule must be known, too, and not be about the same. Else it is in
   the way, and a person has to read it: "new players are immune" limits what it does not name.
3. Nothing is concluded: "ten points" is 10 points, and all else is as it is written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from nomic_mail.patterns import later

LONGEST_TEXT = 6000  # what is longer is a person's to read: nothing may hide behind a limit

_PLAIN = {0x2018: "'", 0x2019: "'", 0x201C: " ", 0x201D: " ", 0x2010: "-", 0x2011: "-", 0xBD: "1/2"}
_PLAIN |= {0x2013: " - ", 0x2014: " - ", 0x2026: " ", **dict.fromkeys(map(ord, '"*_`#'), " ")}
_NUMBERS = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    ("eighteen", "nineteen"),
)
_SMALL = tuple(word for row in _NUMBERS for word in row)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUE = {word: n for n, word in enumerate(_SMALL)}
_VALUE |= {word: 10 * n for n, word in enumerate(_TENS, 2)}
_ORDINAL = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th"}
_ONE = "|".join(_VALUE)
_WRITTEN = later(
    rf"\b(?:(?P<hundreds>a|{_ONE})[ -])?(?P<hundred>hundred)(?:(?: and |[ -])(?P<more>{_ONE}))?\b"
    rf"|\b(?P<tens>{'|'.join(_TENS)})[ -](?P<ones>{'|'.join(_SMALL[1:10])})\b"
    rf"|\b(?P<one>{_ONE})\b(?!'s)"
)
_SHARES = {"thirds": "/3", "quarters": "/4", "fourths": "/4"}
_SHARE = later(r"\b(\d) ?-?(thirds|quarters|fourths)\b")
_TWICE = later(r"(?<![\w.,/-])(\d+) ?\(\1\)")  # ten (10)
_END = later(r"(?<![.!:;])[.!:;]+(?=[\s)\]'])|\n\s*\n|\n(?=\s*(?:[-+•]|\w{1,2}[.)]) )|\(\d\)(?= )")
_WORD = later(r"[^\s.,:;!()\[\]'-](?:[^\s,:;!?()\[\]]*[^\s.,:;!?()\[\]'-])?")
_HARMLESS = (
    r"an?|the|of|to|in|on|at|by|that|which|who|its?|their|his|her|they|s?he|is|are|be|been|was|were"
    r"|shall|will|must|has|have|had|as|then|and|own|such"
)
_LIMITS = later(
    r"\b(?:not|no|never|none|unless|except\w*|only|without|until|void|null|repeal\w*|suspend\w*"
    r"|old|obsolete|former\w*|struck|deleted|rejected|withdrawn|draft|proposed|examples?)\b"
)


def figure(number: int) -> str:
    """That number, and no part of another one."""
    return rf"(?<![\w./,-]){number}(?![\w%/-]|[.,]\d)"


def either(*phrases: str) -> str:
    return f"(?:{'|'.join(phrases)})"


class Saying(Struct, frozen=True):
    """`needs` are what a sentence must have: each as it is told, and the pattern. `words` are the
    words, and in brackets the phrases, that may stand there besides."""

    needs: tuple[tuple[str, str], ...]
    words: str = ""

    def lacks(self, sentence: str) -> tuple[str, ...]:
        return tuple(told for told, words in self.needs if not _pattern(words).search(sentence))

    def too_much(self, sentence: str) -> tuple[str, ...]:
        """The words that belong to nothing of it."""
        covered = [span for _, words in self.needs for span in _spans(words, sentence)]
        covered += _spans(_vocabulary(self.words), sentence)
        return tuple(
            found[0]
            for found in _WORD.finditer(sentence)
            if not any(begin <= found.start() and found.end() <= end for begin, end in covered)
        )

    def said(self, sentence: str) -> bool:
        return not self.lacks(sentence) and not self.too_much(sentence)


class Way(Struct, frozen=True):
    """One way to say what a clause does: all of `says`, each in a sentence; `beside` may stand
    there, too. `whole` takes the rule as one sentence, for what only all of it says."""

    says: tuple[Saying, ...]
    beside: tuple[Saying, ...] = ()
    whole: bool = False


class ClauseMatter(Struct, frozen=True):
    """Of one kind of clause: what it is about, as it is told; the pattern of its words; and the
    ways to say what a clause of this value does: none, where no plain words are known for it."""

    about: str
    topic: str
    ways: Callable[[Any], Sequence[Way]]


class Hearing(Struct, frozen=True):
    """What came of asking a text: `why` it does not say so (empty if it does); else which of its
    sentences say it, and which may stand beside them."""

    why: str
    saying: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()


def hear(matter: ClauseMatter, value: Any, sentences: Sequence[str]) -> Hearing:
    """Whether these sentences say it, whatever stands beside; `in_the_way` asks for that."""
    best = Hearing(f"the text does not speak of {matter.about}")
    closest = 0
    for way in matter.ways(value):
        asked = ["; ".join(sentences)] if way.whole else sentences
        missing, reached = _missing(way, asked)
        if not missing:
            says = sentences if way.whole else _of(way.says, sentences)
            return Hearing("", frozenset(says), frozenset(_of(way.beside, sentences)))
        if reached > closest:
            best, closest = Hearing(missing), reached
    return best


def _of(sayings: Sequence[Saying], sentences: Sequence[str]) -> list[str]:
    return [one for one in sentences if any(saying.said(one) for saying in sayings)]


def _missing(way: Way, sentences: Sequence[str]) -> tuple[str, int]:
    """What the first thing unsaid lacks where it is most nearly said, and how near that is."""
    reached = 0
    for saying in way.says:
        if any(saying.said(one) for one in sentences):
            reached += len(saying.needs) + 1
            continue
        has = {one: len(saying.needs) - len(saying.lacks(one)) for one in sentences}
        nearest = max(sentences, key=lambda one: has[one], default="")
        if not nearest or not has[nearest]:
            return f"the text does not say: {saying.needs[0][0]}", reached
        lacks, reached = saying.lacks(nearest), reached + has[nearest]
        if lacks:
            return f"the text does not say: {lacks[0]}", reached
        return f"the text says more than that: {_some(saying.too_much(nearest))}", reached + 1
    return "", reached


def in_the_way(
    matter: ClauseMatter,
    sentences: Sequence[str],
    spoken_for: frozenset[str],
    known: Sequence[Saying],
) -> str:
    """A sentence that nobody knows, or one about the same that says something else."""
    for one in sentences:
        if one not in spoken_for and (about(matter, one) or not _of(known, [one])):
            return f"this sentence may change it: {_shown(one)}"
    return ""


def about(matter: ClauseMatter, sentence: str) -> bool:
    return _pattern(rf"\b(?:{matter.topic})").search(sentence) is not None


def limited(words: str) -> str:
    """The word of a title that may limit what is said below."""
    found = _LIMITS.search(plain(words))
    return found[0] if found else ""


@lru_cache(maxsize=256)
def sentences_of(text: str) -> tuple[str, ...]:
    parts = (" ".join(one.split()).strip(" ,-+•'") for one in _split(plain(text)))
    return tuple(one for one in parts if re.search(r"[\w?]", one))


def _split(text: str) -> Iterator[str]:
    at = 0
    for found in _END.finditer(f"{text}\n\n"):
        yield text[at : found.start()]
        at = found.end()


def plain(text: str) -> str:
    """Lower case, without emphasis and quotation marks, all numbers in figures."""
    apart = re.sub(r"\n(?=[ \t]*[A-Z])", "\n\n", text.translate(_PLAIN))  # no line was just full
    told = re.sub(r"\.{3,}|\b(?:i\. ?e|e\. ?g)\.", " ", apart.lower())
    told = re.sub(r"\b(rule|rank|team|game|re)-(?=[a-z])", r"\1 ", told)
    told = re.sub(r"\b(" + "|".join(_ORDINAL) + r")\b", lambda one: _ORDINAL[one[1]], told)
    told = _WRITTEN.sub(_in_figures, told)
    told = _SHARE.sub(lambda one: one[1] + _SHARES[one[2]], told)
    return _TWICE.sub(r"\1", told).replace("?", " ?. ")


def _in_figures(found: re.Match[str]) -> str:
    if found["hundred"]:
        hundreds = _VALUE.get(found["hundreds"] or "one", 1)
        return str(100 * hundreds + _VALUE.get(found["more"] or "", 0))
    return str(_VALUE[found["tens"]] + _VALUE[found["ones"]] if found["tens"] else _VALUE[found[0]])


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if not words.startswith(r"\b") else words)


@lru_cache(maxsize=4096)
def _vocabulary(words: str) -> str:
    phrases = re.findall(r"\[([^\]]*)\]", words)
    single = re.sub(r"\[[^\]]*\]", " ", words).split()
    return "|".join([*phrases, *single, _HARMLESS])


def _spans(words: str, sentence: str) -> list[tuple[int, int]]:
    return [found.span() for found in _pattern(words).finditer(sentence)]


def _some(words: Sequence[str]) -> str:
    told = ", ".join(f'"{word}"' for word in words[:3])
    return told + (", …" if len(words) > 3 else "")


def _shown(sentence: str) -> str:
    words = sentence if len(sentence) <= 70 else f"{sentence[:69].rstrip()}…"
    return f'"{words}"'
