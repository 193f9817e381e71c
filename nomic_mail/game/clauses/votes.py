"""votes: how many votes a player has (207)."""

from collections.abc import Mapping

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.clauses.points import facts_before
from nomic_mail.game.expressions import BadExpression, Expression, NoValue, read_expression
from nomic_mail.game.state import State

MOST_VOTES = 1000
UNKNOWN = frozenset(("favourable", "opposed", "cast"))


def read_votes(text: str) -> Expression:
    try:
        votes = read_expression(text.strip())
    except BadExpression as bad:
        raise BadClause(f"{bad}; write a number, or a sum such as max(1, score / 50)") from None
    if unknown := sorted(votes.facts & UNKNOWN):
        raise BadClause(f'"{unknown[0]}" is not known before the votes are in')
    return votes


def weights(
    votes: Expression, state: State, number: int, electorate: tuple[int, ...]
) -> Mapping[int, int]:
    """207: the votes of each, also of the inactive, and nothing where everybody has one."""
    found, proposal = {}, state.proposals.get(number)
    ordinal = proposal.ordinal if proposal is not None else 0
    for seat in dict.fromkeys((*electorate, *state.inactive)):
        try:
            many = votes.points(facts_before(state, seat, ordinal, len(electorate)))
            found[seat] = min(max(many, 0), MOST_VOTES)
        except NoValue:
            found[seat] = 0
    return {} if not any(found.values()) or {*found.values()} == {1} else found


KIND = Kind(
    name="votes",
    place=90,
    fold="one",
    meaning="the votes of each player, worked out when a ballot opens: the nearest whole number, "
    "and never below 0; if nobody had any, everybody would have one (114)",
    more="At most 1000; then they are fixed. `favourable`, `opposed` and `cast` are not known when "
    "a ballot opens, and are refused. A share is then one of votes, a quorum still one of heads.",
    forms=("1", "2", "max(1, score / 50)"),
    read=read_votes,
    show=lambda value: value.text,
    house="1",
)
