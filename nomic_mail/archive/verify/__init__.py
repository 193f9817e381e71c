"""verify: a record checked from itself alone, with no server and no network.

1. A record holds the ledger it was made of. Three things are checked, each by itself: the ledger is
   one unbroken chain of hashes (`ledger.py`); what follows in it from each cause is what is decided
   when that cause is decided again (`deciding.py`); and every other field of the record is what the
   ledger makes it (`fields.py`).
2. What a person said or chose is a claim (`claims.py`), and what follows from it is decided.
3. Each difference names the field, what it says and what comes out. One difference hides no other.
4. The file is a stranger's: nothing in it may stop the check with anything but a difference.
5. A game that was played elsewhere, and told here, is held against what it was told in (told.py).
6. A head from outside of the file (a result letter) is the only proof against a whole forgery. Who
   wants a check that shares no line with the program has the page in a bag, and docs/FORMAT.md.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from nomic_mail.archive.forms import forms
from nomic_mail.archive.json import digest_of
from nomic_mail.archive.opening import Taken, read_cause
from nomic_mail.archive.verify.beside import REST, UNREADABLE, check_beside, claims_of
from nomic_mail.archive.verify.claims import Claims
from nomic_mail.archive.verify.deciding import READINGS, check_decisions
from nomic_mail.archive.verify.fields import compare
from nomic_mail.archive.verify.ledger import check_chain, in_its_form, read_events
from nomic_mail.archive.verify.report import Difference, Report
from nomic_mail.archive.verify.seals import Entries
from nomic_mail.archive.verify.told import PART, check_told, is_told
from nomic_mail.game.course import Cause
from nomic_mail.game.events import Event
from nomic_mail.game.programs import NONE, Runs

__all__ = ["Difference", "Report", "verify", "verify_taken"]

FORMAT = "nomic-mail/1"

Watch = Callable[[Sequence[Event]], Iterable[Event]]


def verify(data: Any, head: str | None = None, watch: Watch = iter, runs: Runs = NONE) -> Report:
    """`watch` sees the events go by (a progress bar); `runs` runs the rules' programs again."""
    return verify_taken(Taken("json", data), head, watch, runs)


def verify_taken(
    taken: Taken,
    head: str | None = None,
    watch: Watch = iter,
    runs: Runs = NONE,
) -> Report:
    """A record in any of its forms, and what lies beside it."""
    report, data = Report(kind=taken.kind), taken.data
    whole = not isinstance(data, dict) or set(data) - {"ledger", "addresses", "told"}
    if whole and (not isinstance(data, dict) or data.get("format") != FORMAT):
        said = data.get("format") if isinstance(data, dict) else data
        report.differs("the record", "format", said, FORMAT)
        return report
    if whole:
        report.same("digest", "digest", data.get("digest"), digest_of(data))
        if not isinstance(data.get("written_by", ""), str):
            report.differs("the record", "written_by", data["written_by"], "a text")
    entries = check_chain(data, head, report)
    report.events = len(entries)
    events = read_events(entries, report)
    if is_told(events):
        check_told(data, watch(events), report)
    else:
        if "told" in data:
            report.differs(PART, "told", "files", "nothing: its ledger is of a game played here")
        _check_play(entries, watch(events), report, runs)
    compare(data if whole else None, events, report)
    claims_of(data, report)
    form = forms().get(taken.kind)
    beside = form.beside if form is not None and form.beside is not None else check_beside
    try:
        beside(taken, events, report)
    except UNREADABLE as trouble:
        report.differs(REST, taken.kind, f"{trouble!r}", "what can be read")
    return report


def _check_play(entries: Entries, events: Iterable[Event], report: Report, runs: Runs) -> None:
    claims = Claims()

    def caused() -> Iterator[tuple[Event, Cause | None]]:
        read = False  # whether a reading of the law was told so far
        for place, event in enumerate(events):
            cause = read_cause(in_its_form(entries[place]))
            claims.see(event, cause)
            if not read and "seal" not in entries[place]:
                read = bool(getattr(event, "reading", 0))
                where = f"ledger.entries[{place}].public ({type(event).__name__})"
                report.same(READINGS, where, "read" if read else "not read", "read")
                read = True  # told once
            yield event, cause

    check_decisions(caused(), report, runs)
    report.claimed += claims.told(len(entries))
