"""adoption of repeal: how many votes a repeal needs."""

from nomic_mail.game.clauses.adoption import read_adoption, show_adoption
from nomic_mail.game.clauses.kind import Kind

KIND = Kind(
    name="adoption of repeal",
    place=104,
    fold="one",
    meaning="the share of votes that a repeal needs, in place of `adoption`",
    german="der Anteil der Stimmen, den eine Aufhebung braucht, anstelle von `adoption`",
    forms=("2/3 of cast", "2/3 of cast, quorum 1/2", "majority of cast, quorum 5 heads"),
    read=read_adoption,
    show=show_adoption,
    covers=lambda change, _: change.kind == "repeal",
)
