"""transmutation: the share needed to make an immutable rule mutable (109)."""

from nomic_mail.game.clauses.adoption import read_adoption, show_adoption
from nomic_mail.game.clauses.kind import Kind

KIND = Kind(
    name="transmutation",
    fold="one",
    meaning="the share of votes that transmutes an immutable rule into a mutable one; without "
    "such a clause the adoption clause counts for this too",
    forms=("unanimous of eligible",),
    read=read_adoption,
    show=show_adoption,
)
