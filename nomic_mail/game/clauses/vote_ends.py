"""vote ends: when a vote is over."""

from datetime import timedelta

from msgspec import Struct

from nomic_mail.game.clauses.kind import BadClause, Kind, always, read_word
from nomic_mail.game.durations import BadDuration, parse_duration, show_duration

AT_THE_DEADLINE, WHEN_DECIDED = "at the deadline", "when decided"
WAYS = (AT_THE_DEADLINE, "when all voted", WHEN_DECIDED)


class Ending(Struct, frozen=True):
    """`least` is how long it stays open whatever the votes."""

    way: str
    least: timedelta = timedelta(0)


def _read(text: str) -> Ending:
    words, comma, after = text.partition(",")
    way = read_word(*WAYS)(words)
    if not comma:
        return Ending(way)
    if way == AT_THE_DEADLINE:
        raise BadClause("at its deadline a vote ends anyway: nothing can stand behind it")
    try:
        return Ending(way, parse_duration(after.strip().removeprefix("after").strip()))
    except BadDuration:
        raise BadClause(f'"{after.strip()}": write after 12h') from None


def _show(value: Ending) -> str:
    return value.way + (f", after {show_duration(value.least)}" if value.least else "")


KIND = Kind(
    name="vote ends",
    place=108,
    fold="one",
    meaning="when all voted: as soon as every voter has voted, and at the deadline at the latest. "
    "at the deadline: not before it, so that a vote can be changed until then. when decided: as "
    "soon as the votes that are missing could not make it come out otherwise. after 12h: in its "
    "first twelve hours it does not end by either, and votes can still be changed",
    german="when all voted: sobald alle abgestimmt haben, und spätestens mit der Frist. at the "
    "deadline: nicht vor der Frist, so dass eine Stimme bis dahin geändert werden kann. when "
    "decided: sobald die fehlenden Stimmen am Ergebnis nichts mehr ändern könnten. after 12h: In "
    "den ersten zwölf Stunden endet sie durch keins von beiden, und Stimmen können noch geändert "
    "werden",
    more="It holds for what is opened from then on. With a chair each vote runs to its declared "
    "end.",
    forms=(*WAYS, "when decided, after 12h"),
    read=_read,
    show=_show,
    house="when all voted",
    frozen=always,
)
