"""Times as letters tell them: UTC first, then the reader's own clock, then how soon that is.

1. A zone that is no longer in the tables costs its reader the local time, never the letter.
2. "How soon" counts from the letter's own time, so that the same letter always says the same.
3. Times go from UTC to a zone, never back: so none is told that the clocks there skip.
"""

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


@lru_cache(maxsize=512)
def zone_of(name: str) -> ZoneInfo | None:
    """None for UTC, and for what is no zone: keys come from players, and may be any text."""
    if name == "UTC":
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, no lawful key, a folder of zones
        return None


def when(moment: datetime, now: datetime, zone: str = "UTC") -> str:
    told = f"{moment:%a %Y-%m-%d %H:%M} UTC"
    own = zone_of(zone)
    if own is not None:
        told += f" ({moment.astimezone(own):%a %H:%M} in {zone})"
    return told + _how_soon(moment - now)


def _how_soon(left: timedelta) -> str:
    hours = left.total_seconds() / 3600
    if hours <= 0:
        return ""
    if hours < 1:
        count, unit = max(round(hours * 60), 1), "minute"
    elif hours < 48:
        count, unit = round(hours), "hour"
    else:
        count, unit = round(hours / 24), "day"
    return f", in {count} {unit}{'' if count == 1 else 's'}"
