"""reward against: what voters against a winning proposal score (204)."""

from nomic_mail.game.clauses.kind import Kind
from nomic_mail.game.clauses.points import read_points, show_points

KIND = Kind(
    name="reward against",
    fold="sum",
    meaning="each player who voted against a proposal that was adopted scores this many points",
    forms=("10", "1d6", "max(10, opposed * 2)"),
    read=read_points,
    show=show_points,
)
