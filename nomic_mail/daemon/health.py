"""What keeps a server from doing its work, as far as can be seen from beside it: each a sentence.

1. What is seen counts, and not what should be: a write that is tried, the last sign of life, the
   oldest letter that waits.
2. A server that `serve --once` runs from cron tells only that it was run at all: there letters that
   wait too long tell the rest.
"""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from nomic_mail.clock import Clock, boot
from nomic_mail.config import Config
from nomic_mail.config.lost import starting, tool_name, unit_of
from nomic_mail.daemon import served
from nomic_mail.daemon.away import NotKept
from nomic_mail.daemon.fence import PARTED
from nomic_mail.daemon.lock import lock_of
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import load_keys
from nomic_mail.store.database import crew, heartbeats
from nomic_mail.store.database.crew import Mate
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox, outbox

SILENT = timedelta(minutes=2)  # four signs of life missed; a restart takes less
WAITED = timedelta(minutes=10)
IN_A_ROW = 3  # helpers that ended at once; of one that is killed nobody needs to know
REFUSED = timedelta(minutes=45)  # greylisting takes less
ROOM = 100_000_000  # bytes


def runs(config: Config) -> bool:
    return lock_of(config).held()


def is_alive(connection: Connection, now: datetime) -> bool:
    seen = heartbeats.seen(connection, "serve")
    return seen is not None and now - seen < SILENT


def as_it_counts(connection: Connection, clock: Clock) -> datetime:
    """The time as the server has it, which goes on steadily where somebody set the machine's clock:
    by that clock it would seem to hang, and whoever started it anew would tell it that it is
    right."""
    now, seen = clock.now(), heartbeats.seen(connection, "serve")
    was = heartbeats.steady(connection, "serve", seen)
    if seen is None or was is None or was[0] != boot():
        return now
    went_on = seen + timedelta(seconds=clock.monotonic_seconds() - was[1])
    return went_on if went_on >= seen and abs(now - went_on) >= PARTED else now


class Finding(Struct, frozen=True):
    """What is seen of one part of a server; `fix` is empty where all is well with it."""

    part: str
    words: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.words}; {self.fix}" if self.fix else self.words


def amiss(
    config: Config,
    database: Database,
    connection: Connection,
    now: datetime,
    *,
    may_rest: bool = False,
) -> tuple[Finding, ...]:
    """It `may_rest` where somebody looks before they start it."""
    lost = tuple(_of_what_is_lost(config, connection))
    rests = may_rest and not lost and _rests(config, connection)
    return (
        *lost,
        *_of_writing(config, database),
        *(() if rests else _of_life(config, connection, now, bool(lost))),
        *_of_helpers(config, connection),
        *_of_clock(config, connection),
        *(() if rests else _of_queues(config, connection, now)),
        *_of_held(connection),
        *_of_mailboxes(config, connection, now),
        *_of_disk(config),
    )


def _of_what_is_lost(config: Config, connection: Connection) -> Iterator[Finding]:
    try:
        key = load_keys(config).tokens
    except Trouble as trouble:
        yield Finding("secret", trouble.what, trouble.fix)
    else:
        if other := served.amiss(config, connection, key):
            part = "secret" if isinstance(other, served.WrongKey) else "database"
            yield Finding(part, other.what, other.fix)


def _of_writing(config: Config, database: Database) -> Iterator[Finding]:
    try:
        with database.write():
            pass
    except Busy as busy:
        what = f"the database cannot be written, and no letter is taken in: {busy.what}"
        yield Finding("database", what, busy.fix or "wait, and look again")
        return
    if runs(config) and (known := NotKept(config).seen()):
        since, what, fix = known
        told = f"no letter can be kept since {_minute(since)}: {what}"
        yield Finding("database", told, f"{fix}. Mail servers try again, and nobody is late")


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _of_life(
    config: Config, connection: Connection, now: datetime, is_lost: bool
) -> Iterator[Finding]:
    seen = heartbeats.seen(connection, "serve")
    start = starting(config.file)
    failed = _failed_start(config, connection)
    if failed is not None and not is_lost and not runs(config):
        at, why = failed
        what = f"the server does not run, and a start failed at {_minute(at)}: {why}"
        yield Finding("server", what, f"mend that first, then start it: {start}")
        return
    if seen is None and is_lost and not runs(config):
        yield Finding(
            "server", "the server does not run", f"mend that first, then start it: {start}"
        )
        return
    if seen is None:
        once = heartbeats.seen(connection, heartbeats.ONCE)
        if once is None and seats.all_games(connection) and not runs(config):
            what = "there are games, and no server was ever started"
            yield Finding("server", what, f"start it: {start}")
        return
    if is_alive(connection, now):
        return
    since = f"its last sign of life was at {_minute(seen)}"
    if runs(config):
        again = starting(config.file, "restart")
        if who := "" if unit_of(config.file) else lock_of(config).holder():
            stop = f"stop it (it is {who}; kill -9, if it does not end)"
            again = again.replace("stop it if it runs", stop)
        yield Finding("server", f"the server hangs: {since}", f"start it anew: {again}")
        return
    how = _ended(config, connection, seen)
    fix = f"mend that first, then start it: {start}" if is_lost else f"start it: {start}"
    yield Finding("server", f"the server does not run: {since}{how}", fix)


def _failed_start(config: Config, connection: Connection) -> tuple[datetime, str] | None:
    """The last, and why; not where the configuration was changed after it, as that may have been
    the remedy."""
    why = heartbeats.troubles(connection).get(heartbeats.START, "")
    at = heartbeats.troubled_since(connection).get(heartbeats.START)
    if not why or at is None:
        return None
    changed = datetime.fromtimestamp(config.file.stat().st_mtime, UTC)
    return (at, why) if changed <= at else None


def _rests(config: Config, connection: Connection) -> bool:
    """It was never started, or stopped as it should, or is as a backup made it."""
    if runs(config) or _failed_start(config, connection) is not None:
        return False
    seen = heartbeats.seen(connection, "serve")
    stopped = heartbeats.seen(connection, heartbeats.STOPPED)
    return seen is None or (stopped is not None and stopped > seen)


def _ended(config: Config, connection: Connection, seen: datetime) -> str:
    stopped = heartbeats.seen(connection, heartbeats.STOPPED)
    if stopped is not None and stopped > seen:
        return f", and it was stopped at {_minute(stopped)}"
    unit = unit_of(config.file)
    log = f"journalctl -u {unit}, and journalctl -k" if unit else "journalctl -k"
    return (
        f"; it was not stopped, but killed, or the machine went down ({log} tells, of memory that"
        " ran out say)"
    )


def helpers(config: Config, connection: Connection) -> list[Mate]:
    """Those of the server that runs; none where none does."""
    known = crew.known(connection)
    return known if known and runs(config) else []


def _of_helpers(config: Config, connection: Connection) -> Iterator[Finding]:
    for one in helpers(config, connection):
        if one.in_a_row >= IN_A_ROW:
            told = f"helper {one.number} ended {one.in_a_row} times in a row, each at once"
            fix = "the others work without it, and it is tried again; the log tells why it ended"
            yield Finding("helpers", f"{told}, at last at {_minute(one.since)}", fix)


def _of_clock(config: Config, connection: Connection) -> Iterator[Finding]:
    """As long as a server runs, which has told why."""
    told = heartbeats.troubles(connection).get(heartbeats.CLOCK, "")
    if told and runs(config):
        what, _, fix = " ".join(told.rstrip(".").split()).partition(". Set ")
        yield Finding("clock", what, f"set {fix}")


def _of_queues(config: Config, connection: Connection, now: datetime) -> Iterator[Finding]:
    waits = {"in": inbox.waiting_since(connection), "out": outbox.waiting_since(connection)}
    for way, since in waits.items():
        if since is not None and now - since > WAITED:
            what = "works on them" if way == "in" else "sends them"
            told = f"letters {way} wait since {_minute(since)}, and nobody {what}"
            how = "restart" if runs(config) else "start"
            fix = f"{how} the server: {starting(config.file, how)}"
            yield Finding("letters", told, fix)
    refused = outbox.not_taken(connection)
    if refused is not None and refused.all_of_them and now - refused.since > REFUSED:
        told = f"no letter goes out since {_minute(refused.since)}, though it is tried"
        until = refused.since + timedelta(hours=config.outgoing.retry_hours)
        fix = _what_they_mean(refused.why, max(waits["out"] or now, now), until)
        yield Finding("outgoing", f"{told}: {refused.why}", fix)


def _what_they_mean(why: str, next_at: datetime, until: datetime) -> str:
    """What another mail server answers, in terms of what to do."""
    code = re.match(r"(?:MAIL|RCPT|DATA): ([45])\d\d", why)
    if code is None:
        from nomic_mail.wire.trouble import mending

        return mending(why, "[outgoing]")
    if code[1] == "4":
        return (
            "that server puts letters off, which often ends within the hour (greylisting): they are"
            f" tried again by themselves, next at {next_at:%H:%M} UTC. If it lasts, ask whoever"
            " runs it, with these words"
        )
    return (
        "that server takes no letter from this machine, or from this account: ask whoever runs it,"
        " with these words, or send by another one ([outgoing]). The letters wait, and none is lost"
        f" before {_minute(until)}"
    )


def _of_held(connection: Connection) -> Iterator[Finding]:
    for one in inbox.held(connection):
        if one.proof != "asked":  # its sender is asked
            yield Finding(
                "letters",
                f"letter {one.id} is held: {one.result}",
                f"look at it (nomic-mail letter show {one.id}); to put it away: nomic-mail letter"
                f" discard {one.id}; to let it act: nomic-mail letter release {one.id}",
            )


def _of_mailboxes(config: Config, connection: Connection, now: datetime) -> Iterator[Finding]:
    if not runs(config):
        return
    began = heartbeats.seen(connection, heartbeats.BEGAN)
    for box in config.mailbox:
        seen = heartbeats.seen(connection, box.beat_name)
        if seen is not None and now - seen > WAITED:
            told = f"{box.shown} was last looked through at {_minute(seen)}"
        elif seen is None and began is not None and now - began > WAITED:
            told = f"{box.shown} was never looked through since {_minute(began)}"
        else:
            continue
        yield Finding("mailbox", told, f"see what {tool_name()} check says of it")


def _of_disk(config: Config) -> Iterator[Finding]:
    free = shutil.disk_usage(config.data).free
    if free < ROOM:
        told = f"the disk of {config.data} has {free // 1_000_000} MB left"
        yield Finding("disk", told, "make room: letters need it")
