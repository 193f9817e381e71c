"""What goes out: finished letters, written in the transaction that caused them.

1. Effects once, mail at least once: a letter is leased, sent, then marked; a crash between sends it
   again, under the same Message-ID.
2. Nothing is written to who has no address here (seats, rule 7).
3. A letter that cannot go now waits longer each time, until `retry` is over.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, String, and_, bindparam, func, or_, select, type_coerce, update

from nomic_mail.store.database.prepared import Prepared, numbered, one_of
from nomic_mail.store.database.tables import insert_for, moment, outbox
from nomic_mail.store.people.seats import NOWHERE
from nomic_mail.store.queue.inbox import LIVING, NO_TIME

LEASE = timedelta(minutes=5)
FIRST_RETRY = timedelta(seconds=30)
LONGEST_RETRY = timedelta(hours=4)
_BODY = Prepared(select(outbox.c.body).where(outbox.c.message_id == bindparam("message_id")))
_DUE = Prepared(
    select(
        *(outbox.c.id, outbox.c.message_id, outbox.c.mail_from, outbox.c.recipient),
        *(outbox.c.body, outbox.c.tries, outbox.c.created_at),
    )
    .where(
        outbox.c.state == "waiting",
        # further off than any retry: the clock stood wrong when that was written
        or_(outbox.c.next_at <= bindparam("now"), outbox.c.next_at > bindparam("too_late")),
        or_(
            outbox.c.leased_until.is_(None),
            and_(
                outbox.c.leased_until <= bindparam("now"),
                or_(outbox.c.leased_by == bindparam("holder"), outbox.c.leased_by.not_in(LIVING)),
            ),
        ),
    )
    .order_by(outbox.c.next_at, outbox.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)  # of PostgreSQL; SQLite has one writer
)


@cache
def _sent(count: int) -> Prepared:
    return Prepared(
        update(outbox)
        .where(one_of(outbox.c.id, count), outbox.c.state == "waiting")
        .values(
            leased_by=None,
            leased_until=None,
            tries=outbox.c.tries + 1,
            state="sent",
            settled_at=bindparam("now"),
            error="",
        )
    )


@cache
def _lease(count: int) -> Prepared:
    return Prepared(
        update(outbox)
        .where(one_of(outbox.c.id, count))
        .values(leased_by=bindparam("holder"), leased_until=bindparam("until"))
    )


class Outgoing(Struct, frozen=True):
    """A finished letter for one recipient."""

    message_id: str
    mail_from: str
    recipient: str
    body: bytes


class Leased(Struct, frozen=True):
    id: int
    letter: Outgoing
    tries: int
    created_at: datetime


def add(
    connection: Connection,
    letters: Sequence[Outgoing],
    now: datetime,
    game_id: int | None,
    inbox_id: int | None,
) -> None:
    """A Message-ID that is there already is the same letter: it is not queued twice. Were it
    another letter, dropping it would lose mail: that is an error of ours, and undoes it all."""
    letters = [one for one in letters if not one.recipient.endswith(f"@{NOWHERE}")]
    put = _insert(connection.dialect.name)
    for letter in letters:
        values = {
            "game_id": game_id,
            "inbox_id": inbox_id,
            "message_id": letter.message_id,
            "mail_from": letter.mail_from,
            "recipient": letter.recipient,
            "body": letter.body,
            "state": "waiting",
            "next_at": now,
            "created_at": now,
        }
        if put.done(connection, values) != 1 and _body(connection, letter) != letter.body:
            raise ValueError(f"two letters are called {letter.message_id}")


@cache
def _insert(dialect: str) -> Prepared:
    put = insert_for(dialect, outbox).on_conflict_do_nothing(index_elements=["message_id"])
    return Prepared(put)


def _body(connection: Connection, letter: Outgoing) -> object:
    return _BODY.value(connection, {"message_id": letter.message_id})


def knows(connection: Connection, message_id: str) -> bool:
    return _BODY.value(connection, {"message_id": message_id}) is not None


def lease(connection: Connection, holder: str, now: datetime, most: int = 50) -> list[Leased]:
    when = {"now": now, "too_late": now + 2 * LONGEST_RETRY}
    due = _DUE.rows(connection, {**when, "most": most, "holder": holder})
    if not due:
        return []
    ids = numbered([row[0] for row in due])
    _lease(len(due)).done(connection, {**ids, "holder": holder, "until": now + LEASE})
    return [
        Leased(this, Outgoing(*letter), tries, created_at)
        for this, *letter, tries, created_at in sorted(due, key=lambda row: row[0])
    ]


def sent(connection: Connection, leased: Sequence[Leased], now: datetime) -> None:
    """By then, all of them are."""
    if leased:
        ids = numbered([one.id for one in leased])
        _sent(len(leased)).done(connection, {**ids, "now": now})


def failed(connection: Connection, leased: Leased, now: datetime, why: str) -> int | None:
    """The game it was about."""
    _end(connection, leased, state="failed", settled_at=now, error=why)
    return connection.execute(
        select(outbox.c.game_id).where(outbox.c.id == leased.id)
    ).scalar_one_or_none()


def deferred(connection: Connection, leased: Leased, now: datetime, why: str) -> None:
    """Waits 30 s, a minute, two … up to four hours."""
    _end(connection, leased, next_at=now + retry_after(leased), error=why)


def retry_after(leased: Leased) -> timedelta:
    """With up to a quarter more, another for each letter and try: they do not come back as one."""
    wait = min(FIRST_RETRY * (1 << min(leased.tries, 20)), LONGEST_RETRY)
    named = sha256(f"{leased.letter.message_id} {leased.tries}".encode()).digest()
    return wait * (1 + named[0] / 255 / 4)


def postponed(connection: Connection, leased: Sequence[Leased], until: datetime | None) -> None:
    """Puts letters back that were not tried: for that time, or for at once."""
    values: dict[str, Any] = {"leased_by": None, "leased_until": None}
    if until is not None:
        values["next_at"] = until
    connection.execute(
        update(outbox)
        .where(outbox.c.id.in_([one.id for one in leased]), outbox.c.state == "waiting")
        .values(**values)
    )


def failed_since(connection: Connection, recipient: str, since: datetime) -> bool:
    """Whether another letter to them has failed lately."""
    found = connection.execute(
        select(outbox.c.id)
        .where(
            outbox.c.state == "failed",
            outbox.c.recipient == recipient,
            outbox.c.settled_at > since,
        )
        .limit(1)
    )
    return found.first() is not None


class GivenUp(Struct, frozen=True):
    """Letters of one game to one address that could not be delivered, and why the last was not."""

    game_id: int | None
    recipient: str
    since: datetime
    count: int
    why: str


def given_up(connection: Connection, after: datetime) -> list[GivenUp]:
    found = connection.execute(
        select(outbox.c.game_id, outbox.c.recipient, outbox.c.settled_at, outbox.c.error)
        .where(outbox.c.state == "failed", outbox.c.settled_at > after)
        .order_by(outbox.c.settled_at)
    )
    told: dict[tuple[int | None, str], GivenUp] = {}
    for game_id, recipient, at, why in found:
        before = told.get((game_id, recipient))
        since, count = (before.since, before.count) if before else (at, 0)
        told[game_id, recipient] = GivenUp(game_id, recipient, since, count + 1, why)
    return list(told.values())


def forget_leases(connection: Connection) -> None:
    """At the start of a sender: what was leased before, by nobody who lives, is not being sent."""
    connection.execute(
        update(outbox)
        .where(outbox.c.state == "waiting", outbox.c.leased_by.not_in(LIVING))
        .values(leased_by=None, leased_until=None)
    )


def waiting_since(connection: Connection) -> datetime | None:
    """When the next letter should have been tried."""
    column = type_coerce(func.min(outbox.c.next_at), String)
    found = connection.execute(select(column).where(outbox.c.state == "waiting"))
    return moment(found.scalar_one_or_none() or "")


class NotTaken(Struct, frozen=True):
    """Letters that were tried and not taken: how many, since when, and why the last was not;
    whether none that is younger has gone out."""

    count: int
    since: datetime
    why: str
    all_of_them: bool


def not_taken(connection: Connection) -> NotTaken | None:
    which = and_(outbox.c.state == "waiting", outbox.c.tries > 0, outbox.c.error != "")
    columns = (func.count(), func.min(outbox.c.id), func.max(outbox.c.id))
    count, first, last = connection.execute(select(*columns).where(which)).one()
    if not count:
        return None
    at = type_coerce(outbox.c.created_at, String)
    since = moment(connection.execute(select(at).where(outbox.c.id == first)).scalar_one())
    why = connection.execute(select(outbox.c.error).where(outbox.c.id == last)).scalar_one()
    sent = select(outbox.c.id).where(outbox.c.state == "sent").order_by(outbox.c.id.desc())
    newest = connection.execute(sent.limit(1)).scalar_one_or_none() or 0
    return NotTaken(count, since, why, newest < first) if since is not None else None


def counts(connection: Connection) -> dict[str, int]:
    found = connection.execute(select(outbox.c.state, func.count()).group_by(outbox.c.state))
    return {row[0]: row[1] for row in found}


def _end(connection: Connection, leased: Leased, **values: Any) -> None:
    connection.execute(
        update(outbox)
        .where(outbox.c.id == leased.id, outbox.c.state == "waiting")
        .values(leased_by=None, leased_until=None, tries=outbox.c.tries + 1, **values)
    )


class Posted(Struct, frozen=True):
    """A letter as it was written, whether it has left or not."""

    recipient: str
    at: datetime
    body: bytes


def wrote(connection: Connection, message_id: str) -> bool:
    """Whether a letter of ours has this Message-ID."""
    return _BODY.value(connection, {"message_id": f"<{message_id}>"}) is not None


def led_to(connection: Connection, message_id: str) -> int | None:
    """The number of the letter that led to a letter of ours."""
    query = select(outbox.c.inbox_id).where(outbox.c.message_id == f"<{message_id}>")
    return connection.execute(query).scalar() if message_id else None


def of_game(connection: Connection, game_id: int) -> Iterator[Posted]:
    """All letters out of a game, the oldest first, a few at a time."""
    found = connection.execute(
        select(outbox.c.recipient, type_coerce(outbox.c.created_at, String), outbox.c.body)
        .where(outbox.c.game_id == game_id)
        .order_by(outbox.c.id),
        execution_options={"yield_per": 100},
    )
    return (Posted(row[0], moment(row[1]) or NO_TIME, row[2]) for row in found)
