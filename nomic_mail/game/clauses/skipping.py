"""skipping: whether a turn that is not taken in time may be passed over (201)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="skipping",
    place=200,
    fold="one",
    meaning="forbidden: no turn is skipped or passed, and no step of a chair; a late player is "
    "reminded, and the Moderator asked. allowed: the Moderator may skip a turn that is not taken "
    "in time; what a Chairperson has called for goes on with the next player in the chair",
    forms=("forbidden", "allowed"),
    read=read_word("forbidden", "allowed"),
    show=str,
    house="allowed",
)
