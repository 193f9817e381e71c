"""votes: how many votes a player has (207)."""

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.expressions import BadExpression, Expression, read_expression

UNKNOWN = frozenset(("favourable", "opposed", "cast"))


def read_votes(text: str) -> Expression:
    try:
        votes = read_expression(text.strip())
    except BadExpression as bad:
        raise BadClause(f"{bad}; write a number, or a sum such as max(1, score / 50)") from None
    if unknown := sorted(votes.facts & UNKNOWN):
        raise BadClause(f'"{unknown[0]}" is not known before the votes are in')
    return votes


KIND = Kind(
    name="votes",
    fold="one",
    meaning="the votes of each player, worked out when a ballot opens: the nearest whole number, "
    "and never below 0; if nobody had any, everybody would have one (114)",
    forms=("1", "2", "max(1, score / 50)"),
    read=read_votes,
    show=lambda value: value.text,
    house="1",
)
