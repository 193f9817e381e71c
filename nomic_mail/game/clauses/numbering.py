"""numbering: the least number of a proposal, and whether a changed rule takes it (108)."""

from dataclasses import dataclass

from nomic_mail.game.clauses.kind import BadClause, Kind, read_count

HIGHEST = 900_000  # above a million, a number of a told game says that it was used again


@dataclass(frozen=True, slots=True)
class Numbering:
    """`keep`: a rule that is changed keeps the number that it has."""

    first: int
    keep: bool = False


def _read(text: str) -> Numbering:
    start, comma, keeps = text.strip().lower().partition(",")
    first, _, number = start.strip().partition(" ")
    if first != "from" or (comma and keeps.strip() != "keep"):
        raise BadClause(f'"{text.strip()}": write from 301, or from 301, keep')
    return Numbering(read_count(1, HIGHEST)(number), keep=bool(comma))


KIND = Kind(
    name="numbering",
    place=30,
    fold="one",
    meaning="the first proposal has this number, or the one after the highest starting rule, and "
    "each other the next; changed later, the next has this one, if it is higher. keep: a rule that "
    "is amended or transmuted keeps its number, and does not take that of the proposal; an "
    "amendment is called by its proposal all the same (REPEAL AMENDMENT 301)",
    more="It goes by the rules as they are when a change is adopted.",
    forms=("from 301", "from 301, keep"),
    read=_read,
    show=lambda value: f"from {value.first}" + (", keep" if value.keep else ""),
    house="from 301",
)
