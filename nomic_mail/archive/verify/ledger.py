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
from nomic_mail.game.events import KINDS, Event

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
        if (wrong := _misshapen(entry)) is not None:
            key, says, wanted = wrong
            report.differs(PART, f"{where}{key}", says, wanted)
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


def _misshapen(entry: Any) -> tuple[str, Any, str] | None:
    """Which key of it, what it says, and what should stand there."""
    if not isinstance(entry, dict) or set(entry) - {"opened", "redacted"} != KEYS:
        says = sorted(map(str, entry)) if isinstance(entry, dict) else entry
        return "", says, "form, hash, public and seal of an event"
    if not isinstance(entry["public"], dict):
        return ".public", entry["public"], "an event"
    if not isinstance(entry["seal"], str) or SEAL.fullmatch(entry["seal"]) is None:
        return ".seal", entry["seal"], "64 hexadecimal digits, or nothing"
    if type(entry["form"]) is not int:
        return ".form", entry["form"], str(_form_of(entry))
    if not isinstance(entry["hash"], str):
        return ".hash", entry["hash"], "64 hexadecimal digits"
    if entry.get("redacted", True) is not True:
        return ".redacted", entry["redacted"], "true, or not there"
    return None


def _words_withheld(entry: dict[str, Any]) -> bool:
    """What was said to all is sealed: so its words are withheld there."""
    return "redacted" in entry and entry["public"].get("event") == "Discussed"


def _seal(opened: Any) -> str:
    if not isinstance(opened, dict) or set(opened) != {"salt", "sealed"}:
        return "the seal of a salt and a sealed part"
    sealed = canonical(opened["sealed"]).decode()
    return sha256(f"{opened['salt']}\n{sealed}".encode()).hexdigest()


def read_events(entries: Entries, read_event: ReadEvent, report: Report) -> Sequence[Event]:
    """Up to the first that cannot be read; each is read again when it is looked at, in the form
    that it has to be in."""

    def read(place: int) -> Event:
        return read_entry({**entries[place], "form": _form_of(entries[place])}, read_event)

    events, opened = Lazily(len(entries), read), Seals(entries, report)
    for place in range(len(entries)):
        entry, form = entries[place], _form_of(entries[place])
        report.same(PART, f"ledger.entries[{place}].form", entry["form"], form)
        try:
            event = events[place]
        except BROKEN as trouble:
            where, kind = f"ledger.entries[{place}].public", entry["public"].get("event")
            report.differs(PART, where, f"{kind}: {trouble}", "an event")
            return events[:place]
        seals = bool(event.SEALED) and form >= event.SEALED_SINCE
        report.same(PART, f"ledger.entries[{place}].seal", bool(entry["seal"]), seals)
        opened.see(place, event)
    opened.end()
    return events


def _form_of(entry: dict[str, Any]) -> int:
    """Which form of its kind it is in; one that has a seal is not in the form before seals."""
    kind, form = KINDS.get(str(entry["public"].get("event"))), entry["form"]
    if kind is None:
        return int(form) if type(form) is int else 1
    sealed = kind.SEALED_SINCE if kind.SEALED and entry["seal"] else 1
    unsealed = kind.SEALED_SINCE - 1 if kind.SEALED and not entry["seal"] else kind.VERSION
    known = range(sealed, max(unsealed, 1) + 1)
    return form if type(form) is int and form in known else known[-1]
