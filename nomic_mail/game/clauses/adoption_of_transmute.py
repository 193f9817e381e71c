"""adoption of transmute: how many votes a transmutation needs."""

from nomic_mail.game.clauses.adoption import read_adoption, show_adoption
from nomic_mail.game.clauses.kind import Kind

KIND = Kind(
    name="adoption of transmute",
    place=105,
    fold="one",
    meaning="the share of votes that a transmutation needs, in place of `adoption`",
    german="der Anteil der Stimmen, den eine Umwandlung braucht, anstelle von `adoption`",
    more="A clause `transmutation` comes before it.",
    forms=("2/3 of cast", "2/3 of cast, quorum 1/2", "majority of cast, quorum 5 heads"),
    read=read_adoption,
    show=show_adoption,
    covers=lambda change, _: change.kind == "transmute",
)
