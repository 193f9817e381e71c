"""victory: the points that win (208; 112 lets only the number change)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="victory",
    fold="one",
    meaning="the first player with at least this many points wins",
    forms=("100",),
    read=read_count(1, 1_000_000_000),
    show=str,
)
