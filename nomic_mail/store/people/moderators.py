"""Who moderates, beside the moderator of the configuration: a whole server, or one game.

1. Somebody is a moderator once they have confirmed it from their own address; until then nothing
   goes there but the question.
2. A game's letters go to its own moderators and to the server's; once it was handed over, to its
   own alone. The server's can act in every game.
3. A row stays when its time is over: what went to that address was never for all.
"""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.numbers import MODERATORS, last
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import games, moderators


class Moderator(Struct, frozen=True):
    id: int
    game_id: int | None
    name: str
    address: str
    takes_over: int
    asked_by: str
    asked_at: datetime
    confirmed_at: datetime | None
    ended_at: datetime | None = None
    zone: str = "UTC"

    @property
    def acts(self) -> bool:
        return self.confirmed_at is not None and self.ended_at is None


_COLUMNS = [moderators.c[name] for name in Moderator.__struct_fields__]
_ONE = Prepared(select(*_COLUMNS).where(moderators.c.id == bindparam("id")))
_OF_GAME = Prepared(
    select(*_COLUMNS)
    .where(moderators.c.game_id == bindparam("game"), moderators.c.ended_at.is_(None))
    .order_by(moderators.c.id)
)
_OF_SERVER = Prepared(
    select(*_COLUMNS)
    .where(moderators.c.game_id.is_(None), moderators.c.ended_at.is_(None))
    .order_by(moderators.c.id)
)
_OF_ADDRESS = Prepared(
    select(*_COLUMNS).where(moderators.c.address == bindparam("address")).order_by(moderators.c.id)
)


def one(connection: Connection, number: int) -> Moderator | None:
    row = _ONE.first(connection, {"id": number})
    return Moderator(*row) if row is not None else None


def of_game(connection: Connection, game_id: int | None) -> list[Moderator]:
    """All that are asked or act; of the server, where no game is named."""
    if game_id is None:
        return [Moderator(*row) for row in _OF_SERVER.rows(connection, {})]
    return [Moderator(*row) for row in _OF_GAME.rows(connection, {"game": game_id})]


def of_address(connection: Connection, address: str) -> list[Moderator]:
    found = _OF_ADDRESS.rows(connection, {"address": lowered(address)})
    return [one for one in (Moderator(*row) for row in found) if one.acts]


def asked_by(connection: Connection, name: str, game_id: int | None) -> list[Moderator]:
    """Whom this moderator of a game, or of the server, has asked, who has not answered."""
    of = moderators.c.game_id == game_id if game_id is not None else true()
    waits = moderators.c.confirmed_at.is_(None), moderators.c.ended_at.is_(None)
    rows = connection.execute(
        select(*_COLUMNS).where(moderators.c.asked_by == name, *waits, of).order_by(moderators.c.id)
    )
    return [Moderator(*row) for row in rows]


def all_addresses(connection: Connection) -> frozenset[str]:
    """Of all who are or ever were (rule 3)."""
    return frozenset(row.address for row in connection.execute(select(moderators.c.address)))


def zones(connection: Connection) -> frozenset[str]:
    """By whose clocks there are mornings."""
    acts = moderators.c.confirmed_at.is_not(None), moderators.c.ended_at.is_(None)
    return frozenset(row.zone for row in connection.execute(select(moderators.c.zone).where(*acts)))


def next_number(connection: Connection) -> int:
    return last(connection, MODERATORS) + 1


def ask(connection: Connection, new: Moderator) -> None:
    values = asdict(new)
    try:
        connection.execute(insert(moderators).values(**values))
    except IntegrityError as taken:
        raise Conflict(f"moderator {new.id} was asked meanwhile") from taken


def confirm(connection: Connection, number: int, now: datetime) -> None:
    _change(connection, number, confirmed_at=now)


def set_zone(connection: Connection, number: int, zone: str) -> None:
    _change(connection, number, zone=zone)


def end(connection: Connection, number: int, now: datetime) -> None:
    _change(connection, number, ended_at=now)


def hand_over(connection: Connection, game_id: int, *, alone: bool) -> None:
    """Whether the server's moderators have stepped back."""
    connection.execute(update(games).where(games.c.id == game_id).values(handed_over=int(alone)))


def _change(connection: Connection, number: int, **values: datetime | str) -> None:
    changed = connection.execute(
        update(moderators)
        .where(moderators.c.id == number, moderators.c.ended_at.is_(None))
        .values(**values)
    )
    if changed.rowcount != 1:
        raise Conflict(f"moderator {number} is none any more")
