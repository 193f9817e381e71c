"""The record of a game that was told: made again from the files that it holds.

1. Nobody can check that it was so. What is checked is that the record is what its files make, and
   that what they say does not contradict itself: each contradiction is a Disagreement, and none of
   them an alteration.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from nomic_mail.archive.told.record import as_data, told_again
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.sentences import as_in
from nomic_mail.game import events as e
from nomic_mail.game.state import TOLD, State

PART = "what it was told in"
CLAIMED = (
    "all of it: that the game was played so, as whoever wrote it down tells it",
    "no throw, no ballot and no date of it was recorded at the time by this program",
)


def is_told(events: Sequence[e.Event]) -> bool:
    first = events[0] if len(events) else None
    return isinstance(first, e.GameCreated) and first.ruleset == TOLD


def check_told(data: Any, events: Iterable[e.Event], report: Report) -> None:
    report.told = True
    report.claimed.extend(CLAIMED)
    try:
        told, telling = told_again(data.get("told"))
    except BROKEN as trouble:
        report.differs(PART, "told.files", f"cannot be read: {trouble}", "an old game")
        return
    report.same(PART, "told", data["told"], as_data(told))
    for place, (says, made) in enumerate(zip_longest(events, telling.events)):
        where = f"ledger.entries[{place}].public"
        if says is None or made is None or type(says) is not type(made):
            report.differs(PART, where, type(says).__name__, type(made).__name__)
            continue
        wanted = as_in(says, made, State())
        for name in wanted.__struct_fields__:
            value = getattr(wanted, name)
            report.same(PART, f"{where}.{name}", getattr(says, name), value)
    report.disagreements.extend(telling.found)
