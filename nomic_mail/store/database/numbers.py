"""Numbers that a token names are given once: what was said to one thing is said to no other.

1. What goes for good out of its table leaves the last number behind.
2. What was given since a copy was made is not in it. So in a database that was put back there is
   room for that, and all goes on behind: letters in, games, seats' epochs, moderators, addresses.
"""

from typing import Any

from sqlalchemy import Connection, func, select, text

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
OF: dict[str, tuple[Any, ...]] = {
    GAMES: (games.c.id,),
    MODERATORS: (moderators.c.id,),
    ADDRESSES: (addresses.c.id, address_words.c.id),
    EPOCHS_FROM: (seats.c.token_epoch,),
}
ROOM, ROOM_FOR_LETTERS = 1_000, 100_000


def last(connection: Connection, kind: str) -> int:
    """That was given, of this kind."""
    told = fact(connection, kind)
    there = (connection.execute(select(func.max(of))).scalar_one() for of in OF[kind])
    return max(int(told) if told.isdecimal() else 0, *(one or 0 for one in there))


def keep_last(connection: Connection, kind: str) -> None:
    """Rule 1, before it goes."""
    keep_fact(connection, kind, str(last(connection, kind)))


def leave_room(connection: Connection) -> int:
    """Rule 2. The number of the next letter in."""
    for kind in OF:
        keep_fact(connection, kind, str(last(connection, kind) + ROOM))
    known = connection.execute(select(func.max(inbox.c.id))).scalar_one() or 0
    if connection.dialect.name == "postgresql":
        number = "SELECT setval(pg_get_serial_sequence('inbox', 'id'), :number)"
        connection.execute(text(number), {"number": known + ROOM_FOR_LETTERS})
    return int(known) + ROOM_FOR_LETTERS
