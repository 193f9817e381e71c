"""How much one seat was asked, answered or silenced lately: what the caps are held to."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, func, or_, select

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import contents, games, inbox

Whose = tuple[int | None, int]  # a game and a seat in it; without a game, in all of them

_OF_GAME = inbox.c.game_id == bindparam("game")
_OF_ALL = inbox.c.game_id.in_(select(games.c.id))  # so that the index on games is of use


def _counted(*which: Any, game: Any = _OF_GAME) -> Prepared:
    lately = inbox.c.received_at > bindparam("since")
    return Prepared(select(func.count()).select_from(inbox).where(game, *which, lately))


def _both(*which: Any) -> tuple[Prepared, Prepared]:
    """Of a game, and of all."""
    return _counted(*which), _counted(*which, game=_OF_ALL)


_MINE = inbox.c.seat == bindparam("seat")
_CHALLENGES = _both(_MINE, inbox.c.proof == "asked")
UNPROVEN = ("", "join", "none")
_UNPROVEN = or_(*(inbox.c.proof == one for one in UNPROVEN))
_OF_ANSWERS = (_MINE, inbox.c.kind == "letter", inbox.c.state == "done")
_ANSWERED = {True: _both(*_OF_ANSWERS, ~_UNPROVEN), False: _both(*_OF_ANSWERS, _UNPROVEN)}
_CAPPED = _both(_MINE, inbox.c.proof == "capped")
_RESULTING = _counted(_MINE, inbox.c.result == bindparam("result"))
_ASKED = Prepared(
    select(inbox.c.result, inbox.c.acts_at)
    .where(_OF_GAME, _MINE, inbox.c.received_at > bindparam("since"))
    .where(inbox.c.result.like(bindparam("asked")))
    .order_by(inbox.c.id)
)
_HELD = Prepared(
    select(func.count())
    .select_from(inbox)
    .where(
        inbox.c.state == "held",
        inbox.c.acts_at > bindparam("since"),
        inbox.c.proof != "asked",
        inbox.c.proof != "unasked",
    )
)
_TOLD = _counted(_MINE, inbox.c.told == 1)
_STRANGERS = _counted(inbox.c.proof == bindparam("what"))
_OF_NO_GAME = _counted(inbox.c.proof == bindparam("what"), game=inbox.c.game_id.is_(None))


_LETTERS = Prepared(
    select(contents.c.raw, inbox.c.held_at)
    .join(contents, contents.c.sha256 == inbox.c.content)
    .where(inbox.c.kind == "letter")
    .order_by(inbox.c.id.desc())
    .limit(bindparam("most"))
)


def letters(connection: Connection, most: int) -> list[tuple[bytes, bool]]:
    """The last that came, and whether our own mail server is believed when it had them."""
    return [(raw, at is not None) for raw, at in _LETTERS.rows(connection, {"most": most})]


def held(connection: Connection, since: datetime) -> int:
    """How many letters are held for the Moderator since then, that nobody else was asked about."""
    return int(_HELD.value(connection, {"since": since}))


def challenges(connection: Connection, whose: Iterable[Whose], since: datetime) -> int:
    """How many confirmations these seats were asked for lately and have not given."""
    return sum(_of_seat(_CHALLENGES, connection, one, since) for one in whose)


def answered(
    connection: Connection, whose: Iterable[Whose], since: datetime, *, proven: bool = True
) -> int:
    """How many letters of these seats were answered lately: each had one answer. Those that proved
    nothing are counted apart: whoever forges them keeps nobody from answers of their own."""
    return sum(_of_seat(_ANSWERED[proven], connection, one, since) for one in whose)


def capped(connection: Connection, whose: Iterable[Whose], since: datetime) -> int:
    """How many letters of these were not answered lately, because too many were before."""
    return sum(_of_seat(_CAPPED, connection, one, since) for one in whose)


def _of_seat(
    counted: tuple[Prepared, Prepared], connection: Connection, whose: Whose, since: datetime
) -> int:
    game, seat = whose
    if game is None:
        return _of(counted[1], connection, since, seat=seat)
    return _of(counted[0], connection, since, game=game, seat=seat)


def told(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """Of how many letters of this seat the others were told."""
    return _of(_TOLD, connection, since, game=game_id, seat=seat)


def resulting(connection: Connection, game_id: int, seat: int, result: str, since: datetime) -> int:
    """How many letters of this seat lately came to just that."""
    return _of(_RESULTING, connection, since, game=game_id, seat=seat, result=result)


def asked_about(
    connection: Connection, game_id: int, seat: int, asked: str, since: datetime
) -> list[tuple[str, datetime]]:
    """What this seat was asked about since then, by letters whose result begins so, and when."""
    whose = {"game": game_id, "seat": seat, "since": since, "asked": f"{asked}%"}
    return [(result, at) for result, at in _ASKED.rows(connection, whose)]


def strangers_asked(
    connection: Connection, game_id: int | None, what: Literal["join", "stranger"], since: datetime
) -> int:
    """How many addresses were lately asked whether they want to join, or answered at all; without
    a game, at the server's own address."""
    if game_id is None:
        return _of(_OF_NO_GAME, connection, since, what=what)
    return _of(_STRANGERS, connection, since, game=game_id, what=what)


def _of(counted: Prepared, connection: Connection, since: datetime, **which: Any) -> int:
    return int(counted.value(connection, {"since": since, **which}))
