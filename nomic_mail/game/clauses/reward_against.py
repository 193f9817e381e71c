"""reward against: what voters against a winning proposal score (204)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="reward against",
    fold="sum",
    meaning="each player who voted against a proposal that was adopted scores this many points",
    forms=("10",),
    read=read_count(0, 1_000_000),
    show=str,
)
