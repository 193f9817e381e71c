"""Who sits where: addresses, zones and token epochs, which no event ever holds.

1. An address is one seat in a game; it is confirmed by a letter from it, or vouched for by the
   moderator with `--confirmed`.
2. A seat keeps its number for ever: whoever rejoins takes up the old one.
3. A seat may have several confirmed addresses: letters go to one, and may come from each. Those
   that were confirmed before the seat was (somebody else sat there) count for nothing.
4. A token is good as long as the seat's `token_epoch` is the one it was made in. In a database that
   was put back a new one is none that may have been since the copy (numbers, rule 2), and what is
   written from then on has it at once: those of before prove as much, and are known for it.
5. How a player wants to be written to stands here: what waits for a digest is in `held_back`.
6. After MOST_FAILURES letters that came back for good, over at least FAILING, nothing is sent until
   the player writes: a bad hour of somebody's mail server is no reason.
7. Whose game was brought here in a record without addresses has a seat at NOWHERE, and no letters,
   until the Moderator knows where they are and they have answered from there.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    Connection,
    Integer,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.database.numbers import EPOCHS_FROM, GAMES, last
from nomic_mail.store.database.prepared import Prepared
from nomic_mail.store.database.tables import (
    UtcTime,
    address_words,
    addresses,
    games,
    seats,
    server,
)

NOWHERE = "nowhere.invalid"  # RFC 2606: no letter ever gets there
OBSERVES = 1
HAS_OBSERVED = 2  # the number is theirs for ever (rule 2)
MOST_FAILURES = 3
FAILING = timedelta(days=1)
# Of who is written to anew: nothing has come back from there
REACHED: Mapping[str, Any] = {"failures": 0, "failing_since": None, "suspended_at": None}
NOTHING_SAID: Mapping[str, Any] = {  # of how to be written to, by who is new to a seat
    "digest": "",
    "talk": "",
    "by_id": "",
    "proof": "",
    "receipts": "",
    "language": "",
    "voted_at": None,
    "observes": 0,
}


class Seat(Struct, frozen=True):
    game_id: int
    seat: int
    name: str
    address: str
    zone: str
    token_epoch: int
    invited_at: datetime
    confirmed_at: datetime | None
    failures: int = 0
    failing_since: datetime | None = None
    suspended_at: datetime | None = None
    digest: str = ""  # immediate | daily | weekly, or as the game's house setting has it
    talk: str = ""  # immediate | digest | none, or as the rest
    digest_due: datetime | None = None
    digest_scores: str | None = None
    observes: int = 0
    by_id: str = ""  # on: their answers count by the Message-ID they answer
    proof: str = ""  # on: what proves stands in their letters, and is not attached
    receipts: str = ""  # off: a plain vote gets no letter of its own
    voted_at: datetime | None = None  # the first vote that no letter has told of since
    language: str = ""  # en | de, or as the house's
    epochs_from: int = 0  # rule 4

    @property
    def epoch(self) -> int:
        """Of the tokens that they are given now."""
        return max(self.token_epoch, self.epochs_from)

    @property
    def next_epoch(self) -> int:
        return self.epoch + 1

    def holds(self, epoch: int) -> bool:
        """Rule 4."""
        return epoch in (self.token_epoch, self.epoch)

    @property
    def is_nowhere(self) -> bool:
        return self.address.endswith(f"@{NOWHERE}")

    @property
    def looks_on(self) -> bool:
        return self.observes == OBSERVES and self.confirmed_at is not None

    def of_another(self, name: str, address: str, zone: str) -> "Seat":
        """As somebody else has it, who has said nothing yet of how to be written to."""
        return replace(
            self,
            name=name,
            address=address,
            zone=zone,
            token_epoch=self.next_epoch,
            **NOTHING_SAID,
        )

    def counts(self, now: datetime) -> bool:
        """Whether one more failure counts now. Those of the same hours count once: they may be one
        bad hour of a mail server, or one letter of ours that somebody returns again and again."""
        since = self.failing_since or now
        return now >= since + self.failures * FAILING / MOST_FAILURES

    def ends_with(self, now: datetime) -> bool:
        """Whether one more failure is the one that is too many (rule 6)."""
        since = self.failing_since or now
        return (
            self.suspended_at is None
            and self.failures + 1 >= MOST_FAILURES
            and now - since >= FAILING
        )


class Game(Struct, frozen=True):
    id: int
    name: str
    title: str
    ruleset: str
    status: str
    version: int
    head: str
    next_wake: datetime | None
    list_address: str = ""  # news for all go there once, instead of to each player
    handed_over: int = 0  # 1: the server's own moderators get none of its letters
    remind_at: datetime | None = None  # of what is due a day after that, somebody is to be told


# Statements that every letter needs are built once, here and in the other rooms of the store.
_EPOCHS_FROM = func.coalesce(
    select(cast(server.c.value, Integer)).where(server.c.key == EPOCHS_FROM).scalar_subquery(), 0
)
NEXT_EPOCH = 1 + case((seats.c.token_epoch < _EPOCHS_FROM, _EPOCHS_FROM), else_=seats.c.token_epoch)
_SEAT = [*(seats.c[name] for name in Seat.__struct_fields__[:-1]), _EPOCHS_FROM]
_GAME = [games.c[name] for name in Game.__struct_fields__]
_GAME_NAMED = Prepared(select(*_GAME).where(games.c.name == bindparam("name")))
_GAME_OF_ID = Prepared(select(*_GAME).where(games.c.id == bindparam("id")))
_GAMES_DUE = Prepared(
    select(games.c.id).where(games.c.next_wake <= bindparam("until")).order_by(games.c.next_wake)
)
_TO_REMIND = Prepared(
    select(games.c.id).where(games.c.remind_at <= bindparam("until")).order_by(games.c.remind_at)
)
_OF_GAME = Prepared(
    select(*_SEAT).where(seats.c.game_id == bindparam("game")).order_by(seats.c.seat)
)
_ONE = Prepared(
    select(*_SEAT).where(seats.c.game_id == bindparam("game"), seats.c.seat == bindparam("seat"))
)
_HELD = seats.alias("held")
_BY_OTHER = and_(  # each of the two ways to a seat is a look into an index
    addresses.c.game_id == _HELD.c.game_id,
    addresses.c.seat == _HELD.c.seat,
    addresses.c.address == bindparam("address"),
    addresses.c.confirmed_at >= func.coalesce(_HELD.c.confirmed_at, ""),
)
_OF_ADDRESS = Prepared(
    select(*_SEAT)
    .where(
        or_(
            seats.c.address == bindparam("address"),
            seats.c.id.in_(select(_HELD.c.id).join(addresses, _BY_OTHER)),
        )
    )
    .order_by(seats.c.game_id)
)


def new_game(
    connection: Connection,
    name: str,
    title: str,
    ruleset: str,
    head: str,
    now: datetime,
    list_address: str = "",
) -> int:
    """Its number was no game's before: tokens that a deleted one's players hold open nothing."""
    game_id = last(connection, GAMES) + 1
    try:
        connection.execute(
            insert(games).values(
                id=game_id,
                name=name,
                title=title,
                ruleset=ruleset,
                status="forming",
                version=0,
                head=head,
                created_at=now,
                list_address=list_address,
            )
        )
    except IntegrityError as taken:
        raise Conflict(f"game {game_id} was made meanwhile") from taken
    return game_id


def set_list(connection: Connection, game_id: int, address: str) -> None:
    connection.execute(update(games).where(games.c.id == game_id).values(list_address=address))


def game_named(connection: Connection, name: str) -> Game | None:
    row = _GAME_NAMED.first(connection, {"name": lowered(name)})
    return Game(*row) if row is not None else None


def are_games(connection: Connection) -> bool:
    return connection.execute(select(games.c.id).limit(1)).first() is not None


def game(connection: Connection, game_id: int) -> Game | None:
    row = _GAME_OF_ID.first(connection, {"id": game_id})
    return Game(*row) if row is not None else None


def all_games(connection: Connection) -> list[Game]:
    return [Game(*row) for row in connection.execute(select(*_GAME).order_by(games.c.id))]


def games_going_on(connection: Connection, most: int) -> list[Game]:
    """Those that are not over, the newest first."""
    newest = select(*_GAME).where(games.c.status != "ended").order_by(games.c.id.desc())
    return [Game(*row) for row in connection.execute(newest.limit(most))]


def listed(connection: Connection) -> list[Game]:
    """The games behind a mailing list."""
    return [
        Game(*row) for row in connection.execute(select(*_GAME).where(games.c.list_address != ""))
    ]


def is_a_list(connection: Connection, address: str) -> bool:
    """All of a game read what goes there: it is nobody's own."""
    asked = select(games.c.id).where(games.c.list_address == lowered(address)).limit(1)
    return connection.execute(asked).first() is not None


def games_due(connection: Connection, until: datetime) -> list[int]:
    return [game_id for (game_id,) in _GAMES_DUE.rows(connection, {"until": until})]


def reminders_due(connection: Connection, until: datetime) -> list[int]:
    return [game_id for (game_id,) in _TO_REMIND.rows(connection, {"until": until})]


def reminded(connection: Connection, game: Game, until: datetime, then: datetime | None) -> None:
    """Sets the next reminder; a Conflict where somebody was faster, or the game has moved on."""
    mine = (games.c.id == game.id, games.c.version == game.version, games.c.remind_at <= until)
    moved = connection.execute(update(games).where(*mine).values(remind_at=then))
    if moved.rowcount != 1:
        raise Conflict(f"game {game.name} has moved on, or was reminded meanwhile")


def next_wake(connection: Connection) -> datetime | None:
    return connection.execute(select(func.min(games.c.next_wake))).scalar_one_or_none()


def of_game(connection: Connection, game_id: int) -> list[Seat]:
    return [_seat(row) for row in _OF_GAME.rows(connection, {"game": game_id})]


def of_address(connection: Connection, address: str) -> list[Seat]:
    """The seats that may be written from there."""
    return [_seat(row) for row in _OF_ADDRESS.rows(connection, {"address": lowered(address)})]


def one(connection: Connection, game_id: int, seat: int) -> Seat | None:
    row = _ONE.first(connection, {"game": game_id, "seat": seat})
    return _seat(row) if row is not None else None


def of_game_and_address(connection: Connection, game_id: int, address: str) -> Seat | None:
    return next((one for one in of_address(connection, address) if one.game_id == game_id), None)


def take(connection: Connection, seat: Seat) -> None:
    """A new seat, not confirmed yet; a Conflict where somebody else took the number first."""
    try:
        connection.execute(
            insert(seats).values(
                game_id=seat.game_id,
                seat=seat.seat,
                name=seat.name,
                address=seat.address,
                zone=seat.zone,
                token_epoch=seat.token_epoch,
                invited_at=seat.invited_at,
                observes=seat.observes,
            )
        )
    except IntegrityError as taken:
        raise Conflict(f"seat {seat.seat} was taken meanwhile") from taken


def take_from_record(
    connection: Connection,
    game_id: int,
    seat: int,
    name: str,
    address: str,
    zone: str,
    now: datetime,
    *,
    writes: bool,
) -> None:
    """Whoever brings the game here vouches for its addresses; without one, rule 7. Nobody is
    waited for who does not write any more, as they have left."""
    where = address or f"seat-{seat}@{NOWHERE}"
    connection.execute(
        insert(seats).values(
            game_id=game_id,
            seat=seat,
            name=name,
            address=where,
            zone=zone,
            token_epoch=_EPOCHS_FROM,
            invited_at=now,
            confirmed_at=now if address else None,
            suspended_at=now if writes and not address else None,
        )
    )


def next_seat(connection: Connection, game_id: int) -> int:
    taken = connection.execute(
        select(func.max(seats.c.seat)).where(seats.c.game_id == game_id)
    ).scalar_one()
    return (taken or 0) + 1


def joined(connection: Connection, game_id: int, seat: int, name: str, now: datetime) -> None:
    """The seat as its player confirmed it by joining."""
    _set(
        connection,
        game_id,
        seat,
        confirmed_at=func.coalesce(seats.c.confirmed_at, bindparam("now", now, UtcTime)),
        name=name,
        observes=0,
    )


def called(connection: Connection, game_id: int, seat: int, name: str) -> None:
    _set(connection, game_id, seat, name=name)


def taken_over(
    connection: Connection,
    game_id: int,
    seat: int,
    name: str,
    address: str,
    zone: str,
    now: datetime,
) -> None:
    """Somebody else in the seat: tokens sent to the old address are void from now on."""
    _set(
        connection,
        game_id,
        seat,
        name=name,
        address=address,
        zone=zone,
        **NOTHING_SAID,
        confirmed_at=bindparam("now", now, UtcTime),
        token_epoch=NEXT_EPOCH,
        **REACHED,
    )
    forget_addresses(connection, game_id, seat)


def forget_addresses(connection: Connection, game_id: int, seat: int) -> None:
    """Every other address of a seat, and all that was asked about them."""
    of_seat = (addresses.c.game_id == game_id, addresses.c.seat == seat)
    asked = select(addresses.c.id).where(*of_seat)
    connection.execute(delete(address_words).where(address_words.c.change_id.in_(asked)))
    connection.execute(delete(addresses).where(*of_seat))


def observe(connection: Connection, seat: Seat, observes: int, now: datetime) -> None:
    """Somebody looks on from now on (confirmed by a letter of theirs), or no more."""
    _set(
        connection,
        seat.game_id,
        seat.seat,
        observes=observes,
        confirmed_at=func.coalesce(seats.c.confirmed_at, bindparam("now", now, UtcTime)),
    )


def given_up(connection: Connection, seat: Seat) -> None:
    """Who has looked on, or was invited, and plays in another seat now: rule 2."""
    _set(
        connection,
        seat.game_id,
        seat.seat,
        address=f"{seat.seat}@{NOWHERE}",
        observes=HAS_OBSERVED,
        token_epoch=NEXT_EPOCH,
    )


# How a player is written to


def prefer(connection: Connection, seat: Seat) -> None:
    """The zone, the digest and the rest as this seat has them now."""
    _set(
        connection,
        seat.game_id,
        seat.seat,
        zone=seat.zone,
        digest=seat.digest,
        talk=seat.talk,
        by_id=seat.by_id,
        proof=seat.proof,
        receipts=seat.receipts,
        language=seat.language,
    )


def voted(connection: Connection, seat: Seat, since: datetime | None) -> None:
    """Since when no letter has told of the seat's votes; None where all have been told."""
    _set(connection, seat.game_id, seat.seat, voted_at=since)


# Tokens and deliveries


def revoke_tokens(connection: Connection, seat: Seat) -> None:
    """All tokens up to now prove nothing any more; a second time in one epoch changes nothing."""
    connection.execute(
        update(seats)
        .where(
            seats.c.game_id == seat.game_id,
            seats.c.seat == seat.seat,
            seats.c.token_epoch == seat.token_epoch,
        )
        .values(token_epoch=seat.next_epoch)
    )


def failed(connection: Connection, seat: Seat, now: datetime) -> None:
    """A letter to the seat came back for good."""
    suspended = now if seat.ends_with(now) else seat.suspended_at
    changed = connection.execute(
        update(seats)
        .where(
            seats.c.game_id == seat.game_id,
            seats.c.seat == seat.seat,
            seats.c.failures == seat.failures,
        )
        .values(
            failures=seat.failures + 1,
            failing_since=seat.failing_since or now,
            suspended_at=suspended,
        )
    )
    if changed.rowcount != 1:
        raise Conflict(f"another letter to seat {seat.seat} came back meanwhile")


def refused(connection: Connection, game_id: int, address: str, now: datetime) -> None:
    """A letter was refused for good before it left us: as if it had come back."""
    for seat in of_game(connection, game_id):
        if seat.address == lowered(address) and seat.counts(now):
            failed(connection, seat, now)


def resume(connection: Connection, seat: Seat) -> None:
    _set(connection, seat.game_id, seat.seat, **REACHED)


def suspended(connection: Connection) -> list[Seat]:
    found = connection.execute(
        select(*_SEAT).where(seats.c.suspended_at.is_not(None)).order_by(seats.c.id)
    )
    return [_seat(row) for row in found]


def _seat(row: Any) -> Seat:
    return Seat(*row)


def _set(connection: Connection, game_id: int, seat: int, **values: Any) -> None:
    one = (seats.c.game_id == game_id, seats.c.seat == seat)
    connection.execute(update(seats).where(*one).values(**values))
