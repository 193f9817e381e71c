"""A game that is brought here in its record, as it was written elsewhere.

1. Every entry keeps its text, its seal and its hash: nothing is made anew, and so the chain holds.
2. What the record does not open is not known here, which is not the same as missing: an entry of
   this server's own that has lost what it seals is damage.
3. It is paused from the first, and stays so after the act that announces it (which is put into the
   inbox with it): a deadline that is long over here must not pass before the players know.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import islice

from msgspec.structs import asdict
from sqlalchemy import Connection, update

from nomic_mail.game.state import State
from nomic_mail.store.database.tables import games
from nomic_mail.store.games.ledger import INSERT, write_snapshot
from nomic_mail.store.people import seats
from nomic_mail.written.entry import GENESIS, Entry

AT_ONCE = 500


def bring_in(
    connection: Connection, name: str, state: State, entries: Iterable[Entry], now: datetime
) -> int:
    """The new game's number. `state` is what the entries fold into, but that it stands still."""
    game_id = seats.new_game(connection, name, state.title, state.ruleset, GENESIS, now)
    head, rest = GENESIS, iter(entries)
    while some := list(islice(rest, AT_ONCE)):
        rows = [asdict(one) for one in some]
        connection.execute(INSERT, [row | {"game_id": game_id, "inbox_id": None} for row in rows])
        head = some[-1].hash
    mine = games.c.id == game_id
    moved = {"version": state.version, "head": head, "status": state.status, "moved_at": state.at}
    connection.execute(update(games).where(mine).values(**moved))
    write_snapshot(connection, game_id, state)
    return game_id
