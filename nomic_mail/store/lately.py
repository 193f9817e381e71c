"""How much one seat was asked, answered or silenced lately: what the caps are held to."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, select

from nomic_mail.store.tables import inbox


def challenges(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """How many confirmations this seat was asked for lately, and has not given: they are capped."""
    return _count(
        connection,
        inbox.c.game_id == game_id,
        inbox.c.seat == seat,
        inbox.c.proof == "asked",
        inbox.c.received_at > since,
    )


def answered(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """How many letters of this seat were answered lately: each had one answer."""
    return _count(
        connection,
        inbox.c.game_id == game_id,
        inbox.c.seat == seat,
        inbox.c.kind == "letter",
        inbox.c.state == "done",
        inbox.c.received_at > since,
    )


def capped(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """How many letters of this seat were not answered lately, because too many were before."""
    return _count(
        connection,
        inbox.c.game_id == game_id,
        inbox.c.seat == seat,
        inbox.c.proof == "capped",
        inbox.c.received_at > since,
    )


def resulting(connection: Connection, game_id: int, seat: int, result: str, since: datetime) -> int:
    """How many letters of this seat lately came to just that."""
    return _count(
        connection,
        inbox.c.game_id == game_id,
        inbox.c.seat == seat,
        inbox.c.result == result,
        inbox.c.received_at > since,
    )


def strangers_asked(
    connection: Connection, game_id: int, what: Literal["join", "stranger"], since: datetime
) -> int:
    """How many addresses were lately asked whether they want to join, or answered at all."""
    return _count(
        connection,
        inbox.c.game_id == game_id,
        inbox.c.proof == what,
        inbox.c.received_at > since,
    )


def _count(connection: Connection, *which: Any) -> int:
    return connection.execute(select(func.count()).select_from(inbox).where(*which)).scalar_one()
