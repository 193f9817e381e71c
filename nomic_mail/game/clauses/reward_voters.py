"""reward voters: what each who votes scores, however the vote comes out."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _voters(vote: Voted) -> tuple[int, ...]:
    return tuple(sorted(vote.poll.ballots))


KIND = Kind(
    name="reward voters",
    place=126,
    fold="sum",
    meaning="each player who has sent a ballot, of whatever choice, scores this many points when "
    "it is counted",
    german="wer abgestimmt hat, wie auch immer, bekommt so viele Punkte, wenn gezählt wird",
    forms=("1", "1d6"),
    read=read_points,
    show=show_points,
    pays=Pays(_voters, "voted on {number}", "über {number} abgestimmt"),
)
