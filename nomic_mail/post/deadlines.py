"""What each player owes, and by when: so that a calendar can hold it. Pure.

1. A deadline has one name for its whole life, whoever extends it; its letters say what became of
   it since the state before: set or moved (`at`), or moot.
2. Only what a player must do themselves by then is one: a vote, a proposal, a ruling.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.state import Poll, State, label


class Deadline(Struct, frozen=True):
    name: str
    kind: Literal["vote", "votes", "turn", "proposal", "step", "ruling"]
    number: int  # of the proposal, where one alone is open, or of the turn
    at: datetime
    moot: bool = False


def owed(state: State, seat: int, but: Collection[int] = ()) -> Mapping[str, Deadline]:
    """In open play without the votes `but`."""
    found: list[Deadline] = []
    turn, judgment = state.turn, state.judgment
    if state.status != "running" or turn is None:
        return {}
    if state.is_open:
        found += _votes(state, seat, but)
    elif state.closes_at is not None and seat in state.missing:
        alone = len(state.polls) == 1 and state.open_polls[0].number > 0
        number = state.open_polls[0].number if alone else turn.number
        name = f"vote{number}" if alone else f"votes{number}"
        found.append(Deadline(name, "vote" if alone else "votes", number, state.closes_at))
    if turn.mover == seat and turn.due_at is not None:
        kind: Literal["turn", "step"] = "step" if turn.procedure == "chair" else "turn"
        found.append(Deadline(f"{kind}{turn.number}{turn.step}", kind, turn.number, turn.due_at))
    asked = seat in turn.proposers and not any(one.by == seat for one in state.live)
    if asked and turn.step == "proposals" and turn.ends_at is not None:
        found.append(Deadline(f"proposal{turn.number}", "proposal", turn.number, turn.ends_at))
    if judgment is not None and judgment.judge == seat and judgment.pending:
        name = f"ruling{turn.number}"
        found.append(Deadline(name, "ruling", turn.number, judgment.due_at))
    return {one.name: one for one in found}


def owes(poll: Poll, seat: int) -> bool:
    """Whether they are among its `missing`; nobody else is looked for."""
    return seat in poll.electorate and seat not in poll.ballots


def _votes(state: State, seat: int, but: Collection[int]) -> Iterator[Deadline]:
    """In open play each for itself, a request to join under the number of its seat."""
    for poll in state.open_polls:
        if poll.number not in but and owes(poll, seat) and poll.closes_at is not None:
            kind: Literal["vote", "votes"] = "vote" if poll.number > 0 else "votes"
            name = f"vote{label(poll.number)}"
            yield Deadline(name, kind, abs(poll.number), poll.closes_at)


def changed(before: State, after: State, seat: int) -> tuple[Deadline, ...]:
    same = set[int]()
    if (before.status, before.is_open) == (after.status, after.is_open):
        kept = after.polls.keys() & before.polls.keys()
        same = {one for one in kept if after.polls[one] is before.polls[one]}
    was, now = owed(before, seat, same), owed(after, seat, same)
    moot = [replace(one, moot=True) for name, one in was.items() if name not in now]
    return (*moot, *(one for name, one in now.items() if was.get(name) != one))
