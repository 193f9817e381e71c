"""The sender: leases finished letters, hands them out, marks what became of them."""

import logging
import re
from collections.abc import Callable
from datetime import timedelta

from nomic_mail.clock import Clock
from nomic_mail.store import outbox, seats
from nomic_mail.store.database import Database
from nomic_mail.wire import Outlet

log = logging.getLogger("nomic_mail.daemon")


class Sender:
    """Leases finished letters, hands them out, marks what became of them."""

    def __init__(
        self,
        database: Database,
        outlet: Outlet,
        clock: Clock,
        holder: str,
        retry: timedelta,
        step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._database = database
        self._outlet = outlet
        self._clock = clock
        self._holder = holder
        self._retry = retry
        self._step = step

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        done = 0
        while not stop():
            with self._database.write() as connection:
                leased = outbox.lease(connection, self._holder, self._clock.now())
            if not leased:
                break
            for letter in leased:
                if stop():
                    return done
                self._send(letter)
                done += 1
        return done

    def _send(self, leased: outbox.Leased) -> None:
        letter = leased.letter
        outcome = self._outlet.deliver(
            letter.mail_from, letter.recipient, letter.body, letter.message_id
        )
        self._step("sent")
        detail = _unsaid(letter.mail_from, outcome.detail)
        now = self._clock.now()
        with self._database.write() as connection:
            if outcome.kind == "sent":
                outbox.sent(connection, leased, now)
            elif outcome.kind == "failed":
                game_id = outbox.failed(connection, leased, now, detail)
                # what is refused later may be the letter's fault, or our own address's
                if game_id is not None and detail.startswith("RCPT"):
                    seats.refused(connection, game_id, letter.recipient, now)
            else:
                outbox.deferred(connection, leased, now, detail, self._retry)
        if outcome.kind != "sent":
            log.warning("letter %s %s: %s", leased.id, outcome.kind, detail)
        self._step("marked")


def _unsaid(mail_from: str, detail: str) -> str:
    """Servers repeat our envelope sender in their answers, and it carries a reply token."""
    local = mail_from.rpartition("@")[0]
    return re.sub(re.escape(local), "…", detail, flags=re.IGNORECASE) if local else detail
