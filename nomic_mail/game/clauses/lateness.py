"""lateness: what may be done about a player who does not move in time (011 as revised)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="lateness",
    fold="one",
    meaning="moderator may remove: the Moderator may remove a player who is late; may skip: a turn "
    "that is not taken in time may be skipped. Without such a clause a late player is reminded, "
    "and the Moderator asked",
    forms=("moderator may remove", "may skip"),
    read=read_word("moderator may remove", "may skip"),
    show=str,
)
