"""The ledger in a record: one unbroken chain of hashes, and the events it holds.

1. hash = SHA-256(previous hash, public part, seal), each on its own line.
2. Sealed parts (a ballot's choice, a seed) are not in a record; nothing that is checked needs them.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from nomic_mail.archive.json import canonical
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game.events import AnyEvent

GENESIS = "0" * 64
SEAL = re.compile(r"([0-9a-f]{64})?")
KEYS = {"form", "public", "seal", "hash"}
LEDGER_KEYS = {"events", "head", "entries"}

PART = "the ledger's chain"

Entries = list[dict[str, Any]]


def check_chain(data: dict[str, Any], head: str | None, report: Report) -> Entries:
    """The entries that have the shape of one; a chain that breaks is told where it does."""
    ledger = data.get("ledger")
    entries = ledger.get("entries") if isinstance(ledger, dict) else None
    if not isinstance(ledger, dict) or not isinstance(entries, list):
        report.differs(PART, "ledger.entries", ledger, "the list of all events")
        return []
    report.same(PART, "ledger", sorted(map(str, ledger)), sorted(LEDGER_KEYS))
    last, kept = GENESIS, []
    for place, entry in enumerate(entries):
        where = f"ledger.entries[{place}]"
        if not _shaped(entry):
            report.differs(PART, where, entry, "form, public, seal and hash of an event")
            break
        public = canonical(entry["public"]).decode()
        comes_out = sha256(f"{last}\n{public}\n{entry['seal']}".encode()).hexdigest()
        report.same(PART, f"{where}.hash", entry["hash"], comes_out)
        last = entry["hash"]  # so that what follows an altered entry is not called altered too
        kept.append(entry)
    report.same(PART, "ledger.events", ledger.get("events"), len(entries))
    report.same(PART, "ledger.head", ledger.get("head"), last)
    if head is not None:
        report.same(PART, "ledger.head, by --head", ledger.get("head"), head.strip().lower())
    return kept


def _shaped(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == KEYS
        and isinstance(entry["public"], dict)
        and type(entry["form"]) is int
        and isinstance(entry["seal"], str)
        and SEAL.fullmatch(entry["seal"]) is not None
        and isinstance(entry["hash"], str)
    )


def read_events(
    entries: Entries, read_event: Callable[[str, int, str], AnyEvent], report: Report
) -> list[AnyEvent]:
    """Up to the first that cannot be read."""
    events: list[AnyEvent] = []
    for place, entry in enumerate(entries):
        public = entry["public"]
        try:
            event = read_event(str(public.get("event")), entry["form"], canonical(public).decode())
        except BROKEN as trouble:
            where = f"ledger.entries[{place}].public"
            report.differs(PART, where, f"{public.get('event')}: {trouble}", "an event")
            break
        report.same(PART, f"ledger.entries[{place}].form", entry["form"], type(event).VERSION)
        report.same(PART, f"ledger.entries[{place}].seal", bool(entry["seal"]), bool(event.SEALED))
        events.append(event)
    return events
