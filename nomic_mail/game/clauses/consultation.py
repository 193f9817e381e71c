"""consultation: whether players may consult about rule-changes to come (210)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="consultation",
    place=220,
    fold="one",
    meaning="forbidden: players who are not team-mates may not consult on rule-changes to come; "
    "every letter relayed to all says so",
    german="forbidden: Wer nicht im selben Team ist, darf sich nicht über künftige "
    "Regeländerungen absprechen; jeder Brief an alle sagt es",
    forms=("forbidden", "allowed"),
    read=read_word("forbidden", "allowed"),
    show=str,
    house="allowed",
)
