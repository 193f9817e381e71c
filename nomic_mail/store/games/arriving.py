"""A game that is brought here in its record, as it was written elsewhere.

1. Every entry keeps its text, its seal and its hash: nothing is made anew, and so the chain holds.
2. A sealed part that the record does not open is UNKNOWN here, which is not the same as missing: an
   entry of this server's own that has lost its sealed part is damage.
3. It is paused from the first, and stays so after the act that announces it (which is put into the
   inbox with it): a deadline that is long over here must not pass before the players know.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import Connection, update

from nomic_mail.game.events import KINDS
from nomic_mail.game.state import State
from nomic_mail.store.database.tables import games
from nomic_mail.store.games import codec
from nomic_mail.store.games.ledger import GENESIS, INSERT, Entry, write_snapshot
from nomic_mail.store.people import seats

AT_ONCE = 500


def bring_in(
    connection: Connection, name: str, state: State, entries: Iterable[Entry], now: datetime
) -> int:
    """The new game's number. `state` is what the entries fold into, but that it stands still."""
    game_id = seats.new_game(connection, name, state.title, state.ruleset, GENESIS, now)
    head, rest = GENESIS, iter(entries)
    while some := list(islice(rest, AT_ONCE)):
        rows = [{key: getattr(one, key) for key in Entry.__slots__} for one in some]
        connection.execute(INSERT, [row | {"game_id": game_id, "inbox_id": None} for row in rows])
        head = some[-1].hash
    mine = games.c.id == game_id
    moved = {"version": state.version, "head": head, "status": state.status, "moved_at": state.at}
    connection.execute(update(games).where(mine).values(**moved))
    write_snapshot(connection, game_id, state)
    return game_id


def entries_of(lines: Iterable[Any], canonical: Any) -> Iterator[Entry]:
    """As a record has them. `canonical` is how the text that was hashed is written."""
    for seq, line in enumerate(lines, 1):
        kind, opened = line["public"]["event"], line.get("opened")
        sealed = salt = None
        if opened is not None:
            sealed, salt = canonical(opened["sealed"]).decode(), opened["salt"]
        elif line["seal"] and not KINDS[kind].ERASABLE:
            sealed = codec.UNKNOWN
        public = canonical(line["public"]).decode()
        yield Entry(seq, kind, line["form"], public, sealed, salt, line["seal"], line["hash"])
