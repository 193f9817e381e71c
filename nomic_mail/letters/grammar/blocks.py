"""Several changes in one proposal: PROPOSE alone, and below it blocks, each beginning with its own
ENACT, AMEND, REPEAL or TRANSMUTE.

1. A block begins at a line with such a word in capitals, or written as a name is and followed by
   what it is of: `ENACT: Tea`, `Amend 203: Two thirds`. In braces there is none.
2. Of a letter in which one block is not understood, nothing is proposed.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.words import shown
from nomic_mail.patterns import later

_LOUD = later(r"^[\W_]{0,3}(?:ENACT|AMEND|REPEAL|TRANSMUTE)(?:MENT|ATION)?\b")
_PLAIN = later(
    r"^[\W_]{0,3}(?:enact(?: a)?(?: new)?(?: rule)? ?(?::|#?\d[\d.]{0,9} ?[:–—-])"
    r"|(?:amend|repeal|transmute) (?:amendment |rule )?#?\d)",
    re.I,
)
_NAMED = later(r"^[\W_]{0,3}[A-Z]")


def begins_block(line: str) -> bool:
    return bool(_LOUD.match(line) or (_NAMED.match(line) and _PLAIN.match(line)))


def lost_change(line: str) -> str:
    """The question about a line that `swallowed` finds."""
    return (
        f"{shown(line)} stands inside the text of your proposal and was taken as part of it. If you"
        " meant another change, reply REVISE alone on a line, and below it each change, beginning"
        " with its own ENACT, AMEND, REPEAL or TRANSMUTE."
    )


def swallowed(text: Sequence[str]) -> str:
    """A line amid the text of one change that is written as another is begun."""
    lines = (line.strip() for line in text)
    return next((one for one in lines if _LOUD.match(one) and _PLAIN.match(one)), "")
