"""Lengths of time as people write them: "48h", "7 days", "90m", "0"."""

import re
from datetime import timedelta

_UNITS = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
_PART = re.compile(r"(\d{1,6}) ?(m|h|d|w)(?:in(?:ute)?s?|ours?|ays?|eeks?)?", re.IGNORECASE)

LONGEST = timedelta(days=3660)


class BadDuration(ValueError):
    pass


def parse_duration(text: str) -> timedelta:
    """`48h`, `2 days 12 hours`, `0`. Anything else is a BadDuration."""
    rest = text.strip()
    if rest == "0":
        return timedelta(0)
    minutes = 0
    position = 0
    while position < len(rest):
        part = _PART.match(rest, position)
        if part is None:
            break
        minutes += int(part[1]) * _UNITS[part[2].lower()]
        position = part.end()
        while position < len(rest) and rest[position] in " ,":
            position += 1
    if not rest or position < len(rest) or minutes > LONGEST // timedelta(minutes=1):
        raise BadDuration(text)
    return timedelta(minutes=minutes)


def say_duration(length: timedelta) -> str:
    """For people: "1 day", "36 hours", "90 minutes"; `parse_duration` reads it back."""
    minutes = round(length.total_seconds() / 60)
    for unit, word in (("w", "week"), ("d", "day"), ("h", "hour"), ("m", "minute")):
        count, rest = divmod(minutes, _UNITS.get(unit, 1))
        if count and not rest:
            return f"{count} {word}{'' if count == 1 else 's'}"
    return "0 minutes"


def show_duration(length: timedelta) -> str:
    """The shortest honest form: 7d, 36h, 90m, 0."""
    minutes = round(length.total_seconds() / 60)
    if minutes == 0:
        return "0"
    for unit in ("d", "h"):
        if minutes % _UNITS[unit] == 0 and (unit == "h" or minutes >= 3 * _UNITS["d"]):
            return f"{minutes // _UNITS[unit]}{unit}"
    return f"{minutes}m"
