"""News that wait for a player's digest.

1. They are written in the transaction that made them and taken out in the one that sends them: so
   each is told once, whatever stops the server.
2. A seat has `digest_due` as long as something waits for it; only such seats are ever looked at.
3. What a row says is text that only its writer reads.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import (
    Connection,
    String,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import UtcTime, held_back, seats


class HeldBack(Struct, frozen=True):
    id: int
    at: datetime
    thread: str
    notice: str


_HOLD = Prepared(insert(held_back))
_LATEST = bindparam("due", type_=UtcTime)
_WAITS = Prepared(
    update(seats)
    .where(seats.c.game_id == bindparam("game"), seats.c.seat == bindparam("of"))
    .values(
        digest_due=case((seats.c.digest_due <= _LATEST, seats.c.digest_due), else_=_LATEST),
        digest_scores=func.coalesce(seats.c.digest_scores, bindparam("scores")),
    )
)


def hold(
    connection: Connection,
    game_id: int,
    seat: int,
    held: HeldBack,
    due: datetime,
    scores: str,
) -> None:
    """`due` and `scores` are of the digest it waits for; where one is due earlier, they stay."""
    row = {"game_id": game_id, "seat": seat, "at": held.at, "thread": held.thread}
    _HOLD.done(connection, row | {"notice": held.notice})
    _WAITS.done(connection, {"game": game_id, "of": seat, "due": due, "scores": scores})


def of_seat(connection: Connection, game_id: int, seat: int) -> list[HeldBack]:
    found = connection.execute(
        select(held_back.c.id, held_back.c.at, held_back.c.thread, held_back.c.notice)
        .where(held_back.c.game_id == game_id, held_back.c.seat == seat)
        .order_by(held_back.c.id)
    )
    return [HeldBack(*row) for row in found]


# Told so that the index on what is due is the one that is used: hardly any seat is suspended.
_TAKES_LETTERS = type_coerce(func.coalesce(seats.c.suspended_at, ""), String) == ""


_DUE = Prepared(
    select(seats.c.game_id, seats.c.seat)
    .where(seats.c.digest_due <= bindparam("until"), _TAKES_LETTERS)
    .order_by(seats.c.digest_due, seats.c.id)
    .limit(bindparam("most"))
)


def due(connection: Connection, until: datetime, most: int = 50) -> list[tuple[int, int]]:
    """(game, seat) of the digests that are due; none to where letters come back."""
    return [tuple(row) for row in _DUE.rows(connection, {"until": until, "most": most})]


def next_due(connection: Connection) -> datetime | None:
    return connection.execute(
        select(seats.c.digest_due)
        .where(seats.c.digest_due.is_not(None), _TAKES_LETTERS)
        .order_by(seats.c.digest_due)
        .limit(1)
    ).scalar_one_or_none()


def take(
    connection: Connection,
    game_id: int,
    seat: int,
    told: Sequence[HeldBack],
    scores: str | None,
    then: datetime,
) -> None:
    """Takes out what the digest tells; what has come in since waits until `then`. A Conflict where
    somebody was faster."""
    gone = connection.execute(
        delete(held_back).where(held_back.c.id.in_([held.id for held in told]))
    )
    if gone.rowcount != len(told):
        raise Conflict(f"the digest of seat {seat} was sent meanwhile")
    here = (held_back.c.game_id == game_id, held_back.c.seat == seat)
    connection.execute(
        update(seats)
        .where(seats.c.game_id == game_id, seats.c.seat == seat)
        .values(
            digest_due=case((exists().where(*here), bindparam("then", then, UtcTime))),
            digest_scores=scores,
        )
    )


def postpone(connection: Connection, game_id: int, seat: int, until: datetime) -> None:
    connection.execute(
        update(seats)
        .where(
            seats.c.game_id == game_id,
            seats.c.seat == seat,
            seats.c.digest_due.is_not(None),
        )
        .values(digest_due=until)
    )


def of_thread(connection: Connection, game_id: int, thread: str) -> list[HeldBack]:
    found = connection.execute(
        select(held_back.c.id, held_back.c.at, held_back.c.thread, held_back.c.notice).where(
            held_back.c.game_id == game_id, held_back.c.thread == thread
        )
    )
    return [HeldBack(*row) for row in found]


def drop(connection: Connection, ids: Sequence[int]) -> None:
    """Takes these out; nobody is told of them."""
    connection.execute(delete(held_back).where(held_back.c.id.in_(ids)))
