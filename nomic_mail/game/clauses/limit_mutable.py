"""limit mutable: how many mutable rules there may be (209)."""

from nomic_mail.game.clauses.kind import Ahead, Kind, Objection, read_count
from nomic_mail.game.phrase import Phrase


def _over(ahead: Ahead) -> Objection | None:
    """A game that is over the limit already may go down towards it, and stay as it is."""
    most, before = ahead.value_then, ahead.value_now
    count, had = ahead.then.count("mutable"), ahead.now.count("mutable")
    if most is None or count <= most or (count <= had and before is not None and most >= before):
        return None
    return Objection(
        209,
        Phrase("too_many_mutable", count=count, most=most),
        Phrase("repeal_or_amend"),
    )


KIND = Kind(
    name="limit mutable",
    place=170,
    fold="strictest",
    meaning="a proposal that would leave more mutable rules than this is not in proper form",
    german="ein Vorschlag, nach dem es mehr veränderliche Regeln als so viele gäbe, ist nicht in "
    "gehöriger Form",
    forms=("25",),
    read=read_count(1, 100_000),
    show=str,
    forbids=_over,
)
