"""Times that cannot be read: one damaged row stops nothing, is put right, and is told of.

1. Every time that the server acts on is looked at: of rows in use, and of these only the times.
2. What takes its place never harms a player. A deadline is due as the game itself knows it, or now;
   a pause or delay is over; what was confirmed has to be confirmed again.
3. The times of letters are not touched here: which deadline one came before only a person can tell,
   so the letter is held (inbox, rule 4).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, String, Table, and_, delete, select, type_coerce, update

from nomic_mail.game.decide import next_wake
from nomic_mail.store.database.heartbeats import OUTAGE
from nomic_mail.store.database.tables import (
    address_words,
    addresses,
    games,
    heartbeats,
    held_back,
    inbox,
    moderators,
    moment,
    outbox,
    seats,
    server,
    waits,
    written_to,
)
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.written.codec import Unreadable

DAY = timedelta(days=1)
Row = tuple[Any, ...]  # its primary key
Instead = Callable[[Connection, Row, datetime], datetime | None]


def _now(connection: Connection, row: Row, now: datetime) -> datetime | None:
    return now


def _nothing(connection: Connection, row: Row, now: datetime) -> datetime | None:
    return None


def _a_day_on(connection: Connection, row: Row, now: datetime) -> datetime | None:
    return now + DAY


def _wake(connection: Connection, row: Row, now: datetime) -> datetime | None:
    """A game that cannot be read is due: then it is told that it stands still."""
    try:
        return next_wake(Ledger().load(connection, row[0]))
    except Unreadable:
        return now


class _Time(Struct, frozen=True):
    table: Table
    name: str
    instead: Instead
    told: str
    of_state: str = ""  # only rows in this state are in use

    @property
    def column(self) -> Column[Any]:
        return self.table.c[self.name]


TIMES = (
    _Time(games, "next_wake", _wake, "when game {} has its next deadline is read from its record"),
    _Time(games, "remind_at", _nothing, "nobody in game {} is reminded of what is due next"),
    _Time(games, "moved_at", _now, "game {} counts as having moved now"),
    _Time(waits, "since", _now, "what waits in game {} ({} {}) counts as come up now"),
    _Time(waits, "shows_at", _now, "what waits in game {} ({} {}) is shown now"),
    _Time(moderators, "asked_at", _now, "moderator row {} counts as asked now"),
    _Time(moderators, "confirmed_at", _nothing, "moderator row {} counts as not confirmed"),
    _Time(moderators, "ended_at", _now, "moderator row {} has had no say since now"),
    _Time(seats, "invited_at", _now, "seat row {} counts as invited now"),
    _Time(seats, "confirmed_at", _now, "seat row {} counts as confirmed now; by no other address"),
    _Time(seats, "failing_since", _now, "letters to seat row {} count as failing since now"),
    _Time(seats, "suspended_at", _now, "seat row {} still gets no letters: they came back"),
    _Time(seats, "voted_at", _now, "votes of seat row {} count as acknowledged up to now"),
    _Time(seats, "digest_due", _now, "the digest of seat row {} is due now"),
    _Time(addresses, "asked_at", _now, "address row {} counts as asked for now"),
    _Time(addresses, "confirmed_at", _nothing, "address row {} counts as not confirmed"),
    _Time(addresses, "answered_at", _now, "address row {} counts as answered now"),
    _Time(addresses, "due_at", _a_day_on, "address row {} waits for another day for a NO"),
    _Time(address_words, "warned_at", _now, "address word {} counts as asked for now"),
    _Time(address_words, "yes_at", _nothing, "address word {} is no YES"),
    _Time(written_to, "at", _now, "the address {} counts as written to now"),
    _Time(held_back, "at", _now, "news {} that wait for a digest are dated now"),
    _Time(inbox, "claimed_until", _now, "letter {} is taken up again", "claimed"),
    _Time(inbox, "held_at", _nothing, "letter {} counts from when it came here", "waiting"),
    _Time(outbox, "next_at", _now, "letter out {} is tried now", "waiting"),
    _Time(outbox, "leased_until", _nothing, "letter out {} is tried again", "waiting"),
    _Time(outbox, "created_at", _now, "letter out {} counts as written now", "waiting"),
)


def is_damaged(connection: Connection) -> bool:
    return any(_damaged(connection, one) for one in TIMES) or bool(
        _unseen(connection) or _outages(connection)
    )


def mend(connection: Connection, now: datetime) -> list[str]:
    """Puts right all times that are damaged; what was done, in words."""
    told = []
    for one in TIMES:
        for row in _damaged(connection, one):
            value = one.instead(connection, row, now)
            keys = one.table.primary_key.columns
            this = and_(*(key == part for key, part in zip(keys, row, strict=True)))
            connection.execute(update(one.table).where(this).values({one.name: value}))
            told.append(one.told.format(*row))
    for name in _unseen(connection):
        connection.execute(delete(heartbeats).where(heartbeats.c.name == name))
        told.append(f"when {name} was last there nobody knows: deadlines do not move for it")
    for key in _outages(connection):
        connection.execute(delete(server).where(server.c.key == key))
        told.append("how long no letter could come in nobody knows: deadlines do not move for it")
    return told


def _damaged(connection: Connection, one: _Time) -> list[Row]:
    found = select(*one.table.primary_key.columns, type_coerce(one.column, String))
    found = found.where(one.column.is_not(None))
    if one.of_state:
        found = found.where(one.table.c.state == one.of_state)
    return [tuple(row[:-1]) for row in connection.execute(found) if moment(row[-1]) is None]


def _unseen(connection: Connection) -> list[str]:
    found = connection.execute(select(heartbeats.c.name, type_coerce(heartbeats.c.at, String)))
    return [row[0] for row in found if moment(row[1]) is None]


def _outages(connection: Connection) -> list[str]:
    found = connection.execute(select(server).where(server.c.key.startswith(OUTAGE)))
    return [
        row.key
        for row in found
        if moment(row.key.removeprefix(OUTAGE)) is None or moment(row.value) is None
    ]
