"""votes: how many votes a player has (207)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="votes",
    fold="one",
    meaning="each player has this many votes",
    forms=("1",),
    read=read_count(1, 1),
    show=str,
    house="1",
)
