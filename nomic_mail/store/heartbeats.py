"""Signs of life: when each role was last seen, and who held it."""

from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from nomic_mail.store.tables import heartbeats


def beat(connection: Connection, name: str, at: datetime, holder: str) -> None:
    new_insert = pg_insert if connection.dialect.name == "postgresql" else sqlite_insert
    values = {"at": at, "holder": holder}
    connection.execute(
        new_insert(heartbeats)
        .values(name=name, **values)
        .on_conflict_do_update(index_elements=["name"], set_=values)
    )


def last(connection: Connection) -> dict[str, tuple[datetime, str]]:
    return {row.name: (row.at, row.holder) for row in connection.execute(select(heartbeats))}
