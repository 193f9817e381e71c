"""start: the points a player begins with (201)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="start",
    place=60,
    fold="one",
    meaning="the points each player begins with",
    german="die Punkte, mit denen jeder beginnt",
    forms=("0",),
    read=read_count(-1_000_000, 1_000_000),
    show=str,
    house="0",
)
