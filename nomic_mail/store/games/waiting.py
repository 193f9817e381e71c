"""What waits for a moderator, per game, as its last events left it.

1. The rows are written in the transaction of the events, and only where something changed: so what
   waits in two thousand games is one look into an index, and no game is loaded for it.
2. `since` is the time of the event that brought it up; a change of its words keeps it.
3. The rows follow from the state: those of an older FORM are made anew, from the states. What
   waits is a code with its facts there, too.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, exists, insert, or_, select, update

from nomic_mail.game.numbers import as_texts
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import State
from nomic_mail.game.waiting import Wait, waits
from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import fact, games, insert_into, server
from nomic_mail.store.database.tables import waits as rows

FORM = 3
AT_ONCE = 20
DESK = "desk letter due"
Key = tuple[str, int]


class Outrun(Exception):
    """Somebody else was faster: there is nothing left to do."""


class Waiting(Struct, frozen=True):
    """One matter, in the game of that name."""

    game_id: int
    game: str
    kind: str
    number: int
    since: datetime
    what: Phrase
    answers: tuple[str, ...]
    forms: tuple[str, ...]


def note(connection: Connection, game_id: int, before: State, after: State) -> None:
    """Notes what has come up between two states of a game, and what is over."""
    if after.at is None:
        return
    was, now = _by_key(before), _by_key(after)
    for key in was.keys() - now.keys():
        connection.execute(delete(rows).where(_row(game_id, key)))
    for key, wait in now.items():
        if key not in was:
            _write(connection, game_id, wait, after.at)
        elif was[key] != wait:
            connection.execute(update(rows).where(_row(game_id, key)).values(told=_told(wait)))


def catch_up(database: Database, load: Callable[[Connection, int], State]) -> None:
    """Rule 3, few games at a time: letters come in between."""
    with database.read() as connection:
        behind = _older(connection)
    while behind:
        with database.write() as connection:
            behind = _older(connection)
            _made_anew(connection, behind, load)


def _older(connection: Connection) -> Sequence[int]:
    found = select(games.c.id).where(games.c.waits_form < FORM).limit(AT_ONCE)
    return connection.execute(found).scalars().all()


def _made_anew(
    connection: Connection, older: Sequence[int], load: Callable[[Connection, int], State]
) -> None:
    """What waited already when the row was made is as old as the game's last event."""
    for game_id in older:
        state = load(connection, game_id)
        told = connection.execute(select(rows).where(rows.c.game_id == game_id))
        since = {(row.kind, row.number): row.since for row in told}
        connection.execute(delete(rows).where(rows.c.game_id == game_id))
        if state.at is not None:
            for key, wait in _by_key(state).items():
                _write(connection, game_id, wait, since.get(key, state.at))
        mine = games.c.id == game_id
        connection.execute(update(games).where(mine).values(waits_form=FORM, moved_at=state.at))


def shown(connection: Connection, now: datetime, game_id: int | None = None) -> list[Waiting]:
    """What has waited long enough to be seen, the oldest first."""
    chosen = select(rows, games.c.name).join(games, games.c.id == rows.c.game_id)
    chosen = chosen.where(rows.c.shows_at <= now)
    if game_id is not None:
        chosen = chosen.where(rows.c.game_id == game_id)
    found = connection.execute(chosen.order_by(rows.c.since, rows.c.game_id, rows.c.number))
    return [_waiting(row) for row in found]


def standing(connection: Connection, since: datetime) -> list[tuple[int, datetime]]:
    """The games that run and have not moved since then, have nothing due, and wait for nobody; each
    with when it moved last."""
    asks = exists().where(rows.c.game_id == games.c.id)
    found = connection.execute(
        select(games.c.id, games.c.moved_at).where(
            games.c.status == "running",
            games.c.moved_at <= since,
            games.c.next_wake.is_(None),
            ~asks,
        )
    )
    return [(row.id, row.moved_at) for row in found]


def asking(connection: Connection, until: datetime) -> list[int]:
    """The games that run and wait for somebody, or whose clock had something to do by then."""
    asks = exists().where(rows.c.game_id == games.c.id)
    found = connection.execute(
        select(games.c.id).where(
            or_(and_(games.c.status == "running", asks), games.c.next_wake <= until)
        )
    )
    return list(found.scalars())


def overdue(connection: Connection, until: datetime) -> list[tuple[int, datetime]]:
    """The games whose clock had something to do by then, and has not done it."""
    found = connection.execute(
        select(games.c.id, games.c.next_wake).where(games.c.next_wake <= until)
    )
    return [(row.id, row.next_wake) for row in found]


# When the next desk letter is due


def desk_due(connection: Connection) -> datetime | None:
    written = fact(connection, DESK)
    return datetime.fromisoformat(written) if written else None


def move_desk(connection: Connection, was: datetime | None, then: datetime) -> None:
    """Sets the time of the next desk letter; a Conflict where somebody else was faster."""
    if was is None:
        kept = insert_into(connection, server).values(key=DESK, value=then.isoformat())
        connection.execute(kept.on_conflict_do_nothing(index_elements=["key"]))
        return
    mine = and_(server.c.key == DESK, server.c.value == was.isoformat())
    moved = connection.execute(update(server).where(mine).values(value=then.isoformat()))
    if moved.rowcount != 1:
        raise Outrun("the desk letter of today is written by somebody else")


def _by_key(state: State) -> Mapping[Key, Wait]:
    return {(wait.kind, wait.number): wait for wait in waits(state)}


def _row(game_id: int, key: Key) -> Any:
    return and_(rows.c.game_id == game_id, rows.c.kind == key[0], rows.c.number == key[1])


def _write(connection: Connection, game_id: int, wait: Wait, since: datetime) -> None:
    connection.execute(
        insert(rows).values(
            game_id=game_id,
            kind=wait.kind,
            number=wait.number,
            since=since,
            shows_at=since + wait.patience,
            told=_told(wait),
        )
    )


def _told(wait: Wait) -> str:
    what = [wait.what.code, wait.what.facts]
    told = {"what": what, "answers": wait.answers, "forms": wait.forms}
    return json.dumps(as_texts(told), ensure_ascii=False)


def _waiting(row: Any) -> Waiting:
    told = json.loads(row.told)
    return Waiting(
        row.game_id,
        row.name,
        row.kind,
        row.number,
        row.since,
        _what(told["what"]),
        tuple(told["answers"]),
        tuple(told["forms"]),
    )


def _what(told: Any) -> Phrase:
    if isinstance(told, str):  # of FORM 1, until it is made anew
        return Phrase("waits_as_written", what=told)
    return Phrase.kept(*told)
