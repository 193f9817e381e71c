"""A side that stands alone: a sentence of its own, or the clause that a sentence ends or begins
with, in words that are said to a ballot and to nothing else.

1. "Measured twice, cut once: for." "Fourteen hours on my feet, and you want poetry? Against!"
   "I hereby vote in favour of 301, without prejudice to any later judgment." Nothing else in the
   letter chooses, so whatever it tells, the side is its writer's.
2. Only what reaches it takes it away: in its sentence a condition, a doubt, another mouth or
   another time; behind it, second thoughts; in any sentence, a quotation, a jest, a bargain that
   begins with it, a condition that is no whole sentence.
3. "Vote against!" is called out to all, and a mere yes or no said to anything: neither is one.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers import avowed
from nomic_mail.letters.grammar.votes.readers.declared import as_meant, hopes_otherwise
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said.leadins import is_sour
from nomic_mail.letters.grammar.votes.said.signs import (
    AGAINST_WORDS,
    DANGER,
    FOR_WORDS,
    PERSON,
    SAYING,
)
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.votes.said.turns import HEDGES, IFS, UNDOES, ties, turned, turns
from nomic_mail.patterns import later

FEW_WORDS = 6
IT = (
    r"(?:it|this|that|this one|that one|(?:(?:the|this|your) )?(?:proposal|motion)(?: #?\d{3,6})?"
    r"|#?\d{3,6})"
)
MANNERS = (
    r"(?:[\s,]{1,2}(?:please|pls|thanks|thank you|thx|sorry|then|folks|friends|all|everyone|dears?"
    r"|from (?:me|us|here)|again|still|too|indeed|definitely))"
)
LEADS = (
    r"(?:(?:so|but|and|hence|therefore|thus|anyway|still|ok|okay|well|sorry|alas|in short|fine"
    r"|firmly|definitely|clearly|simply|strongly|all|plainly)[\s,:]{1,3}){0,3}"
)
SAYS = (
    r"(?:(?:i|we)(?:'m| am|'re| are| must| do| have to| shall)?"
    r"(?: (?:hereby|therefore|thus|also|just|simply|gladly|sadly|still|now|accordingly|\w{3,}ly))?"
    r" (?:vote|voting)|my vote (?:is|goes|remains|stays)|my vote:|(?:i|we)(?:'m| am|'re| are))"
)
SIDE = r"(?:(?P<pro>for|in favou?r(?: of)?|yes)|(?P<con>against|opposed(?: to)?|no))"
ALONE = later(rf"{LEADS}(?:{SAYS}\s)?(?:a |an )?{SIDE}(?:\s{IT})?{MANNERS}{{0,3}}[\s.!)]*", re.I)
BEGINS = later(rf"\W*{LEADS}{SAYS}\s(?:a |an )?{SIDE}(?:\s{IT})?(?=[,;(]|\s[–—(-])", re.I)
TALKED = later(rf"{LEADS}(?:a |an )?(?:yes|no)\b", re.I)
JOIN = later(r"[:,]\s+|\s[–—-]{1,2}\s+|;\s*")
SENTENCE = later(r"(?<=[.!?…;])[\s)]+(?=\S)|\n")
NUMBER = later(r"(?<![\w.,£$€])#?([3-9]\d\d)(?![\w%]|[.,]\d)")
QUOTES = later('["“”„«»]')
# Right before it: who says so, or a denial; and a vote on something else
HANGS = later(
    r"\bvot(?:e|es|ed|ing) (?:for|against|yes|no)\b|"
    r"(?:\b(?:not|never|nor|or|if|that|who|which|what|why|how|when|whether|like|than|as|to|would"
    r"|could|might|votes?|voted)|n't)\W*$",
    re.I,
)
LEADS_IN = later(
    r"\b(?:says?|said|writes?|wrote|asks?|asked|told|tells|would|titled?|called|headline|example"
    r"|instance|options?|choices?|answer(?:s|ed)|was|were|(?-i:[A-Z])\w+'s \w+)\b[^.!?]{0,30}\W*$",
    re.I,
)
ENGLISH = later(
    r"\b(?:the|and|my|this|that|with|without|you|have|it|been|here|(?-i:I)|i(?='))\b", re.I
)
FROM_OTHERS = later(r"\b(?:would|expect|waver\w*|maybe|perhaps|probably|unsure|torn)\b", re.I)


def standing(told: Sequence[str], number: int) -> Choice | None:
    """The one side of a letter that stands alone in it; `number`: of its ballot."""
    text = as_meant("\n".join(told))
    if avowed.FAR.search(text) or QUOTES.search(text) or is_sour(text) or UNDOES.search(text):
        return None
    if any(one[1] != str(number) for one in NUMBER.finditer(text)):
        return None
    sentences = [one.strip() for one in SENTENCE.split(text) if any(map(str.isalnum, one))]
    sides = [_side(one) for one in sentences]
    found = {one for one in sides if one is not None}
    if len(found) != 1:
        return None
    (choice,) = found
    last = max(at for at, one in enumerate(sides) if one is not None)
    others = [one for one, side in zip(sentences, sides, strict=True) if side is None]
    other = AGAINST_WORDS if choice == "for" else FOR_WORDS
    if any(other.search(one) or hopes_otherwise(one, choice) for one in sentences):
        return None
    if choice == "for" and any(map(avowed.MOCKS.search, sentences)):
        return None
    if any(SPOILS.search(one) or TAKES_BACK.search(one) or _hangs(one) for one in others):
        return None
    behind = sentences[last + 1 :]
    return None if any(turns(one) or ties(one, behind=True) for one in behind) else choice


def _hangs(sentence: str) -> bool:
    """Whether it is a condition that is no whole sentence, or is of the vote."""
    whole = avowed.WHOLE_IF.match(sentence) and not avowed.OF_VOTES.search(sentence)
    return not whole and (IFS.search(sentence) is not None or ties(sentence, behind=False))


def _side(sentence: str) -> Choice | None:
    """The side that a sentence is, ends with or begins with."""
    if strays(sentence):
        return None
    starts = [0, *(one.end() for one in JOIN.finditer(sentence))][:12]
    for at in starts:
        found = ALONE.fullmatch(sentence, at)
        if found is None or TALKED.match(sentence, at):
            continue
        return _choice(found) if _is_free(sentence[:at]) else None
    if (found := BEGINS.match(sentence)) is None:
        return None
    tail = sentence[found.end() :]
    tied = turned(tail) or avowed.PARTLY.match(tail) or avowed.SAID.match(tail)
    return None if tied or "?" in tail or not _is_free(tail) else _choice(found)


def _choice(found: re.Match[str]) -> Choice:
    return "for" if found["pro"] else "against"


def _is_free(beside: str) -> bool:
    """Whether what else its sentence says leaves it."""
    if avowed.others_say(beside) or HANGS.search(beside) or LEADS_IN.search(beside):
        return False
    if len(beside.split()) < FEW_WORDS and PERSON.search(beside) is not None:
        return False
    told = any(map(str.isalnum, beside))
    if told and not (beside.isascii() and ENGLISH.search(beside)):
        return False  # no doubt of another language is known here
    each = (DANGER, IFS, HEDGES, SAYING, FROM_OTHERS, avowed.WAVERS)
    return not any(one.search(beside) for one in each)
