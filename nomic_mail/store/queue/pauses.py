"""What becomes of the letters that were kept while a game was paused."""

from datetime import datetime

from sqlalchemy import Connection, and_, case, update

from nomic_mail.store.database.tables import inbox


def let_go(connection: Connection, game_id: int, at: datetime) -> None:
    """The letters that were kept in a pause of this game act now, in order of receipt, each with
    its own time of receipt; they were proven when they came."""
    ours = and_(inbox.c.game_id == game_id, inbox.c.state == "kept")
    vouched = case((inbox.c.proof.in_(("confirmed", "released")), inbox.c.proof), else_="kept")
    connection.execute(
        update(inbox)
        .where(ours)
        .values(
            state="waiting", proof=vouched, acts_at=at, held_at=None, settled_at=None, result=""
        )
    )
