"""What in a game waits for a person: the Moderator's desk, as far as the state alone tells it.

1. Each matter comes with the lines that answer it. `answers` work as they stand; `forms` have a
   part in capitals and brackets that only a person can fill in.
2. What cannot be answered just now (a binding question whose ballot is open, 106) is not listed.
3. `patience`: how long it may lie before it is anybody's concern.
4. A game that waits for nobody in particular, and has no deadline, stands still.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.durations import show_duration
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.paradox import paradox_rule
from nomic_mail.game.procedures.winning import at_the_goal
from nomic_mail.game.state import State, label

Kind = Literal[
    "binding", "judgment", "turn", "ballot", "winners", "alone", "join", "start", "paused", "still"
]

TO_START = timedelta(days=3)
PAUSED = timedelta(days=14)
WEEK = timedelta(days=7)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait:
    """`number` tells it from others of its kind: a rule, a ballot, a turn, a seat."""

    kind: Kind
    number: int = 0
    what: str
    answers: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    patience: timedelta = timedelta(0)


def waits(state: State) -> tuple[Wait, ...]:
    """All that waits for the Moderator in this game, until somebody moves."""
    if state.status == "forming":
        return tuple(_to_start(state))
    if state.status == "paused":
        what = "The game is paused; no deadline runs, and nothing happens until it goes on."
        return (Wait(kind="paused", what=what, answers=("RESUME",), patience=PAUSED),)
    if state.status != "running":
        return ()
    return (*_asked(state), *_judgment(state), *_bindings(state), *_requests(state))


def still(state: State) -> Wait:
    """What gives a game that runs without any deadline one again."""
    poll, turn = state.poll, state.turn
    if poll is not None:
        names = _listed([state.name_of(seat) for seat in state.missing])
        what = f"The vote on {label(poll.number)} has no end, and waits for {names or 'nobody'}."
        return Wait(kind="still", what=what, answers=(_more_time(state, label(poll.number)),))
    if turn is not None and not turn.over:
        what = f"{state.name_of(turn.mover)} has turn {turn.number}, which has no end."
        answers = (_more_time(state, f"TURN {turn.number}"),)
        return Wait(kind="still", what=what, answers=answers, forms=(_replace(state, turn.mover),))
    return Wait(kind="still", what="Nothing is due in it, and nobody is asked.", forms=(_END,))


_END = "END GAME: [WHY]"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _replace(state: State, seat: int) -> str:
    return f"REPLACE {state.name_of(seat)} BY [NAME <ADDRESS>]"


def _more_time(state: State, what: str) -> str:
    return f"EXTEND {what} BY {show_duration(state.settings.extension or WEEK)}"


def _to_start(state: State) -> Iterator[Wait]:
    """Each who joins gives the others some more time to come."""
    count = len(state.playing)
    if count >= 2:
        what = f"{count} players have joined, and the game has not begun."
        yield Wait(kind="start", number=count, what=what, answers=("START",), patience=TO_START)


def _asked(state: State) -> Iterator[Wait]:
    turn, poll = state.turn, state.poll
    if state.asked == "missing turn" and turn is not None:
        yield _late_turn(state)
    elif state.asked == "missing ballot" and poll is not None:
        yield _late_ballot(state, label(poll.number))
    elif state.asked == "several winners":
        names = [state.name_of(seat) for seat in at_the_goal(state)]
        what = f"{_listed(names)} reached the goal in the same moment: who has won?"
        one = tuple(f"END GAME, WINNER: {name}" for name in names)
        both = f"END GAME, WINNERS: {', '.join(names)}"
        yield Wait(kind="winners", what=what, answers=(*one, both))
    elif state.asked == "one player left":
        last = _listed([state.name_of(seat) for seat in state.playing])
        what = f"{last} is the only player left. Others may join, or the game can end."
        answers = ("END GAME: only one player was left",)
        yield Wait(kind="alone", what=what, answers=answers)


def _late_turn(state: State) -> Wait:
    turn = state.turn
    number, mover = (turn.number, turn.mover) if turn is not None else (0, 0)
    name = state.name_of(mover)
    mechanics = mechanics_of(state.rules)
    answers = []
    if mechanics["skipping"].value == "allowed":
        answers.append(f"SKIP TURN {number}")
    if mechanics["lateness"].value == "moderator may remove":
        answers.append(f"REMOVE {name} TURN {number}")
    answers.append(_more_time(state, f"TURN {number}"))
    return Wait(
        kind="turn",
        number=number,
        what=f"{name} has not moved in turn {number}, and the time is up.",
        answers=tuple(answers),
        forms=(_replace(state, mover),),
    )


def _late_ballot(state: State, number: str) -> Wait:
    poll = state.poll
    names = [state.name_of(seat) for seat in state.missing]
    answers = [f"CLOSE {number}", _more_time(state, number)]
    if mechanics_of(state.rules)["lateness"].value == "moderator may remove":
        answers += [f"REMOVE {name}" for name in names]
    return Wait(
        kind="ballot",
        number=poll.number if poll is not None else 0,
        what=f"{_listed(names)} did not vote on {number}, and the time is up.",
        answers=tuple(answers),
    )


def _judgment(state: State) -> Iterator[Wait]:
    asked = state.judgment
    if asked is None or asked.judge != MODERATOR or not asked.pending:
        return
    what = f"You are the judge (011): {' / '.join(asked.pending)}"
    if (rule := paradox_rule(state)) is not None:
        what += f" (A line WINNER: and the name below the ruling names who wins by {rule}.)"
    yield Wait(
        kind="judgment", number=asked.answered, what=what, forms=("RULING: [WHAT, AND WHY]",)
    )


def _bindings(state: State) -> Iterator[Wait]:
    for number, binding in sorted(state.bindings.items()):
        if binding.answer or number in state.polls:
            continue
        targets = {poll.number: state.proposals.get(poll.number) for poll in state.open_polls}
        if any(one is not None and one.change.target == number for one in targets.values()):
            continue
        kept = "; ".join(binding.clauses)
        what = f"What shall the new text of {number} make the server do? Unanswered: {kept}."
        answers = (f"KEEP {number}", f"DROP {number}")
        forms = (f"BIND {number}: [CLAUSES]",)
        yield Wait(kind="binding", number=number, what=what, answers=answers, forms=forms)


def _requests(state: State) -> Iterator[Wait]:
    """Where a vote decides (301), nobody waits for the Moderator, but where too few can vote."""
    policy = mechanics_of(state.rules)["membership"].value if state.requests else ""
    if policy == "moderator" or len(state.playing) < 2:
        for seat, one in sorted(state.requests.items()):
            answers = (f"ADMIT {one.name}", f"DECLINE {one.name}")
            yield Wait(kind="join", number=seat, what=f"{one.name} asks to join.", answers=answers)
