"""votes: how many votes a player has (207)."""

from collections.abc import Collection, Mapping

from nomic_mail.game.clauses.kind import PROGRAM, BadClause, Kind
from nomic_mail.game.clauses.worth import facts_before
from nomic_mail.game.expressions import BadExpression, Expression, NoValue, read_expression
from nomic_mail.game.quantities import amounts
from nomic_mail.game.state import State

MOST_VOTES = 1000
UNKNOWN = frozenset(("favourable", "opposed", "cast"))


def read_votes(text: str) -> Expression | str:
    if text.strip().lower() == PROGRAM:
        return PROGRAM
    try:
        votes = read_expression(text.strip())
    except BadExpression as bad:
        raise BadClause(f"{bad}; write a number, or a sum such as max(1, score / 50)") from None
    if unknown := sorted(votes.facts & UNKNOWN):
        raise BadClause(f'"{unknown[0]}" is not known before the votes are in')
    return votes


def weights(
    votes: Expression,
    state: State,
    number: int,
    electorate: tuple[int, ...],
    rule: int | None = None,
    void: Collection[int] = (),
) -> Mapping[int, int]:
    """207: the votes of each, also of the inactive, and nothing where everybody has one. The clause
    is of that rule, and those in `void` are set aside."""
    found, proposal = dict[int, int](), state.proposals.get(number)
    ordinal = proposal.ordinal if proposal is not None else 0
    for seat in weighed(state, electorate):
        try:
            kept = amounts(state, votes.quantities, seat, rule, void)
            known = facts_before(state, seat, ordinal, len(electorate))
            found[seat] = votes.points({**kept, **known})
        except NoValue:
            found[seat] = 0
    return within_bounds(found)


def weighed(state: State, electorate: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*electorate, *state.inactive)))


def within_bounds(votes: Mapping[int, int]) -> Mapping[int, int]:
    found = {seat: min(max(many, 0), MOST_VOTES) for seat, many in votes.items()}
    return {} if not any(found.values()) or {*found.values()} == {1} else found


KIND = Kind(
    name="votes",
    place=90,
    fold="one",
    meaning="the votes of each player, worked out when a ballot opens: the nearest whole number, "
    "and never below 0; if nobody had any, everybody would have one (114)",
    german="wie viele Stimmen jeder hat, berechnet, wenn eine Abstimmung beginnt: die "
    "nächstliegende ganze Zahl, und nie unter 0; hätte niemand eine, hätte jeder eine (114)",
    more="At most 1000; then they are fixed. `favourable`, `opposed` and `cast` are not known when "
    "a ballot opens, and are refused. What a rule's program keeps for all to see can be counted by "
    "its name. A share is then one of votes, a quorum still one of heads, unless it is `of votes`. "
    'With `votes: program` the program of that rule is asked, by its `@decides("votes")`; where it '
    "has no answer, everybody has one.",
    forms=("1", "2", "max(1, score / 50)", "1 + coins / 10", PROGRAM),
    read=read_votes,
    show=lambda value: value if value == PROGRAM else value.text,
    house="1",
    asks="votes",
)
