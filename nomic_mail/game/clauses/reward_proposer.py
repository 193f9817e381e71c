"""reward proposer: what the mover scores at the end of the turn (202)."""

from nomic_mail.game.clauses.kind import Kind, read_dice, show_dice

KIND = Kind(
    name="reward proposer",
    fold="sum",
    meaning="the mover scores this once the proposal has been voted on, adopted or not; dice are "
    "thrown by the Moderator and can be checked",
    forms=("1d6", "2d6+1", "5"),
    read=read_dice,
    show=show_dice,
)
