"""Which database this is, with which key its letters are written, and which program served it."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from nomic_mail.store.database.tables import fact, keep_fact, server

ID, KEY, PROGRAM = "database id", "key digest", "program"


class Identity(NamedTuple):
    """Empty, where nobody has said so yet."""

    id: str
    key: str


def of(connection: Connection) -> Identity:
    found = connection.execute(select(server).where(server.c.key.in_((ID, KEY))))
    known = {row.key: row.value for row in found}
    return Identity(known.get(ID, ""), known.get(KEY, ""))


def program(connection: Connection) -> str:
    return fact(connection, PROGRAM)


def keep(connection: Connection, identity: Identity, program: str) -> None:
    for key, value in ((ID, identity.id), (KEY, identity.key), (PROGRAM, program)):
        keep_fact(connection, key, value)
