"""reward against: what voters against a winning proposal score (204)."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _against(vote: Voted) -> tuple[int, ...]:
    """204 names no exception: where a vote could pass against somebody, it pays them."""
    return vote.who_voted("against") if vote.outcome == "adopted" else ()


KIND = Kind(
    name="reward against",
    place=130,
    fold="sum",
    meaning="each player who voted against a proposal that was adopted scores this many points",
    german="wer gegen einen Vorschlag gestimmt hat, der angenommen wurde, bekommt so viele Punkte",
    forms=("10", "1d6", "max(10, opposed * 2)"),
    read=read_points,
    show=show_points,
    pays=Pays(_against, "voted against {number}, adopted", "gegen {number} gestimmt, angenommen"),
)
