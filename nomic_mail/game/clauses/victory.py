"""victory: the points that win (208; 112 lets only the number change), or so much of what a rule's
program keeps."""

import re

from msgspec import Struct

from nomic_mail.game.clauses.kind import PROGRAM, BadClause, Kind, read_count
from nomic_mail.game.expressions import LONGEST_NAME

_count = read_count(1, 999_999_999)
_KEPT = re.compile(r"(\d{1,9}) ([^\W\d_][\w -]*)")
_NO_NAME = {"or", "and", "more", "of", "over", "defers", "instead"}


class Goal(Struct, frozen=True):
    """So much of a quantity."""

    many: int
    of: str

    @property
    def quantities(self) -> frozenset[str]:
        return frozenset((self.of,))

    def __str__(self) -> str:
        return f"{self.many} {self.of}"


def _read(text: str) -> int | Goal | str:
    """0 stands for no goal at all."""
    words = " ".join(text.lower().split())
    if words in ("none", PROGRAM):
        return PROGRAM if words == PROGRAM else 0
    found = _KEPT.fullmatch(words)
    if found is None or found[2] in ("point", "points"):
        return _count(found[1] if found is not None else text)
    if _NO_NAME & {*found[2].split()} or len(found[2]) > LONGEST_NAME:
        raise BadClause(f'"{text.strip()}": write 100, or 30 coins, where a program keeps coins')
    return Goal(_count(found[1]), found[2])


def _show(value: int | Goal | str) -> str:
    return str(value) if value else "none"


KIND = Kind(
    name="victory",
    place=150,
    fold="one",
    meaning="the first player with at least this many points wins; or with so much of what a rule's"
    " program keeps for each player; none: there is no goal",
    german="wer zuerst mindestens so viele Punkte hat, gewinnt; oder so viel von dem, was das "
    "Programm einer Regel für jeden aufbewahrt; none: Es gibt kein Ziel",
    more="Of `30 coins` the rule's own program keeps the coins, or the oldest one that has that "
    "name. Where no rule in force does any more, it is as if there were no such clause. It is "
    "looked at whenever points, players, rules or what is kept change. With `victory: program` the "
    'program of that rule is asked who has won, by its `@decides("winner")`, after whatever has '
    "happened.",
    forms=("100", "none", "30 coins", PROGRAM),
    read=_read,
    show=_show,
    asks="winner",
)
