"""Points as a clause can state them: dice, or an exact expression over named facts; and what they
are worth."""

import re
from collections.abc import Mapping

from nomic_mail.game.clauses.kind import BadClause, Dice, read_dice, show_dice
from nomic_mail.game.expressions import FACTS, BadExpression, Expression, NoValue, read_expression
from nomic_mail.game.state import Poll, Proposal, State

Points = Dice | Expression
WAITS = "; it waits for their return"  # what is taken from the points kept for who has forfeited


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


def facts_before(state: State, seat: int, number: int, eligible: int) -> dict[str, int]:
    """What is known of a player when the ballot opens on the proposal that counts as `number`."""
    return {
        "ordinal": number,
        "eligible": eligible,
        "players": len(state.playing),
        "score": state.players[seat].score,
        "circuit": state.circuit,
        "turn": state.turn.number if state.turn else 0,
    }


def facts_after(state: State, seat: int, poll: Poll, proposal: Proposal) -> dict[str, int]:
    counts = poll.counts
    votes = {"favourable": counts["for"], "opposed": counts["against"]}
    votes["cast"] = counts["for"] + counts["against"]
    return facts_before(state, seat, proposal.ordinal, len(poll.electorate)) | votes


def worth(points: Points, facts: Mapping[str, int], faces: tuple[int, ...] = ()) -> tuple[int, str]:
    """How many points, and what is told of how they came about. `faces` are the dice's."""
    if isinstance(points, Expression):
        try:
            return points.points(facts), f": {points.text}"
        except NoValue as none:
            return 0, f": {points.text} is worth nothing, for {none}"
    told = f", threw {' + '.join(map(str, faces))}" if faces else ""
    told += f" and {points.plus:+d}" if faces and points.plus else ""
    return sum(faces) + points.plus, told
