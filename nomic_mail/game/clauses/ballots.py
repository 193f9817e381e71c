"""ballots: how votes are sent and shown (010)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="ballots",
    fold="one",
    meaning="secret: nobody sees a ballot before the vote closes; then all are published by name",
    forms=("secret",),
    read=read_word("secret"),
    show=str,
    house="secret",
)
