"""Points as a clause can state them: dice, or an exact expression over named facts."""

import re

from nomic_mail.game.clauses.kind import BadClause, Dice, read_dice, show_dice
from nomic_mail.game.expressions import FACTS, BadExpression, Expression, read_expression

Points = Dice | Expression


def read_points(text: str) -> Points:
    try:
        return read_dice(text)
    except BadClause as no_dice:
        if re.search(r"\dd\d", text):
            raise no_dice from None
    try:
        return read_expression(text)
    except BadExpression as bad:
        raise BadClause(
            f"{bad}; write dice (2d6+1), a number, or sums over {', '.join(FACTS)}"
        ) from None


def show_points(value: Points) -> str:
    return value.text if isinstance(value, Expression) else show_dice(value)
