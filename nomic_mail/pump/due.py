"""What the clock has to do by now, found in one look: deadlines, days of silence, digests and
reminders."""

from dataclasses import dataclass
from datetime import datetime

from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.people.addresses import Other
from nomic_mail.store.queue import held_back


@dataclass(frozen=True, slots=True)
class Due:
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
