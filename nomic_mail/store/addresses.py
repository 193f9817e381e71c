"""The addresses of a seat beside the one its letters go to: asked for, or confirmed.

1. Where the Moderator has a player's letters go elsewhere (`main` is MOVED), nothing is left of
   what was before: no other address, and no token.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from nomic_mail.store.ledger import Conflict
from nomic_mail.store.prepared import Prepared
from nomic_mail.store.seats import Seat, of_game_and_address
from nomic_mail.store.tables import UtcTime, addresses, seats

ALSO, MAIN, MOVED = range(3)


@dataclass(frozen=True, slots=True)
class Other:
    """An address of a seat beside the one its letters go to; asked for, or confirmed."""

    id: int
    game_id: int
    seat: int
    address: str
    main: int
    asked_at: datetime
    confirmed_at: datetime | None

    def is_of(self, seat: Seat) -> bool:
        """Confirmed, and by whoever sits there now: not by somebody who had the seat before."""
        if self.confirmed_at is None:
            return False
        return seat.confirmed_at is None or self.confirmed_at >= seat.confirmed_at


_OTHER = [addresses.c[name] for name in Other.__slots__]
_OTHERS = Prepared(
    select(*_OTHER)
    .where(addresses.c.game_id == bindparam("game"), addresses.c.seat == bindparam("seat"))
    .order_by(addresses.c.id)
)


def others(connection: Connection, game_id: int, seat: int) -> list[Other]:
    found = _OTHERS.rows(connection, {"game": game_id, "seat": seat})
    return [_other(row) for row in found]


def confirmed_addresses(connection: Connection, seat: Seat) -> tuple[str, ...]:
    found = others(connection, seat.game_id, seat.seat)
    return (seat.address, *(one.address for one in found if one.is_of(seat)))


def other(connection: Connection, number: int) -> Other | None:
    row = connection.execute(select(*_OTHER).where(addresses.c.id == number)).first()
    return _other(row) if row is not None else None


def next_other(connection: Connection) -> int:
    return (connection.execute(select(func.max(addresses.c.id))).scalar_one() or 0) + 1


def ask_other(connection: Connection, new: Other) -> None:
    """An address that waits for a letter from it. Whoever was faster: a Conflict."""
    values = {name: getattr(new, name) for name in Other.__slots__}
    try:
        connection.execute(insert(addresses).values(**values))
    except IntegrityError as taken:
        raise Conflict(f"address request {new.id} was made meanwhile") from taken


def drop_other(connection: Connection, number: int) -> None:
    connection.execute(delete(addresses).where(addresses.c.id == number))


def confirm_other(connection: Connection, asked: Other, old: str, now: datetime) -> None:
    """The new address is the seat's; where letters shall go there, they still may come from the
    old one. An address that somebody else in the game has by now: a Conflict."""
    taken = of_game_and_address(connection, asked.game_id, asked.address)
    if taken is not None and taken.seat != asked.seat:
        raise Conflict(f"address request {asked.id} is somebody else's address by now")
    if asked.main == MOVED:
        _moved(connection, asked, old, now)
        return
    this = addresses.c.id == asked.id
    if not asked.main:
        changed = connection.execute(update(addresses).where(this).values(confirmed_at=now))
        if changed.rowcount != 1:
            raise Conflict(f"address request {asked.id} is gone")
        return
    changed = connection.execute(
        update(addresses).where(this).values(address=old, main=0, confirmed_at=now)
    )
    moved = connection.execute(
        update(seats)
        .where(seats.c.game_id == asked.game_id, seats.c.seat == asked.seat, seats.c.address == old)
        .values(address=asked.address, failures=0, failing_since=None, suspended_at=None)
    )
    if (changed.rowcount, moved.rowcount) != (1, 1):
        raise Conflict(f"address request {asked.id} is gone")


def _moved(connection: Connection, asked: Other, old: str, now: datetime) -> None:
    """Rule 1. Whoever had no address here at all is confirmed by it."""
    where = (seats.c.game_id == asked.game_id, seats.c.seat == asked.seat)
    moved = connection.execute(
        update(seats)
        .where(*where, seats.c.address == old)
        .values(
            address=asked.address,
            confirmed_at=func.coalesce(seats.c.confirmed_at, bindparam("now", now, UtcTime)),
            token_epoch=seats.c.token_epoch + 1,
            failures=0,
            failing_since=None,
            suspended_at=None,
        )
    )
    if moved.rowcount != 1:
        raise Conflict(f"address request {asked.id} is gone")
    connection.execute(
        delete(addresses).where(
            addresses.c.game_id == asked.game_id, addresses.c.seat == asked.seat
        )
    )


def _other(row: Any) -> Other:
    return Other(*row)
