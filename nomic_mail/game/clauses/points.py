"""points: how finely they are counted."""

import re
from fractions import Fraction

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.part_points import WHOLE

_PART = re.compile(r"(?:to )?(?:1/(\d{1,4})|0\.(0{0,2}1))")
_FINEST = 1000


def _read(text: str) -> Fraction:
    words = " ".join(text.lower().split())
    if words == "whole":
        return WHOLE
    found = _PART.fullmatch(words)
    part = Fraction(words.removeprefix("to ")) if found and found[1] != "0" else Fraction(0)
    if not part or _FINEST % part.denominator:
        raise BadClause(
            f'"{text.strip()}": write to 1/10, or another part of which whole numbers make a'
            " thousand, such as 1/2, 1/4, 1/100; or whole"
        )
    return part


def _show(value: Fraction) -> str:
    return "whole" if value == WHOLE else f"to {value}"


KIND = Kind(
    name="points",
    place=118,
    fold="one",
    meaning="how finely points are counted: to so small a part of one, or in whole points; what a "
    "sum comes to is the nearest of these, halves up",
    german="wie fein Punkte gezählt werden: bis zu einem so kleinen Teil, oder in ganzen Punkten; "
    "eine Summe wird auf den nächstliegenden Wert gerundet, Hälften nach oben",
    more="Where parts are counted, rewards and penalties can name them (`reward adopted: 2.5`), "
    "and so can the Moderator's AWARD, FINE and CORRECT SCORE. A part is one of which a whole "
    "number makes a thousand: 1/2, 1/4, 1/5, 1/10, 1/100. All is exact. It goes by the rules as "
    "they are when points are scored: what players have stays as it is, whatever a rule says "
    "later. A rule's program has the whole points of each, rounded down.",
    forms=("to 1/10", "to 1/2", "to 1/100", "whole"),
    read=_read,
    show=_show,
    house="whole",
)
