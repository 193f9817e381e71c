"""What a proposal brings whoever makes it, by the rules of now, and how many votes it needs: told
where one decides whether to make it.

1. It is what the clauses themselves would pay for a vote in which nobody else has any part. What a
   program gives is not known before.
2. So many votes are told where each voter has one, the votes alone decide, and none that abstains
   leaves fewer to be counted. What costs or brings nothing is not told.
"""

from bisect import bisect_left
from typing import get_args

from nomic_mail.game.clauses.ballots import ABSTENTION, allows
from nomic_mail.game.clauses.kind import PROGRAM, Dice, Moment, Voted
from nomic_mail.game.clauses.votes import weights
from nomic_mail.game.clauses.worth import Points, show_points
from nomic_mail.game.commands import Change, Choice
from nomic_mail.game.mechanics import Mechanics, Payment, mechanics_of
from nomic_mail.game.rules import SOME_TIME
from nomic_mail.game.state import Poll, Proposal, State
from nomic_mail.game.tally import tally
from nomic_mail.post.facts import Facts, needs_facts

A_RULE = Change(kind="enact")


def stakes_facts(state: State, seat: int) -> Facts:
    law = mechanics_of(state.rules)
    threshold, rule = law.threshold((A_RULE,), state.rules, state.circuit)
    needs = needs_facts(threshold)
    adopted, defeated = (_paid(law, seat, outcome) for outcome in ("adopted", "defeated"))
    always = [one for one in adopted if one in defeated]
    brings = [
        *(_told(one, "either") for one in always),
        *(_told(one, "adopted") for one in adopted if one not in always),
        *(_told(one, "defeated") for one in defeated if one not in always),
    ]
    return {
        "brings": brings,
        "needs": needs,
        "threshold_rule": rule,
        "votes": _votes(law, state, _proposal(seat), threshold),
    }


def _proposal(seat: int) -> Proposal:
    return Proposal(
        number=0,
        by=seat,
        revision=1,
        change=A_RULE,
        made_at=SOME_TIME,
        callable_from=SOME_TIME,
        opens_at=SOME_TIME,
        changes_until=SOME_TIME,
    )


def _paid(law: Mechanics, seat: int, outcome: str) -> list[Payment]:
    """Rule 1."""
    poll = Poll(
        number=0,
        revision=1,
        electorate=(),
        threshold="",
        threshold_rule=None,
        opened_at=SOME_TIME,
        closes_at=None,
    )
    vote = Voted(poll, _proposal(seat), outcome)
    moments = get_args(Moment)
    paid = [one for moment in moments for one in law.payments(moment, vote)]
    return [one for one in paid if one.seat == seat and _points(one.points)["many"] != 0]


def _told(one: Payment, outcome: str) -> Facts:
    return {"on": outcome, "costs": one.sign < 0, "rule": one.rule, **_points(one.points)}


def _points(points: Points) -> Facts:
    """So many, or the dice, or neither: then a sum."""
    if not isinstance(points, Dice):
        return {"many": None, "dice": ""}
    return {"many": None if points.count else points.plus, "dice": show_points(points)}


def _votes(law: Mechanics, state: State, proposal: Proposal, threshold: str) -> Facts | None:
    """Rule 2: how many of how many, where all vote; `alone`: one vote against it defeats it."""
    voters, votes = law.eligible(state, proposal), law["votes"]
    asked = PROGRAM in (votes.value, law["eligible"].value, law["adoption"].value.by)
    if state.status != "running" or asked or law["tie"].value == "chair":
        return None
    if allows(law["ballots"].value, ABSTENTION) and needs_facts(threshold)["of"] == "cast":
        return None
    if weights(votes.value, state, 0, voters, votes.rule, law.void):
        return None

    def adopts(many: int) -> bool:
        ballots: dict[int, Choice] = dict.fromkeys(voters, "against")
        ballots |= dict.fromkeys(voters[:many], "for")
        return tally(threshold, voters, ballots).outcome == "adopted"

    of = len(voters)
    enough = bisect_left(range(of + 1), True, key=adopts)
    return {"enough": enough, "of": of, "alone": 1 < enough == of}
