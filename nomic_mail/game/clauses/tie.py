"""tie: what becomes of a proposal that as many are for as against."""

from nomic_mail.game.clauses.kind import Count, Kind, read_word
from nomic_mail.game.events import Outcome
from nomic_mail.game.phrase import Phrase


def _tied(value: str, count: Count) -> tuple[Outcome, Phrase] | None:
    """Of a majority alone: two thirds are not reached by half."""
    favour, against = count.counts["for"], count.counts["against"]
    if count.threshold.share is not None or not favour or favour != against:
        return None
    if value == "passes":
        return "adopted", Phrase("tie_passes", favour=favour)
    return "defeated", Phrase("tie_fails", favour=favour)


KIND = Kind(
    name="tie",
    place=106,
    fold="one",
    meaning="what becomes of a proposal for which a majority is needed, when as many votes are for "
    "it as against it; without such a clause it needs more than half",
    forms=("fails", "passes"),
    read=read_word("fails", "passes"),
    show=str,
    decides=_tied,
)
