"""When a program's `@every` is due: `monday 20:00`, `day`, `day 09:30`, `3 days`, `6 hours`. In
UTC, or by the clocks of a zone that it names: `monday 20:00 Europe/Berlin`.

1. A time of the day or week is one of the calendar: whatever the clock did, the next is on it. A
   length of time is counted from the last.
2. None is more often than an hour.
3. Each day has its time once, where summer time begins and ends, too: one that the clocks skip is
   as much later as they were put forward, and of one that comes twice it is the first.
4. A zone that has left the tables since it was named costs the local time, never the game: UTC.
"""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MISSED_MOST = 10
_CALENDAR = re.compile(
    rf"(day|{'|'.join(DAYS)})(?: (?:at )?(\d{{1,2}}):(\d{{2}}))?(?: ([^\d\s]\S*))?", re.I
)
_LENGTH = re.compile(r"(\d{1,3}) (hour|day|week)s?(?: ([^\d\s]\S*))?", re.I)
_ZONE = re.compile(r"[A-Z]\w+(?:/[A-Z]\w*(?:[+-]\w+)*)+|UTC", re.A)
_HOURS = {"hour": 1, "day": 24, "week": 168}


class BadTimer(ValueError):
    """The message says what would do."""


def is_calendar(what: str) -> bool:
    return _CALENDAR.fullmatch(_plain(what)) is not None


def is_in_zone(what: str) -> bool:
    """Whether it depends on a table of zones."""
    found = _CALENDAR.fullmatch(_plain(what))
    return found is not None and found[4] not in (None, "UTC")


def next_time(what: str, after: datetime, *, strict: bool = False) -> datetime:
    """The first one after that moment. Raises BadTimer; of a zone that is unknown, if `strict`."""
    plain = _plain(what)
    if found := _CALENDAR.fullmatch(plain):
        hour, minute = int(found[2] or 0), int(found[3] or 0)
        if hour > 23 or minute > 59:
            raise BadTimer(f'"{what}": the time of a day is from 00:00 to 23:59')
        zone = _zone(found[4] or "UTC")
        if strict and zone is None:
            raise BadTimer(
                f'"{what}": {found[4]} is no time zone; write its name, such as Europe/Berlin'
            )
        return _on_the_calendar(found[1].lower(), time(hour, minute), zone or UTC, after)
    if (found := _LENGTH.fullmatch(plain)) and int(found[1]):
        if strict and found[3]:
            raise BadTimer(f'"{what}": {found[1]} {found[2]}s are the same in every zone')
        return after + timedelta(hours=int(found[1]) * _HOURS[found[2].lower()])
    raise BadTimer(
        f'"{what}" is no time; write "monday 20:00", "day", "day 09:30", "3 days" or "6 hours"; or'
        ' "monday 20:00 Europe/Berlin"'
    )


def _on_the_calendar(day: str, clock: time, zone: tzinfo, after: datetime) -> datetime:
    date = after.astimezone(zone).date()
    while True:
        then = datetime.combine(date, clock, zone).astimezone(UTC)
        if then > after and day in ("day", DAYS[date.weekday()]):
            return then
        date += timedelta(days=1)


def there(what: str, moment: datetime) -> datetime:
    """By the clocks of the zone that it names."""
    found = _CALENDAR.fullmatch(_plain(what))
    return moment.astimezone(_zone((found and found[4]) or "UTC") or UTC)


def after_missed(what: str, due: datetime, now: datetime) -> datetime:
    """The next one after the one that was due; where many were missed, the last ten are left."""
    coming = [next_time(what, due)]
    while coming[-1] <= now:
        coming = [*coming, next_time(what, coming[-1])][-MISSED_MOST:]
    return coming[0]


def _plain(what: str) -> str:
    return " ".join(what.split())


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo | None:
    """By its own name only, which is the same on every machine: no short form, no folder's."""
    try:
        return ZoneInfo(name) if _ZONE.fullmatch(name) else None
    except (KeyError, ValueError, OSError):
        return None
