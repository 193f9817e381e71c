"""Commands carried out in order, each independent: a refusal leaves the others as they are.

1. Letters and the moderator's command line come through here alike: the same words do the same.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.decide import decide
from nomic_mail.game.events import Event, JoinRequested, PlayerJoined
from nomic_mail.game.state import State
from nomic_mail.letters.grammar import Said
from nomic_mail.post.compose import Answer
from nomic_mail.store import seats
from nomic_mail.store.database import Connection
from nomic_mail.store.seats import Game

# A command as its sender gives it, or why it is refused before the game is asked.
Filled = Callable[[int, c.AnyCommand, State], c.AnyCommand | Refusal]


@dataclass(slots=True)
class Carried:
    """What came of each line, all that happened, and the state after it."""

    events: Steps
    answers: list[Answer] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.events.after


def carried_out(
    said: Sequence[Said], before: State, at: datetime, fresh: bytes, filled: Filled
) -> Carried:
    done = Carried(Steps.of((), before))
    for place, one in enumerate(said):
        command = filled(place, one.command, done.state)
        if isinstance(command, Refusal):
            done.answers.append(Answer(one.line, one.command, command))
            continue
        luck = hmac.digest(fresh, f"command {place}".encode(), "sha256")
        result = decide(done.state, command, at, luck)
        done.answers.append(Answer(one.line, command, result))
        if not isinstance(result, Refusal):
            done.events = done.events.then(result)
    return done


def joins(game: Game, events: Sequence[Event], by: int) -> list[Callable[[Connection], None]]:
    return [
        _seat_joins(game, event)
        for event in events
        if isinstance(event, PlayerJoined | JoinRequested) and event.seat == by
    ]


def _seat_joins(game: Game, event: PlayerJoined | JoinRequested) -> Callable[[Connection], None]:
    return lambda connection: seats.joined(connection, game.id, event.seat, event.name, event.at)
