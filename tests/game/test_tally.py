"""Every vote of four, counted a second time by the words of 104 and 203 and by no code of ours."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from nomic_mail.game.commands import Choice
from nomic_mail.game.tally import tally
from nomic_mail.phrases import said

SEATS = (2, 3, 5, 7)
SAYS: tuple[Choice | None, ...] = ("for", "against", "abstain", None)


def outcome(share: str, of: str, has: Mapping[int, int], votes: Mapping[int, Choice]) -> str:
    """A majority is more than half, a fraction at least so many, unanimous is all who may vote or
    who did; nobody's silence adopts, and who stays out of a vote of all eligible leaves it open."""

    def adopted(votes: Mapping[int, Choice]) -> bool:
        favour = sum(has[seat] for seat, said in votes.items() if said == "for")
        against = sum(has[seat] for seat, said in votes.items() if said == "against")
        base = sum(has.values()) if of == "eligible" else favour + against
        if not favour:
            return False
        if share == "majority":
            return favour > Fraction(base, 2)
        return favour >= (base if share == "unanimous" else Fraction(share) * base)

    if adopted(votes):
        return "adopted"
    absent = {seat: has[seat] for seat in has if seat not in votes}
    if of == "eligible" and any(absent.values()):
        everybody: dict[int, Choice] = {**dict.fromkeys(absent, "for"), **votes}
        return "lapsed" if adopted(everybody) else "defeated"
    return "defeated"


@pytest.mark.parametrize("of", ["eligible", "cast"])
@pytest.mark.parametrize("share", ["majority", "2/3", "1/2", "3/4", "unanimous"])
@pytest.mark.parametrize("weights", [{}, {2: 3, 5: 2}, {2: 0, 3: 0, 5: 5, 7: 1}])
def test_every_vote_of_four_comes_out_as_the_rule_says(
    share: str, of: str, weights: dict[int, int]
) -> None:
    has = {seat: weights.get(seat, 1) for seat in SEATS}
    if share == "unanimous":
        has = dict.fromkeys(SEATS, 1)  # 109: every voter, however many votes they have
    for says in product(SAYS, repeat=4):
        votes: dict[int, Choice] = {
            seat: one for seat, one in zip(SEATS, says, strict=True) if one is not None
        }
        found = tally(f"{share} of {of}", SEATS, votes, weights)
        assert found.outcome == outcome(share, of, has, votes), said
        assert found.counts == {
            word: sum(has[seat] for seat, one in zip(SEATS, says, strict=True) if one == choice)
            for word, choice in (
                ("for", "for"),
                ("against", "against"),
                ("abstain", "abstain"),
                ("absent", None),
            )
        }


@pytest.mark.parametrize("of", ["eligible", "cast"])
def test_a_quorum_counts_heads_and_whoever_abstains_is_one(of: str) -> None:
    text = f"majority of {of}, quorum 1/2"
    for votes, so_many in (({2: "for"}, 1), ({2: "for", 3: "abstain"}, 2), ({}, 0)):
        found = tally(text, SEATS, votes, {2: 9})  # type: ignore[arg-type]
        if so_many < 2:
            assert found.outcome == "lapsed"
            assert said(found.reason) == f"{so_many} of 4 voted, and a quorum is 1/2 of them"
        else:
            assert found.outcome == "adopted"


@pytest.mark.parametrize("heads", [1, 3, 4, 9])
def test_a_quorum_of_heads_is_so_many_voters_and_never_more_than_there_are(heads: int) -> None:
    """114: a quorum of nine in a game of four would make every change impossible."""
    for says in product(SAYS, repeat=4):
        votes: dict[int, Choice] = {
            seat: one for seat, one in zip(SEATS, says, strict=True) if one is not None
        }
        found = tally(f"majority of cast, quorum {heads} heads", SEATS, votes, {2: 9})
        if len(votes) < min(heads, 4):
            told = f"{len(votes)} of 4 voted, and a quorum is {heads} voters"
            assert (found.outcome, said(found.reason)) == ("lapsed", told)
        else:
            assert found.outcome == tally("majority of cast", SEATS, votes, {2: 9}).outcome


@pytest.mark.parametrize("chair", [5, 11, None])
@pytest.mark.parametrize("of", ["eligible", "cast"])
def test_the_vote_of_whoever_is_in_the_chair_decides_a_tie_and_nothing_else(
    chair: int | None, of: str
) -> None:
    """Nobody is in it, or somebody who may not vote: then it is as with `tie: fails`."""
    for says in product(SAYS, repeat=4):
        votes: dict[int, Choice] = {
            seat: one for seat, one in zip(SEATS, says, strict=True) if one is not None
        }
        found = tally(f"majority of {of}; tie: chair", SEATS, votes, None, chair)
        own, heads = votes.get(chair or 0), [one for one in says if one in ("for", "against")]
        tied = bool(heads) and 2 * heads.count("for") == len(heads)
        if tied and own == "for":
            told = "and the Chairperson's vote decides, which was for it"
            assert (found.outcome, told in said(found.reason)) == ("adopted", True)
        elif tied and own == "against":
            told = "and the Chairperson's vote decides, which was against it"
            assert (found.outcome != "adopted", told in said(found.reason)) == (True, True)
        else:
            fails = tally(f"majority of {of}; tie: fails", SEATS, votes).outcome
            everybody: dict[int, Choice] = {**dict.fromkeys(SEATS, "for"), **votes}
            could = tally(f"majority of {of}; tie: chair", SEATS, everybody, None, chair)
            if of == "eligible" and fails == "defeated" and len(votes) < 4:
                fails = "lapsed" if could.outcome == "adopted" else fails
            assert found.outcome == fails
            told = "and no Chairperson's vote decides, so a tie fails"
            assert (told in said(found.reason)) == tied


def test_a_vote_that_needs_more_than_a_majority_knows_no_tie() -> None:
    votes: dict[int, Choice] = {2: "for", 3: "against"}
    assert tally("2/3 of cast; tie: chair", SEATS, votes, None, 2).outcome == "defeated"


@pytest.mark.parametrize(
    ("text", "votes", "weights", "reason"),
    [
        (
            "majority of eligible",
            {2: "for", 3: "against", 5: "against", 7: "against"},
            {},
            "1 of 4 eligible voters were for it, and it needed more than half of the "
            "eligible voters",
        ),
        (
            "2/3 of cast",
            {2: "for", 3: "against"},
            {2: 3, 3: 2},
            "3 of 5 votes cast were for it, and it needed at least 2/3 of the votes cast",
        ),
        (
            "unanimous of eligible",
            {2: "for", 3: "for", 5: "for"},
            {2: 3},
            "3 of 4 eligible voters were for it, and it needed all of the eligible voters; it "
            "fails only for 1 missing, so it counts as neither",
        ),
        (
            "majority of eligible",
            {2: "for", 3: "for", 5: "for", 7: "for"},
            {2: 3},
            "6 of 6 votes of the eligible were for it, and it needed more than half of the votes "
            "of the eligible",
        ),
    ],
)
def test_the_reason_is_told_in_numbers(
    text: str, votes: dict[int, Choice], weights: dict[int, int], reason: str
) -> None:
    assert said(tally(text, SEATS, votes, weights).reason) == reason


def test_nobodys_votes_together_count_as_one_each() -> None:
    """114: there is always somebody who can adopt a change."""
    votes: dict[int, Choice] = dict.fromkeys(SEATS, "for")
    nobody = dict.fromkeys(SEATS, 0)
    found = tally("majority of eligible", SEATS, votes, nobody)
    assert (found.outcome, found.counts["for"]) == ("adopted", 4)
