"""Points as a clause can state them: dice, or an exact expression over named facts; and what they
are worth."""

import re
from collections.abc import Mapping
from fractions import Fraction

from nomic_mail.game.clauses.kind import BadClause, Dice, read_dice, show_dice
from nomic_mail.game.expressions import FACTS, BadExpression, Expression, NoValue, read_expression
from nomic_mail.game.part_points import WHOLE
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import Poll, Proposal, State

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


def worth(
    points: Points,
    facts: Mapping[str, int],
    because: Phrase,
    faces: tuple[int, ...] = (),
    part: Fraction = WHOLE,
) -> tuple[int, Phrase]:
    """How many points, and what they are `because` of with how they came about. `faces` are the
    dice's, and `part` is the smallest part of a point that counts."""
    if isinstance(points, Expression):
        text = points.text
        try:
            return points.points(facts, part), Phrase("points_by", because=because, text=text)
        except NoValue as none:
            return 0, Phrase("points_by_nothing", because=because, text=text, why=str(none))
    if faces and points.plus:
        because = Phrase("points_thrown_and", because=because, faces=faces, plus=points.plus)
    elif faces:
        because = Phrase("points_thrown", because=because, faces=faces)
    return sum(faces) + points.plus, because
