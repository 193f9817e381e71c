"""procedure: how a round of play goes (202)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="procedure",
    fold="one",
    meaning="turns: one player proposes, all debate and vote, and the turn passes on",
    forms=("turns",),
    read=read_word("turns"),
    show=str,
    house="turns",
)
