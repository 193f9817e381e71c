"""Deadlines as calendar entries (RFC 5545, 5546): `deadline.ics` and `no_longer_due.ics`.

1. A deadline is one entry, by its UID, for its whole life; SEQUENCE is the game's version, which
   only grows, so that a later letter's word holds whatever order letters are opened in.
2. An entry ends at the deadline, takes up the half hour before it, and blocks no time.
3. icalendar takes long to import: it comes in with the first deadline there is.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from nomic_mail.post.deadlines import Deadline

SHOWN = timedelta(minutes=30)


class CalendarEntry(Struct, frozen=True):
    """A deadline with its words, which the templates give."""

    deadline: Deadline
    uid: str
    summary: str
    description: str


class Organizer(Struct, frozen=True):
    """Who sets the deadlines, in the name that mail programs show."""

    name: str
    address: str


class Sheet(Struct, frozen=True):
    """One calendar object: `method` is PUBLISH or CANCEL."""

    name: str
    method: str
    text: str


def sheets(
    entries: Sequence[CalendarEntry], sequence: int, at: datetime, organizer: Organizer
) -> tuple[Sheet, ...]:
    found = []
    for name, method, moot in (("deadline", "PUBLISH", False), ("no_longer_due", "CANCEL", True)):
        chosen = [one for one in entries if one.deadline.moot == moot]
        if chosen:
            text = _calendar(chosen, method, sequence, at, organizer)
            found.append(Sheet(f"{name}.ics", method, text))
    return tuple(found)


def _calendar(
    entries: Sequence[CalendarEntry], method: str, sequence: int, at: datetime, organizer: Organizer
) -> str:
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//nomic_mail//Nomic by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    for one in entries:
        event = Event()
        event.add("uid", one.uid)
        event.add("sequence", sequence)
        event.add("dtstamp", at)
        event.add("dtstart", one.deadline.at - SHOWN)
        event.add("dtend", one.deadline.at)
        event.add("summary", one.summary)
        event.add("description", one.description)
        called = {"cn": organizer.name.replace('"', "'")}  # RFC 5545, 3.2: has no such mark
        event.add("organizer", f"mailto:{organizer.address}", parameters=called)
        event.add("transp", "TRANSPARENT")
        event.add("status", "CANCELLED" if one.deadline.moot else "CONFIRMED")
        calendar.add_component(event)
    return str(calendar.to_ical(), "utf-8")
