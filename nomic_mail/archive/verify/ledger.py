"""The ledger in a record: one unbroken chain of hashes, and the events it holds.

1. hash = SHA-256(previous hash, public part, seal), each on its own line; of the present form there
   is no seal.
2. What stands beside an entry as `opened` is what its public part commits to, and nothing else;
   and that is read as strictly as it was written (`reading.py`).
   The ballots that were counted are opened, and so are checked to be the ones that were cast; so is
   what was said to all, but for what was taken out again (`seals.py`). Words may be withheld; each
   entry of which some are is told.
3. Of older forms, seal = SHA-256(salt, sealed part); no entry of such a form comes after one of the
   present.
"""

import re
from collections.abc import Sequence
from typing import Any

from nomic_mail.archive.opening import read_entry
from nomic_mail.archive.shelf import Lazily, Rows
from nomic_mail.archive.verify.reading import read_as_written
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.seals import PART, Entries, Seals
from nomic_mail.game.events import KINDS, Event, LawRead
from nomic_mail.written.codec import CAUSE, COMMITTED, LETTERS, NEWEST, beside_words, closed_in
from nomic_mail.written.entry import GENESIS, hash_of, seal_of, text_of, withheld
from nomic_mail.written.words import all_made, commitment

SALT = re.compile(r"[0-9a-f]{32}")  # a longer one could be the beginning of the text
SEAL = re.compile(r"([0-9a-f]{64})?")
KEYS = {"form", "public", "hash"}
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
        report.later = report.later or entry["form"] > NEWEST
        try:
            _check_one(entry, place, last, report)
        except BROKEN as trouble:
            report.differs(PART, where, f"{trouble!r}", "what can be read")
        last = entry["hash"]  # so that what follows an altered entry is not called altered too
        if last == anchored and kept < 0:
            report.anchored = report.anchored or count
    report.same(PART, "ledger.events", ledger.get("events"), count)
    report.same(PART, "ledger.head", ledger.get("head"), last)
    if anchored is not None:  # where it comes from an earlier letter, play went on since
        says = anchored if report.anchored else ledger.get("head")
        report.same(PART, "ledger.head, by --head", says, anchored)
    return entries if kept < 0 else Lazily(kept, entries.__getitem__)


def _check_one(entry: dict[str, Any], place: int, last: str, report: Report) -> None:
    where = f"ledger.entries[{place}]"
    if "redacted" in entry:  # its words are not those that were hashed
        report.altered.append(place + 1)
    else:
        comes_out = hash_of(last, text_of(entry["public"]), entry.get("seal", ""))
        report.same(PART, f"{where}.hash", entry["hash"], comes_out)
    if "seal" not in entry:
        _check_opened(entry, where, report)
        if _withheld(entry):
            report.withheld.append(place + 1)
    elif "opened" in entry and not _words_altered(entry):
        report.same(PART, f"{where}.seal", entry["seal"], _seal(entry["opened"]))


def _check_opened(entry: dict[str, Any], where: str, report: Report) -> None:
    opened, wanted = entry.get("opened", {}), set(all_made(entry["public"]))
    for made in sorted(opened.keys() & closed_in(entry["public"])):
        report.differs(PART, f"{where}.opened", made, "closed: what a letter was believed by")
    for made, told in opened.items():
        fits = isinstance(told, list) and len(told) == 2 and all(isinstance(x, str) for x in told)
        salted = fits and SALT.fullmatch(told[0])
        comes_out = commitment(*told) if salted else "what a salt and a text make"
        report.same(PART, f"{where}.opened", made, comes_out)
        if made not in wanted:
            report.differs(PART, f"{where}.opened", made, "nothing that it commits to")


def _withheld(entry: dict[str, Any]) -> bool:
    try:
        return withheld(entry)
    except BROKEN:
        return False  # it cannot be read, and that is told


def _misshapen(entry: Any) -> tuple[str, Any, str] | None:
    """Which key of it, what it says, and what should stand there."""
    own = set(entry) - {"opened", "redacted", "seal"} if isinstance(entry, dict) else set()
    if own != KEYS:
        says = sorted(map(str, entry)) if isinstance(entry, dict) else entry
        return "", says, "form, hash and public part of an event"
    if not isinstance(entry["public"], dict):
        return ".public", entry["public"], "an event"
    if "seal" in entry and not (isinstance(entry["seal"], str) and SEAL.fullmatch(entry["seal"])):
        return ".seal", entry["seal"], "64 hexadecimal digits, or nothing"
    if type(entry["form"]) is not int:
        return ".form", entry["form"], str(_form_of(entry))
    if not isinstance(entry["hash"], str):
        return ".hash", entry["hash"], "64 hexadecimal digits"
    if entry.get("redacted", True) is not True or ("redacted" in entry and "seal" not in entry):
        return ".redacted", entry["redacted"], "not there, or true in an older form"
    if "seal" not in entry and not isinstance(entry.get("opened", {}), dict):
        return ".opened", entry["opened"], "what it commits to"
    return None


def _words_altered(entry: dict[str, Any]) -> bool:
    """What was said to all is sealed: so its words are altered there."""
    return "redacted" in entry and entry["public"].get("event") == "Discussed"


def _seal(opened: Any) -> str:
    if not isinstance(opened, dict) or set(opened) != {"salt", "sealed"}:
        return "the seal of a salt and a sealed part"
    return seal_of(opened["salt"], text_of(opened["sealed"]))


# From this form on all kinds of events have the same, so that no older one comes after it.
TOGETHER = 5


def read_events(entries: Entries, report: Report) -> Sequence[Event]:
    """Up to the first that cannot be read; each is read again when it is looked at, in the form
    that it has to be in."""

    def read(place: int) -> Event:
        return read_entry(in_its_form(entries[place]))

    events, opened, older = Lazily(len(entries), read), Seals(entries, report), True
    least = 0
    for place in range(len(entries)):
        entry, form = entries[place], _form_of(entries[place])
        report.same(PART, f"ledger.entries[{place}].form", entry["form"], max(form, least))
        least = max(least, form if form >= TOGETHER else 0)
        try:
            event, _ = read_as_written(in_its_form(entry))
        except BROKEN as trouble:
            where, kind = f"ledger.entries[{place}].public", entry["public"].get("event")
            report.differs(PART, where, f"{kind}: {trouble}", "an event")
            return events[:place]
        if "seal" not in entry and not entry.get("opened", {}).keys() >= beside_words(
            entry["public"]
        ):
            report.hangs_on_words(place)
        if "seal" in entry:
            seals = bool(event.SEALED) and form >= event.SEALED_SINCE
            report.same(PART, f"ledger.entries[{place}].seal", bool(entry["seal"]), seals)
            report.same(PART, f"ledger.entries[{place}].form", older, True)
        older = "seal" in entry
        if LETTERS in entry["public"] and not _may_hold_letters(entry["public"], place):
            where, says = f"ledger.entries[{place}].public.{LETTERS}", entry["public"][LETTERS]
            report.differs(PART, where, says, "nothing, but where a burst begins")
        opened.see(place, event)
    opened.end()
    return events


def _may_hold_letters(public: dict[str, Any], place: int) -> bool:
    """Where a burst begins, if there were any letters in the one before; of the first entry they
    only say that letters are committed to from there on."""
    begins = CAUSE in public or public["event"] == LawRead.__name__
    return not public[LETTERS] if place == 0 else begins and bool(public[LETTERS])


def in_its_form(entry: dict[str, Any]) -> dict[str, Any]:
    """Whatever it says of that."""
    return {**entry, "form": _form_of(entry)}


def _form_of(entry: dict[str, Any]) -> int:
    """Which form of its kind it is in: older ones have a seal, though it may be empty; and one that
    has something sealed is not in the form before seals."""
    kind, form = KINDS.get(str(entry["public"].get("event"))), entry["form"]
    if kind is None:
        return int(form) if type(form) is int else COMMITTED
    if "seal" not in entry:
        known = range(COMMITTED, kind.VERSION + 1)
    else:
        sealed = kind.SEALED_SINCE if kind.SEALED and entry["seal"] else 1
        unsealed = kind.SEALED_SINCE - 1 if kind.SEALED and not entry["seal"] else 2
        known = range(sealed, max(unsealed, 1) + 1)
    return form if type(form) is int and form in known else known[-1]
