"""penalty absent: what it costs not to vote."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _absent(vote: Voted) -> tuple[int, ...]:
    return vote.poll.missing


KIND = Kind(
    name="penalty absent",
    place=142,
    fold="sum",
    meaning="each player who could have voted on a proposal and did not loses this many points "
    "when it is counted",
    german="wer über einen Vorschlag hätte abstimmen können und es nicht tat, verliert so viele "
    "Punkte, wenn gezählt wird",
    forms=("1", "1d6"),
    read=read_points,
    show=show_points,
    pays=Pays(_absent, "did not vote on {number}", "nicht abgestimmt über {number}", takes=True),
)
