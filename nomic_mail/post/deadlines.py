"""What each player owes, and by when: so that a calendar can hold it. Pure.

1. A deadline has one name for its whole life, whoever extends it; its letters say what became of
   it since the state before: set or moved (`at`), or moot.
2. Only what a player must do themselves by then is one: a vote, a proposal, a ruling.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from nomic_mail.game.state import State


@dataclass(frozen=True, slots=True)
class Deadline:
    name: str
    kind: Literal["vote", "turn", "ruling"]
    number: int  # of the proposal, or of the turn
    at: datetime
    moot: bool = False


def owed(state: State, seat: int) -> Mapping[str, Deadline]:
    found: list[Deadline] = []
    poll, turn, judgment = state.poll, state.turn, state.judgment
    if state.status != "running":
        return {}
    if poll is not None and poll.closes_at is not None and seat in poll.missing:
        found.append(Deadline(f"vote{poll.number}", "vote", poll.number, poll.closes_at))
    if turn is not None and turn.mover == seat and turn.due_at is not None:
        found.append(Deadline(f"turn{turn.number}", "turn", turn.number, turn.due_at))
    if judgment is not None and judgment.judge == seat and judgment.stands_at is None:
        number = turn.number if turn is not None else 0
        found.append(Deadline(f"ruling{number}", "ruling", number, judgment.due_at))
    return {one.name: one for one in found}


def changed(before: State, after: State, seat: int) -> tuple[Deadline, ...]:
    was, now = owed(before, seat), owed(after, seat)
    moot = [replace(one, moot=True) for name, one in was.items() if name not in now]
    return (*moot, *(one for name, one in now.items() if was.get(name) != one))
