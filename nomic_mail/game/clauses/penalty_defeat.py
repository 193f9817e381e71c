"""penalty defeat: what a defeated proposal costs its proposer (206)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="penalty defeat",
    fold="sum",
    meaning="the proposer of a defeated proposal loses this many points",
    forms=("10",),
    read=read_count(0, 1_000_000),
    show=str,
)
