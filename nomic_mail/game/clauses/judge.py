"""judge: who decides a disputed question (212, 011)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="judge",
    place=180,
    fold="one",
    meaning="who is asked first when judgment is invoked",
    forms=("moderator", "player before the mover"),
    read=read_word("moderator", "player before the mover"),
    show=str,
    house="moderator",
)
