"""overrule: what it takes to overrule a judge (212)."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from nomic_mail.game.clauses.kind import BadClause, Kind, read_threshold


class Overruling(Struct, frozen=True):
    """`share` is None for a majority; of all the others, or of those who have said anything."""

    share: Fraction | None
    of: Literal["others", "cast"]

    def is_enough(self, agreed: int, many: int) -> bool:
        if self.share is None:
            return 2 * agreed > many
        return agreed > 0 and agreed >= self.share * many

    @property
    def how_many(self) -> str:
        """unanimous, majority, 2/3"""
        if self.share is None:
            return "majority"
        return "unanimous" if self.share == 1 else str(self.share)

    def __str__(self) -> str:
        return f"{self.how_many} of {self.of}"


def read_overruling(text: str) -> Overruling:
    share, _, of = " ".join(text.lower().split()).partition(" of ")
    if of not in ("others", "cast"):
        raise BadClause(f'"{text.strip()}": a share is of others or of cast')
    return Overruling(read_threshold(share).share, "others" if of == "others" else "cast")


KIND = Kind(
    name="overrule",
    place=190,
    fold="one",
    meaning="how many of the players other than the judge must say OVERRULE, before the next turn "
    "begins, for the next judge to be asked. of cast: so many of those who say OVERRULE or UPHOLD "
    "until the time to overrule is over; then it is counted, and what is not overruled stands",
    german="wie viele außer dem Richter OVERRULE sagen müssen, bevor der nächste Zug beginnt, "
    "damit der nächste Richter gefragt wird. of cast: so viele von denen, die OVERRULE oder "
    "UPHOLD sagen, bis die Zeit zum Verwerfen vorbei ist; dann wird gezählt, und was nicht "
    "verworfen ist, gilt",
    more="A vote of cast is counted as the rules had it when the ruling was given. The ruling "
    "falls at once where nobody can keep it any more, whatever the others say.",
    forms=("unanimous of others", "majority of others", "2/3 of others", "2/3 of cast"),
    read=read_overruling,
    show=str,
    house="unanimous of others",
)
