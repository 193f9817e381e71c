"""What behind a vote, or beside it, turns it: second thoughts, a change to come, another number.

1. "I'm against it. Well, not really.", "My vote is yes. I may still change it.": no vote.
2. A sentence that asks which way ("Or should I vote no?") leaves nothing plain behind it.
3. A vote without a number beside the number of another proposal may be for that one: "As for 302, I
   vote no" below the ballot on 301. It is asked about, unless the ballot's own number comes last.
4. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.words import NUMBERED, number_of

FURTHER = 20  # numbers beyond the last that is open by so many are years and the like
TURNS_BACK = re.compile(  # "Well, not really." "Or rather"
    r"\W*(?:(?:well|or|but|and|actually|hm+|oh),? )*(?:(?:not|no|never"
    r"|nah)(?:,? (?!that|opinion|preference|view)\w+){0,2}\W*$"
    r"|not (?:really|quite|exactly|yet|entirely)\b|or (?:rather|maybe|perhaps|not)\b|maybe\b"
    r"|perhaps\b"
    r"|almost\b|nearly\b|kind of\b|sort of\b|(?:but )?only\b|unless\b|if\b|except\b|i (?:think"
    r"|guess"
    r"|suppose)\W*$|as if\b|provided\b|until\b|assuming\b)"
    r"|\W*or\b[^?]*\?",
    re.I,
)
CHANGES = re.compile(
    r"\b(?:may|might|could|will|would|can|reserve the right to) (?:\w+ )?(?:change|reconsider"
    r"|switch"
    r"|withdraw|revisit|flip|turn)\b|\b(?:i|my|me)\b.*\b(?:would|might|may|could|'d)\b.*\bvot",
    re.I,
)
SENTENCE_END = re.compile(r"(?<=[.!?…])[\s)]+(?=\S)")


def turns(sentence: str) -> bool:
    """Whether a sentence behind a vote leaves no plain vote (rules 1 and 2)."""
    return TURNS_BACK.match(sentence) is not None or CHANGES.search(sentence) is not None


def turned_behind(tail: str) -> bool:
    """Whether one of the sentences behind a vote does."""
    return any(turns(one) for one in SENTENCE_END.split(tail)[1:40])


def names_another(text: str, ballot: int | None, numbers: Sequence[int]) -> bool:
    """Whether the last proposal that a text names is not the one that its ballot is on (rule 3)."""
    last = max((*numbers, ballot or 0), default=0)
    named = [number_of(one) for one in NUMBERED.findall(text)[:20]]
    named = [one for one in named if one in numbers or 300 < one <= last + FURTHER]
    meant = ballot if ballot is not None else numbers[0] if len(numbers) == 1 else None
    return bool(named) and meant is not None and named[-1] != meant
