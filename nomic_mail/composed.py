"""Unicode's forms of one text (NFC, NFKC and their like), in time that grows as the text does.

Python puts the marks above and below a letter into their order one by one, which takes as long as
their number times itself: a letter of 900 KB that is one a with its marks would take seven minutes.
So of more marks than any language has on a letter each MOST are put in order by themselves.
"""

import re
import sys
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Literal

MOST = 100  # Unicode's own limit for what is sent in a stream is 30 (UAX 15)


def composed(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    if not _may_be_many().search(text):
        return unicodedata.normalize(form, text)
    ends = (found.end() for found in _many().finditer(text))
    return "".join(
        unicodedata.normalize(form, text[start:end]) for start, end in pairwise((0, *ends, None))
    )


@cache
def _may_be_many() -> re.Pattern[str]:
    """At a glance: no mark stands before U+0300."""
    return re.compile(f"[^\0-\u02ff]{{{MOST}}}")


@cache
def _many() -> re.Pattern[str]:
    marks = filter(unicodedata.combining, map(chr, range(0x300, sys.maxunicode + 1)))
    return re.compile(f"[{''.join(marks)}]{{{MOST}}}")
