"""When a program's `@every` is due: `monday 20:00`, `day`, `day 09:30`, `3 days`, `6 hours`. UTC.

1. A time of the day or week is one of the calendar: whatever the clock did, the next is on it. A
   length of time is counted from the last.
2. None is more often than an hour.
"""

import re
from datetime import datetime, timedelta

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MISSED_MOST = 10
_CALENDAR = re.compile(rf"(day|{'|'.join(DAYS)})(?: (?:at )?(\d{{1,2}}):(\d{{2}}))?")
_LENGTH = re.compile(r"(\d{1,3}) (hour|day|week)s?")
_HOURS = {"hour": 1, "day": 24, "week": 168}


class BadTimer(ValueError):
    """The message says what would do."""


def is_calendar(what: str) -> bool:
    return _CALENDAR.fullmatch(_plain(what)) is not None


def next_time(what: str, after: datetime) -> datetime:
    """The first one after that moment. Raises BadTimer."""
    plain = _plain(what)
    if found := _CALENDAR.fullmatch(plain):
        hour, minute = int(found[2] or 0), int(found[3] or 0)
        if hour > 23 or minute > 59:
            raise BadTimer(f'"{what}": the time of a day is from 00:00 to 23:59')
        then = after.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if found[1] != "day":
            then += timedelta(days=(DAYS.index(found[1]) - then.weekday()) % 7)
        step = timedelta(days=1 if found[1] == "day" else 7)
        return then if then > after else then + step
    if (found := _LENGTH.fullmatch(plain)) and int(found[1]):
        return after + timedelta(hours=int(found[1]) * _HOURS[found[2]])
    raise BadTimer(
        f'"{what}" is no time; write "monday 20:00", "day", "day 09:30", "3 days" or "6 hours"'
    )


def after_missed(what: str, due: datetime, now: datetime) -> datetime:
    """The next one after the one that was due; where many were missed, the last ten are left."""
    coming = [next_time(what, due)]
    while coming[-1] <= now:
        coming = [*coming, next_time(what, coming[-1])][-MISSED_MOST:]
    return coming[0]


def _plain(what: str) -> str:
    return " ".join(what.lower().split())
