"""The tables, in SQLAlchemy Core. `migrations/` makes the same ones; a test holds them equal.

1. Times are fixed-width ISO text in UTC: they sort, and a person with sqlite3 can read them.
2. Every constraint has a name, or Alembic's batch mode would lose it.
3. A time that cannot be read is trouble of the database (Busy), and no letter's fault; the server
   puts it right at its next start, or within half a minute (mending).
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    select,
)
from sqlalchemy.types import TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcTime(TypeDecorator[datetime]):
    """An aware datetime, kept as `2026-11-21T00:46:41.000000Z`."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:
        if value is None:
            return None
        written = value.astimezone(UTC).isoformat(timespec="microseconds")  # strftime takes tenfold
        return f"{written.removesuffix('+00:00')}Z"

    def process_result_value(self, value: Any, dialect: Any) -> datetime | None:
        return None if value is None else read(value)


class DamagedTime(ValueError):
    """Rule 3."""


def moment(written: str) -> datetime | None:
    """A time as it is kept; nothing where it is damaged."""
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def read(written: str) -> datetime:
    found = moment(written)
    if found is None:
        raise DamagedTime(f"a time in the database cannot be read: {written!r:.60}")
    return found


server = Table(
    "server",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("next_wake", UtcTime),
    Column("created_at", UtcTime, nullable=False),
    Column("list_address", String(320), nullable=False, server_default=""),  # news for all go there
    Column("handed_over", Integer, nullable=False, server_default="0"),  # 1: to its own moderators
    Column("moved_at", UtcTime),  # the time of the last event
    Column("waits_form", Integer, nullable=False, server_default="0"),  # of its rows in `waits`
    Column("remind_at", UtcTime),  # when somebody is told that a deadline of theirs is near
    UniqueConstraint("name"),
    Index("ix_games_next_wake", "next_wake"),
    Index("ix_games_remind_at", "remind_at"),
    Index("ix_games_status_moved_at", "status", "moved_at"),
    Index("ix_games_waits_form", "waits_form"),
)

waits = Table(  # what in a game waits for its moderator
    "waits",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("since", UtcTime, nullable=False),
    Column("shows_at", UtcTime, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "kind", "number"),
    Index("ix_waits_shows_at", "shows_at"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("form", Integer, nullable=False),
    Column("state", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("address", String(320), nullable=False),
    Column("zone", String(64), nullable=False, server_default="UTC"),
    Column("token_epoch", Integer, nullable=False, server_default="0"),
    Column("invited_at", UtcTime, nullable=False),
    Column("confirmed_at", UtcTime),
    Column("failures", Integer, nullable=False, server_default="0"),  # since they last wrote
    Column("failing_since", UtcTime),
    Column("suspended_at", UtcTime),
    Column("digest", String(12), nullable=False, server_default=""),  # "": as the house has it
    Column("talk", String(12), nullable=False, server_default=""),  # "": as the rest
    Column("digest_due", UtcTime),  # something is held back for them until then
    Column("digest_scores", Text),  # of all seats, as their last digest told them
    Column("observes", Integer, nullable=False, server_default="0"),  # 1: and plays not; 2: did
    Column("by_id", String(4), nullable=False, server_default=""),  # on: a Message-ID is a proof
    Column("proof", String(4), nullable=False, server_default=""),  # on: what proves is in letters
    Column("receipts", String(4), nullable=False, server_default=""),  # off: none for a plain vote
    Column("voted_at", UtcTime),  # the first vote that no letter has told of since
    Column("language", String(8), nullable=False, server_default=""),  # "": as the house has it
    UniqueConstraint("game_id", "seat"),
    UniqueConstraint("game_id", "address"),
    Index("ix_seats_address", "address"),
    Index("ix_seats_digest_due", "digest_due"),
    Index("ix_seats_suspended_at", "suspended_at"),
)

held_back = Table(  # news for a digest
    "held_back",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("thread", String(40), nullable=False),
    Column("notice", Text, nullable=False),
    Index("ix_held_back_game_id_seat", "game_id", "seat"),
)

moderators = Table(  # beside the configured one
    "moderators",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id")),  # none: of the whole server
    Column("name", Text, nullable=False),
    Column("address", String(320), nullable=False),
    Column("takes_over", Integer, nullable=False, server_default="0"),  # 1: and then is alone
    Column("asked_by", Text, nullable=False, server_default=""),
    Column("asked_at", UtcTime, nullable=False),
    Column("confirmed_at", UtcTime),
    Column("ended_at", UtcTime),
    Column("zone", String(64), nullable=False, server_default="UTC"),
    Index("ix_moderators_game_id", "game_id"),
    Index("ix_moderators_address", "address"),
)

addresses = Table(  # beside the one in `seats`, where letters go
    "addresses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("address", String(320), nullable=False),
    Column("main", Integer, nullable=False),  # what is asked of it: people.addresses
    Column("asked_at", UtcTime, nullable=False),
    Column("confirmed_at", UtcTime),
    Column("answered_at", UtcTime),
    Column("due_at", UtcTime),  # then it is so, unless one of the old addresses says NO
    UniqueConstraint("game_id", "seat", "address"),
    Index("ix_addresses_address", "address"),
    Index("ix_addresses_due_at", "due_at"),
)

address_words = Table(  # what each address of a seat says to a change of them
    "address_words",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("change_id", Integer, nullable=False),  # a row of `addresses`, or one that is gone
    Column("address", String(320), nullable=False),
    Column("warned_at", UtcTime, nullable=False),
    Column("letter", String(255), nullable=False),
    Column("yes_at", UtcTime),
    Index("ix_address_words_change_id", "change_id"),
)

written_to = Table(  # when an address that has proven nothing had a letter of ours
    "written_to",
    metadata,
    Column("address", String(320), primary_key=True),
    Column("at", UtcTime, nullable=False),
)

contents = Table(  # the bytes of letters and acts: each once, however often it came
    "contents",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("raw", LargeBinary, nullable=False),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source", String(255), nullable=False),
    Column("kind", String(8), nullable=False),  # letter | act
    Column("content", String(64)),  # of `contents`; none where it is forgotten
    Column("sha256", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("message_id", String(255), nullable=False),
    Column("mail_from", String(320), nullable=False),
    Column("recipient", String(320), nullable=False),
    Column("received_at", UtcTime, nullable=False),
    Column("acts_at", UtcTime, nullable=False),  # later than received_at once it was confirmed
    Column("held_at", UtcTime),  # when our own mail server had it already (wire.relay)
    Column("state", String(12), nullable=False),
    Column("proof", String(12), nullable=False, server_default=""),
    Column("game_id", ForeignKey("games.id")),
    Column("seat", Integer),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("crashes", Integer, nullable=False, server_default="0"),
    Column("claimed_by", String(80)),
    Column("claimed_until", UtcTime),
    Column("settled_at", UtcTime),
    Column("result", Text, nullable=False, server_default=""),
    Column("row", String(60), nullable=False, server_default=""),  # of the chain, which took it
    Column("told", Integer, nullable=False, server_default="0"),  # 1: others were told of it
    UniqueConstraint("source", "recipient"),
    Index("ix_inbox_state_acts_at_id", "state", "acts_at", "id"),
    Index("ix_inbox_content", "content"),
    Index("ix_inbox_digest", "digest"),
    Index("ix_inbox_message_id", "message_id"),
    Index("ix_inbox_game_id_seat_received_at", "game_id", "seat", "received_at"),
)

signing_keys = Table(  # of players' letters that are signed
    "signing_keys",
    metadata,
    Column("inbox_id", ForeignKey("inbox.id"), primary_key=True),
    Column("due", Integer, nullable=False),  # how often the DNS is still asked for them
    Column("records", Text, nullable=False, server_default=""),  # by name, as JSON
    Index("ix_signing_keys_due", "due"),
)

ledger = Table(
    "ledger",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("form", Integer, nullable=False),
    Column("public", Text, nullable=False),
    Column("sealed", Text),
    Column("salt", String(64)),
    Column("seal", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("inbox_id", ForeignKey("inbox.id")),
    PrimaryKeyConstraint("game_id", "seq"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id")),
    Column("inbox_id", ForeignKey("inbox.id")),
    Column("message_id", String(255), nullable=False),
    Column("mail_from", String(320), nullable=False),
    Column("recipient", String(320), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("state", String(8), nullable=False),  # waiting | sent | failed
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("next_at", UtcTime, nullable=False),
    Column("leased_by", String(80)),
    Column("leased_until", UtcTime),
    Column("created_at", UtcTime, nullable=False),
    Column("settled_at", UtcTime),
    Column("error", Text, nullable=False, server_default=""),
    UniqueConstraint("message_id"),
    Index("ix_outbox_state_next_at", "state", "next_at"),
)

to_all = Table(  # the letters to all players, once each, as the record shows them
    "to_all",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("version", Integer, nullable=False),  # of the game after what they tell
    Column("place", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("salt", String(32), nullable=False),  # "": erased, with the body
    Column("made", String(64), nullable=False),  # what commits to it
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game_id", "version", "place"),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("holder", String(80), nullable=False),
)


def insert_into(connection: Connection, table: Table) -> Any:
    return insert_for(connection.dialect.name, table)


def insert_for(dialect: str, table: Table) -> Any:
    """An insert of this database's own, that knows "on conflict". Only the dialect in use is
    loaded."""
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as postgresql_insert

        return postgresql_insert(table)
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert(table)


def fact(connection: Connection, key: str) -> str:
    """What `server` says of this, and nothing where it says none."""
    found = connection.execute(select(server.c.value).where(server.c.key == key))
    return found.scalar_one_or_none() or ""


def keep_fact(connection: Connection, key: str, value: str) -> None:
    connection.execute(
        insert_into(connection, server)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
