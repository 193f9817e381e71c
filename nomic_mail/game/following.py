"""Ballots that follow something else (the clause `ballots`): what each comes to.

1. One is written as a choice is, and as secret: `as 2` is whatever the ballot of seat 2 is, and
   `for if 301 passes` is that choice, if 301 is adopted; `fails` is any other end of its vote.
2. What it comes to is found when its vote closes, from the ballots and outcomes as they then are.
   It is no vote where whoever it follows has none, where it follows itself in a circle, and where
   the proposal that it goes by is not decided by then.
3. One way, and a short one: each ballot is looked at once, however long the chain is.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import Poll

PLAIN: Mapping[str, Choice] = {one: one for one in get_args(Choice)}
_AS = re.compile(r"as (\d{1,6})")
_IF = re.compile(r"(for|against|abstain) if (\d{1,7}) (passes|fails)")


class Condition(Struct, frozen=True):
    choice: Choice
    number: int
    passes: bool


class ComesTo(Struct, frozen=True):
    """`choice` is None where it is no vote."""

    choice: Choice | None
    why: Phrase


@lru_cache(maxsize=256)
def followed(said: str) -> int:
    """The seat whose ballot this one follows; 0 where it follows nobody's."""
    found = _AS.fullmatch(said)
    return int(found[1]) if found else 0


def condition(said: str) -> Condition | None:
    found = _IF.fullmatch(said)
    return Condition(PLAIN[found[1]], int(found[2]), found[3] == "passes") if found else None


def come_to(poll: Poll, others: Mapping[int, Choice] | None = None) -> dict[int, ComesTo]:
    """What those ballots come to that follow something, as things stand; `others` are some that
    count in the place of what is missing."""
    ballots = {**{seat: one.choice for seat, one in poll.ballots.items()}, **(others or {})}
    found: dict[int, ComesTo] = {}
    for seat, said in ballots.items():
        if said not in PLAIN and seat not in found:
            _follow(seat, ballots, poll.outcomes, found)
    return found


def votes_of(poll: Poll, others: Mapping[int, Choice] | None = None) -> dict[int, Choice]:
    """The votes that there are, each a plain one."""
    found = come_to(poll, others)
    ballots = {**{seat: one.choice for seat, one in poll.ballots.items()}, **(others or {})}
    votes = [
        (seat, PLAIN[said] if said in PLAIN else found[seat].choice)
        for seat, said in ballots.items()
    ]
    return {seat: choice for seat, choice in sorted(votes) if choice is not None}


def waiting(poll: Poll) -> Iterator[int]:
    """Those whose ballot goes by a proposal that is not decided yet."""
    for seat, ballot in poll.ballots.items():
        asked = condition(ballot.choice)
        if asked is not None and asked.number not in poll.outcomes:
            yield seat


def _follow(
    seat: int, ballots: Mapping[int, str], outcomes: Mapping[int, str], found: dict[int, ComesTo]
) -> None:
    """Along the chain to its end, and back."""
    chain: dict[int, int] = {}
    here = seat
    while here not in found and here not in chain and (other := followed(ballots.get(here, ""))):
        chain[here] = other
        here = other
    said, asked = ballots.get(here, ""), condition(ballots.get(here, ""))
    if asked is not None and here not in found:
        found[here] = _by_outcome(asked, outcomes)
    choice = found[here].choice if here in found else PLAIN.get(said)
    seats = list(chain)
    circle = {*seats[seats.index(here) :]} if here in chain else set()
    for one, other in chain.items():
        why = Phrase("follows_a_vote" if choice else "follows_no_vote", seat=other)
        found[one] = ComesTo(choice, Phrase("follows_in_a_circle") if one in circle else why)


def _by_outcome(asked: Condition, outcomes: Mapping[int, str]) -> ComesTo:
    outcome, number = outcomes.get(asked.number), asked.number
    if outcome is None:
        return ComesTo(None, Phrase("goes_by_what_is_open", number=number))
    passed = outcome == "adopted"
    why = Phrase("goes_by_adopted" if passed else "goes_by_not_adopted", number=number)
    return ComesTo(asked.choice if passed == asked.passes else None, why)
