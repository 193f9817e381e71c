"""limit mutable: how many mutable rules there may be (209)."""

from nomic_mail.game.clauses.kind import Kind, read_count

KIND = Kind(
    name="limit mutable",
    fold="strictest",
    meaning="a proposal that would leave more mutable rules than this is not in proper form",
    forms=("25",),
    read=read_count(1, 100_000),
    show=str,
)
