"""Changes of addresses that nobody has said NO to in time: the clock carries them out.

1. A letter that came before then is worked on first, and those that wait for something else in
   their game: a NO among them counts.
2. What cannot be carried out is tried again an hour later, and the log tells why.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from nomic_mail.pump.plan import Desk, Queue
from nomic_mail.pump.who import consent
from nomic_mail.pump.who.consent import Paper
from nomic_mail.store.database.engines import Busy, Conflict
from nomic_mail.store.people import seats
from nomic_mail.store.people.addresses import Other
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.lanes import Lane

PUT_OFF = timedelta(hours=1)

log = logging.getLogger("nomic_mail.pump")


class Silence:
    def __init__(self, desk: Desk, queue: Queue, lane: Lane | None = None) -> None:
        self._desk = desk
        self._queue = queue
        self._lane = lane
        self._not_before: dict[int, datetime] = {}  # of changes that cannot be carried out

    def end_due(
        self, due: Sequence[Other], sealed: datetime, waiting: Mapping[int, int | None]
    ) -> int:
        """How many days of silence are over by `sealed`."""
        now = [one for one in due if sealed >= self._not_before.get(one.id, sealed)]
        return sum(self._end(one, sealed, waiting) for one in now)

    def _end(self, change: Other, at: datetime, waiting: Mapping[int, int | None]) -> bool:
        elsewhere = [one for one, game in waiting.items() if game != change.game_id]
        try:
            with self._desk.database.read() as connection:
                game = seats.game(connection, change.game_id)
                seat = seats.one(connection, change.game_id, change.seat)
            if game is None or seat is None or change.due_at is None:
                return False
            cause = f"address {change.id} {change.due_at.isoformat()}"
            paper = Paper(self._desk, game, seat, at, cause)
            consent.fall_due(paper, change)
            letters = paper.letters()
            with self._desk.database.write() as connection:
                if inbox.unsettled_until(connection, at, elsewhere, game.id, self._lane):
                    return False
                for one in paper.changes:
                    one(connection)
                self._queue(connection, letters, game.id)
        except Conflict as conflict:
            log.info("%s; looking again", conflict)
            return False
        except Busy:
            raise
        except Exception:
            log.exception("the addresses of seat %s could not be changed", change.seat)
            self._not_before[change.id] = at + PUT_OFF
            return False
        return True
