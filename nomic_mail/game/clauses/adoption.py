"""adoption: how many votes a rule-change needs (203)."""

from nomic_mail.game.clauses.kind import Kind, read_threshold, show_threshold

KIND = Kind(
    name="adoption",
    fold="one",
    meaning="the share of votes that adopts a rule-change; majority is over half, a fraction is "
    "at least that much; of eligible counts every voter, of cast only the ballots sent",
    forms=("unanimous of eligible", "majority of eligible", "2/3 of cast"),
    read=read_threshold,
    show=show_threshold,
    house="unanimous of eligible",
)
