"""The ledger in a record: one unbroken chain of hashes, and the events it holds.

1. hash = SHA-256(previous hash, public part, seal), each on its own line.
2. seal = SHA-256(salt, sealed part). The ballots that were counted are opened, and so are checked
   to be the ones that were cast; so is what was said to all, but for what was taken out again. No
   other sealed part is in a record, and nothing needs it.
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
    """The entries up to the first that has not the shape of one; a chain that breaks is told where
    it does."""
    ledger = data.get("ledger")
    entries = ledger.get("entries") if isinstance(ledger, dict) else None
    if not isinstance(ledger, dict) or not isinstance(entries, list):
        report.differs(PART, "ledger.entries", ledger, "the list of all events")
        return []
    report.same(PART, "ledger", sorted(map(str, ledger)), sorted(LEDGER_KEYS))
    last, kept, whole = GENESIS, [], True
    for place, entry in enumerate(entries):
        where = f"ledger.entries[{place}]"
        if not _shaped(entry):
            report.differs(PART, where, entry, "form, public, seal and hash of an event")
            last, whole = str(entry.get("hash") if isinstance(entry, dict) else last), False
            continue
        public = canonical(entry["public"]).decode()
        comes_out = sha256(f"{last}\n{public}\n{entry['seal']}".encode()).hexdigest()
        report.same(PART, f"{where}.hash", entry["hash"], comes_out)
        if "opened" in entry:
            report.same(PART, f"{where}.seal", entry["seal"], _seal(entry["opened"]))
        last = entry["hash"]  # so that what follows an altered entry is not called altered too
        if whole:
            kept.append(entry)
    report.same(PART, "ledger.events", ledger.get("events"), len(entries))
    report.same(PART, "ledger.head", ledger.get("head"), last)
    if head is not None:
        _anchored(kept, head.strip().lower(), ledger.get("head"), report)
    return kept


def _anchored(entries: Entries, head: str, last: Any, report: Report) -> None:
    """Where it comes from an earlier letter, play went on since."""
    found = (count for count, one in enumerate(entries, 1) if one["hash"] == head)
    report.anchored = next(found, 0)
    says = head if report.anchored else last
    report.same(PART, "ledger.head, by --head", says, head)


def _shaped(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) - {"opened"} == KEYS
        and isinstance(entry["public"], dict)
        and type(entry["form"]) is int
        and isinstance(entry["seal"], str)
        and SEAL.fullmatch(entry["seal"]) is not None
        and isinstance(entry["hash"], str)
    )


def _seal(opened: Any) -> str:
    if not isinstance(opened, dict) or set(opened) != {"salt", "sealed"}:
        return "the seal of a salt and a sealed part"
    sealed = canonical(opened["sealed"]).decode()
    return sha256(f"{opened['salt']}\n{sealed}".encode()).hexdigest()


def read_events(
    entries: Entries, read_event: Callable[[str, int, str, str | None], AnyEvent], report: Report
) -> list[AnyEvent]:
    """Up to the first that cannot be read."""
    events: list[AnyEvent] = []
    for place, entry in enumerate(entries):
        public = entry["public"]
        try:
            kind, text = str(public.get("event")), canonical(public).decode()
            opened = entry.get("opened")
            sealed = canonical(opened["sealed"]).decode() if opened is not None else None
            event = read_event(kind, entry["form"], text, sealed)
        except BROKEN as trouble:
            where = f"ledger.entries[{place}].public"
            report.differs(PART, where, f"{public.get('event')}: {trouble}", "an event")
            break
        made, form = type(event), entry["form"]
        known = form if 0 < form <= made.VERSION else made.VERSION
        report.same(PART, f"ledger.entries[{place}].form", form, known)
        seals = bool(made.SEALED) and form >= made.SEALED_SINCE
        report.same(PART, f"ledger.entries[{place}].seal", bool(entry["seal"]), seals)
        events.append(event)
    return events
