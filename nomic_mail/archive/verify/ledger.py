"""The ledger in a record: one unbroken chain of hashes, and the events it holds.

1. hash = SHA-256(previous hash, public part, seal), each on its own line.
2. seal = SHA-256(salt, sealed part). The ballots that were counted are opened, and so are checked
   to be the ones that were cast; so is what was said to all, but for what was taken out again
   (`seals.py`). No other sealed part is in a record, and nothing needs it.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from nomic_mail.archive.json import canonical
from nomic_mail.archive.opening import ReadEvent, read_entry
from nomic_mail.archive.shelf import Lazily, Rows
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.seals import PART, Entries, Seals
from nomic_mail.game.events import AnyEvent

GENESIS = "0" * 64
SEAL = re.compile(r"([0-9a-f]{64})?")
KEYS = {"form", "public", "seal", "hash"}
LEDGER_KEYS = {"events", "head", "entries"}


def check_chain(data: dict[str, Any], head: str | None, report: Report) -> Entries:
    """The entries up to the first that has not the shape of one; a chain that breaks is told where
    it does."""
    ledger = data.get("ledger")
    entries = ledger.get("entries") if isinstance(ledger, dict) else None
    if not isinstance(ledger, dict) or not isinstance(entries, list | Rows):
        report.differs(PART, "ledger.entries", ledger, "the list of all events")
        return []
    report.same(PART, "ledger", sorted(map(str, ledger)), sorted(LEDGER_KEYS))
    last, kept, count, anchored = GENESIS, -1, 0, head and head.strip().lower()
    for place, entry in enumerate(entries):
        where, count = f"ledger.entries[{place}]", place + 1
        if not _shaped(entry):
            report.differs(PART, where, entry, "form, public, seal and hash of an event")
            last = str(entry.get("hash") if isinstance(entry, dict) else last)
            kept = place if kept < 0 else kept
            continue
        if "redacted" in entry:  # its words are not those that were hashed
            report.withheld += 1
        else:
            public = canonical(entry["public"]).decode()
            comes_out = sha256(f"{last}\n{public}\n{entry['seal']}".encode()).hexdigest()
            report.same(PART, f"{where}.hash", entry["hash"], comes_out)
        if "opened" in entry and not _words_withheld(entry):
            report.same(PART, f"{where}.seal", entry["seal"], _seal(entry["opened"]))
        last = entry["hash"]  # so that what follows an altered entry is not called altered too
        if last == anchored and kept < 0:
            report.anchored = report.anchored or count
    report.same(PART, "ledger.events", ledger.get("events"), count)
    report.same(PART, "ledger.head", ledger.get("head"), last)
    if anchored is not None:  # where it comes from an earlier letter, play went on since
        says = anchored if report.anchored else ledger.get("head")
        report.same(PART, "ledger.head, by --head", says, anchored)
    return entries if kept < 0 else Lazily(kept, entries.__getitem__)


def _shaped(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) - {"opened", "redacted"} == KEYS
        and entry.get("redacted", True) is True
        and isinstance(entry["public"], dict)
        and type(entry["form"]) is int
        and isinstance(entry["seal"], str)
        and SEAL.fullmatch(entry["seal"]) is not None
        and isinstance(entry["hash"], str)
    )


def _words_withheld(entry: dict[str, Any]) -> bool:
    """What was said to all is sealed: so its words are withheld there."""
    return "redacted" in entry and entry["public"].get("event") == "Discussed"


def _seal(opened: Any) -> str:
    if not isinstance(opened, dict) or set(opened) != {"salt", "sealed"}:
        return "the seal of a salt and a sealed part"
    sealed = canonical(opened["sealed"]).decode()
    return sha256(f"{opened['salt']}\n{sealed}".encode()).hexdigest()


def read_events(entries: Entries, read_event: ReadEvent, report: Report) -> Sequence[AnyEvent]:
    """Up to the first that cannot be read; each is read again when it is looked at."""
    events = Lazily(len(entries), lambda place: read_entry(entries[place], read_event))
    opened = Seals(entries, report)
    for place in range(len(entries)):
        entry = entries[place]
        try:
            event = events[place]
        except BROKEN as trouble:
            where, kind = f"ledger.entries[{place}].public", entry["public"].get("event")
            report.differs(PART, where, f"{kind}: {trouble}", "an event")
            return events[:place]
        made, form = type(event), entry["form"]
        known = form if 0 < form <= made.VERSION else made.VERSION
        report.same(PART, f"ledger.entries[{place}].form", form, known)
        seals = bool(made.SEALED) and form >= made.SEALED_SINCE
        report.same(PART, f"ledger.entries[{place}].seal", bool(entry["seal"]), seals)
        opened.see(place, event)
    opened.end()
    return events
