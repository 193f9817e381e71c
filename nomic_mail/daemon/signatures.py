"""The keys of players' signed letters, asked for when the letters are in.

No letter waits for it, and none is judged by it here: it is for who checks the record in later
years (store.queue.signing). One key is asked for once an hour, however many letters it signed.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from nomic_mail.letters.proof.dkim import RECORD_BYTES, key_names
from nomic_mail.letters.proof.names import LOOKUP_SECONDS, Lookup, Pending, Unknown
from nomic_mail.store.database.engines import Database
from nomic_mail.store.queue import signing

MOST = 20
KEPT = timedelta(hours=1)
MOST_KEPT = 1000


class Signatures:
    def __init__(self, database: Database, lookup: Lookup) -> None:
        self._database = database
        self._lookup = lookup
        self._known: dict[str, tuple[datetime, str]] = {}

    def note(self, now: datetime, stop: Callable[[], bool] = lambda: False) -> int:
        """How many letters' keys were asked for."""
        with self._database.read() as connection:
            due = signing.due(connection, MOST)
        done = 0
        for inbox_id, raw in due:
            if stop():
                break
            try:
                records: dict[str, str] | None = self._records(raw, now)
            except Pending:
                continue
            except Unknown:
                records = None
            with self._database.write() as connection:
                signing.note(connection, inbox_id, records)
            done += 1
        return done

    def _records(self, raw: bytes, now: datetime) -> dict[str, str]:
        """All are asked for before the first is waited for."""
        found, pending = dict[str, str](), None
        for name in key_names(raw):
            try:
                found[name] = self._record(name, now)
            except Pending as asked:
                pending = asked
        if pending is not None:
            raise pending
        return {name: record for name, record in found.items() if record}

    def _record(self, name: str, now: datetime) -> str:
        at, record = self._known.get(name, (now - 2 * KEPT, ""))
        if now - at < KEPT:
            return record
        told = self._lookup(name, LOOKUP_SECONDS) or b""
        record = told.decode("ascii", "replace") if len(told) <= RECORD_BYTES else ""
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[name] = now, record
        return record
