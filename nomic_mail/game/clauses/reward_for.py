"""reward for: what voters for an adopted proposal score."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _for(vote: Voted) -> tuple[int, ...]:
    return vote.who_voted("for") if vote.outcome == "adopted" else ()


KIND = Kind(
    name="reward for",
    place=124,
    fold="sum",
    meaning="each player who voted for a proposal that was adopted scores this many points",
    german="wer für einen Vorschlag gestimmt hat, der angenommen wurde, bekommt so viele Punkte",
    forms=("3", "1d6"),
    read=read_points,
    show=show_points,
    pays=Pays(_for, "voted for {number}, adopted", "für {number} gestimmt, angenommen"),
)
