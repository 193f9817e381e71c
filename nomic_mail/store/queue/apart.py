"""Letters that touch more than one game, where several work: one after the other.

What one of them read of all games (whom we have written to today) is still so when it is written,
or it is decided again. Only those with a consequence count; a letter about one game has its lane.
"""

from sqlalchemy import Connection, bindparam, select

from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import keep_fact, server

WRITTEN = "letters written apart"
_WRITTEN = Prepared(select(server.c.value).where(server.c.key == bindparam("key")))


def written(connection: Connection) -> int:
    """How many were, so far."""
    return int(_WRITTEN.value(connection, {"key": WRITTEN}) or 0)


def write(connection: Connection, known: int) -> None:
    """One more, which was decided when so many were. Nobody writes beside it."""
    if written(connection) != known:
        raise Conflict("a letter that touches more than one game was written meanwhile")
    keep_fact(connection, WRITTEN, str(known + 1))
