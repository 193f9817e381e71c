"""The sender: leases finished letters, hands them out, marks what became of them.

1. A letter that has to wait holds up no other: one put off by its recipient's server, or over the
   measure of letters to its domain, goes back into the queue, and the next has its turn.
2. Where the way out itself is closed, no letter is tried in vain: one probe, then a pause that
   doubles up to five minutes.
3. What can never arrive, and what was tried for too long, is told to the moderator: once a day for
   each reader. A letter to the moderator is not told of to the moderator; the log has it.
4. A letter that breaks the way out each time is put off like any other, and then given up: it stops
   nobody behind it.
5. What was sent is marked for several letters at once, within MARK_SECONDS: a crash before that
   sends them again, under the same Message-IDs; so may a power cut before the mark is on the disk,
   which nobody waits for.
"""

import logging
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from nomic_mail.clock import Clock
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue import outbox
from nomic_mail.wire import Outcome, Outlet

log = logging.getLogger("nomic_mail.daemon")

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
WAY_OUT = "outgoing"  # what its trouble is kept under
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=5)
MARK_SECONDS = 0.25

GaveUp = Callable[[Connection, outbox.Leased, str], None]


class Measure:
    """How many letters may go out in a minute: over all, and to one domain; 0 is no limit."""

    def __init__(self, over_all: int = 0, to_a_domain: int = 0) -> None:
        self._over_all, self._to_a_domain = over_all, to_a_domain
        self._all: deque[datetime] = deque()
        self._domains: defaultdict[str, deque[datetime]] = defaultdict(deque)

    def full_until(self, now: datetime) -> datetime | None:
        return _full_until(self._all, self._over_all, now)

    def domain_full_until(self, recipient: str, now: datetime) -> datetime | None:
        return _full_until(self._domains[_domain(recipient)], self._to_a_domain, now)

    def note(self, recipient: str, now: datetime) -> None:
        if self._over_all:
            self._all.append(now)
        if self._to_a_domain:
            self._domains[_domain(recipient)].append(now)


def _full_until(sent: deque[datetime], most: int, now: datetime) -> datetime | None:
    while sent and not now - MINUTE < sent[0] <= now:
        sent.popleft()
    return sent[0] + MINUTE if most and len(sent) >= most else None


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


class Sender:
    def __init__(
        self,
        database: Database,
        outlet: Outlet,
        clock: Clock,
        holder: str,
        retry: timedelta,
        step: Callable[[str], None] = lambda name: None,
        *,
        gave_up: GaveUp = lambda connection, leased, why: None,
        measure: Measure | None = None,
    ) -> None:
        self._database, self._outlet, self._clock = database, outlet, clock
        self._holder, self._retry, self._step = holder, retry, step
        self._gave_up = gave_up
        self._measure = measure or Measure()
        self._closed = 0  # how often in a row the way out was
        self._noted: str | None = None
        self._not_before: datetime | None = None
        self._sent: list[outbox.Leased] = []  # and not marked yet
        self._sent_at = clock.now()
        self._mark_by = 0.0

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        """All that can go out now; how many letters were tried."""
        done = 0
        while not stop() and not self._is_pausing():
            with self._marking(durable=True) as connection:
                leased = outbox.lease(connection, self._holder, self._clock.now())
            if not leased:
                break
            try:
                while leased and not stop() and not self._is_pausing():
                    done += self._one(leased.pop(0))
            finally:
                if leased:
                    with self._marking() as connection:
                        outbox.postponed(connection, leased, None)
        self._mark()
        return done

    def close(self) -> None:
        self._outlet.close()
        with suppress(Busy):
            self._mark()

    @contextmanager
    def _marking(self, *, beside: bool = True, durable: bool = False) -> Iterator[Connection]:
        """A transaction that marks what was sent, too (rule 5)."""
        marked = len(self._sent)
        with self._database.write(beside=beside, durable=durable) as connection:
            outbox.sent(connection, self._sent[:marked], self._sent_at)
            yield connection
        del self._sent[:marked]
        for _ in range(marked):
            self._step("marked")

    def _mark(self) -> None:
        if self._sent:
            with self._marking():
                pass

    def _is_pausing(self) -> bool:
        now = self._clock.now()
        full = self._measure.full_until(now)
        return full is not None or (self._not_before is not None and now < self._not_before)

    def _one(self, leased: outbox.Leased) -> int:
        until = self._measure.domain_full_until(leased.letter.recipient, self._clock.now())
        if until is None:
            self._send(leased)
            return 1
        with self._database.write(beside=True, durable=False) as connection:
            outbox.postponed(connection, [leased], until)
        return 0

    def _send(self, leased: outbox.Leased) -> None:
        letter, outcome = leased.letter, self._handed_out(leased)
        self._step("sent")
        detail = _unsaid(letter.mail_from, outcome.detail)
        now = self._clock.now()
        self._measure.note(letter.recipient, now)
        if outcome.kind == "sent":
            self._is_sent(leased, now)
        else:
            self._is_not_sent(leased, now, outcome, detail)
        self._note_way(outcome.way_is_closed, detail, now)

    def _is_sent(self, leased: outbox.Leased, now: datetime) -> None:
        """Rule 5."""
        if not self._sent:
            self._mark_by = self._clock.monotonic_seconds() + MARK_SECONDS
        self._sent.append(leased)
        self._sent_at = now
        if self._clock.monotonic_seconds() >= self._mark_by:
            self._mark()
        about = {"number": leased.id, "tries": leased.tries + 1}
        log.info("letter out", extra={**about, "domain": _domain(leased.letter.recipient)})

    def _is_not_sent(
        self, leased: outbox.Leased, now: datetime, outcome: Outcome, detail: str
    ) -> None:
        with self._marking(beside=False, durable=True) as connection:  # it tells the moderator
            if outcome.kind == "failed":
                self._failed(connection, leased, now, detail)
            elif now - leased.created_at >= self._retry:
                why = f"given up after {leased.tries + 1} tries: {detail}"
                self._failed(connection, leased, now, why)
            else:
                outbox.deferred(connection, leased, now, detail)
        if outcome.kind == "failed":
            log.warning("letter %s failed: %s", leased.id, detail)
        elif not outcome.way_is_closed:
            again = now + outbox.retry_after(leased)
            log.warning(
                "letter %s is put off until %s UTC: %s", leased.id, f"{again:%H:%M}", detail
            )
        self._step("marked")

    def _handed_out(self, leased: outbox.Leased) -> Outcome:
        letter = leased.letter
        try:
            return self._outlet.deliver(
                letter.mail_from, letter.recipient, letter.body, letter.message_id
            )
        except Exception as error:  # rule 4
            log.exception("letter %s could not be handed out", leased.id)
            self._outlet.close()  # whatever was half said on its line
            return Outcome("deferred", f"an error of ours, {type(error).__name__}; see the log")

    def _failed(
        self, connection: Connection, leased: outbox.Leased, now: datetime, why: str
    ) -> None:
        told = outbox.failed_since(connection, leased.letter.recipient, now - DAY)
        game_id = outbox.failed(connection, leased, now, why)
        # what is refused later than at RCPT may be the letter's fault, or our own address's
        if game_id is not None and why.startswith("RCPT"):
            seats.refused(connection, game_id, leased.letter.recipient, now)
        if not told:
            self._gave_up(connection, leased, why)

    def _note_way(self, is_closed: bool, detail: str, now: datetime) -> None:
        """Rule 2."""
        trouble = detail if is_closed else ""
        if trouble != self._noted:
            with self._database.write() as connection:
                heartbeats.trouble(connection, WAY_OUT, trouble, now)
            self._noted = trouble
        if not is_closed:
            if self._closed:
                log.warning("letters can go out again")
            self._closed, self._not_before = 0, None
            return
        self._closed += 1
        pause = min(FIRST_PAUSE * 2 ** min(self._closed - 1, 16), LONGEST_PAUSE)
        self._not_before = now + pause
        if self._closed == 1:
            log.warning("no letter can go out, and it is tried again: %s", detail)


def _unsaid(mail_from: str, detail: str) -> str:
    """Servers repeat our envelope sender in their answers, and it carries a reply token."""
    local = mail_from.rpartition("@")[0]
    if not local or local.casefold() not in detail.casefold():
        return detail
    return re.sub(re.escape(local), "…", detail, flags=re.IGNORECASE)
