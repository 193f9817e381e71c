"""skipping: whether a turn that is not taken in time may be passed over (201)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="skipping",
    place=200,
    fold="one",
    meaning="forbidden: no turn is skipped or passed, and no step of a chair; a late player is "
    "reminded, and the Moderator asked. allowed: the Moderator may skip a turn that is not taken "
    "in time; what a Chairperson has called for goes on with the next player in the chair",
    german="forbidden: Kein Zug wird übersprungen oder übergangen, und kein Schritt des "
    "Vorsitzes; wer zu spät ist, wird erinnert, und der Moderator gefragt. allowed: Der Moderator "
    "darf einen Zug überspringen, der nicht rechtzeitig kommt; wozu der Vorsitz gerufen hat, geht "
    "mit dem nächsten im Vorsitz weiter",
    forms=("forbidden", "allowed"),
    read=read_word("forbidden", "allowed"),
    show=str,
    house="allowed",
)
