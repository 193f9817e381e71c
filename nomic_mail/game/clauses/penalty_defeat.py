"""penalty defeat: what a defeated proposal costs its proposer (206)."""

from nomic_mail.game.clauses.kind import Kind, Pays, Voted
from nomic_mail.game.clauses.worth import read_points, show_points


def _proposer(vote: Voted) -> tuple[int, ...]:
    return (vote.proposal.by,) if vote.outcome == "defeated" else ()


KIND = Kind(
    name="penalty defeat",
    place=140,
    fold="sum",
    meaning="the proposer of a defeated proposal loses this many points",
    german="wer einen abgelehnten Vorschlag gemacht hat, verliert so viele Punkte",
    forms=("10", "1d6", "min(10, opposed * 5)"),
    read=read_points,
    show=show_points,
    pays=Pays(
        _proposer,
        "proposal {number} was defeated",
        "Vorschlag {number} wurde abgelehnt",
        takes=True,
    ),
)
