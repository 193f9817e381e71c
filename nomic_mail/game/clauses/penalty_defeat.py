"""penalty defeat: what a defeated proposal costs its proposer (206)."""

from nomic_mail.game.clauses.kind import Kind
from nomic_mail.game.clauses.points import read_points, show_points

KIND = Kind(
    name="penalty defeat",
    fold="sum",
    meaning="the proposer of a defeated proposal loses this many points",
    forms=("10", "1d6", "min(10, opposed * 5)"),
    read=read_points,
    show=show_points,
)
