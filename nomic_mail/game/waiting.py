"""What in a game waits for a person: the Moderator's desk, as far as the state alone tells it.

1. Each matter comes with the lines that answer it. `answers` work as they stand; `forms` have a
   part in capitals and brackets that only a person can fill in.
2. What cannot be answered just now (a binding question whose ballot is open, 106) is not listed.
3. `patience`: how long it may lie before it is anybody's concern.
4. A game that waits for nobody in particular, and has no deadline, stands still.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

from msgspec import Struct

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.durations import show_duration
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import whole
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.paradox import paradox_rule
from nomic_mail.game.procedures.winning import at_the_goal
from nomic_mail.game.state import State, label

Kind = Literal[
    "binding", "judgment", "turn", "ballot", "winners", "alone", "join", "start", "paused", "still"
]

TO_START = timedelta(days=3)
PAUSED = timedelta(days=14)
WEEK = timedelta(days=7)


class Wait(Struct, frozen=True, kw_only=True):
    """`number` tells it from others of its kind: a rule, a ballot, a turn, a seat."""

    kind: Kind
    number: int = 0
    what: Phrase
    answers: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    patience: timedelta = timedelta(0)


def waits(state: State) -> tuple[Wait, ...]:
    """All that waits for the Moderator in this game, until somebody moves."""
    if state.status == "forming":
        return tuple(_to_start(state))
    if state.status == "paused":
        what = Phrase("waits_paused")
        return (Wait(kind="paused", what=what, answers=("RESUME",), patience=PAUSED),)
    if state.status != "running":
        return ()
    return (*_asked(state), *_judgment(state), *_bindings(state), *_requests(state))


def still(state: State) -> Wait:
    """What gives a game that runs without any deadline one again."""
    poll, turn = state.poll, state.turn
    if poll is not None:
        number, names = label(poll.number), tuple(state.name_of(seat) for seat in state.missing)
        what = Phrase("still_voting" if names else "still_open", number=number, names=names)
        return Wait(kind="still", what=what, answers=(_more_time(state, number),))
    if turn is not None and not turn.over and not state.is_open:  # there nobody has the turn
        what = Phrase("still_moving", name=state.name_of(turn.mover), turn=turn.number)
        answers = (_more_time(state, f"TURN {turn.number}"),)
        return Wait(kind="still", what=what, answers=answers, forms=(_replace(state, turn.mover),))
    return Wait(kind="still", what=Phrase("still_nothing"), forms=(_END,))


_END = "END GAME: [WHY]"


def _replace(state: State, seat: int) -> str:
    return f"REPLACE {state.name_of(seat)} BY [NAME <ADDRESS>]"


def _more_time(state: State, what: str) -> str:
    return f"EXTEND {what} BY {show_duration(state.settings.extension or WEEK)}"


def _to_start(state: State) -> Iterator[Wait]:
    """Each who joins gives the others some more time to come."""
    count = len(state.playing)
    if count >= 2:
        what = Phrase("waits_to_start", count=count)
        yield Wait(kind="start", number=count, what=what, answers=("START",), patience=TO_START)


def _asked(state: State) -> Iterator[Wait]:
    turn, poll = state.turn, state.poll
    if state.asked == "missing turn" and turn is not None:
        yield _late_turn(state)
    elif state.asked == "missing ballot" and poll is not None:
        yield _late_ballot(state, label(poll.number))
    elif state.asked == "several winners":
        names = tuple(state.name_of(seat) for seat in at_the_goal(state))
        what = Phrase("waits_winners", names=names)
        one = tuple(f"END GAME, WINNER: {name}" for name in names)
        both = f"END GAME, WINNERS: {', '.join(names)}"
        yield Wait(kind="winners", what=what, answers=(*one, both))
    elif state.asked == "one player left":
        left = tuple(state.name_of(seat) for seat in state.playing)
        what = Phrase("waits_alone", names=left)
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
        what=Phrase("waits_turn", name=name, turn=number),
        answers=tuple(answers),
        forms=(_replace(state, mover),),
    )


def _late_ballot(state: State, number: str) -> Wait:
    poll = state.poll
    names = tuple(state.name_of(seat) for seat in state.missing)
    answers = [f"CLOSE {number}", _more_time(state, number)]
    if mechanics_of(state.rules)["lateness"].value == "moderator may remove":
        answers += [f"REMOVE {name}" for name in names]
    return Wait(
        kind="ballot",
        number=poll.number if poll is not None else 0,
        what=Phrase("waits_ballot", names=names, number=number),
        answers=tuple(answers),
    )


def _judgment(state: State) -> Iterator[Wait]:
    asked = state.judgment
    if asked is None or asked.judge != MODERATOR or not asked.pending:
        return
    rule = paradox_rule(state)
    what = Phrase(
        "waits_ruling" if rule is None else "waits_ruling_or_winner",
        questions=asked.pending,
        rule=rule,
    )
    yield Wait(
        kind="judgment", number=asked.answered, what=what, forms=("RULING: [WHAT, AND WHY]",)
    )


def _bindings(state: State) -> Iterator[Wait]:
    for number, binding in sorted(state.bindings.items()):
        if binding.answer or (whole(number) in state.polls and number not in state.rules.by_number):
            continue
        targets = {poll.number: state.proposals.get(poll.number) for poll in state.open_polls}
        if any(one is not None and number in one.targets for one in targets.values()):
            continue
        what = Phrase("waits_binding", number=number, clauses=binding.clauses)
        answers = (f"KEEP {number}", f"DROP {number}")
        forms = (f"BIND {number}: [CLAUSES]",)
        yield Wait(kind="binding", number=number, what=what, answers=answers, forms=forms)


def _requests(state: State) -> Iterator[Wait]:
    """Where a vote decides (301), nobody waits for the Moderator, but where too few can vote."""
    policy = mechanics_of(state.rules)["membership"].value if state.requests else ""
    fixed = state.polls and not state.is_open  # 105: till the vote is counted; see rule 2
    if not fixed and (policy == "moderator" or len(state.playing) < 2):
        for seat, one in sorted(state.requests.items()):
            answers = (f"ADMIT {one.name}", f"DECLINE {one.name}")
            what = Phrase("waits_join", name=one.name)
            yield Wait(kind="join", number=seat, what=what, answers=answers)
