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
    if value == "fails":
        return "defeated", Phrase("tie_fails", favour=favour)
    said = count.votes.get(count.chair) if count.chair is not None else None
    if said == "for":
        return "adopted", Phrase("tie_chair_for", favour=favour)
    if said == "against":
        return "defeated", Phrase("tie_chair_against", favour=favour)
    return "defeated", Phrase("tie_without_the_chair", favour=favour)


KIND = Kind(
    name="tie",
    place=106,
    fold="one",
    meaning="what becomes of a proposal for which a majority is needed, when as many votes are for "
    "it as against it. chair: the Chairperson's own vote decides; where there is no Chairperson, "
    "or they did not vote for it or against it, a tie fails. Without such a clause it needs more "
    "than half",
    german="was aus einem Vorschlag wird, der eine Mehrheit braucht, wenn ebenso viele Stimmen "
    "dafür wie dagegen sind. chair: Es entscheidet die eigene Stimme des Vorsitzes; gibt es "
    "keinen Vorsitz, oder war seine Stimme weder dafür noch dagegen, ist bei Gleichstand "
    "abgelehnt. Ohne eine solche Klausel braucht es mehr als die Hälfte",
    more="It is decided by whoever was in the chair when the vote opened.",
    forms=("fails", "passes", "chair"),
    read=read_word("fails", "passes", "chair"),
    show=str,
    decides=_tied,
)
