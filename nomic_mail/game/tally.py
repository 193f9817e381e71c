"""Counting a vote: threshold and ballots in, outcome and its reason out (104, 203).

1. A missing ballot is never turned into a vote: it is not a yes, and it is not a no.
2. A proposal that fails only for absent ballots lapses: neither adopted nor defeated.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from nomic_mail.game.clauses.kind import Threshold, read_threshold, show_threshold
from nomic_mail.game.commands import Choice
from nomic_mail.game.events import Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    outcome: Outcome
    reason: str
    counts: Mapping[str, int]


def tally(threshold_text: str, electorate: tuple[int, ...], votes: Mapping[int, Choice]) -> Tally:
    threshold = read_threshold(threshold_text)
    counted = Counter(votes[seat] for seat in electorate if seat in votes)
    counts: dict[str, int] = {
        "for": counted["for"],
        "against": counted["against"],
        "abstain": counted["abstain"],
        "absent": sum(1 for seat in electorate if seat not in votes),
    }
    base = _base(threshold, electorate, counts)
    if _enough(threshold, counts["for"], base):
        outcome: Outcome = "adopted"
    elif counts["absent"] and _enough(threshold, counts["for"] + counts["absent"], base):
        outcome = "lapsed"
    else:
        outcome = "defeated"
    return Tally(outcome, _reason(threshold, outcome, counts, base), counts)


def _base(threshold: Threshold, electorate: tuple[int, ...], counts: Mapping[str, int]) -> int:
    if threshold.of == "eligible":
        return len(electorate)
    return counts["for"] + counts["against"]


def _enough(threshold: Threshold, favour: int, base: int) -> bool:
    """Majority is over half; a fraction is "at least"; nobody's silence adopts anything."""
    if favour == 0:
        return False
    if threshold.share is None:
        return 2 * favour > base
    return favour >= threshold.share * base


def _reason(threshold: Threshold, outcome: Outcome, counts: Mapping[str, int], base: int) -> str:
    of = "eligible voters" if threshold.of == "eligible" else "ballots cast"
    needs = f"it needed {show_threshold(threshold).partition(' of ')[0]} of the {of}"
    told = f"{counts['for']} of {base} {of} were for it, and {needs}"
    if outcome == "lapsed":
        return f"{told}; it fails only for {counts['absent']} missing, so it counts as neither"
    return told
