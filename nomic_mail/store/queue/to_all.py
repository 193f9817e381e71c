"""The letters that went to all players, once each, as everybody may read them (archive.mbox).

1. They are written in the transaction that sends them, in their public form and never again: what
   is exported in fifty years is what was committed to, to the byte.
2. What commits to them stands in the next entry of the ledger: a letter can tell the head of the
   ledger that it is told from, so that cannot hold the letter.
3. A row is of the burst after which the game is at its `version`.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, String, insert, select, type_coerce, update

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import moment, to_all
from nomic_mail.store.queue.inbox import NO_TIME
from nomic_mail.written.words import commitment

_INSERT = Prepared(insert(to_all))


class ToAll(Struct, frozen=True):
    """`salt` is 32 hexadecimal digits that nobody outside can guess."""

    salt: str
    body: bytes


class SentToAll(Struct, frozen=True):
    version: int
    at: datetime
    letter: ToAll


def add(
    connection: Connection, game_id: int, version: int, letters: Sequence[ToAll], now: datetime
) -> None:
    for place, one in enumerate(letters):
        values = {
            "game_id": game_id,
            "version": version,
            "place": place,
            "at": now,
            "salt": one.salt,
            "made": commitment(one.salt, one.body),
            "body": one.body,
        }
        _INSERT.done(connection, values)


def of_game(connection: Connection, game_id: int) -> Iterator[SentToAll]:
    """In the order in which they are committed to, a few at a time; but for what was erased."""
    found = connection.execute(
        select(to_all.c.version, type_coerce(to_all.c.at, String), to_all.c.salt, to_all.c.body)
        .where(to_all.c.game_id == game_id, to_all.c.salt != "")
        .order_by(to_all.c.version, to_all.c.place),
        execution_options={"yield_per": 100},
    )
    return (SentToAll(row[0], moment(row[1]) or NO_TIME, ToAll(row[2], row[3])) for row in found)


def erase(connection: Connection, game_id: int, version: int) -> None:
    """For good; what commits to them stays, and so the chain holds."""
    of_it = to_all.c.game_id == game_id, to_all.c.version == version
    connection.execute(update(to_all).where(*of_it).values(salt="", body=b""))
