"""HAND OVER TO: the Moderator names who moderates in their place. It tells an address, so it is no
command of the game's; who is named confirms it from there."""

import re

from nomic_mail.letters.grammar.language import ROWS, Row
from nomic_mail.letters.grammar.words import without_courtesies
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

ROWS.append(
    Row(
        "discretion",
        "HAND OVER TO Name <addr>",
        "somebody else moderates",
        "jemand anders moderiert",
        80,
    )
)
_ORDER = later(
    r"(?:i )?(?:hereby )?hand (?:(?:the |this )?game )?over (?:(?:the |this )?game )?to:? "
    r"(?P<who>\S.{0,300}?)[\s.!]*",
    re.IGNORECASE,
)


def read_handing(subject: str, text: str) -> tuple[str, str] | None:
    """(the line, who is named), where the letter's first line, or its subject, is such an order."""
    said = [line.text for line in scaffold(text) if line.kind == "said"]
    for line in (*said[:1], subject):
        plain = without_courtesies(line) if len(line) <= 400 else ""
        found = _ORDER.fullmatch(plain or "")
        if found is not None:
            return line.strip(), found["who"]
    return None
