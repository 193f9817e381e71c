"""Letters that are the same, or are called the same."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, func, or_, select

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import inbox
from nomic_mail.store.queue.inbox import Arrival


class Alike(NamedTuple):
    id: int
    recipient: str
    digest: str
    game_id: int | None
    seat: int | None


_SAME = or_(
    inbox.c.digest == bindparam("digest"),
    and_(inbox.c.message_id == bindparam("message_id"), inbox.c.message_id != ""),
)
_LIKE = (
    select(inbox.c.id, inbox.c.recipient, inbox.c.digest, inbox.c.game_id, inbox.c.seat)
    .where(_SAME, inbox.c.id != bindparam("this"), inbox.c.state != "duplicate")
    # the same first, then its namesakes
    .order_by(inbox.c.digest != bindparam("digest"), inbox.c.id)
    .limit(50)
)
_ALIKE = Prepared(_LIKE)
_NO_COPIES = Prepared(_LIKE.where(inbox.c.proof != "list"))
_TOGETHER = Prepared(
    select(func.count(inbox.c.source.distinct())).where(
        or_(inbox.c.id == bindparam("one"), inbox.c.id == bindparam("other"))
    )
)
_SINCE = Prepared(
    select(inbox.c.id)
    .where(
        inbox.c.game_id == bindparam("game"),
        inbox.c.seat == bindparam("seat"),
        inbox.c.id > bindparam("first"),
        inbox.c.id < bindparam("this"),
        inbox.c.digest != bindparam("digest"),
        or_(inbox.c.state == "done", inbox.c.state == "kept"),
    )
    .limit(1)
)


def alike(connection: Connection, arrival: Arrival, *, copies: bool = True) -> list[Alike]:
    """Other letters of the same content or Message-ID; with those that a mailing list sent on, or
    without."""
    which = {"digest": arrival.digest, "message_id": arrival.message_id, "this": arrival.id}
    return [Alike(*row) for row in (_ALIKE if copies else _NO_COPIES).rows(connection, which)]


def came_together(connection: Connection, one: Arrival, other: Arrival) -> bool:
    """Whether they were handed in as one letter for two recipients."""
    return bool(_TOGETHER.value(connection, {"one": one.id, "other": other.id}) == 1)


def spoke_since(
    connection: Connection, game: int | None, seat: int, first: Arrival, this: Arrival
) -> bool:
    """Whether another letter of this seat was worked on between two copies of one."""
    which = {"game": game, "seat": seat, "first": first.id, "this": this.id}
    return _SINCE.value(connection, {**which, "digest": this.digest}) is not None
