"""Who sits where: addresses, zones and token epochs, which no event ever holds.

1. An address is one seat in a game; it is confirmed by a letter from it, or vouched for by the
   moderator with `--confirmed`.
2. A seat keeps its number for ever: whoever rejoins takes up the old one.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from nomic_mail.store.ledger import Conflict
from nomic_mail.store.tables import UtcTime, games, seats


@dataclass(frozen=True, slots=True)
class Seat:
    game_id: int
    seat: int
    name: str
    address: str
    zone: str
    token_epoch: int
    invited_at: datetime
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Game:
    id: int
    name: str
    title: str
    ruleset: str
    status: str
    version: int
    head: str
    next_wake: datetime | None


_SEAT = [seats.c[name] for name in Seat.__slots__]
_GAME = [games.c[name] for name in Game.__slots__]


def new_game(
    connection: Connection, name: str, title: str, ruleset: str, head: str, now: datetime
) -> int:
    game_id: int = connection.execute(
        insert(games)
        .values(
            name=name,
            title=title,
            ruleset=ruleset,
            status="forming",
            version=0,
            head=head,
            created_at=now,
        )
        .returning(games.c.id)
    ).scalar_one()
    return game_id


def game_named(connection: Connection, name: str) -> Game | None:
    row = connection.execute(select(*_GAME).where(games.c.name == name.lower())).first()
    return Game(*row) if row is not None else None


def game(connection: Connection, game_id: int) -> Game | None:
    row = connection.execute(select(*_GAME).where(games.c.id == game_id)).first()
    return Game(*row) if row is not None else None


def all_games(connection: Connection) -> list[Game]:
    return [Game(*row) for row in connection.execute(select(*_GAME).order_by(games.c.id))]


def games_due(connection: Connection, until: datetime) -> list[int]:
    found = connection.execute(
        select(games.c.id).where(games.c.next_wake <= until).order_by(games.c.next_wake)
    )
    return [row.id for row in found]


def next_wake(connection: Connection) -> datetime | None:
    return connection.execute(select(func.min(games.c.next_wake))).scalar_one_or_none()


def of_game(connection: Connection, game_id: int) -> list[Seat]:
    found = connection.execute(
        select(*_SEAT).where(seats.c.game_id == game_id).order_by(seats.c.seat)
    )
    return [_seat(row) for row in found]


def of_address(connection: Connection, address: str) -> list[Seat]:
    found = connection.execute(
        select(*_SEAT).where(seats.c.address == address.lower()).order_by(seats.c.game_id)
    )
    return [_seat(row) for row in found]


def one(connection: Connection, game_id: int, seat: int) -> Seat | None:
    row = connection.execute(
        select(*_SEAT).where(seats.c.game_id == game_id, seats.c.seat == seat)
    ).first()
    return _seat(row) if row is not None else None


def of_game_and_address(connection: Connection, game_id: int, address: str) -> Seat | None:
    row = connection.execute(
        select(*_SEAT).where(seats.c.game_id == game_id, seats.c.address == address.lower())
    ).first()
    return _seat(row) if row is not None else None


def take(connection: Connection, seat: Seat) -> None:
    """A new seat, not confirmed yet. Somebody else took the number first: a Conflict."""
    try:
        connection.execute(
            insert(seats).values(
                game_id=seat.game_id,
                seat=seat.seat,
                name=seat.name,
                address=seat.address,
                invited_at=seat.invited_at,
            )
        )
    except IntegrityError as taken:
        raise Conflict(f"seat {seat.seat} was taken meanwhile") from taken


def next_seat(connection: Connection, game_id: int) -> int:
    last = connection.execute(
        select(func.max(seats.c.seat)).where(seats.c.game_id == game_id)
    ).scalar_one()
    return (last or 0) + 1


def joined(connection: Connection, game_id: int, seat: int, name: str, now: datetime) -> None:
    """The seat as its player confirmed it by joining."""
    connection.execute(
        update(seats)
        .where(seats.c.game_id == game_id, seats.c.seat == seat)
        .values(
            confirmed_at=func.coalesce(seats.c.confirmed_at, bindparam("now", now, UtcTime)),
            name=name,
        )
    )


def taken_over(
    connection: Connection, game_id: int, seat: int, name: str, address: str, now: datetime
) -> None:
    """Somebody else in the seat: tokens sent to the old address are void from now on."""
    connection.execute(
        update(seats)
        .where(seats.c.game_id == game_id, seats.c.seat == seat)
        .values(
            name=name,
            address=address,
            zone="UTC",
            confirmed_at=bindparam("now", now, UtcTime),
            token_epoch=seats.c.token_epoch + 1,
        )
    )


def _seat(row: Any) -> Seat:
    return Seat(*row)
