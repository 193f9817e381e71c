"""One folder looked into again and again (the rules stand at the head of the package)."""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from nomic_mail.clock import Clock
from nomic_mail.config import Mailbox
from nomic_mail.letters.mime.parts import HEADER_BYTES, Headers
from nomic_mail.wire import Found
from nomic_mail.wire.addressed import headers_of, recipients, return_path
from nomic_mail.wire.imap.line import MailboxLine, MailboxTrouble
from nomic_mail.wire.login import Secret

log = logging.getLogger("nomic_mail.wire.imap")

BATCH = 50
BATCH_BYTES = 4_000_000
HEAD = f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>"  # what is longer was written to be
MOST_TRIES = 3
SLICE_SECONDS = 1.0
ANSWERED = timedelta(minutes=10)  # a letter that lies there so long before the last was answered
AGAIN = "again "


class Hooks(Struct, frozen=True):
    """`take` is durable when it returns; a ValueError says that the letter itself cannot be stored,
    anything else that it cannot be done now. `known` tells when a letter of this source came."""

    ours: Callable[[str], bool]
    take: Callable[[Found], None]
    known: Callable[[str], datetime | None]
    stop: threading.Event


class MailboxReader:
    """For one thread. `complete_at` is the beginning of the last complete look."""

    def __init__(
        self,
        box: Mailbox,
        secret: Secret,
        ca_file: Path | None,
        hooks: Hooks,
        clock: Clock,
        address: str,
        limit_bytes: int,
    ) -> None:
        self._box, self._hooks, self._clock = box, hooks, clock
        self._address, self._limit = address, limit_bytes
        self._secret, self._ca_file = secret, ca_file
        self._line = MailboxLine(box, secret, ca_file)
        self._era = 0
        self._left: set[int] = set()  # dealt with, and still there
        self._tries: dict[tuple[int, int], int] = {}
        self._answered_until: datetime | None = None
        self.complete_at: datetime | None = None

    def look(self) -> int:
        """Takes in all that is there; how many letters that was. Raises Trouble."""
        with self._line.told():
            return self._look()

    def wait(self, seconds: float) -> None:
        """Until there may be news, at most so long; it may end early for no reason."""
        end = self._clock.monotonic_seconds() + seconds
        with self._line.told():
            client = self._line.client
            if self._box.idle and client is not None and client.has_capability("IDLE"):
                self._idle(client, end)
                return
        while not self._hooks.stop.is_set() and (left := end - self._clock.monotonic_seconds()) > 0:
            self._hooks.stop.wait(min(left, SLICE_SECONDS))

    def take_again(self, since: datetime) -> int:
        """Takes in, where they lie, letters received since then that were put out of the way; how
        many that was. Raises Trouble."""
        box = self._box.done_with()
        address, limit = self._address, self._limit
        done = MailboxReader(
            box, self._secret, self._ca_file, self._hooks, self._clock, address, limit
        )
        with done._line.told():
            client = done._line.ready_if_there()
            if client is None:
                return 0
            day = since.date() - timedelta(days=1)  # the server's days may begin at other hours
            times = dict[int, datetime]()
            for there in done._line.waiting("UNDELETED", "SINCE", day):
                for batch in done._batches(sorted(there)):
                    facts = client.fetch(batch, ["INTERNALDATE"])
                    times |= {uid: self._received(facts[uid]) for uid in sorted(facts)}
            done._answered_until = max(times.values(), default=since) - ANSWERED
            uids = [uid for uid, at in times.items() if at >= since]
            count = sum(done._take(client, batch) for batch in done._batches(uids))
        done.close()
        if self._hooks.stop.is_set():
            raise MailboxTrouble(f"{self._box.shown}: stopped before all letters were had again")
        return count

    def close(self) -> None:
        self._line.close()

    # A look

    def _look(self) -> int:
        began = self._clock.now()
        client = self._line.ready()
        if self._line.era != self._era:
            self._left.clear()
            self._era = self._line.era
        client.noop()
        before, still, done = {*self._left}, set[int](), 0
        for there in self._line.waiting("UNDELETED"):
            still |= before.intersection(there)
            for batch in self._batches(sorted({*there} - before)):
                done += self._take(client, batch)
        self._left -= before - still
        if not self._hooks.stop.is_set():
            self.complete_at = began
        return done

    def _batches(self, uids: Sequence[int]) -> Iterator[Sequence[int]]:
        """Until the end is asked for."""
        for start in range(0, len(uids), BATCH):
            if self._hooks.stop.is_set():
                return
            yield uids[start : start + BATCH]

    def _take(self, client: Any, uids: Sequence[int]) -> int:
        asked = ["RFC822.SIZE", "INTERNALDATE"]
        if self._box.shared:
            asked.append(HEAD)
        facts = self._fetched(client, uids, asked)
        known, small, large, foreign = [], [], [], []
        for uid in uids:
            fact = facts.get(uid)
            if fact is None:
                continue
            if self._box.shared and not self._is_ours(_told(fact, b"BODY[HEADER]") or b""):
                foreign.append(uid)
            elif self._is_known(uid, fact):
                known.append(uid)
            elif (fact.get(b"RFC822.SIZE") or 0) > self._limit:
                large.append(uid)
            else:
                small.append(uid)
        self._put(known, self._box.done)
        self._put(foreign, self._box.ignored)
        done = 0
        for group in _by_size(small, facts):
            done += self._take_bodies(client, group, facts, "BODY.PEEK[]")
        for uid in large:
            part = f"BODY.PEEK[]<0.{self._limit + 1}>"
            done += self._take_bodies(client, [uid], facts, part)
            size = facts[uid].get(b"RFC822.SIZE")
            log.warning("%s: letter %s has %s bytes: held", self._box.shown, uid, size)
        return done

    def _take_bodies(
        self, client: Any, uids: Sequence[int], facts: dict[int, Any], part: str
    ) -> int:
        taken, refused, long = list[int](), list[int](), list[int]()
        bodies = self._fetched(client, uids, [part])
        for uid in uids:
            raw = _told(bodies.get(uid, {}), b"BODY[]")
            if not isinstance(raw, bytes):
                continue
            try:  # as much as of any, whatever its server said that it is
                self._hooks.take(self._found(uid, raw[: self._limit + 1], facts[uid]))
            except ValueError as error:
                log.error("%s: letter %s cannot be stored: %s", self._box.shown, uid, error)
                refused.append(uid)
            else:
                (taken if len(raw) <= self._limit else long).append(uid)
        self._put(taken, self._box.done)
        self._put([*refused, *long], self._box.held)
        return len(taken) + len(long)

    def _fetched(self, client: Any, uids: Sequence[int], asked: list[str]) -> dict[int, Any]:
        """What is missing is asked for once more by itself: it is gone, or the answer got lost."""
        wanted = {item.partition("<")[0].replace(".PEEK", "").encode() for item in asked}
        found: dict[int, Any] = client.fetch(uids, asked)
        for uid in uids:
            if _holds(found.get(uid), wanted):
                continue
            found.pop(uid, None)
            again = client.fetch([uid], asked).get(uid)
            if _holds(again, wanted):
                found[uid] = again
            elif client.search(["UID", str(uid), "UNDELETED"]):
                self._count_try(uid)
            else:
                log.info("%s: letter %s is gone, by another hand", self._box.shown, uid)
        return found

    def _count_try(self, uid: int) -> None:
        """One letter the server will not hand out must not hold up all others for ever."""
        name = (self._line.validity, uid)
        self._tries[name] = self._tries.get(name, 0) + 1
        if self._tries[name] < MOST_TRIES:
            raise MailboxTrouble(f"{self._box.shown}: the server does not hand out letter {uid}")
        log.error("%s: letter %s cannot be had; it stays there", self._box.shown, uid)
        self._left.add(uid)

    def _is_ours(self, head: bytes) -> bool:
        return bool(self._recipients(headers_of(head)))

    def _recipients(self, headers: Headers) -> tuple[str, ...]:
        marks = self._box.recipient_headers
        return recipients(headers, marks, self._hooks.ours, self._address)

    def _found(self, uid: int, raw: bytes, fact: dict[bytes, Any]) -> Found:
        headers = headers_of(raw)
        to = self._recipients(headers)
        at = self._received(fact)
        return Found(
            raw, self._source(uid, raw, at), return_path(headers), to or (self._address,), at
        )

    # What a letter is known by

    def _name(self, uid: int, at: datetime) -> str:
        account = hashlib.sha256(f"{self._box.user}\0{self._box.host}".encode()).hexdigest()[:16]
        folder = hashlib.sha256(self._box.folder.encode()).hexdigest()[:8]
        answered = self._answered_until is not None and at <= self._answered_until
        return f"{AGAIN if answered else ''}imap {account} {folder} {self._line.validity} {uid}"

    def _source(self, uid: int, raw: bytes, at: datetime) -> str:
        name = self._name(uid, at)
        if self._line.validity and self._hooks.known(name) in (None, at):
            return name
        return f"{name} {hashlib.sha256(raw).hexdigest()}"

    def _is_known(self, uid: int, fact: dict[bytes, Any]) -> bool:
        if not self._line.validity:
            return False
        at = self._received(fact)
        return self._hooks.known(self._name(uid, at)) == at

    def _received(self, fact: dict[bytes, Any]) -> datetime:
        now = self._clock.now()
        told = fact.get(b"INTERNALDATE")
        if not isinstance(told, datetime):
            return now
        try:
            return min(told.astimezone(UTC) if told.tzinfo else told.replace(tzinfo=UTC), now)
        except OverflowError:
            return now

    def _put(self, uids: Sequence[int], folder: str) -> None:
        if not self._line.put(uids, folder):
            self._left.update(uids)

    # Waiting

    def _idle(self, client: Any, end: float) -> None:
        client.idle()
        early = 0  # a dead connection answers nothing, at once, for ever; a live one may do so once
        while not self._hooks.stop.is_set() and (left := end - self._clock.monotonic_seconds()) > 0:
            began = self._clock.monotonic_seconds()
            turn = min(left, SLICE_SECONDS)
            if client.idle_check(timeout=turn):
                break
            is_early = self._clock.monotonic_seconds() - began < turn / 2
            early = early + 1 if is_early else 0
            if early == MOST_TRIES:
                raise ConnectionAbortedError("the server hung up")
        client.idle_done()


def _by_size(uids: Iterable[int], facts: dict[int, Any]) -> Iterator[list[int]]:
    """Groups whose letters are, together, not too much for the memory."""
    group: list[int] = []
    size = 0
    for uid in uids:
        own = int(facts[uid].get(b"RFC822.SIZE") or 0)
        if group and size + own > BATCH_BYTES:
            yield group
            group, size = [], 0
        group.append(uid)
        size += own
    if group:
        yield group


def _told(fact: dict[bytes, Any], item: bytes) -> Any:
    """Under its name, whether all of it was asked for or a part."""
    return next((value for key, value in fact.items() if key.partition(b"<")[0] == item), None)


def _holds(fact: dict[bytes, Any] | None, wanted: set[bytes]) -> bool:
    keys = {key.partition(b"<")[0] for key in fact or {}}
    return wanted <= keys
