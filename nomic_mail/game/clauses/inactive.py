"""inactive: who is not counted among the voters, since they have missed so many votes."""

import re

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.state import Proposal, State

_MISSED = re.compile(r"after (\d{1,3}) (?:votes? missed|missed votes?)(?: in a row)?")


def _read(text: str) -> int:
    found = _MISSED.fullmatch(" ".join(text.lower().split()))
    if found is None or not int(found[1]):
        raise BadClause(f'"{text.strip()}": write after 2 votes missed')
    return int(found[1])


def _show(value: int) -> str:
    return f"after {value} vote{'' if value == 1 else 's'} missed"


def _active(
    value: int, state: State, proposal: Proposal | None, seats: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(seat for seat in seats if not state.players[seat].inactive)


KIND = Kind(
    name="inactive",
    place=96,
    fold="one",
    meaning="a player who misses so many votes in a row is inactive: not counted among the "
    "eligible, for a share of them or for a quorum, until they write again, whatever they write; "
    "a vote of theirs is counted as any",
    more="Votes that are counted within an hour are one. See [below](#the-inactive).",
    forms=("after 2 votes missed", "after 1 vote missed"),
    read=_read,
    show=_show,
    eligible=_active,
)
