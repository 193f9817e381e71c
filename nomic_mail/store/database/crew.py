"""The helpers of a server on SQLite, as it tells of them (daemon.helpers): in `server`, one value
for all. It counts as long as that server runs."""

import json
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection

from nomic_mail.store.database.tables import fact, keep_fact

HELPERS = "helpers"


class Mate(Struct, frozen=True):
    """`process` is 0 where there is none just now; `since` is when it began, or when the last one
    ended. `ended` counts those that ended by themselves; of these, those `in_a_row` had done
    nothing, and were not there for long."""

    number: int
    holder: str
    process: int
    since: datetime
    ended: int = 0
    in_a_row: int = 0


def keep(connection: Connection, mates: Sequence[Mate]) -> None:
    told = [{**asdict(one), "since": one.since.isoformat()} for one in mates]
    keep_fact(connection, HELPERS, json.dumps(told))


def known(connection: Connection) -> list[Mate]:
    """One for each that is wanted; none where that cannot be read."""
    try:
        told = json.loads(fact(connection, HELPERS) or "[]")
        return [Mate(**{**one, "since": datetime.fromisoformat(one["since"])}) for one in told]
    except (ValueError, TypeError, KeyError):
        return []
