"""The keys that players' letters were signed with, as the DNS had them when the letters came.

1. A signature is checked with a key that its owner changes when they like: years later it proves
   something only to who has kept the key (DKIM, RFC 6376).
2. A letter is noted in the transaction that settles it, and its keys are asked for after that: no
   letter waits for the DNS because of them.
3. A key is forgotten together with its letter's bytes.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, String, select, type_coerce, update

from nomic_mail.store.database.tables import inbox, insert_into, ledger, moment, signing_keys
from nomic_mail.store.queue.inbox import NO_TIME, RAW

TRIES = 20  # each when the DNS gave no answer


def expect(connection: Connection, inbox_id: int) -> None:
    statement = insert_into(connection, signing_keys).values(inbox_id=inbox_id, due=TRIES)
    connection.execute(statement.on_conflict_do_nothing(index_elements=["inbox_id"]))


def due(connection: Connection, most: int) -> list[tuple[int, bytes]]:
    """Those asked for least often come first."""
    found = connection.execute(
        select(inbox.c.id, RAW)
        .join(signing_keys, signing_keys.c.inbox_id == inbox.c.id)
        .where(signing_keys.c.due > 0)
        .order_by(signing_keys.c.due.desc(), inbox.c.id)
        .limit(most)
    )
    return [(row.id, row.raw) for row in found]


def note(connection: Connection, inbox_id: int, records: Mapping[str, str] | None) -> None:
    """Keeps the keys; with None (the DNS gave no answer) they are asked for once more."""
    values = {"due": signing_keys.c.due - 1} if records is None else {"due": 0}
    told = {} if not records else {"records": json.dumps(dict(records), sort_keys=True)}
    this = signing_keys.c.inbox_id == inbox_id
    connection.execute(update(signing_keys).where(this).values({**values, **told}))


class Came(Struct, frozen=True):
    """A player's letter that led to events, by their places in the ledger."""

    seat: int
    at: datetime
    raw: bytes
    keys: Mapping[str, str]
    numbers: tuple[int, ...]


def of_game(connection: Connection, game_id: int) -> Iterator[Came]:
    """In the order in which they acted; a few at a time."""
    found = connection.execute(
        select(
            ledger.c.seq,
            inbox.c.id,
            inbox.c.seat,
            type_coerce(inbox.c.received_at, String).label("at"),
            type_coerce(inbox.c.acts_at, String).label("acts_at"),
            RAW,
            signing_keys.c.records,
        )
        .join(inbox, inbox.c.id == ledger.c.inbox_id)
        .outerjoin(signing_keys, signing_keys.c.inbox_id == inbox.c.id)
        .where(ledger.c.game_id == game_id, inbox.c.kind == "letter", inbox.c.seat.is_not(None))
        .where(inbox.c.content.is_not(None))
        .order_by(ledger.c.seq),
        execution_options={"yield_per": 100},
    )
    last, numbers = None, list[int]()
    for row in found:
        if last is not None and row.id != last.id:
            yield _came(last, numbers)
            numbers = []
        last = row
        numbers.append(row.seq)
    if last is not None:
        yield _came(last, numbers)


def _came(row: object, numbers: list[int]) -> Came:
    """Never after it acts, as the ledger has it (`Arrival.came`)."""
    seat, raw, records = row.seat, row.raw, row.records  # type: ignore[attr-defined]
    times = (moment(one) or NO_TIME for one in (row.at, row.acts_at))  # type: ignore[attr-defined]
    keys = json.loads(records) if records else {}
    return Came(seat, min(times), raw, keys, tuple(numbers))
