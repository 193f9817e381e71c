"""Dates as an old game has them: a time, a day, a month, a year, or none at all.

1. A moment of a told game is the first that its date allows; what has no date has that of whatever
   was told before it. The last digit of its microseconds says how much was told (`WHOLE` to
   `NOTHING`); the digits before it only keep apart what was told apart.
"""

from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

WHOLE, DAY, MONTH, YEAR, NOTHING = range(5)
FIRST_YEAR, LAST_YEAR = 1970, 9000

_WORDS = {
    WHOLE: "{0.day} {0:%B %Y, %H:%M} UTC",
    DAY: "{0.day} {0:%B %Y}",
    MONTH: "{0:%B %Y}",
    YEAR: "{0:%Y}",
    NOTHING: "no date told",
}
_STAMPS = {WHOLE: "%Y-%m-%dT%H:%M:%SZ", DAY: "%Y-%m-%d", MONTH: "%Y-%m", YEAR: "%Y", NOTHING: ""}


class Date(Struct, frozen=True):
    at: datetime
    known: int

    def moment(self, step: int) -> datetime:
        return self.at + timedelta(microseconds=10 * step + self.known)

    def surely_after(self, other: "Date") -> bool:
        return self.at > other.last

    @property
    def last(self) -> datetime:
        """The last moment that it can be."""
        if self.known == YEAR:
            return self.at.replace(year=self.at.year + 1) - timedelta(microseconds=1)
        if self.known == MONTH:
            return (self.at + timedelta(days=32)).replace(day=1) - timedelta(microseconds=1)
        if self.known == DAY:
            return self.at + timedelta(days=1, microseconds=-1)
        return self.at

    def __str__(self) -> str:
        return words(self.moment(0))


def date_of(value: object) -> Date | None:
    """None where it is no date."""
    if isinstance(value, date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
        return None
    if isinstance(value, datetime):
        at = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        return _bounded(at.replace(microsecond=0), WHOLE)
    if isinstance(value, date):
        return _bounded(datetime(value.year, value.month, value.day, tzinfo=UTC), DAY)
    if isinstance(value, int) and FIRST_YEAR <= value <= LAST_YEAR:
        value = str(value)
    if not isinstance(value, str):
        return None
    for form, known in (("%Y", YEAR), ("%Y-%m", MONTH), ("%Y-%m-%d", DAY)):
        try:
            return _bounded(datetime.strptime(value.strip(), form).replace(tzinfo=UTC), known)
        except ValueError:
            continue
    return None


def _bounded(at: datetime, known: int) -> Date | None:
    return Date(at, known) if FIRST_YEAR <= at.year <= LAST_YEAR else None


def _known(moment: datetime) -> int:
    return min(moment.microsecond % 10, NOTHING)


def words(moment: datetime | str) -> str:
    at = read(moment)
    return _WORDS[_known(at)].format(at)


def stamp(moment: datetime | str) -> str:
    """For programs; empty where nothing was told."""
    at = read(moment)
    return at.strftime(_STAMPS[_known(at)])


def read(moment: datetime | str) -> datetime:
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return found.astimezone(UTC)
