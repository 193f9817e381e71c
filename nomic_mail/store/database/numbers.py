"""Numbers that a token names are given once: what was said to one thing is said to no other.

1. What goes for good out of its table leaves the last number behind.
2. What was given since a copy was made is not in it: by the server that went on, or by one that had
   it put back before. So in a database that is put back there is room for that, the more the older
   the copy is, and all goes on behind: letters in, games, seats' epochs, moderators, addresses.
3. What is written from then on has the new epoch in its tokens, so that they can be told from those
   of before, which prove as much (store.people.seats). Of two copies put back one after the other,
   those of before the first are void.
4. A game's own numbers go on from the copy. Where nothing brings the same letters once more, it is
   kept of each copy which epochs are of before, when it was made, and since when numbers go on.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select, text, update

from nomic_mail.store.database.tables import (
    address_words,
    addresses,
    fact,
    games,
    inbox,
    keep_fact,
    moderators,
    seats,
)

GAMES = "last game deleted"
MODERATORS = "last moderator number"
ADDRESSES = "last address number"  # of a change, or of a word
EPOCHS_FROM = "token epochs from"
AGAIN = "numbers of games began again"
OF: dict[str, tuple[Any, ...]] = {
    GAMES: (games.c.id,),
    MODERATORS: (moderators.c.id,),
    ADDRESSES: (addresses.c.id, address_words.c.id),
    EPOCHS_FROM: (seats.c.token_epoch,),
}
ROOM, A_SECOND = 1_000, 1  # of each kind, and for each second of the copy's age
ROOM_FOR_LETTERS, LETTERS_A_SECOND = 100_000, 16
MOST = 2**31 - 1  # that a column of PostgreSQL's holds


def last(connection: Connection, kind: str) -> int:
    """That was given, of this kind."""
    told = fact(connection, kind)
    there = (connection.execute(select(func.max(of))).scalar_one() for of in OF[kind])
    return max(int(told) if told.isdecimal() else 0, *(one or 0 for one in there))


def keep_last(connection: Connection, kind: str) -> None:
    """Rule 1, before it goes."""
    keep_fact(connection, kind, str(last(connection, kind)))


def leave_room(connection: Connection, age: timedelta) -> int:
    """Rule 2. The number of the next letter in."""
    seconds = max(0, int(age.total_seconds()))
    before = first_epoch(connection)
    raised = update(seats).where(seats.c.token_epoch < before).values(token_epoch=before)
    connection.execute(raised)  # rule 3
    for kind in OF:
        there = _behind(last(connection, kind), ROOM + A_SECOND * seconds)
        keep_fact(connection, kind, str(there))
    known = connection.execute(select(func.max(inbox.c.id))).scalar_one() or 0
    next_in = _behind(known, ROOM_FOR_LETTERS + LETTERS_A_SECOND * seconds)
    if connection.dialect.name == "postgresql":
        number = "SELECT setval(pg_get_serial_sequence('inbox', 'id'), :number)"
        connection.execute(text(number), {"number": next_in})
    return next_in


def begin_behind(connection: Connection, age: timedelta) -> int:
    """Of a new database: behind all that one of this age, which is lost, may have given. The number
    of the next letter in."""
    next_in = leave_room(connection, age)
    connection.execute(update(seats).values(token_epoch=first_epoch(connection)))
    return next_in


def begin_again(connection: Connection, copied_at: datetime, since: datetime) -> None:
    """Rule 4, behind rule 2; not where a mailbox is read again from where the copy left off."""
    line = f"{first_epoch(connection)} {copied_at.isoformat()} {since.isoformat()}"
    keep_fact(connection, AGAIN, f"{fact(connection, AGAIN)}\n{line}".strip())


def begun_again(connection: Connection, epoch: int, came: datetime) -> datetime | None:
    """Since when numbers may not mean what they did to a letter that came then, and answers one of
    ours of that epoch. Of several copies that were put back, the first tells."""
    lines = (line.split() for line in fact(connection, AGAIN).splitlines())
    for until, copied_at, since in lines:
        if epoch < int(until) and came >= datetime.fromisoformat(copied_at):
            return datetime.fromisoformat(since)
    return None


def first_epoch(connection: Connection) -> int:
    """Of whoever has a new seat."""
    return int(fact(connection, EPOCHS_FROM) or 0)


def _behind(known: int, room: int) -> int:
    """Half of what is left to give is left, however old the copy is."""
    return known + min(room, (MOST - known) // 2)
