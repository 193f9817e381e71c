"""Which database this is, and with which key its letters are written."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from nomic_mail.store.database.tables import insert_into, server

ID, KEY = "database id", "key digest"


class Identity(NamedTuple):
    """Empty, where nobody has said so yet."""

    id: str
    key: str


def of(connection: Connection) -> Identity:
    found = connection.execute(select(server).where(server.c.key.in_((ID, KEY))))
    known = {row.key: row.value for row in found}
    return Identity(known.get(ID, ""), known.get(KEY, ""))


def keep(connection: Connection, identity: Identity) -> None:
    for key, value in ((ID, identity.id), (KEY, identity.key)):
        connection.execute(
            insert_into(connection, server)
            .values(key=key, value=value)
            .on_conflict_do_update(index_elements=["key"], set_={"value": value})
        )
