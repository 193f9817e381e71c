"""What a server has to tell its moderator of itself, beside the games."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.pump.engine import Pump
from nomic_mail.store.database import heartbeats, mending
from nomic_mail.store.database.engines import Connection, Database
from nomic_mail.store.games import ledger
from nomic_mail.store.queue import outbox

log = logging.getLogger("nomic_mail.daemon")

MOST_TOLD = 50  # damaged times in one letter


class Alarms:
    def __init__(
        self, config: Config, database: Database, clock: Clock, pump: Callable[[], Pump]
    ) -> None:
        self._config, self._database, self._clock, self._pump = config, database, clock, pump

    def gave_up(self, connection: Connection, leased: outbox.Leased, why: str) -> None:
        letter = leased.letter
        log.error("letter %s to %s is given up: %s", leased.id, letter.recipient, why)
        if letter.recipient.lower() == self._config.moderator.address.lower():
            return
        text = (
            f"A letter to {letter.recipient} could not be delivered, and is not tried again: {why}."
            f"\n\nIt is letter {leased.id} of those that went out. Is the address still right?"
        )
        what = f"No letter reaches {letter.recipient}"
        self._pump().tell_moderator(connection, what, text, letter.message_id)

    def mend(self) -> None:
        """What was damaged since the start (store.database.mending)."""
        with self._database.read() as connection:
            if not mending.is_damaged(connection):
                return
        with self._database.write() as connection:
            self.mended(connection, mending.mend(connection, self._clock.now()))

    def mended(self, connection: Connection, mended: Sequence[str]) -> None:
        if not mended:
            return
        for one in mended:
            log.error("a time in the database was damaged: %s", one)
        shown = "\n".join(f"- {one}" for one in mended[:MOST_TOLD])
        text = (
            f"{len(mended)} of the times in the database could not be read. This is what stands for"
            f" them now:\n\n{shown}\n\nAll else goes on. What damages a database goes on, too: look"
            " at the disk, and keep a backup."
        )
        cause = f"mended {self._clock.now().isoformat()}"
        self._pump().tell_moderator(connection, "Times in the database were damaged", text, cause)

    def last_event(self) -> datetime | None:
        with self._database.read() as connection:
            return ledger.last_event_at(connection)

    def clock_is_wrong(self, why: str) -> None:
        text = (
            f"All deadlines are frozen: {why}. Letters are taken in and answered all the same.\n\n"
            "Set the clock right, and deadlines go on by themselves. If it is right as it is, it"
            " ran ahead before: then stop the server, and start it again as always, which tells it"
            " that you saw to it."
        )
        with self._database.write() as connection:
            heartbeats.trouble(connection, heartbeats.CLOCK, why and text, self._clock.now())
            if why:
                pump = self._pump()
                pump.tell_moderator(connection, "Deadlines are frozen: the clock", text, why)
