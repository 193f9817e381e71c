"""How much one seat was asked, answered or silenced lately: what the caps are held to."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, func, or_, select

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import contents, inbox

_OF_GAME = inbox.c.game_id == bindparam("game")


def _counted(*which: Any, game: Any = _OF_GAME) -> Prepared:
    lately = inbox.c.received_at > bindparam("since")
    return Prepared(select(func.count()).select_from(inbox).where(game, *which, lately))


_MINE = inbox.c.seat == bindparam("seat")
_CHALLENGES = _counted(_MINE, inbox.c.proof == "asked")
UNPROVEN = ("", "join", "none")
_UNPROVEN = or_(*(inbox.c.proof == one for one in UNPROVEN))
_OF_ANSWERS = (_MINE, inbox.c.kind == "letter", inbox.c.state == "done")
_ANSWERED = {True: _counted(*_OF_ANSWERS, ~_UNPROVEN), False: _counted(*_OF_ANSWERS, _UNPROVEN)}
_CAPPED = _counted(_MINE, inbox.c.proof == "capped")
_RESULTING = _counted(_MINE, inbox.c.result == bindparam("result"))
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


def challenges(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """How many confirmations this seat was asked for lately and has not given."""
    return _of(_CHALLENGES, connection, since, game=game_id, seat=seat)


def answered(
    connection: Connection, game_id: int, seat: int, since: datetime, *, proven: bool = True
) -> int:
    """How many letters of this seat were answered lately: each had one answer. Those that proved
    nothing are counted apart: whoever forges them keeps nobody from answers of their own."""
    return _of(_ANSWERED[proven], connection, since, game=game_id, seat=seat)


def capped(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """How many letters of this seat were not answered lately, because too many were before."""
    return _of(_CAPPED, connection, since, game=game_id, seat=seat)


def told(connection: Connection, game_id: int, seat: int, since: datetime) -> int:
    """Of how many letters of this seat the others were told."""
    return _of(_TOLD, connection, since, game=game_id, seat=seat)


def resulting(connection: Connection, game_id: int, seat: int, result: str, since: datetime) -> int:
    """How many letters of this seat lately came to just that."""
    return _of(_RESULTING, connection, since, game=game_id, seat=seat, result=result)


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
