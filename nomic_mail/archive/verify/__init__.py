"""verify: a record checked from itself alone, with no server and no network.

1. A record holds the ledger it was made of. Three things are checked, each by itself: the ledger is
   one unbroken chain of hashes; its events are what the rules make of what people did
   (`referee.py`); and every other field of the record is what those events make it (`fields.py`).
2. What a person said or chose is a claim, and what follows from it is recomputed: throws, tallies,
   outcomes, thresholds, rules, mechanics, points, turns. Bookkeeping between two events is
   `evolve`'s, which consults no rule; what `decide` decides is worked out here anew.
3. Each difference names the field, what it says and what comes out. One difference hides no other.
4. The file is a stranger's: nothing in it may stop the check with anything but a difference.
5. A game that was played elsewhere, and told here, is held against what it was told in (told.py).
6. A head from outside of the file (a result letter) is the only proof against a whole forgery.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nomic_mail.archive.forms import forms
from nomic_mail.archive.json import digest_of
from nomic_mail.archive.opening import ReadEvent, Taken
from nomic_mail.archive.verify.beside import REST, UNREADABLE, check_beside, claims_of
from nomic_mail.archive.verify.fields import compare
from nomic_mail.archive.verify.ledger import check_chain, read_events
from nomic_mail.archive.verify.referee import Referee
from nomic_mail.archive.verify.report import Difference, Report
from nomic_mail.archive.verify.told import PART, check_told, is_told
from nomic_mail.game.events import Event

__all__ = ["Difference", "Report", "verify", "verify_taken"]

FORMAT = "nomic-mail/1"

Watch = Callable[[Sequence[Event]], Iterable[Event]]


def verify(
    data: Any, read_event: ReadEvent, head: str | None = None, watch: Watch = iter
) -> Report:
    """`read_event` reads a kind, a form, a public text and an opened one as the store has them;
    `watch` sees the events go by (a progress bar)."""
    return verify_taken(Taken("json", data), read_event, head, watch)


def verify_taken(
    taken: Taken,
    read_event: ReadEvent,
    head: str | None = None,
    watch: Watch = iter,
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
    entries = check_chain(data, head, report)
    report.events = len(entries)
    events = read_events(entries, read_event, report)
    if is_told(events):
        check_told(data, watch(events), report)
    else:
        if "told" in data:
            report.differs(PART, "told", "files", "nothing: its ledger is of a game played here")
        Referee(report).follow(watch(events), events)
    compare(data if whole else None, events, report)
    claims_of(data, report)
    form = forms().get(taken.kind)
    beside = form.beside if form is not None and form.beside is not None else check_beside
    try:
        beside(taken, events, report)
    except UNREADABLE as trouble:
        report.differs(REST, taken.kind, f"{trouble!r}", "what can be read")
    return report
