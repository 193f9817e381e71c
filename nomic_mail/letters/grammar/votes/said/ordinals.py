"""What "the first" and "the second" are, where no number says so.

What stands before them may tell of other things of which there are two ("I saw two flats. The first
one yes, the second one no."), and then these are no proposals.
"""

import re

from nomic_mail.letters.grammar.votes.said.grounds import is_courtesy, weigh
from nomic_mail.patterns import later

_OF_BALLOT = later(
    r"\b(?:proposals?|motions?|ballots?|vot(?:e|es|ing)|rules?|amendments?|answers?|order|read"
    r"|reading|re-?read|decid\w+|thought|thinking|opinions?|verdicts?|choices?|\d{3})\b",
    re.I,
)
_OTHERS = later(
    r"\b(?:two|three|both|several|some|few|couple of|pair of|these|those) (?:\w+ ){0,2}\w+s\b"
    r"|\b(?:saw|looked at|tried|viewed|tasted|visited|compared|watched|tested|test-drove)\b"
    r"|^\W*(?:about|on|regarding|re|concerning|as for|as to|with regard to|of) (?:the|your|our|my"
    r"|these|those)\b",
    re.I,
)


def of_other_things(head: str) -> bool:
    """Whether a sentence before "the first" tells of other things that have one."""
    if _OTHERS.search(head) is None or _OF_BALLOT.search(head):
        return False
    return not (is_courtesy(head) or weigh(head, behind=True))
