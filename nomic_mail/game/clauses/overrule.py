"""overrule: what it takes to overrule a judge (212)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="overrule",
    place=190,
    fold="one",
    meaning="how many of the players other than the judge must say OVERRULE, before the next turn "
    "begins, for the next judge to be asked",
    forms=("unanimous of others", "majority of others"),
    read=read_word("unanimous of others", "majority of others"),
    show=str,
    house="unanimous of others",
)
