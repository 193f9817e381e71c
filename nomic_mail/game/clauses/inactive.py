"""inactive: who is not counted among the voters, since they have missed so many votes, or written
nothing for so long."""

import re
from datetime import timedelta

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.durations import BadDuration, parse_duration, show_duration
from nomic_mail.game.state import Proposal, State

LEAST = timedelta(days=1)

_MISSED = re.compile(r"after (\d{1,3}) (?:votes? missed|missed votes?)(?: in a row)?")


def _read(text: str) -> int | timedelta:
    words = " ".join(text.lower().split())
    found = _MISSED.fullmatch(words)
    if found is not None and int(found[1]):
        return int(found[1])
    try:
        length = parse_duration(words.removeprefix("after "))
    except BadDuration:
        length = timedelta(0)
    if length < LEAST or not words.startswith("after "):
        raise BadClause(f'"{text.strip()}": write after 2 votes missed, or after 7d')
    return length


def _show(value: int | timedelta) -> str:
    if isinstance(value, timedelta):
        return f"after {show_duration(value)}"
    return f"after {value} vote{'' if value == 1 else 's'} missed"


def _active(
    value: int | timedelta, state: State, proposal: Proposal | None, seats: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(seat for seat in seats if not state.players[seat].inactive)


KIND = Kind(
    name="inactive",
    place=96,
    fold="one",
    meaning="a player who misses so many votes in a row, or writes nothing for so long, is "
    "inactive: not counted among the eligible, for a share of them or for a quorum, until they "
    "write again, whatever they write (PRESENT will do); a vote of theirs is counted as any",
    german="wer so viele Abstimmungen in Folge versäumt oder so lange nichts schreibt, ist "
    "inaktiv: nicht unter den Stimmberechtigten, weder für einen Anteil von ihnen noch für ein "
    "Quorum, bis er wieder schreibt, was es auch sei (PRESENT genügt); eine Stimme von ihm zählt "
    "wie jede andere",
    more="Votes that are counted within an hour are one. See [below](#the-inactive).",
    forms=("after 2 votes missed", "after 1 vote missed", "after 7d"),
    read=_read,
    show=_show,
    eligible=_active,
)
