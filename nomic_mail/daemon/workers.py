"""Several servers that share a PostgreSQL database: workers, each from a folder of its own.

1. Every worker takes letters in, works on them and sends them. What one alone does at a time are
   roles: to keep time (deadlines, digests, what is forgotten), to read one mailbox, and to send
   where a measure is set. Each is a lock of the worker's session; whoever finds one free takes it.
2. A worker is dead when the lock of its number was free in FREE_LOOKS looks: a session ends with
   its process. (One look is not enough: after PostgreSQL was started anew, all come back a moment
   later.) A worker whose session says nothing for SILENT_SECONDS hangs: its sessions are ended, and
   with them its locks. Either is removed before anything of its is taken over. From then on it
   writes nothing (store.database.workers, rule 2); if it lives and does not know it, it stops as
   soon as it finds out.
3. While the lock of a worker's number is free, nobody takes a role; and when a session broke, its
   worker takes its roles again first and its number last. So nobody has a role of one that lives.
4. The deadline fence is the least over all: each worker tells, every second, up to when the letters
   that came to it are in; and whoever reads a mailbox, when the last complete look began.
5. The schema is brought up by a worker that is alone.
"""

import hashlib
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from time import sleep

from msgspec import Struct

from nomic_mail import __version__
from nomic_mail.config import Config
from nomic_mail.daemon.fence import fence, sealed_by
from nomic_mail.daemon.opening import NotYet, Trouble
from nomic_mail.daemon.parts import PAUSE_SECONDS, load_keys
from nomic_mail.game.decide import READING
from nomic_mail.store.database import heartbeats, workers
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.database.postgresql import process_name
from nomic_mail.store.database.session import HeldRole, Session
from nomic_mail.store.database.workers import Worker
from nomic_mail.written.codec import LETTERS, NEWEST, state_form

log = logging.getLogger("nomic_mail.daemon")

TRIES = 25
SILENT_SECONDS = 60.0
FREE_LOOKS = 3
TIME = "time"
SENDER = "sender"
SERVE = "serve"


class Workers:
    """This server among those on its database. It goes by a number that is never given again."""

    def __init__(self, config: Config, silent_seconds: float = SILENT_SECONDS) -> None:
        self._config, self._silent_seconds = config, silent_seconds
        self._session = Session(config.database_url)
        self._wanted = [TIME, *(box.beat_name for box in config.mailbox)]
        if config.outgoing.letters_a_minute or config.outgoing.letters_a_minute_to_a_domain:
            self._wanted.append(SENDER)  # a measure over all
        self._one_look, self._released = threading.Lock(), False
        self._free = Counter[int]()  # in how many looks the lock of a worker was
        self._letters_in: Callable[[], datetime] | None = None  # up to when they are all in

    def open(
        self, now: datetime, overtaken: Callable[[str], None], given: Database | None = None
    ) -> Database:
        """The database, with this worker among those that share it."""
        database = given or Database(self._config.database_url)
        try:
            self._bring_up(database)
            self._take(SERVE, shared=True)
            self._overtaken = overtaken
            self._end_hanging(database)
            self.me = self._join(database, now)
        except BaseException:
            self._session.release()
            database.close()
            raise
        database.asks = workers.THERE.format(self.me.number)
        database.guard = workers.refuse_gone(self.me.name, overtaken)
        self._database = database
        return database

    @property
    def holder(self) -> str:
        return self.me.holder

    def _bring_up(self, database: Database) -> None:
        """Rule 5."""
        if not database.is_current():
            self._take(SERVE)
            database.migrate()
            self._session.let_go(SERVE)

    def _take(self, role: str, *, shared: bool = False) -> None:
        tries = TRIES  # one that was just killed ends a moment later
        while (who := self._session.take(role, shared=shared)) and (tries := tries - 1):
            sleep(PAUSE_SECONDS)
        if not who:
            return
        why = "and it is put back from a backup, or brought up to another version, just now"
        if not shared:
            why = "and has to be brought up to this version first: stop all servers on it"
        raise NotYet(f"this database is in use, by {who}; {why}")

    def _end_hanging(self, database: Database) -> None:
        """Ends workers that hang: nobody could come in while one has its locks."""
        held = self._session.all_held()
        with database.read() as connection:
            for one in workers.all_workers(connection):
                self._is_dead(one, held)

    def _join(self, database: Database, now: datetime) -> Worker:
        tries = TRIES
        while True:
            with database.write() as connection:
                held = self._session.all_held()
                there = workers.all_workers(connection)
                others = [one for one in there if _lock_of(one, held) is not None]
                if not others:
                    _remove(connection, there, now)
                    workers.agree(connection, told_alike(self._config))
                if not (told := unlike(self._config, connection)):
                    return self._added(connection, now)
            if not (tries := tries - 1):
                raise Trouble(
                    f"another server on this database, {others[0].process}, was told something"
                    f" else: {', '.join(told)}. All servers on a database must be told the same;"
                    " stop the others first to change it"
                )
            sleep(PAUSE_SECONDS)

    def _added(self, connection: Connection, now: datetime) -> Worker:
        number = workers.next_number(connection)
        me = Worker(number, f"{SERVE} {number} {process_name().removeprefix('nomic_mail ')}", now)
        self._session.take(me.name)
        workers.add(connection, me)
        return me

    def holds(self, role: str) -> bool:
        """Whether this worker does it. What is no role is done by all."""
        return role not in self._wanted or self._session.holds(role)

    def look(self, now: datetime) -> None:
        """Every second: tells that it lives, removes those that do not, and takes roles that are
        free."""
        with self._one_look:
            if self._released:  # or it would take its locks again
                return
            if self.me.name in self._session.keep() or not self._told():
                self._overtaken("the other servers on this database took this one for dead")
                return
            held = self._session.all_held()
            with self._database.read() as connection:
                there = workers.all_workers(connection)
            if dead := [one for one in there if self._is_dead(one, held)]:
                with self._database.write() as connection:
                    _remove(connection, dead, now)
            if not self._free:
                self._take_free_roles()

    def _take_free_roles(self) -> None:
        for role in self._wanted:
            if not self._session.holds(role) and not self._session.take(role):
                log.info("this server has a role from now on: %s", role)

    def _told(self) -> bool:
        """Tells the others (rule 4). False where somebody has removed this worker."""
        if self._letters_in is None:
            return True
        told = {"who": self.me.name, "sealed": self._letters_in()}
        return self._session.changed(workers.TELL, told) > 0

    def _is_dead(self, one: Worker, held: Sequence[HeldRole]) -> bool:
        """Rule 2."""
        lock = _lock_of(one, held)
        free = self._free.pop(one.number, 0)
        if lock is None:
            if free + 1 < FREE_LOOKS:
                self._free[one.number] = free + 1
            return free + 1 >= FREE_LOOKS
        if lock.silent_seconds < self._silent_seconds:
            return False
        log.warning("%s hangs: its sessions are ended", one.process)
        self._session.end_others(lock.name)
        return True

    def fence(
        self, now: Callable[[], datetime], intakes: Sequence[Callable[[], datetime]]
    ) -> Callable[[], datetime]:
        """`sealed_until` over all workers (rule 4). `intakes` are this one's own ways in; mailboxes
        are of whoever reads them."""
        mine = fence(now, intakes)
        boxes = [box.beat_name for box in self._config.mailbox]

        def sealed_until() -> datetime:
            until = mine()
            with self._database.read() as connection:
                there = workers.all_workers(connection)
                looks = [sealed_by(heartbeats.seen(connection, name)) for name in boxes]
            told = [one.sealed for one in there if one.number != self.me.number]
            return min([until, *told, *looks])

        self._letters_in = mine
        return sealed_until

    def release(self, now: datetime) -> None:
        """Goes, and says so: nobody has to find it out."""
        with self._one_look:
            self._released = True
            with suppress(Busy), self._database.write() as connection:
                workers.gone(connection, self.me, now)
            self._session.release()


def _remove(connection: Connection, dead: Sequence[Worker], now: datetime) -> None:
    """Removes those of `dead` that nobody else has removed."""
    for one in workers.all_workers(connection):
        if one.number in [other.number for other in dead]:
            log.warning("%s is gone: what it had in hand waits again", one.process)
            workers.gone(connection, one, now)


def _lock_of(one: Worker, held: Sequence[HeldRole]) -> HeldRole | None:
    return next((lock for lock in held if lock.is_role(one.name)), None)


class Seen(Struct, frozen=True):
    """A worker as another process sees it; `since` and `roles` are its session's."""

    number: int
    process: str
    since: datetime | None
    letters_in: datetime
    roles: tuple[str, ...]


def seen(config: Config, connection: Connection) -> list[Seen]:
    """Who shares the database; nobody on SQLite, and nobody who has no session any more."""
    if config.database_url.startswith("sqlite:///"):
        return []
    held = Session(config.database_url).all_held()
    named = {TIME: "keeps time", SENDER: "sends"}
    named |= {box.beat_name: f"reads {box.shown}" for box in config.mailbox}
    found = []
    for one in workers.all_workers(connection):
        if (lock := _lock_of(one, held)) is not None:
            mine = [other for other in held if (other.name, other.since) == (lock.name, lock.since)]
            roles = (told for role, told in named.items() if any(x.is_role(role) for x in mine))
            found.append(Seen(one.number, one.process, lock.since, one.sealed, tuple(roles)))
    return found


def unlike(config: Config, connection: Connection) -> list[str]:
    """By name, what those that live were told otherwise."""
    return workers.unlike(connection, told_alike(config))


def told_alike(config: Config) -> dict[str, str]:
    """What all workers on a database must be told alike, by name; not to be read out of it."""
    told = {
        "the version of nomic-mail": __version__,
        "how the ledger is written": repr((NEWEST, state_form(), LETTERS)),
        "the reading of the law": repr(READING),
        "the key in secret_file": load_keys(config).tokens.hex(),
        "name of [server]": config.server.name,
        "[mail]": repr(config.mail),
        "[moderator]": repr(config.moderator),
        "[[mailbox]]": repr([box.beat_name for box in config.mailbox]),
    }
    return {name: hashlib.sha256(value.encode()).hexdigest() for name, value in told.items()}
