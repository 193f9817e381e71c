"""ballots: how votes are sent and shown (010), and whether one may abstain (105)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="ballots",
    place=80,
    fold="one",
    meaning="secret: nobody sees a ballot before the vote closes; then all are published by name. "
    "with abstention: a player may also abstain, which is a ballot but no vote either way",
    forms=("secret", "secret with abstention"),
    read=read_word("secret", "secret with abstention"),
    show=str,
    house="secret",
)
