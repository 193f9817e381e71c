"""What came in: letters, and the acts of the moderator's command line, in one queue.

1. `accept` is one durable commit; only then may a letter be acknowledged.
2. States: waiting, claimed -> done | screened | held | discarded | duplicate, or kept while its
   game is paused. A claim is a lease: when its holder dies the letter waits again, and the crash is
   counted apart from the letter's own errors.
3. The queue is worked in order of `acts_at`: of each game, by one holder of claims at a time
   (lanes).
4. The bytes of a letter are kept once, for however many recipients and however often it comes.
5. A time that cannot be read stops nobody who looks at the queue: its row is told by `timeless`.
6. `held_at` is when our own mail server had it, where that is told and believed. A deadline after
   that waits for the letter; the order of letters is as ever.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Integer,
    LargeBinary,
    String,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    type_coerce,
    update,
)

from nomic_mail.store.database.engines import CLAIMING, Conflict, in_turn
from nomic_mail.store.database.heartbeats import WORKER
from nomic_mail.store.database.prepared import Prepared, numbered, one_of
from nomic_mail.store.database.tables import contents, heartbeats, inbox, insert_for, moment
from nomic_mail.store.queue.lanes import NOTHING_WAITS, Lane, Waiting, claimable

LEASE = timedelta(seconds=60)
MOST_TRIES = 3
MOST_CRASHES = 10
IN_DOUBT = "in doubt, put it away"
MOST_LOOKED = 1000  # letters, for some that are not in a game that another has in hand
LOOKED_AT_ONCE = 100
UNSETTLED = ("waiting", "claimed")
FUNNEL = ("waiting", "done", "screened", "held", "kept", "discarded", "duplicate")
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
AGAIN = "again "  # how the source of such a letter begins (wire.imap, rule 7)
TAKEOVER = "takeover: "  # how the result of such a letter begins
AFRESH = {"tries": 0, "crashes": 0, "held_at": None}  # a letter that a person lets through


class Lost(Conflict):
    """The claim is somebody else's by now: the letter is theirs to work on."""


class Arrival(Struct, frozen=True):
    """One letter for one recipient, or one act, as it stands in the queue."""

    id: int
    kind: str
    raw: bytes
    digest: str
    message_id: str
    mail_from: str
    recipient: str
    received_at: datetime
    acts_at: datetime
    state: str
    proof: str
    game_id: int | None
    seat: int | None
    tries: int
    crashes: int
    result: str
    row: str = ""
    held_at: datetime | None = None
    source: str = ""

    @property
    def was_answered(self) -> bool:
        """Had again after a backup was put back: before it was lost, the server had answered it."""
        return self.source.startswith(AGAIN)

    @property
    def came(self) -> datetime:
        """Never after it acts: a clock may be set back, and a mailbox may know it for longer."""
        return min(self.received_at, self.acts_at)

    @property
    def timeless(self) -> bool:
        """Whether a time of its row is damaged (rule 5)."""
        return NO_TIME in (self.received_at, self.acts_at)

    @property
    def vouched(self) -> bool:
        """Whether its sender, or the moderator for them, has answered for it."""
        return self.proof in ("confirmed", "released", "kept")

    @property
    def asks_for_a_seat(self) -> bool:
        """Whether it is held for a moderator's word on who takes over a seat."""
        return self.state == "held" and self.result.startswith(TAKEOVER)

    @property
    def cause(self) -> str:
        """What the letters out that it leads to are named after: the same however often it is
        worked on, another for another recipient or after a person let it be tried again."""
        return f"{self.digest} {self.recipient} {self.acts_at.isoformat()}"


_TIMES = [name for name in Arrival.__struct_fields__ if name.endswith("_at")]
_BYTES = select(contents.c.raw).where(contents.c.sha256 == inbox.c.content).scalar_subquery()
RAW = func.coalesce(_BYTES, literal(b"", LargeBinary), type_=LargeBinary).label("raw")


def _column(name: str) -> Any:
    if name == "raw":
        return RAW
    # times are read by `_moment`
    return type_coerce(inbox.c[name], String) if name in _TIMES else inbox.c[name]


_COLUMNS = [_column(name) for name in Arrival.__struct_fields__]


_KNOWN = Prepared(
    select(inbox.c.id).where(
        inbox.c.source == bindparam("source"), inbox.c.recipient == bindparam("recipient")
    )
)
_ANOTHERS = Prepared(
    select(inbox.c.recipient).where(
        inbox.c.state == "claimed", inbox.c.claimed_by != bindparam("holder")
    )
)
_NEXT = (  # what tells whether a letter may be claimed; most that are looked at are not
    select(*map(_column, ("id", "recipient", "held_at", "crashes")))
    .where(
        or_(*(inbox.c.state == one for one in UNSETTLED)),
        or_(inbox.c.claimed_by.is_(None), inbox.c.claimed_by == bindparam("holder")),
        or_(inbox.c.kind == "act", bindparam("letters", type_=Integer) == 1),
    )
    .order_by(inbox.c.acts_at, inbox.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)
_NEXT_OF_ALL = Prepared(_NEXT)
_NEXT_BUT = _NEXT.where(inbox.c.id.not_in(bindparam("waiting", expanding=True)))


@cache
def _claim(count: int) -> Prepared:
    return Prepared(
        update(inbox)
        .where(one_of(inbox.c.id, count))
        .values(state="claimed", claimed_by=bindparam("holder"), claimed_until=bindparam("until"))
    )


@cache
def _whole(count: int) -> Prepared:
    return Prepared(select(*_COLUMNS).where(one_of(inbox.c.id, count)))


_UNSETTLED = (
    select(inbox.c.recipient)
    .where(
        inbox.c.state.in_(UNSETTLED),
        or_(inbox.c.acts_at <= bindparam("until"), inbox.c.held_at <= bindparam("until")),
        inbox.c.id.not_in(bindparam("waiting", expanding=True)),
    )
    .order_by(inbox.c.acts_at, inbox.c.id)
    .limit(bindparam("most"))
)
LIVING = select(heartbeats.c.holder).where(heartbeats.c.name.startswith(WORKER))
_RECOVERED = update(inbox).values(
    state="waiting", claimed_by=None, claimed_until=None, crashes=inbox.c.crashes + 1
)
_LEASE_IS_OVER = and_(
    inbox.c.claimed_until <= bindparam("now"), inbox.c.claimed_by != bindparam("ours")
)
_NOBODYS = (inbox.c.state == "claimed", inbox.c.claimed_by.not_in(LIVING))
_RECOVER = Prepared(_RECOVERED.where(*_NOBODYS, _LEASE_IS_OVER))
_CRASHED = (inbox.c.state == "waiting", inbox.c.crashes >= MOST_CRASHES)
_CRASHER = Prepared(select(inbox.c.id).where(*_CRASHED).limit(1))
_CRASHERS = Prepared(
    update(inbox)
    .where(*_CRASHED)
    .values(state="held", settled_at=bindparam("now"), result=bindparam("why"))
    .returning(*_COLUMNS)
)


class Parcel(Struct, frozen=True):
    """What `accept` is given beside the recipient."""

    source: str
    kind: str
    raw: bytes
    sha256: str
    digest: str
    message_id: str
    mail_from: str
    received_at: datetime
    held_at: datetime | None = None


def accept(
    connection: Connection, parcel: Parcel, recipients: Sequence[str], **as_proven: Any
) -> list[int]:
    """A row for each recipient; one that is in already (the same source) is not doubled. A part of
    a letter is `as_proven` as that was, and acts when it did."""
    put, keep = _accepting(connection.dialect.name)
    content = sha256(parcel.raw).hexdigest()
    values = {name: getattr(parcel, name) for name in Parcel.__struct_fields__ if name != "raw"}
    values |= {"content": content, "state": "waiting", "acts_at": parcel.received_at}
    values |= as_proven
    ids, are_new = [], False
    for recipient in recipients:
        known = put.value(connection, {"recipient": recipient, **values})
        are_new = are_new or known is not None
        if known is None:
            this = {"source": parcel.source, "recipient": recipient}
            known = _KNOWN.value(connection, this)
        ids.append(known)
    if are_new:  # rule 4
        keep.done(connection, {"sha256": content, "raw": parcel.raw})
    return ids


@cache
def _accepting(dialect: str) -> tuple[Prepared, Prepared]:
    """What puts it into the queue, and what keeps its bytes."""
    put = insert_for(dialect, inbox).on_conflict_do_nothing(index_elements=["source", "recipient"])
    keep = insert_for(dialect, contents).on_conflict_do_nothing(index_elements=["sha256"])
    return Prepared(put.returning(inbox.c.id)), Prepared(keep)


def received_at(connection: Connection, source: str) -> datetime | None:
    """When the letter of this source came in, if it did."""
    column = type_coerce(inbox.c.received_at, String)
    found = connection.execute(select(column).where(inbox.c.source == source).limit(1)).first()
    return _moment(found[0]) if found is not None else None


def claim(
    connection: Connection,
    holder: str,
    now: datetime,
    most: int = 20,
    waiting: Waiting = NOTHING_WAITS,
    *,
    lane: Lane | None = None,
    only_acts: bool = False,
) -> list[Arrival]:
    """Takes the next letters in order. Left out are games that another holder has in hand, and
    those in which a letter is `waiting` for its deadline fence. A letter that was in hand in a
    crash is taken alone: then it is known which one is to blame for the next crash."""
    in_turn(connection, CLAIMING)
    taken = [recipient for (recipient,) in _ANOTHERS.rows(connection, {"holder": holder})]
    which = {"letters": int(not only_acts), "holder": holder}
    queue = ((one.recipient, one) for one in _queue(connection, which, list(waiting)))
    batch = list(islice(claimable(queue, taken, waiting, lane, _was_held), most))
    for place, one in enumerate(batch):
        if one.crashes:
            batch = batch[: max(place, 1)]
            break
    if not batch:
        return []
    mine = numbered([one.id for one in batch])
    _claim(len(batch)).done(connection, {**mine, "holder": holder, "until": now + LEASE})
    found = {row[0]: row for row in _whole(len(batch)).rows(connection, mine)}
    return [_arrival(found[one.id]) for one in batch]


class _InLine(NamedTuple):
    """A letter as long as it is only looked at."""

    id: int
    recipient: str
    held_at: str | None
    crashes: int


def _was_held(one: _InLine) -> bool:
    return moment(one.held_at or "") is not None


def _queue(
    connection: Connection, which: dict[str, Any], waiting: Sequence[int]
) -> Iterator[_InLine]:
    """As much of it as is asked for."""
    for past in range(0, MOST_LOOKED, LOOKED_AT_ONCE):
        page = {**which, "most": LOOKED_AT_ONCE, "past": past}
        if waiting:
            rows = list(connection.execute(_NEXT_BUT, {**page, "waiting": waiting}))
        else:
            rows = _NEXT_OF_ALL.rows(connection, page)
        yield from (_InLine(*row) for row in rows)
        if len(rows) < LOOKED_AT_ONCE:
            return


def unsettled_until(
    connection: Connection,
    until: datetime,
    waiting: Collection[int],
    game_id: int | None = None,
    lane: Lane | None = None,
) -> bool:
    """Whether a letter that came by then is still to be worked on, by whomever. Those that are
    known to be `waiting` do not count, nor those whose lane is another game's."""
    most = 1 if lane is None else MOST_LOOKED
    which = {"until": until, "waiting": list(waiting), "most": most}
    recipients = connection.execute(_UNSETTLED, which).scalars().all()
    may_be = any(lane is None or lane(one) in (None, game_id) for one in recipients)
    return may_be or len(recipients) == MOST_LOOKED


def recover(
    connection: Connection, now: datetime, dead: str | None = None, ours: str | None = None
) -> None:
    """Letters whose holder died wait again. It is dead where its lease ran out (but `ours` lives),
    or where its name is `dead`, or begins with that word, of which the caller knows that none
    lives. What a living worker has in hand is left to it (workers, rule 3)."""
    which = {"now": now, "ours": ours or ""}
    if dead is None:
        _RECOVER.done(connection, which)
        return
    its = inbox.c.claimed_by
    gone = or_(_LEASE_IS_OVER, its == dead, its.startswith(f"{dead} ", autoescape=True))
    connection.execute(_RECOVERED.where(*_NOBODYS, gone), which)


def are_crashers(connection: Connection) -> bool:
    return _CRASHER.value(connection, {}) is not None


def hold_crashers(connection: Connection, now: datetime) -> list[Arrival]:
    """Holds letters during which the server died too often; the caller tells the moderator."""
    why = f"the server died {MOST_CRASHES} times while it was in hand, likely by it; {IN_DOUBT}"
    return [_arrival(row) for row in _CRASHERS.rows(connection, {"now": now, "why": why})]


def renew(connection: Connection, holder: str, now: datetime) -> None:
    """A long batch keeps its lease."""
    connection.execute(
        update(inbox)
        .where(inbox.c.state == "claimed", inbox.c.claimed_by == holder)
        .values(claimed_until=now + LEASE)
    )


def settle(connection: Connection, arrival: Arrival, holder: str, **values: Any) -> None:
    """The end of a claim: exactly one row, or somebody else has it."""
    which = {"this": arrival.id, "holder": holder, **values}
    if _settle(tuple(values)).done(connection, which) != 1:
        raise Lost(f"letter {arrival.id} is no longer ours")


@cache
def _settle(names: tuple[str, ...]) -> Prepared:
    mine = (inbox.c.id == bindparam("this"), inbox.c.claimed_by == bindparam("holder"))
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    return Prepared(
        update(inbox)
        .where(*mine, inbox.c.state == "claimed")
        .values(claimed_by=None, claimed_until=None, **values)
    )


def release(connection: Connection, holder: str, ids: Sequence[int]) -> None:
    """Back into the queue, unharmed."""
    connection.execute(
        update(inbox)
        .where(inbox.c.id.in_(ids), inbox.c.state == "claimed", inbox.c.claimed_by == holder)
        .values(state="waiting", claimed_by=None, claimed_until=None)
    )


def confirm(connection: Connection, held_id: int, by: Arrival) -> Arrival | None:
    """A held letter whose sender confirmed it acts now, with its own receipt (DESIGN, Mail): in
    time where that answer is."""
    now = {"acts_at": by.acts_at, "held_at": by.held_at, "settled_at": None}
    asked = inbox.c.proof == "asked"
    done = _of_held(connection, held_id, asked, state="waiting", proof="confirmed", **now)
    return get(connection, held_id) if done else None


def release_held(connection: Connection, held_id: int, at: datetime) -> bool:
    """The moderator answers for a held letter: it acts now, as the command it means, with its own
    time of receipt."""
    now = {"acts_at": at, "settled_at": None, **AFRESH}
    is_letter = inbox.c.kind == "letter"
    return _of_held(connection, held_id, is_letter, state="waiting", proof="released", **now)


def discard(connection: Connection, held_id: int, at: datetime, why: str) -> bool:
    return _of_held(connection, held_id, state="discarded", settled_at=at, result=why)


def let_go(connection: Connection, game_id: int, at: datetime) -> None:
    """The letters that were kept in a pause of this game act now, in order of receipt, each with
    its own time of receipt; they were proven when they came."""
    ours = and_(inbox.c.game_id == game_id, inbox.c.state == "kept")
    vouched = case((inbox.c.proof.in_(("confirmed", "released")), inbox.c.proof), else_="kept")
    now = {"acts_at": at, "held_at": None, "settled_at": None, "result": ""}
    connection.execute(update(inbox).where(ours).values(state="waiting", proof=vouched, **now))


def get(connection: Connection, arrival_id: int) -> Arrival | None:
    row = connection.execute(select(*_COLUMNS).where(inbox.c.id == arrival_id)).first()
    return _arrival(row) if row is not None else None


def note(connection: Connection, arrival_id: int, result: str) -> None:
    """What came of a letter that is settled, where more has come of it since."""
    connection.execute(update(inbox).where(inbox.c.id == arrival_id).values(result=result))


def held(connection: Connection) -> list[Arrival]:
    found = connection.execute(
        select(*_COLUMNS).where(inbox.c.state == "held").order_by(inbox.c.id)
    )
    return [_arrival(row) for row in found]


def first_join(connection: Connection, game_id: int, seat: int) -> bytes | None:
    """The letter by which somebody asked for this seat."""
    return connection.execute(
        select(RAW)
        .where(inbox.c.game_id == game_id, inbox.c.seat == seat, inbox.c.proof == "join")
        .order_by(inbox.c.id)
        .limit(1)
    ).scalar_one_or_none()


def received(connection: Connection) -> int:
    """All that ever came in: as much as all states of the funnel together."""
    return connection.execute(select(func.count()).select_from(inbox)).scalar_one()


def in_hand(connection: Connection) -> dict[str, int]:
    """How many letters each holder has in hand."""
    found = connection.execute(
        select(inbox.c.claimed_by, func.count())
        .where(inbox.c.state == "claimed")
        .group_by(inbox.c.claimed_by)
    )
    return {row[0]: row[1] for row in found}


def waiting_since(connection: Connection) -> datetime | None:
    """When the oldest that waits, or is in hand, could first be worked on; what goes before all
    letters, after a restore, since it was handed in."""
    since = case(
        (inbox.c.acts_at < inbox.c.received_at, inbox.c.received_at), else_=inbox.c.acts_at
    )
    column = type_coerce(func.min(since), String)
    found = connection.execute(select(column).where(inbox.c.state.in_(("waiting", "claimed"))))
    return moment(found.scalar_one_or_none() or "")


def funnel(connection: Connection) -> dict[str, int]:
    """What has become of all that came in. A letter in hand is still waiting; a state that nobody
    knows counts nowhere, so that the sum shows it."""
    found = connection.execute(select(inbox.c.state, func.count()).group_by(inbox.c.state))
    states = {row[0]: row[1] for row in found}
    states["waiting"] = states.get("waiting", 0) + states.pop("claimed", 0)
    return {state: states.get(state, 0) for state in FUNNEL}


def _arrival(row: Any) -> Arrival:
    read = dict(zip(Arrival.__struct_fields__, row, strict=True))
    times = {name: _moment(read[name] or "") for name in _TIMES}
    return Arrival(**{**read, **times, "held_at": moment(read["held_at"] or "")})


def _moment(written: str) -> datetime:
    """Rule 5."""
    return moment(written) or NO_TIME


def retry(connection: Connection, held_id: int, at: datetime) -> bool:
    """A held letter into the queue again; not one that only its sender can let through."""
    now = {"acts_at": at, "result": "", **AFRESH}
    return _of_held(connection, held_id, inbox.c.proof != "asked", state="waiting", **now)


def _of_held(connection: Connection, held_id: int, *which: Any, **values: Any) -> bool:
    """Whether it was held, and so became what is said."""
    this = (inbox.c.id == held_id, inbox.c.state == "held", *which)
    return connection.execute(update(inbox).where(*this).values(**values)).rowcount == 1
