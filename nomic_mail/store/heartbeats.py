"""Signs of life: when each role was last seen, and who held it."""

from datetime import datetime

from sqlalchemy import Connection, select

from nomic_mail.store.tables import heartbeats, insert_into


def beat(connection: Connection, name: str, at: datetime, holder: str) -> None:
    values = {"at": at, "holder": holder}
    connection.execute(
        insert_into(connection, heartbeats)
        .values(name=name, **values)
        .on_conflict_do_update(index_elements=["name"], set_=values)
    )


def last(connection: Connection) -> dict[str, tuple[datetime, str]]:
    return {row.name: (row.at, row.holder) for row in connection.execute(select(heartbeats))}
