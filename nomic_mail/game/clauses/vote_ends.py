"""vote ends: when a vote is over."""

from nomic_mail.game.clauses.kind import Kind, always, read_word

WAYS = ("at the deadline", "when all voted", "when decided")

KIND = Kind(
    name="vote ends",
    place=108,
    fold="one",
    meaning="when all voted: as soon as every voter has voted, and at the deadline at the latest. "
    "at the deadline: not before it, so that a vote can be changed until then. when decided: as "
    "soon as the votes that are missing could not make it come out otherwise",
    more="It holds for what is opened from then on. With a chair each vote runs to its declared "
    "end.",
    forms=WAYS,
    read=read_word(*WAYS),
    show=str,
    house="when all voted",
    frozen=always,
)
