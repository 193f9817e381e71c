"""What is taken out of the database for good: a whole game, or old letters' bytes.

1. A game goes with everything that is of it alone: its ledger, seats, letters in and out, and the
   acts that made it. Its number is never given again (`seats.new_game`).
2. Old letters keep their row: what became of them, when, and the digest that throws stand on. Only
   their bytes go, and never those of a letter that somebody still has to look at.
3. What went to all players is part of the record, and kept with the game.
4. Of strangers' letters, answered or not, of JOINs that nobody confirmed, of duplicates and of what
   nobody answered for the newest are kept, for some time. One that nobody could be asked about is
   thrown away by then.
5. How many rows went with a game is kept: what counts letters never falls.
"""

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    delete,
    func,
    or_,
    select,
    update,
)

from nomic_mail.store.database.numbers import GAMES, MODERATORS, keep_last
from nomic_mail.store.database.tables import (
    address_words,
    addresses,
    contents,
    fact,
    games,
    held_back,
    inbox,
    keep_fact,
    ledger,
    moderators,
    outbox,
    seats,
    server,
    signing_keys,
    snapshots,
    to_all,
    waits,
)
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue.inbox import RAW

SETTLED = ("done", "screened", "discarded", "duplicate")
GONE_IN, GONE_OUT = "letters in gone", "letters out gone"
FORGOTTEN = "letters forgotten until"
AT_ONCE = 500


def unsent(connection: Connection, game: Game) -> int:
    """Letters of the game that are still on their way."""
    return connection.execute(
        select(func.count())
        .select_from(outbox)
        .where(outbox.c.game_id == game.id, outbox.c.state == "waiting")
    ).scalar_one()


def forget_game(
    connection: Connection, game: Game, before: int, ours: Callable[[str], bool]
) -> None:
    """Rule 1. `before` is the act that does it, in hand; `ours` tells the game's own addresses."""
    of_it = [
        row.id for row in connection.execute(_arrivals(game, before)) if _is_of(row, game, ours)
    ]
    connection.execute(delete(ledger).where(ledger.c.game_id == game.id))
    out = _sent_away(connection, outbox.c.game_id == game.id)
    for start in range(0, len(of_it), AT_ONCE):
        some = of_it[start : start + AT_ONCE]
        out += _sent_away(connection, outbox.c.inbox_id.in_(some))
        connection.execute(delete(signing_keys).where(signing_keys.c.inbox_id.in_(some)))
        connection.execute(delete(inbox).where(inbox.c.id.in_(some)))
    _let_go(connection)
    before_it = gone(connection)
    keep_fact(connection, GONE_IN, str(before_it["in"] + len(of_it)))
    keep_fact(connection, GONE_OUT, str(before_it["out"] + out))
    asked = select(addresses.c.id).where(addresses.c.game_id == game.id)
    connection.execute(delete(address_words).where(address_words.c.change_id.in_(asked)))
    for kind in (GAMES, MODERATORS):
        keep_last(connection, kind)
    for table in (held_back, addresses, moderators, seats, snapshots, to_all, waits):
        connection.execute(delete(table).where(table.c.game_id == game.id))
    connection.execute(delete(games).where(games.c.id == game.id))


def _sent_away(connection: Connection, which: ColumnElement[bool]) -> int:
    """Deletes these letters out; answers how many of them had been sent."""
    sent = select(func.count()).select_from(outbox).where(which, outbox.c.state == "sent")
    count = int(connection.execute(sent).scalar_one())
    connection.execute(delete(outbox).where(which))
    return count


def gone(connection: Connection) -> dict[str, int]:
    """How many letters in and letters sent went with their games (rule 5)."""
    kept = connection.execute(select(server).where(server.c.key.in_((GONE_IN, GONE_OUT))))
    told = {row.key: int(row.value) for row in kept if row.value.isdecimal()}
    return {"in": told.get(GONE_IN, 0), "out": told.get(GONE_OUT, 0)}


def _arrivals(game: Game, before: int) -> Select[Any]:
    return (
        select(inbox.c.id, inbox.c.game_id, inbox.c.kind, RAW, inbox.c.recipient)
        .where(inbox.c.id < before, or_(inbox.c.game_id == game.id, inbox.c.game_id.is_(None)))
        .execution_options(yield_per=200)
    )


def _is_of(row: Row[Any], game: Game, ours: Callable[[str], bool]) -> bool:
    """Also what was never worked on in it: letters to its address, and the act that made it."""
    if row.game_id == game.id:
        return True
    if row.kind == "act":
        return bool(row.raw and json.loads(row.raw).get("game") == game.name)
    return ours(row.recipient)


def forget_raw(connection: Connection, until: datetime, is_public: Callable[[bytes], bool]) -> int:
    """Rules 2 and 3. How many letters were forgotten; all that were settled since the last time."""
    told = fact(connection, FORGOTTEN)
    since = datetime.fromisoformat(told) if told else datetime.min.replace(year=1970, tzinfo=UTC)
    times = and_(inbox.c.settled_at >= since, inbox.c.settled_at < until)
    old = (inbox.c.state.in_(SETTLED), times, inbox.c.content.is_not(None))
    gone = select(inbox.c.id).where(*old)
    connection.execute(delete(signing_keys).where(signing_keys.c.inbox_id.in_(gone)))
    came = connection.execute(update(inbox).where(*old).values(content=None, mail_from=""))
    _let_go(connection)
    sent = connection.execute(
        select(outbox.c.id, outbox.c.body)
        .where(outbox.c.state != "waiting", outbox.c.body != b"")
        .where(outbox.c.settled_at >= since, outbox.c.settled_at < until)
        .execution_options(yield_per=AT_ONCE)
    )
    private = [row.id for row in sent if not is_public(row.body)]
    for start in range(0, len(private), AT_ONCE):
        some = private[start : start + AT_ONCE]
        connection.execute(update(outbox).where(outbox.c.id.in_(some)).values(body=b""))
    keep_fact(connection, FORGOTTEN, until.isoformat())
    return came.rowcount + len(private)


def forget_strangers(
    connection: Connection, until: datetime, most_bytes: int, now: datetime
) -> int:
    """Rule 4. How many letters were forgotten. What is in a player's name has as much room again:
    no stranger's takes it."""
    theirs = (inbox.c.kind == "letter", inbox.c.content.is_not(None))
    screened = and_(inbox.c.state == "screened", inbox.c.seat.is_(None))
    answered = and_(inbox.c.state == "done", inbox.c.seat.is_(None), inbox.c.proof == "stranger")
    confirmed = select(seats.c.id).where(
        seats.c.game_id == inbox.c.game_id,
        seats.c.seat == inbox.c.seat,
        seats.c.confirmed_at.is_not(None),
    )
    joins = and_(inbox.c.state == "done", inbox.c.proof == "join", ~confirmed.exists())
    unasked = and_(inbox.c.state == "held", inbox.c.proof == "unasked")
    past = inbox.c.state.in_(("duplicate", "discarded"))
    nobodys = or_(screened, answered, joins, past, unasked)
    found = connection.execute(
        select(
            inbox.c.id,
            inbox.c.received_at,
            func.length(contents.c.raw),
            and_(unasked, inbox.c.seat.is_not(None)),
        )
        .join(contents, contents.c.sha256 == inbox.c.content)
        .where(*theirs, nobodys)
        .order_by(inbox.c.id.desc())
    )
    kept, gone = Counter[bool](), list[int]()
    for number, came, size, named in found:
        kept[bool(named)] += size
        if came < until or kept[bool(named)] > most_bytes:
            gone.append(number)
    for start in range(0, len(gone), AT_ONCE):
        some = inbox.c.id.in_(gone[start : start + AT_ONCE])
        thrown = {"state": "discarded", "settled_at": now, "result": "nobody answered for it"}
        connection.execute(update(inbox).where(some, unasked).values(thrown))
        connection.execute(update(inbox).where(some).values(content=None, mail_from=""))
    if gone:
        _let_go(connection)
    return len(gone)


def _let_go(connection: Connection) -> None:
    """The bytes that no letter has any more."""
    still = select(inbox.c.id).where(inbox.c.content == contents.c.sha256)
    connection.execute(delete(contents).where(~still.exists()))
