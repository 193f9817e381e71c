"""reward proposer: what the mover scores at the end of the turn (202)."""

from nomic_mail.game.clauses.kind import Kind
from nomic_mail.game.clauses.points import read_points, show_points

KIND = Kind(
    name="reward proposer",
    fold="sum",
    meaning="the mover scores this once the proposal has been voted on, adopted or not; dice are "
    "thrown by the Moderator and can be checked",
    forms=("1d6", "2d6+1", "5", "(ordinal - 291) * favourable / cast"),
    read=read_points,
    show=show_points,
)
