"""Counting a vote: threshold and ballots in, outcome and its reason out (104, 203).

1. A missing ballot is never turned into a vote: it is not a yes, and it is not a no.
2. Where the ballots cast decide, the absent decide nothing. Of the eligible, a proposal that the
   missing votes could have adopted lapses: neither adopted nor defeated. So does one that fails for
   want of a quorum.
3. An abstention is a ballot: it helps to make a quorum, and is no vote either way.
4. What a vote takes is frozen in one line when it opens: the threshold, and behind it the clauses
   that decide besides: `majority of cast; tie: passes`.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from nomic_mail.game.clauses import Clause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption, Turnout, read_adoption
from nomic_mail.game.clauses.ballots import CONDITIONS, ENDORSEMENT, allows
from nomic_mail.game.clauses.kind import Count, Threshold
from nomic_mail.game.clauses.vote_changes import NEVER
from nomic_mail.game.clauses.vote_ends import Ending
from nomic_mail.game.commands import Choice
from nomic_mail.game.events import Outcome
from nomic_mail.game.following import votes_of, waiting
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import Poll


class Tally(Struct, frozen=True):
    outcome: Outcome
    reason: Phrase
    counts: Mapping[str, int]


class Terms(Struct, frozen=True):
    """What a vote takes (rule 4)."""

    adoption: Adoption
    clauses: tuple[Clause, ...] = ()


@lru_cache(maxsize=256)  # of one vote it is asked again and again
def read_terms(text: str) -> Terms:
    threshold, *others = text.split("; ")
    return Terms(read_adoption(threshold), tuple(map(parse_clause, others)))


def tally(
    threshold_text: str,
    electorate: tuple[int, ...],
    votes: Mapping[int, Choice],
    weights: Mapping[int, int] | None = None,
    chair: int | None = None,
) -> Tally:
    """`weights` are the votes of each, where not everybody has one (207); a quorum counts heads.
    `chair` is whose vote may decide a tie."""
    terms = read_terms(threshold_text)
    threshold = terms.adoption.threshold
    has = dict.fromkeys(electorate, 1)
    if weights:
        has = {seat: weights.get(seat, 1) for seat in electorate}
    voted = [seat for seat in electorate if seat in votes]
    turnout = Turnout(
        voted=len(voted),
        eligible=len(electorate),
        votes=sum([has[seat] for seat in voted]),
        of_votes=sum(has.values()),
    )
    if threshold.unanimous or not any(has.values()):
        has = dict.fromkeys(electorate, 1)  # unanimous is every voter, however many votes (109)
    found = _counted(terms, has, votes, chair)
    if reason := terms.adoption.falls_short(turnout):
        return Tally("lapsed", reason, found.counts)
    if found.outcome == "defeated" and found.counts["absent"] and threshold.of == "eligible":
        all_voted: dict[int, Choice] = {**dict.fromkeys(electorate, "for"), **votes}
        if _counted(terms, has, all_voted, chair).outcome == "adopted":
            missing = found.counts["absent"]
            only = Phrase("fails_for_the_missing", counted=found.reason, missing=missing)
            return Tally("lapsed", only, found.counts)
    return found


def tallied(poll: Poll, rest: Mapping[int, Choice] | None = None) -> Tally:
    """What its ballots come to, and where `rest` are some that are missing, with them."""
    votes = votes_of(poll, rest)
    found = tally(poll.threshold, poll.electorate, votes, poll.weights, poll.chair)
    if poll.withdrawn:
        return Tally("withdrawn", Phrase("withdrawn_by_its_proposer"), found.counts)
    if poll.vetoed is None:
        return found
    return Tally("vetoed", _vetoed(poll.vetoed), found.counts)


def _vetoed(seat: int) -> Phrase:
    return Phrase("vetoed_by", seat=seat) if seat else Phrase("vetoed_by_rule")


def decided(poll: Poll) -> bool:
    """Whether it comes out the same whatever the missing do, and whatever comes of ballots that go
    by another vote: all for it, all against it, all abstaining or all absent are the furthest that
    they can go. Where what a ballot says is not told, and so neither its letter, the vote goes on
    in that record: it was not decided, or it would be over."""
    if not all(one.letter for one in poll.ballots.values()):
        return False
    if frozen(poll, "adoption"):
        return False  # a program may say otherwise than the votes
    ways: list[Choice | None] = ["for", "against", None]
    if poll.abstention:
        ways.append("abstain")
    outcomes, unknown = set(), (*poll.missing, *waiting(poll))
    for way in ways:
        rest = dict.fromkeys(unknown, way) if way is not None else {}
        outcomes.add(tallied(poll, rest).outcome)
    return len(outcomes) == 1


def ends(poll: Poll) -> str:
    """How the vote ends; empty where no rule says it."""
    return _ending(poll).way


def ends_from(poll: Poll) -> datetime:
    """When it can end at the earliest by the votes that are in, or by being withdrawn."""
    if poll.withdrawn:
        return poll.opened_at
    return min(
        poll.opened_at + _ending(poll).least, poll.closes_at or datetime.max.replace(tzinfo=UTC)
    )


def _ending(poll: Poll) -> Ending:
    return frozen(poll, "vote ends") or Ending("")


def is_final(poll: Poll) -> bool:
    """Whether a vote on it that is in can neither be changed nor taken back."""
    return _never_changes(poll.threshold)


@lru_cache(maxsize=256)  # of one letter it is asked of each open vote
def _never_changes(threshold: str) -> bool:
    return bool(_said(threshold, "vote changes") == NEVER)


def takes_conditions(poll: Poll) -> bool:
    return allows(frozen(poll, "ballots"), CONDITIONS)


def takes_endorsements(poll: Poll) -> bool:
    return allows(frozen(poll, "ballots"), ENDORSEMENT)


def frozen(poll: Poll, kind: str) -> Any:
    """What a clause of that kind said when the vote opened (rule 4); empty where none did."""
    return _said(poll.threshold, kind)


def _said(threshold: str, kind: str) -> Any:
    for one in read_terms(threshold).clauses:
        if one.kind.name == kind:
            return one.value
    return ""


def _counted(
    terms: Terms, has: Mapping[int, int], votes: Mapping[int, Choice], chair: int | None
) -> Tally:
    """What these ballots make of it, whoever is missing."""
    threshold = terms.adoption.threshold
    every, counts = sum(has.values()), {"for": 0, "against": 0, "abstain": 0}
    for seat, choice in votes.items():
        if seat in has:
            counts[choice] += has[seat]
    counts["absent"] = every - sum(counts.values())
    base = _base(threshold, every, counts)
    outcome: Outcome = "adopted" if _enough(threshold, counts["for"], base) else "defeated"
    reason = _reason(threshold, counts, base, set(has.values()) != {1})
    for clause in terms.clauses:
        count = Count(threshold, dict(votes), dict(has), counts, outcome, reason, chair)
        if clause.kind.decides and (other := clause.kind.decides(clause.value, count)):
            outcome, reason = other
    return Tally(outcome, reason, counts)


def _base(threshold: Threshold, eligible: int, counts: Mapping[str, int]) -> int:
    if threshold.of == "eligible":
        return eligible
    return counts["for"] + counts["against"]


def _enough(threshold: Threshold, favour: int, base: int) -> bool:
    """Majority is over half; a fraction is "at least"; nobody's silence adopts anything."""
    if favour == 0:
        return False
    if threshold.share is None:
        return 2 * favour > base
    return favour >= threshold.share * base


def needed(threshold: Threshold, of: str) -> Phrase:
    if threshold.unanimous:
        return Phrase("needs_all", of=of)
    if threshold.share is None:
        return Phrase("needs_majority", of=of)
    return Phrase("needs_share", share=str(threshold.share), of=of)


def _reason(threshold: Threshold, counts: Mapping[str, int], base: int, several: bool) -> Phrase:
    of = f"votes {threshold.of}" if several else threshold.of
    takes = needed(threshold, of)
    return Phrase("counted", favour=counts["for"], base=base, of=of, needed=takes)
