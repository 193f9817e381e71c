"""reward proposer: what the mover scores at the end of the turn (202)."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _proposer(vote: Voted) -> tuple[int, ...]:
    return (vote.proposal.by,) if vote.outcome in ("adopted", "defeated") else ()


KIND = Kind(
    name="reward proposer",
    place=120,
    fold="sum",
    meaning="the mover scores this once the proposal has been voted on, adopted or not; dice are "
    "thrown by the Moderator and can be checked",
    german="wer am Zug war, bekommt dies, sobald über den Vorschlag abgestimmt ist, angenommen "
    "oder nicht; gewürfelt wird vom Moderator und lässt sich prüfen",
    more="See [dice](dice.md).",
    forms=("1d6", "2d6+1", "5", "(ordinal - 291) * favourable / cast"),
    read=read_points,
    show=show_points,
    pays=Pays(_proposer, "proposed {number}", "{number} vorgeschlagen", moment="afterwards"),
)
