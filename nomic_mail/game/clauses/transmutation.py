"""transmutation: the share needed to make an immutable rule mutable (109)."""

from nomic_mail.game.clauses.kind import Kind, read_threshold, show_threshold

KIND = Kind(
    name="transmutation",
    fold="one",
    meaning="the share of votes that transmutes an immutable rule into a mutable one; without "
    "such a clause the adoption clause counts for this too",
    forms=("unanimous of eligible",),
    read=read_threshold,
    show=show_threshold,
)
