"""What keeps a server from doing its work, as far as can be seen from beside it: each a sentence.

1. What is seen counts, and not what should be: a write that is tried, the last sign of life, the
   oldest letter that waits.
2. A server that `serve --once` runs from cron tells only that it was run at all: there letters that
   wait too long tell the rest.
"""

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta

from nomic_mail.config import Config
from nomic_mail.daemon import served
from nomic_mail.daemon.lock import lock_of
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import load_keys
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox, outbox

SILENT = timedelta(minutes=2)  # four signs of life missed; a restart takes less
WAITED = timedelta(minutes=10)
REFUSED = timedelta(minutes=45)  # greylisting takes less
ROOM = 100_000_000  # bytes


def runs(config: Config) -> bool:
    return lock_of(config).held()


def is_alive(connection: Connection, now: datetime) -> bool:
    seen = heartbeats.seen(connection, "serve")
    return seen is not None and now - seen < SILENT


def amiss(
    config: Config, database: Database, connection: Connection, now: datetime
) -> tuple[str, ...]:
    return (
        *_of_database(config, database, connection),
        *_of_life(config, connection, now),
        *_of_clock(config, connection),
        *_of_queues(connection, now),
        *_of_mailboxes(config, connection, now),
        *_of_disk(config),
    )


def _of_database(config: Config, database: Database, connection: Connection) -> Iterator[str]:
    try:
        key = load_keys(config).tokens
    except Trouble as trouble:
        yield str(trouble)
    else:
        if other := served.amiss(config, connection, key):
            yield other
    try:
        with database.write():
            pass
    except Busy as busy:
        yield f"the database cannot be written, and no letter is taken in: {busy}"


def _of_life(config: Config, connection: Connection, now: datetime) -> Iterator[str]:
    seen = heartbeats.seen(connection, "serve")
    if seen is None:
        once = heartbeats.seen(connection, heartbeats.ONCE)
        if once is None and seats.all_games(connection) and not runs(config):
            yield "there are games, and no server was ever started: start it"
        return
    if is_alive(connection, now):
        return
    since = f"its last sign of life was at {seen:%Y-%m-%d %H:%M} UTC"
    if runs(config):
        yield f"the server hangs: {since}; start it anew"
    else:
        yield f"the server does not run: {since}; start it (its log tells why it ended)"


def _of_clock(config: Config, connection: Connection) -> Iterator[str]:
    """As long as a server runs, which has told why."""
    told = heartbeats.troubles(connection).get(heartbeats.CLOCK, "")
    if told and runs(config):
        yield " ".join(told.rstrip(".").split())


def _of_queues(connection: Connection, now: datetime) -> Iterator[str]:
    waits = {"in": inbox.waiting_since(connection), "out": outbox.waiting_since(connection)}
    for way, since in waits.items():
        if since is not None and now - since > WAITED:
            what = "works on them" if way == "in" else "sends them"
            yield f"letters {way} wait since {since:%Y-%m-%d %H:%M} UTC, and nobody {what}"
    refused = outbox.not_taken(connection)
    if refused is not None and refused.all_of_them and now - refused.since > REFUSED:
        yield (
            f"no letter goes out since {refused.since:%Y-%m-%d %H:%M} UTC, though it is tried:"
            f" {refused.why}"
        )


def _of_mailboxes(config: Config, connection: Connection, now: datetime) -> Iterator[str]:
    if not runs(config):
        return
    began = heartbeats.seen(connection, heartbeats.BEGAN)
    for box in config.mailbox:
        seen = heartbeats.seen(connection, box.beat_name)
        if seen is not None and now - seen > WAITED:
            yield f"{box.shown} was last looked through at {seen:%Y-%m-%d %H:%M} UTC"
        elif seen is None and began is not None and now - began > WAITED:
            yield f"{box.shown} was never looked through since {began:%Y-%m-%d %H:%M} UTC"


def _of_disk(config: Config) -> Iterator[str]:
    free = shutil.disk_usage(config.data).free
    if free < ROOM:
        yield f"the disk of {config.data} has {free // 1_000_000} MB left"
