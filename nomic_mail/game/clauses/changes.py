"""changes: how many changes of the rules a proposal may have."""

import re

from nomic_mail.game.clauses.kind import BadClause, Kind

MOST = 20
_UP_TO = re.compile(r"(?:up to )?(\d{1,3})")


def _read(text: str) -> int:
    found = _UP_TO.fullmatch(" ".join(text.lower().split()))
    if found is None or not 1 <= int(found[1]) <= MOST:
        raise BadClause(f'"{text.strip()}": write up to, and a whole number from 1 to {MOST}')
    return int(found[1])


KIND = Kind(
    name="changes",
    place=35,
    fold="one",
    meaning="a proposal may have so many changes of the rules, which are adopted together or not "
    "at all; the rules that they make have its number with a point and their place: 301.1, 301.2",
    german="ein Vorschlag darf so viele Regeländerungen haben, die zusammen angenommen werden "
    "oder gar nicht; die Regeln, die daraus werden, haben seine Nummer mit einem Punkt und ihrer "
    "Stelle: 301.1, 301.2",
    more="Each is a block that begins with ENACT, AMEND, REPEAL or TRANSMUTE, below PROPOSE alone. "
    "The vote takes what the change takes that takes most. What is proposed already stays as it "
    "is. See [below](#several-changes).",
    forms=("up to 5", "up to 1"),
    read=_read,
    show=lambda value: f"up to {value}",
    house="up to 1",
)
