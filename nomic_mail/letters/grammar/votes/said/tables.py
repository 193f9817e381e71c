"""Tables in plain words: a head, and below it a row for each proposal.

What stands in a head's last column tells whose the rows are: below "Vote" or "Meine Stimme" they
are its writer's, below "Result" or a name they are told.
"""

import re

from nomic_mail.patterns import later

MOST = 200
_BARS = later(r"\s?\|\s?|\t|\s{2,8}")
_OWN_COLUMN = later(
    r"^(?:(?:my|our|the|your|meine?|deine?|unsere?)\s)?(?:votes?|voting|choices?|ballots?|answers?"
    r"|repl(?:y|ies)|opinions?|views?|positions?|meinung|stimmen?|wahl|antwort(?:en)?|votum)$"
    r"|^(?:my|our|meine?|unsere?)\s(?:verdicts?|decisions?|entscheidung(?:en)?)$",
    re.I,
)


def is_row(text: str) -> bool:
    return len(_cells(text)) > 1


def is_head(text: str) -> bool:
    """Whether it may be the head of a table: cells, and no number."""
    if not (is_row(text) and len(text) <= MOST) or any(map(str.isdigit, text)):
        return False
    return text.rstrip("| ")[-1:] not in (".", ",", "!", "?", ":")


def is_own_head(text: str) -> bool:
    """Whether the rows below it are votes of their writer's."""
    return is_head(text) and _OWN_COLUMN.match(_cells(text)[-1]) is not None


def _cells(text: str) -> list[str]:
    return [one for one in _BARS.split(text[:MOST].strip("| ")) if one.strip()]
