"""Times as letters tell them: UTC first, then the reader's own clock, then how soon that is.

1. A zone that is no longer in the tables costs its reader the local time, never the letter.
2. "How soon" counts from the letter's own time, so that the same letter always says the same.
3. Times told go from UTC to a zone, never back: so none is told that the clocks there skip.
4. A digest comes in its reader's own morning, by the clocks there: summer time moves it in UTC.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from nomic_mail.composed import composed
from nomic_mail.phrases import ENGLISH, small_word, so_long

MORNING = time(7)
MONDAY = 0
MOST_OFFERED = 5


@lru_cache(maxsize=512)
def zone_of(name: str) -> ZoneInfo | None:
    """None for UTC, and for what is no zone: keys come from players, and may be any text."""
    if name == "UTC":
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, no lawful key, a folder of zones
        return None


def when(moment: datetime, now: datetime, zone: str = "UTC", language: str = ENGLISH) -> str:
    told = f"{_weekday(moment, language)} {moment:%Y-%m-%d %H:%M} UTC"
    own = zone_of(zone)
    if own is not None:
        there = moment.astimezone(own)
        told += f" ({_weekday(there, language)} {there:%H:%M} in {zone})"
    return told + _how_soon(moment - now, language)


def day(moment: datetime, zone: str = "UTC", language: str = ENGLISH) -> str:
    """The reader's own day, as short as a subject wants it."""
    told = moment.astimezone(zone_of(zone) or UTC)
    form = small_word("{weekday} {day} {month}", language)
    month = small_word(f"{told:%b}", language)
    return form.format(weekday=_weekday(told, language), day=told.day, month=month)


def clock(moment: datetime, zone: str = "UTC") -> str:
    """By the reader's own clocks alone, where a table has no room for both; an hour that they show
    twice says which it is."""
    there = moment.astimezone(zone_of(zone) or UTC)
    twice = there.replace(fold=1 - there.fold).utcoffset() != there.utcoffset()
    return f"{there:%Y-%m-%d %H:%M}" + (f" {there:%Z}" if twice else "")


def _weekday(moment: datetime, language: str) -> str:
    return small_word(f"{moment:%a}", language)


def _how_soon(left: timedelta, language: str) -> str:
    return f", in {so_long(left, language)}" if left > timedelta(0) else ""


def next_morning(after: datetime, zone: str = "UTC", *, weekly: bool = False) -> datetime:
    """The first morning there that is later than `after`; the first Monday's, if weekly."""
    own = zone_of(zone) or UTC
    day = after.astimezone(own).date()
    while True:
        morning = datetime.combine(day, MORNING, own).astimezone(UTC)
        if morning > after and (not weekly or day.weekday() == MONDAY):
            return morning
        day += timedelta(days=1)


# Names of zones


def zone_named(written: str) -> str | None:
    """A zone as the tables call it, however its letters and blanks were written."""
    return _zones().get(_plain(written))


def zones_like(written: str) -> list[str]:
    """What somebody may have meant: a city's zone, or a name that is nearly this one."""
    known, asked = _zones(), _plain(written)
    last = asked.rpartition("/")[2]
    cities = [name for plain, name in known.items() if plain.rpartition("/")[2] == last]
    near = get_close_matches(asked, known, MOST_OFFERED, 0.75)
    by_city = {plain.rpartition("/")[2]: name for plain, name in known.items()}
    close = get_close_matches(last, by_city, MOST_OFFERED, 0.75)
    found = [*cities, *(known[one] for one in near), *(by_city[one] for one in close)]
    return list(dict.fromkeys(found))[:MOST_OFFERED]


def _plain(written: str) -> str:
    bare = composed("NFKD", written).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[\s_]+", "_", bare.strip().lower())


@lru_cache(maxsize=1)
def _zones() -> Mapping[str, str]:
    """Places and UTC; not the names that say an offset the wrong way round (Etc/GMT-2)."""
    names = sorted(available_timezones() - {"Factory", "localtime"})
    return {_plain(name): name for name in names if not name.startswith(("Etc/", "SystemV/"))}
