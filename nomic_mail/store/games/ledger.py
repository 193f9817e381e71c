"""The hash-chained ledger: every event of every game, and the state they fold into.

1. What an entry is, and what its hash is of, is said where it is written (written.entry).
2. `append` and the conditional update of `games.version` are one: a game that moved on meanwhile is
   a Conflict, and the letter is decided again.
3. The cache and the snapshots can be thrown away at any time; the ledger alone is the game.
"""

import json
import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, and_, bindparam, case, func, insert, select, update

from nomic_mail.game.course import Steps
from nomic_mail.game.decide import next_wake
from nomic_mail.game.events import TalkRemoved
from nomic_mail.game.evolve import evolve
from nomic_mail.game.reminders import remind_at, still_near
from nomic_mail.game.state import State
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import UtcTime, games, insert_into, ledger, snapshots, to_all
from nomic_mail.store.games import waiting
from nomic_mail.store.games.shared import Shared
from nomic_mail.written import codec
from nomic_mail.written.entry import Entry, chained

log = logging.getLogger("nomic_mail.store")

SNAPSHOT_EVERY = 200
_VERSION = Prepared(select(games.c.version).where(games.c.id == bindparam("id")))
_HEAD = Prepared(
    select(games.c.head, to_all.c.made)
    .outerjoin(
        to_all,
        and_(to_all.c.game_id == games.c.id, to_all.c.version == games.c.version),
    )
    .where(games.c.id == bindparam("id"), games.c.version == bindparam("version"))
    .order_by(to_all.c.place)
)
INSERT = insert(ledger)
_INSERT = Prepared(INSERT)
_REMIND_AT = case(
    (
        and_(
            bindparam("kept", type_=Integer) == 1,
            games.c.remind_at <= bindparam("at", type_=UtcTime),
        ),
        games.c.remind_at,
    ),
    else_=bindparam("then", type_=UtcTime),
)
_PARTS = ("version", "head", "status", "next_wake", "moved_at")
_MOVED = Prepared(
    update(games)
    .where(games.c.id == bindparam("this"), games.c.version == bindparam("was"))
    .values({name: bindparam(name) for name in _PARTS} | {"remind_at": _REMIND_AT})
)


def head_after(
    connection: Connection, game_id: int, before: State, steps: Steps, fresh: bytes
) -> str:
    """The head after these events; None where the game has moved on, so that they will never be
    appended."""
    written = _entries(connection, game_id, before, steps, fresh)
    return written[-1].hash if written else ""


def _entries(
    connection: Connection, game_id: int, before: State, steps: Steps, fresh: bytes
) -> list[Entry] | None:
    """None where the game has moved on. The first of them commits to the letters that went to all
    after the burst before; that of a new game says that from there on it is so."""
    rows = _HEAD.rows(connection, {"id": game_id, "version": before.version})
    if not rows:
        return None
    sent = [row[1] for row in rows if row[1]]
    letters = sent if sent or not before.version else None
    return chained(rows[0][0], before.version, steps, fresh, letters)


class Ledger:
    """Loads and appends; keeps the states of the games it has seen, by version."""

    def __init__(self, games_kept: int = 2000) -> None:
        self._cache: dict[int, State] = {}
        self._shared = Shared()
        self._games_kept = games_kept

    def load(self, connection: Connection, game_id: int, version: int | None = None) -> State:
        """As it stands at this moment; of which `version` that is may be known already."""
        if version is None:
            version = int(_VERSION.value(connection, {"id": game_id}))
        state = self._cache.get(game_id)
        if state is None or state.version > version:
            state = _snapshot(connection, game_id, version)
        if state.version < version:
            for entry in entries(connection, game_id, after=state.version):
                state = evolve(state, entry.event)
        return self._keep(game_id, state)

    def append(
        self,
        connection: Connection,
        game_id: int,
        steps: Steps,
        fresh: bytes,
        inbox_id: int | None,
    ) -> State:
        """Writes what happened and moves the game on, or raises Conflict. The caller commits, and
        then calls `committed`."""
        before, state = steps.before, steps.after
        written = _entries(connection, game_id, before, steps, fresh)
        if written is None:
            raise Conflict(f"game {game_id} is no longer at version {before.version}")
        if written:
            row = {"game_id": game_id, "inbox_id": inbox_id}
            columns = Entry.__struct_fields__
            for one in written:
                _INSERT.done(connection, {name: getattr(one, name) for name in columns} | row)
            _move_on(connection, game_id, before, state, written[-1].hash)
        return state

    def committed(self, game_id: int, state: State) -> None:
        self._keep(game_id, state)

    def _keep(self, game_id: int, state: State) -> State:
        known = self._cache.pop(game_id, None)
        if known is None or known.rules is not state.rules:
            state = self._shared.state(state)
        self._cache[game_id] = state
        if len(self._cache) > self._games_kept:
            del self._cache[next(iter(self._cache))]
        return state


def _move_on(connection: Connection, game_id: int, before: State, state: State, head: str) -> None:
    moved = _MOVED.done(
        connection,
        {
            "this": game_id,
            "was": before.version,
            "version": state.version,
            "head": head,
            "status": state.status,
            "next_wake": next_wake(state),
            "moved_at": state.at,
            **_reminding(before, state),
        },
    )
    if moved != 1:
        raise Conflict(f"game {game_id} is no longer at version {before.version}")
    waiting.note(connection, game_id, before, state)
    if state.version // SNAPSHOT_EVERY != before.version // SNAPSHOT_EVERY:
        write_snapshot(connection, game_id, state)


def _reminding(before: State, state: State) -> dict[str, Any]:
    """When the next reminder is due. One that is due already stays, if its matter is as it was."""
    at = state.at
    kept = at is not None and still_near(before, state, at)
    return {"kept": int(kept), "at": at, "then": remind_at(state, at) if at is not None else None}


def write_snapshot(connection: Connection, game_id: int, state: State) -> None:
    values = {
        "version": state.version,
        "form": codec.state_form(),
        "state": codec.write_state(state),
    }
    connection.execute(
        insert_into(connection, snapshots)
        .values(game_id=game_id, **values)
        .on_conflict_do_update(index_elements=["game_id"], set_=values)
    )


def _snapshot(connection: Connection, game_id: int, version: int) -> State:
    """The last snapshot that is not ahead, or the empty state: a cold start."""
    text = connection.execute(
        select(snapshots.c.state).where(
            snapshots.c.game_id == game_id,
            snapshots.c.form == codec.state_form(),
            snapshots.c.version <= version,
        )
    ).scalar_one_or_none()
    try:
        return codec.read_state(text) if text else State()
    except codec.Unreadable as bad:  # rule 3
        log.warning("game %s starts cold: %s", game_id, bad)
        return State()


def last_event_at(connection: Connection) -> datetime | None:
    """When the last thing happened, over all games."""
    columns = [ledger.c[name] for name in Entry.__struct_fields__]
    found = connection.execute(
        select(*columns)
        .join(games, games.c.id == ledger.c.game_id)
        .where(ledger.c.seq == games.c.version)
    )
    times = []
    for row in found:
        try:
            times.append(Entry(*row).event.at)
        except codec.Unreadable as bad:  # its game stands still; the others know the time
            log.error("the last event of a game: %s", bad)
    return max(times, default=None)


def length(connection: Connection, game_id: int) -> int:
    """How many characters the events of a game are, in all."""
    written = func.coalesce(func.sum(func.length(ledger.c.public)), 0)
    found = select(written).where(ledger.c.game_id == game_id)
    return int(connection.execute(found).scalar_one())


def entries(connection: Connection, game_id: int, after: int = 0) -> Iterator[Entry]:
    columns = [ledger.c[name] for name in Entry.__struct_fields__]
    found = connection.execute(
        select(*columns)
        .where(ledger.c.game_id == game_id, ledger.c.seq > after)
        .order_by(ledger.c.seq),
        execution_options={"yield_per": 500},
    )
    return (Entry(*row) for row in found)


def entry(connection: Connection, game_id: int, seq: int) -> Entry | None:
    columns = [ledger.c[name] for name in Entry.__struct_fields__]
    where = (ledger.c.game_id == game_id, ledger.c.seq == seq)
    row = connection.execute(select(*columns).where(*where)).first()
    return Entry(*row) if row is not None else None


def erase(connection: Connection, game_id: int, seq: int) -> None:
    """What is committed to in an entry, for good; what it makes stays, and so the chain holds."""
    connection.execute(
        update(ledger)
        .where(ledger.c.game_id == game_id, ledger.c.seq == seq)
        .values(sealed=None, salt=None)
    )


def commits_to_letters(connection: Connection, game_id: int) -> bool:
    """Whether it does so from its first entry on."""
    first = entry(connection, game_id, 1)
    return first is not None and codec.letters_of(json.loads(first.public)) is not None


def removed_talk(connection: Connection, game_id: int) -> frozenset[int]:
    """The numbers of what was taken out of the record."""
    columns = [ledger.c[name] for name in Entry.__struct_fields__]
    where = (ledger.c.game_id == game_id, ledger.c.kind == TalkRemoved.__name__)
    events = (Entry(*row).event for row in connection.execute(select(*columns).where(*where)))
    return frozenset(one.number for one in events if isinstance(one, TalkRemoved))
