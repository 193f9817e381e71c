"""What the clock has to do by now, found in one look: deadlines, days of silence, digests and
reminders; and what has to wait for a letter."""

from datetime import datetime

from msgspec import Struct

from nomic_mail.game.state import State
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.people.addresses import Other
from nomic_mail.store.queue import held_back
from nomic_mail.store.queue.inbox import Arrival


class Due(Struct, frozen=True):
    """`games` are those with a deadline that is due, `digests` the seats (with their games) whose
    digest is, and `reminders` the games in which somebody is to be reminded."""

    games: list[int]
    changes: list[Other]
    digests: list[tuple[int, int]]
    reminders: list[int]


def due_by(connection: Connection, now: datetime) -> Due:
    return Due(
        seats.games_due(connection, now),
        addresses.due(connection, now),
        held_back.due(connection, now),
        seats.reminders_due(connection, now),
    )


def had_in_time(state: State | None, arrival: Arrival) -> datetime | None:
    """When our own mail server had the letter, if a vote was open then whose deadline was over when
    the letter came to us. What was due since then waits for it; a vote that is closed stays so."""
    had = arrival.held_at
    if had is None or state is None:
        return None
    for poll in state.polls.values():
        if poll.closes_at and poll.opened_at <= had <= poll.closes_at < arrival.acts_at:
            return had
    return None
