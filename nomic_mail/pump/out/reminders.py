"""Reminders: once, a day before it is due, to whoever has not done it yet.

1. When the next ones go out stands with the game, and moves on in the transaction that writes them:
   so nobody gets two, however many servers look.
2. Nobody is reminded who has said that they are away, or to whom letters come back.
3. In open play, whoever reads a digest has it in the next one, where that comes in good time.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from nomic_mail.game.reminders import remind_at
from nomic_mail.game.state import State
from nomic_mail.post.compose import Notice
from nomic_mail.post.reminder import reminder
from nomic_mail.post.render import Finished
from nomic_mail.post.times import next_morning
from nomic_mail.pump.out import waiting
from nomic_mail.pump.plan import Change, Desk, Queue, about, reader_of
from nomic_mail.store.database.engines import Busy, Conflict
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Seat

PUT_OFF = timedelta(hours=1)
BEFORE = timedelta(hours=2)

log = logging.getLogger("nomic_mail.pump")


class Reminders:
    def __init__(self, desk: Desk, queue: Queue) -> None:
        self._desk = desk
        self._queue = queue
        self._not_before: dict[int, datetime] = {}  # of games whose reminders cannot be written

    def send_due(self, due: Sequence[int], now: datetime) -> int:
        """In how many games somebody was looked for."""
        return sum(self._send(one, now) for one in due if now >= self._not_before.get(one, now))

    def _send(self, game_id: int, now: datetime) -> bool:
        try:
            with self._desk.database.read() as connection:
                game = seats.game(connection, game_id)
                state = self._desk.ledger.load(connection, game_id)
                roster = seats.of_game(connection, game_id)
            if game is None:
                return False
            letters: list[Finished] = []
            holds: list[Change] = []
            cause = f"reminder {now.isoformat()}"
            what = about(game, state.version, now, cause, rules=state.rules)
            for seat, notice in _reminders(roster, state, game.remind_at or now, now):
                due = _in_the_digest(seat, notice, state, now)
                if due is None:
                    letters.append(self._desk.renderer.render(notice, reader_of(seat), what))
                else:
                    holds.append(waiting.hold(self._desk, seat, notice, due, now, state))
            with self._desk.database.write() as connection:
                seats.reminded(connection, game, now, remind_at(state, now))
                for held in holds:
                    held(connection)
                self._queue(connection, letters, game_id)
        except Conflict as conflict:
            log.info("%s; looking again", conflict)
            return False
        except Busy:
            raise
        except Exception:
            log.exception("the reminders of game %s could not be written", game_id)
            self._not_before[game_id] = now + PUT_OFF
            return False
        return True


def _reminders(
    roster: Sequence[Seat], state: State, since: datetime, now: datetime
) -> Iterator[tuple[Seat, Notice]]:
    for seat in roster:
        if seat.suspended_at is None and not _away(state, seat.seat, now):
            notice = reminder(state, seat.seat, since, now)
            if notice is not None:
                yield seat, notice


def _in_the_digest(seat: Seat, notice: Notice, state: State, now: datetime) -> datetime | None:
    """Rule 3."""
    if not state.is_open or waiting.preference(seat, state).digest == "immediate":
        return None
    due = next_morning(now, seat.zone)
    each = [one.facts for one in notice.sections]
    first = min(one.get("until") or min(owes["at"] for owes in one["owed"]) for one in each)
    return due if due + BEFORE <= first else None


def _away(state: State, seat: int, now: datetime) -> bool:
    player = state.players.get(seat)
    return player is not None and player.away_until is not None and player.away_until > now
