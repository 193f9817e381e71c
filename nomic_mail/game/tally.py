"""Counting a vote: threshold and ballots in, outcome and its reason out (104, 203).

1. A missing ballot is never turned into a vote: it is not a yes, and it is not a no.
2. A proposal that fails only for absent ballots lapses: neither adopted nor defeated. So does one
   that fails for want of a quorum.
3. An abstention is a ballot: it helps to make a quorum, and is no vote either way.
4. What a vote takes is frozen in one line when it opens: the threshold, and behind it the clauses
   that decide besides: `majority of cast; tie: passes`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from nomic_mail.game.clauses import Clause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption, read_adoption
from nomic_mail.game.clauses.kind import Count, Threshold
from nomic_mail.game.commands import Choice
from nomic_mail.game.events import Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    outcome: Outcome
    reason: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a vote takes (rule 4)."""

    adoption: Adoption
    clauses: tuple[Clause, ...] = ()


def read_terms(text: str) -> Terms:
    threshold, *others = text.split("; ")
    return Terms(read_adoption(threshold), tuple(map(parse_clause, others)))


def tally(
    threshold_text: str,
    electorate: tuple[int, ...],
    votes: Mapping[int, Choice],
    weights: Mapping[int, int] | None = None,
) -> Tally:
    """`weights` are the votes of each, where not everybody has one (207); a quorum counts heads."""
    terms = read_terms(threshold_text)
    threshold = terms.adoption.threshold
    has = {seat: (weights or {}).get(seat, 1) for seat in electorate}
    if threshold.unanimous or not any(has.values()):
        has = dict.fromkeys(electorate, 1)  # unanimous is every voter, however many votes (109)
    counted: Counter[str] = Counter()
    for seat in electorate:
        counted[votes.get(seat, "absent")] += has[seat]
    counts = {choice: counted[choice] for choice in ("for", "against", "abstain", "absent")}
    base = _base(threshold, sum(has.values()), counts)
    voted = sum(1 for seat in electorate if seat in votes)
    if reason := terms.adoption.falls_short(voted, len(electorate)):
        return Tally("lapsed", reason, counts)
    if _enough(threshold, counts["for"], base):
        outcome: Outcome = "adopted"
    elif counts["absent"] and _enough(threshold, *_had_all_voted_for(threshold, counts, base)):
        outcome = "lapsed"
    else:
        outcome = "defeated"
    several = set(has.values()) != {1}
    reason = _reason(threshold, outcome, counts, base, several)
    for clause in terms.clauses:
        count = Count(dict(votes), has, counts, outcome, reason)
        if clause.kind.decides and (other := clause.kind.decides(clause.value, count)):
            outcome, reason = other
    return Tally(outcome, reason, counts)


def _base(threshold: Threshold, eligible: int, counts: Mapping[str, int]) -> int:
    if threshold.of == "eligible":
        return eligible
    return counts["for"] + counts["against"]


def _had_all_voted_for(
    threshold: Threshold, counts: Mapping[str, int], base: int
) -> tuple[int, int]:
    """Favour and base as they would be; of the ballots cast, the absent would be cast as well."""
    absent = counts["absent"]
    return counts["for"] + absent, base + (absent if threshold.of == "cast" else 0)


def _enough(threshold: Threshold, favour: int, base: int) -> bool:
    """Majority is over half; a fraction is "at least"; nobody's silence adopts anything."""
    if favour == 0:
        return False
    if threshold.share is None:
        return 2 * favour > base
    return favour >= threshold.share * base


def _reason(
    threshold: Threshold, outcome: Outcome, counts: Mapping[str, int], base: int, several: bool
) -> str:
    of = "eligible voters" if threshold.of == "eligible" else "ballots cast"
    if several:
        of = "votes of the eligible" if threshold.of == "eligible" else "votes cast"
    if threshold.unanimous:
        needed = f"all of the {of}"
    else:
        share = "more than half" if threshold.share is None else f"at least {threshold.share}"
        needed = f"{share} of the {of}"
    told = f"{counts['for']} of {base} {of} were for it, and it needed {needed}"
    if outcome == "lapsed":
        return f"{told}; it fails only for {counts['absent']} missing, so it counts as neither"
    return told
