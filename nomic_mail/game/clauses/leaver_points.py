"""leaver points: what becomes of the points of who leaves (301)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="leaver points",
    place=50,
    fold="one",
    meaning="stay: they are kept for the player, who may come back. surplus: they go to a "
    "Government Surplus (below zero it is a Deficit), and who comes back begins anew",
    german="stay: Sie bleiben der Person erhalten, die ja zurückkommen kann. surplus: Sie gehen "
    "an einen Überschuss der Regierung (unter null ist es ein Fehlbetrag), und wer zurückkommt, "
    "fängt neu an",
    more="So it is with who is removed.",
    forms=("stay", "surplus"),
    read=read_word("stay", "surplus"),
    show=str,
    house="stay",
)
