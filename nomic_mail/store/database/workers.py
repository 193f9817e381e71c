"""The workers that share a PostgreSQL database: who they are, and who has gone.

1. A worker is a row in `heartbeats`: its time is up to where all letters that came to it are in, as
   it last told. That stays true, whatever comes later.
2. A worker whose row is gone writes nothing any more: each of its transactions looks. The row goes
   in a transaction that nobody writes beside (database, rule 1), so none is in the midst of one.
3. What a worker had in hand waits again when its row goes. What lives keeps what it has in hand,
   however long it takes.
4. A new one has to be told the same as those that live: one that signs with another key, or knows
   itself by another address, would not know their letters again.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from nomic_mail.store.database.engines import Busy
from nomic_mail.store.database.heartbeats import WORKER
from nomic_mail.store.database.postgresql import ANSWERS
from nomic_mail.store.database.tables import fact, heartbeats, keep_fact
from nomic_mail.store.queue import inbox, outbox

LAST = "term"  # the number of the last that came
AGREED = "workers agree"
_NAMES = heartbeats.c.name.startswith(WORKER)
THERE = f"SELECT 1 FROM heartbeats WHERE name = '{WORKER}{{:d}}'"  # noqa: S608  of its number
TELL = (
    update(heartbeats).where(heartbeats.c.name == bindparam("who")).values(at=bindparam("sealed"))
)


class Worker(Struct, frozen=True):
    number: int
    holder: str
    sealed: datetime

    @property
    def name(self) -> str:
        return f"{WORKER}{self.number}"

    @property
    def process(self) -> str:
        return self.holder.partition(f" {self.number} ")[2]


def next_number(connection: Connection) -> int:
    last = fact(connection, LAST)
    number = (int(last) if last.isdecimal() else 0) + 1
    keep_fact(connection, LAST, str(number))
    return number


def add(connection: Connection, new: Worker) -> None:
    values = {"name": new.name, "at": new.sealed, "holder": new.holder}
    connection.execute(insert(heartbeats).values(**values))


def all_workers(connection: Connection) -> list[Worker]:
    found = connection.execute(select(heartbeats).where(_NAMES).order_by(heartbeats.c.name))
    return [Worker(int(row.name.removeprefix(WORKER)), row.holder, row.at) for row in found]


def gone(connection: Connection, worker: Worker, now: datetime) -> None:
    """Rules 2 and 3."""
    connection.execute(delete(heartbeats).where(heartbeats.c.name == worker.name))
    inbox.recover(connection, now, dead=worker.holder)
    outbox.forget_leases(connection)


def agree(connection: Connection, told: Mapping[str, str]) -> None:
    """Writes down what all who come have to be told alike (rule 4)."""
    keep_fact(connection, AGREED, json.dumps(told))


def unlike(connection: Connection, told: Mapping[str, str]) -> list[str]:
    """Rule 4: by name, what those that live were not told like this."""
    there = json.loads(fact(connection, AGREED) or "{}")
    return [name for name in told if there.get(name) != told[name]]


def refuse_gone(name: str, overtaken: Callable[[str], None]) -> Callable[[Connection], None]:
    """What each transaction of a worker begins with (rule 2), where THERE was asked; `overtaken` is
    told before it is refused."""

    def look(connection: Connection) -> None:
        if not connection.info[ANSWERS]:
            why = f"the other servers on this database took this one, {name}, for dead"
            overtaken(why)
            raise Busy(why)

    return look
