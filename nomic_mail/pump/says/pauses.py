"""Letters that come in a pause: what would move the game waits until the game goes on.

1. Whoever wrote one is told so at once; what only asks, and talk, is answered as ever.
2. A kept letter is worked on again, whole, when the game goes on: in order of receipt, and with its
   own time of receipt. It has been proven once, and need not be again.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game.events import Event, GameEnded, GameResumed
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.understand import Said
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Notice
from nomic_mail.pump.plan import single
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Arrival

WHY = "the game is paused"
Changes = list[Callable[[Connection], None]]


def waits(said: Sequence[Said], state: State, by: int, arrival: Arrival) -> Notice | None:
    """What its writer is told, if it has to wait."""
    moving = [x for x in said if not isinstance(x.command, c.Ask | c.Preview | c.Try | c.Discuss)]
    if state.status != "paused" or by == c.MODERATOR or not moving:
        return None
    lines = [one.line for one in moving]
    return single(by, "kept", Matter("game"), lines=lines, received_at=arrival.received_at)


def let_go(game: Game, events: Sequence[Event], at: datetime) -> Changes:
    """The changes that let kept letters act, if a pause, or the game, has ended."""
    if not any(isinstance(event, GameResumed | GameEnded) for event in events):
        return []
    return [lambda connection: inbox.let_go(connection, game.id, at)]
