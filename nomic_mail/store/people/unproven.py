"""When an address that has proven nothing last had a letter of ours, in whatever game."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import insert_into, written_to

_SINCE = Prepared(
    select(written_to.c.address).where(
        written_to.c.address == bindparam("address"), written_to.c.at > bindparam("since")
    )
)

_LATELY = Prepared(select(written_to.c.address).where(written_to.c.at > bindparam("since")))


def written_since(connection: Connection, address: str, since: datetime) -> bool:
    return _SINCE.value(connection, {"address": address.lower(), "since": since}) is not None


def all_written_since(connection: Connection, since: datetime) -> list[str]:
    return [str(row[0]) for row in _LATELY.rows(connection, {"since": since})]


def write(connection: Connection, address: str, at: datetime) -> None:
    connection.execute(
        insert_into(connection, written_to)
        .values(address=address.lower(), at=at)
        .on_conflict_do_update(index_elements=["address"], set_={"at": at})
    )


def forget(connection: Connection, before: datetime) -> None:
    connection.execute(delete(written_to).where(written_to.c.at < before))
