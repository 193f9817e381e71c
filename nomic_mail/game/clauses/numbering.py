"""numbering: the least number of a proposal (108)."""

from nomic_mail.game.clauses.kind import BadClause, Kind, read_count

HIGHEST = 900_000  # above a million, a number of a told game says that it was used again


def _read(text: str) -> int:
    first, _, number = text.strip().lower().partition(" ")
    if first != "from":
        raise BadClause(f'"{text.strip()}": write from 301')
    return read_count(1, HIGHEST)(number)


KIND = Kind(
    name="numbering",
    place=30,
    fold="one",
    meaning="the first proposal has this number, or the one after the highest starting rule, and "
    "each other the next; changed later, the next has this one, if it is higher",
    forms=("from 301",),
    read=_read,
    show=lambda value: f"from {value}",
    house="from 301",
)
