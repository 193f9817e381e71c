"""reward adopted: what the proposer of an adopted proposal scores."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _proposer(vote: Voted) -> tuple[int, ...]:
    return (vote.proposal.by,) if vote.outcome == "adopted" else ()


KIND = Kind(
    name="reward adopted",
    place=122,
    fold="sum",
    meaning="the proposer of an adopted proposal scores this many points",
    german="wer einen angenommenen Vorschlag gemacht hat, bekommt so viele Punkte",
    forms=("10", "1d6", "favourable * 2"),
    read=read_points,
    show=show_points,
    pays=Pays(
        _proposer,
        "proposed {number}, adopted",
        "{number} vorgeschlagen, angenommen",
        moment="afterwards",
    ),
)
