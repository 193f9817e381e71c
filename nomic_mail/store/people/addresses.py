"""The addresses of a seat beside the one its letters go to: asked for, or confirmed; and what each
address says to a change of them.

1. Where the Moderator has a player's letters go elsewhere (`main` is MOVED), nothing is left of
   what was before: no other address, and no token.
2. A row is settled where it is confirmed and its `main` is ALSO; any other waits for an answer, and
   once `due_at` stands there for nobody's NO.
3. A number that a token names (a change's, a word's) is never given again: what was answered once
   is no answer to something else.
"""

from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    Connection,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError

from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.numbers import ADDRESSES, last
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import (
    UtcTime,
    address_words,
    addresses,
    keep_fact,
    moment,
    outbox,
    seats,
)
from nomic_mail.store.people.seats import (
    NEXT_EPOCH,
    REACHED,
    Seat,
    forget_addresses,
    of_game_and_address,
)

ALSO, MAIN, MOVED, DROP = range(4)


class Other(Struct, frozen=True):
    """An address of a seat beside the one its letters go to; asked for, or confirmed."""

    id: int
    game_id: int
    seat: int
    address: str
    main: int
    asked_at: datetime
    confirmed_at: datetime | None
    answered_at: datetime | None = None  # the new address has said YES, or was one of theirs before
    due_at: datetime | None = None  # then it happens, if nobody says NO

    def is_of(self, seat: Seat) -> bool:
        """Confirmed, and by whoever sits there now: not by somebody who had the seat before."""
        if self.confirmed_at is None:
            return False
        return seat.confirmed_at is None or self.confirmed_at >= seat.confirmed_at

    @property
    def waits(self) -> bool:
        """Rule 2."""
        return self.confirmed_at is None or self.main != ALSO


class Word(Struct, frozen=True):
    """What one address of a seat was told of a change, and whether it has said YES. The number is
    that of its own token: nobody answers for another address."""

    id: int
    change_id: int
    address: str
    warned_at: datetime
    letter: str  # the Message-ID of the warning
    yes_at: datetime | None = None


_OTHER = [addresses.c[name] for name in Other.__struct_fields__]
_WORD = [address_words.c[name] for name in Word.__struct_fields__]
_OTHERS = Prepared(
    select(*_OTHER)
    .where(addresses.c.game_id == bindparam("game"), addresses.c.seat == bindparam("seat"))
    .order_by(addresses.c.id)
)
_DUE = Prepared(
    select(*_OTHER).where(addresses.c.due_at <= bindparam("until")).order_by(addresses.c.due_at)
)


def others(connection: Connection, game_id: int, seat: int) -> list[Other]:
    found = _OTHERS.rows(connection, {"game": game_id, "seat": seat})
    return [_other(row) for row in found]


def confirmed_addresses(connection: Connection, seat: Seat) -> tuple[str, ...]:
    found = others(connection, seat.game_id, seat.seat)
    return (seat.address, *(one.address for one in found if one.is_of(seat)))


def other(connection: Connection, number: int) -> Other | None:
    row = connection.execute(select(*_OTHER).where(addresses.c.id == number)).first()
    return _other(row) if row is not None else None


def next_number(connection: Connection) -> int:
    """Rule 3. Of a change or of a word."""
    return last(connection, ADDRESSES) + 1


def ask_other(connection: Connection, new: Other) -> None:
    """Adds an address that has to answer first; a Conflict where somebody was faster."""
    _numbered(connection, addresses, asdict(new))


def ask_of(connection: Connection, known: Other, wanted: Other) -> None:
    """Asks for a change of an address that is theirs already."""
    this = (addresses.c.id == known.id, addresses.c.main == ALSO, addresses.c.due_at.is_(None))
    changed = update(addresses).where(*this)
    values = {name: getattr(wanted, name) for name in ("main", "asked_at", "answered_at", "due_at")}
    _expect(connection.execute(changed.values(**values)), known)


def say(connection: Connection, word: Word) -> None:
    """A word that is asked for, or asked for once more."""
    connection.execute(delete(address_words).where(address_words.c.id == word.id))
    _numbered(
        connection, address_words, {name: getattr(word, name) for name in Word.__struct_fields__}
    )


def _numbered(connection: Connection, table: Any, values: dict[str, Any]) -> None:
    try:
        connection.execute(insert(table).values(**values))
    except IntegrityError as taken:
        raise Conflict(f"address number {values['id']} was taken meanwhile") from taken
    _remember(connection, values["id"])


def _remember(connection: Connection, number: int) -> None:
    """Rule 3."""
    keep_fact(connection, ADDRESSES, str(max(number, last(connection, ADDRESSES))))


# Words


def words(connection: Connection, change_id: int) -> list[Word]:
    found = select(*_WORD).where(address_words.c.change_id == change_id)
    return [Word(*row) for row in connection.execute(found.order_by(address_words.c.id))]


def word(connection: Connection, number: int) -> Word | None:
    row = connection.execute(select(*_WORD).where(address_words.c.id == number)).first()
    return Word(*row) if row is not None else None


def says_yes(connection: Connection, given: Word, now: datetime) -> None:
    this = address_words.c.id == given.id
    _expect(connection.execute(update(address_words).where(this).values(yes_at=now)), given)


def told_at(connection: Connection, given: Word) -> datetime | None:
    """When the warning left us, or was given up; None while it is in the outbox."""
    left = type_coerce(outbox.c.settled_at, String)
    found = select(outbox.c.state, left).where(outbox.c.message_id == given.letter)
    state, at = connection.execute(found).first() or ("sent", None)
    return None if state == "waiting" else moment(at or "") or given.warned_at


# What becomes of a change


def falls_due(connection: Connection, change: Other, answered: datetime, due: datetime) -> None:
    """Sets when a change happens: the new address has answered, or the day begins anew. A Conflict
    where somebody was faster."""
    _expect(
        connection.execute(
            update(addresses).where(*_as_it_was(change)).values(answered_at=answered, due_at=due)
        ),
        change,
    )


def due(connection: Connection, until: datetime) -> list[Other]:
    return [_other(row) for row in _DUE.rows(connection, {"until": until})]


def put_off(connection: Connection, began: datetime, ended: datetime) -> None:
    """No letter could come in between: what was due then, or after it, has so much more time."""
    waits = select(*_OTHER).where(addresses.c.due_at > began, addresses.c.answered_at < ended)
    for one in [_other(row) for row in connection.execute(waits)]:
        if one.due_at is not None and one.answered_at is not None:
            lost = ended - max(began, one.answered_at)
            falls_due(connection, one, one.answered_at, one.due_at + lost)


def drop_other(connection: Connection, number: int) -> None:
    connection.execute(delete(addresses).where(addresses.c.id == number))
    connection.execute(delete(address_words).where(address_words.c.change_id == number))


def stop(connection: Connection, change: Other) -> None:
    """All is as it was before anybody asked."""
    this = _as_it_was(change)
    if change.confirmed_at is None:
        _expect(connection.execute(delete(addresses).where(*this)), change)
    else:
        settled = update(addresses).where(*this)
        _expect(connection.execute(settled.values(main=ALSO, due_at=None)), change)
    connection.execute(delete(address_words).where(address_words.c.change_id == change.id))


def carry_out(connection: Connection, change: Other, old: str, now: datetime) -> None:
    """Does what was asked. Where letters go elsewhere from now on, they still may come from `old`.
    A Conflict where somebody else in the game has the address by now."""
    taken = of_game_and_address(connection, change.game_id, change.address)
    if taken is not None and taken.seat != change.seat:
        raise Conflict(f"address request {change.id} is somebody else's address by now")
    if change.main == MOVED:
        _moved(connection, change, old, now)
        return
    connection.execute(delete(address_words).where(address_words.c.change_id == change.id))
    this = _as_it_was(change)
    if change.main == DROP:
        _expect(connection.execute(delete(addresses).where(*this)), change)
        return
    settled: dict[str, Any] = {"main": ALSO, "due_at": None, "confirmed_at": now}
    if change.main == MAIN:
        settled["address"] = old
        where = (seats.c.game_id == change.game_id, seats.c.seat == change.seat)
        moved = update(seats).where(*where, seats.c.address == old)
        _expect(connection.execute(moved.values(address=change.address, **REACHED)), change)
    _expect(connection.execute(update(addresses).where(*this).values(**settled)), change)


def _moved(connection: Connection, asked: Other, old: str, now: datetime) -> None:
    """Rule 1. Whoever had no address here at all is confirmed by it."""
    where = (seats.c.game_id == asked.game_id, seats.c.seat == asked.seat)
    moved = connection.execute(
        update(seats)
        .where(*where, seats.c.address == old)
        .values(
            address=asked.address,
            confirmed_at=func.coalesce(seats.c.confirmed_at, bindparam("now", now, UtcTime)),
            token_epoch=NEXT_EPOCH,
            **REACHED,
        )
    )
    _expect(moved, asked)
    forget_addresses(connection, asked.game_id, asked.seat)


def _as_it_was(change: Other) -> tuple[Any, ...]:
    due = addresses.c.due_at
    same = due.is_(None) if change.due_at is None else due == change.due_at
    return (addresses.c.id == change.id, addresses.c.main == change.main, same)


def _expect(changed: Any, what: Other | Word) -> None:
    if changed.rowcount != 1:
        raise Conflict(f"address request {what.id} has changed meanwhile")


def _other(row: Any) -> Other:
    return Other(*row)
