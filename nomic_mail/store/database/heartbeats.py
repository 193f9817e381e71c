"""Signs of life: when each role was last seen, and who held it; what troubles it; how long it was
away.

1. A mailbox is seen at the beginning of its last complete look: up to there its letters are in.
2. Troubles, outages, and how many recipients were refused are kept beside the server's other
   facts, in `server`.
"""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, delete, select

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import fact, heartbeats, insert_into, keep_fact, read, server

TROUBLE = "trouble "
SINCE = "since "
OUTAGE = "outage "
TURNED_AWAY = "turned away"
STEADY = "steady "
BEFORE_BOOT = "before boot"
_OUTAGES = Prepared(
    select(server.c.key, server.c.value)
    .where(server.c.key.startswith(OUTAGE))
    .order_by(server.c.key)
)
WORKER = "worker "  # how the names of those begin that share a database (workers)
BEGAN = "began"  # when a server began that goes on; beside its signs of life
STOPPED = "stopped"  # when a server was last stopped as it should
ONCE = "once"  # when `serve --once` was last run
SITE = "site"  # what its trouble is kept under
CLOCK = "clock"  # the same
START = "start"  # the same, of the last start that failed


class ListenerOutage(Struct, frozen=True):
    """No letter could come in by the listener between these times."""

    began_at: datetime
    ended_at: datetime


def beat(connection: Connection, name: str, at: datetime, holder: str) -> None:
    values = {"at": at, "holder": holder}
    connection.execute(
        insert_into(connection, heartbeats)
        .values(name=name, **values)
        .on_conflict_do_update(index_elements=["name"], set_=values)
    )


def last(connection: Connection) -> dict[str, tuple[datetime, str]]:
    return {row.name: (row.at, row.holder) for row in connection.execute(select(heartbeats))}


def seen(connection: Connection, name: str) -> datetime | None:
    return connection.execute(
        select(heartbeats.c.at).where(heartbeats.c.name == name)
    ).scalar_one_or_none()


def trouble(connection: Connection, name: str, words: str, at: datetime) -> None:
    """Notes what is wrong with a role, in words for a person, and since when; without words, that
    it is well again."""
    key = f"{TROUBLE}{name}"
    if not words:
        connection.execute(delete(server).where(server.c.key.in_((key, SINCE + key))))
        return
    keep_fact(connection, key, words)
    connection.execute(
        insert_into(connection, server)
        .values(key=SINCE + key, value=at.isoformat())
        .on_conflict_do_nothing(index_elements=["key"])
    )


def troubles(connection: Connection) -> dict[str, str]:
    found = connection.execute(select(server).where(server.c.key.startswith(TROUBLE)))
    return {row.key.removeprefix(TROUBLE): row.value for row in found}


def troubled_since(connection: Connection) -> dict[str, datetime]:
    whole = SINCE + TROUBLE
    found = connection.execute(select(server).where(server.c.key.startswith(whole)))
    return {row.key.removeprefix(whole): datetime.fromisoformat(row.value) for row in found}


def was_away(connection: Connection, outage: ListenerOutage) -> None:
    keep_fact(connection, f"{OUTAGE}{outage.began_at.isoformat()}", outage.ended_at.isoformat())


def keep_steady(connection: Connection, name: str, at: datetime, boot: str, now: float) -> None:
    """What the steady clock of this boot of the machine said, in seconds, at a sign of life."""
    keep_fact(connection, STEADY + name, f"{at.isoformat()} {boot} {now}")


def steady(connection: Connection, name: str, at: datetime | None) -> tuple[str, float] | None:
    """Nothing where that sign of life was another's."""
    try:
        then, boot, seconds = fact(connection, STEADY + name).split(" ")
        return (boot, float(seconds)) if datetime.fromisoformat(then) == at else None
    except ValueError:
        return None


def keep_before_boot(connection: Connection, known: tuple[datetime, str, float, datetime]) -> None:
    """The listener's last sign of life before this boot; which that is; what the steady clock said
    at the first start since; and when that was, as far as is known."""
    seen, boot, seconds, began = known
    keep_fact(connection, BEFORE_BOOT, f"{seen.isoformat()} {boot} {seconds} {began.isoformat()}")


def before_boot(connection: Connection) -> tuple[datetime, str, float, datetime] | None:
    try:
        seen, boot, seconds, began = fact(connection, BEFORE_BOOT).split(" ")
        return datetime.fromisoformat(seen), boot, float(seconds), datetime.fromisoformat(began)
    except ValueError:
        return None


def over(connection: Connection, outage: ListenerOutage) -> bool:
    """Forgets an outage: every game has been told of it. Whether it was still known."""
    this = server.c.key == f"{OUTAGE}{outage.began_at.isoformat()}"
    return connection.execute(delete(server).where(this)).rowcount > 0


def outages(connection: Connection) -> list[ListenerOutage]:
    found = _OUTAGES.rows(connection, {})
    return [ListenerOutage(read(key.removeprefix(OUTAGE)), read(ended)) for key, ended in found]


def turned_away(connection: Connection, more: int = 0) -> int:
    """How many recipients the listener refused so far, as no address of ours: none of those letters
    was received."""
    kept = fact(connection, TURNED_AWAY)
    count = (int(kept) if kept.isdecimal() else 0) + more  # a damaged count begins anew
    if more:
        keep_fact(connection, TURNED_AWAY, str(count))
    return count
