"""The composition root: builds the parts, starts the roles, and stops them cleanly.

1. Roles: the listener (its own loop), one pump, one sender. APScheduler only ticks; the work is
   always found by asking the database, so a missed tick loses nothing.
2. A stop takes no new letters, lets the transaction in hand end, and leaves the rest in the
   database.
3. One daemon serves a database: the lock file says who.
"""

import fcntl
import json
import logging
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

from nomic_mail.clock import Clock, SystemClock
from nomic_mail.config import Config
from nomic_mail.letters import message
from nomic_mail.letters.token import parse_recipient
from nomic_mail.pump import Keys, Pump
from nomic_mail.store import heartbeats, inbox, outbox
from nomic_mail.store.database import Busy, Database
from nomic_mail.wire import Outlet
from nomic_mail.wire.listener import Envelope

log = logging.getLogger("nomic_mail.daemon")

TICK_SECONDS = 1
HEARTBEAT_SECONDS = 30
BUSY_SECONDS = 1.0
PAUSE_SECONDS = 0.02
LOCK_TRIES = 5
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Trouble(Exception):
    """The server cannot start as it is; the message says what to do."""


def load_keys(config: Config) -> Keys:
    try:
        text = config.secret_file.read_text("ascii").strip()
        key = bytes.fromhex(text)
    except FileNotFoundError:
        raise Trouble(
            f"there is no secret file {config.secret_file}: `nomic-mail init` writes one"
        ) from None
    except ValueError:
        raise Trouble(f"{config.secret_file} is not a key that `nomic-mail init` wrote") from None
    if len(key) < 32:
        raise Trouble(f"the key in {config.secret_file} is too short; write a new one with init")
    return Keys(key)


def write_secret(path: Path) -> None:
    """A new key, for nobody else to read. An old one is never overwritten."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32) + "\n")


def open_database(config: Config) -> Database:
    config.data.mkdir(parents=True, exist_ok=True)
    database = Database(config.database_url)
    database.migrate()
    return database


def random_bytes(cause: str) -> bytes:
    return secrets.token_bytes(32)


def holder_name(role: str) -> str:
    return f"{role} {socket.gethostname()[:40]} {os.getpid()}"


def acceptor(
    database: Database, step: Callable[[str], None] = lambda name: None
) -> Callable[[bytes, Envelope, datetime], None]:
    """The durable taking-in of one letter: when it returns, the letter is ours to answer for."""

    def accept(raw: bytes, envelope: Envelope, received_at: datetime) -> None:
        letter = message.read(raw)
        parcel = inbox.Parcel(
            source=f"listener {uuid4().hex}",
            kind="letter",
            raw=raw,
            sha256=letter.sha256,
            digest=letter.digest,
            message_id=letter.message_id[:255],
            mail_from=envelope.mail_from[:320],
            received_at=received_at,
        )
        with database.write() as connection:
            inbox.accept(connection, parcel, envelope.recipients)
        step("accepted")

    return accept


def hand_in_act(database: Database, at: datetime, act: str, fields: dict[str, Any]) -> int:
    """An act of the moderator's command line, into the inbox like any letter."""
    raw = json.dumps({"act": act, **fields}, sort_keys=True).encode()
    parcel = inbox.Parcel(
        source=f"act {uuid4().hex}",
        kind="act",
        raw=raw,
        sha256=sha256(raw).hexdigest(),
        digest=sha256(raw + uuid4().bytes).hexdigest(),
        message_id="",
        mail_from="",
        received_at=at,
    )
    with database.write() as connection:
        return inbox.accept(connection, parcel, ["moderator"])[0]


def outcome_of_act(
    database: Database, pump: Pump, number: int, clock: Clock, patience_seconds: float
) -> str | None:
    """Pumps until the act is settled, by us or by a daemon that runs; None when that takes long."""
    until = clock.monotonic_seconds() + patience_seconds
    while clock.monotonic_seconds() < until:
        pump.run()
        with database.read() as connection:
            arrival = inbox.get(connection, number)
        if arrival is not None and arrival.state not in ("waiting", "claimed"):
            return arrival.result
        sleep(PAUSE_SECONDS)
    return None


def outlet_for(config: Config) -> Outlet:
    out = config.outgoing
    if out.kind == "maildir":
        from nomic_mail.wire.maildir import Maildirs

        return Maildirs(config.maildir)
    from nomic_mail.wire.smarthost import Smarthost

    return Smarthost(out.smtp_host, out.smtp_port, out.timeout_seconds)


class Sender:
    """Leases finished letters, hands them out, marks what became of them."""

    def __init__(
        self,
        database: Database,
        outlet: Outlet,
        clock: Clock,
        holder: str,
        retry: timedelta,
        step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._database = database
        self._outlet = outlet
        self._clock = clock
        self._holder = holder
        self._retry = retry
        self._step = step

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        done = 0
        while not stop():
            with self._database.write() as connection:
                leased = outbox.lease(connection, self._holder, self._clock.now())
            if not leased:
                break
            for letter in leased:
                if stop():
                    return done
                self._send(letter)
                done += 1
        return done

    def _send(self, leased: outbox.Leased) -> None:
        letter = leased.letter
        outcome = self._outlet.deliver(
            letter.mail_from, letter.recipient, letter.body, letter.message_id
        )
        self._step("sent")
        now = self._clock.now()
        with self._database.write() as connection:
            if outcome.kind == "sent":
                outbox.sent(connection, leased, now)
            elif outcome.kind == "failed":
                outbox.failed(connection, leased, now, outcome.detail)
            else:
                outbox.deferred(connection, leased, now, outcome.detail, self._retry)
        if outcome.kind != "sent":
            log.warning("letter %s %s: %s", leased.id, outcome.kind, outcome.detail)
        self._step("marked")


def _locked(file: Any, how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Lock:
    """One daemon a database (SQLite: the data folder). Gone with its process, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: Any = None

    def held(self) -> bool:
        """Whether somebody has it just now."""
        try:
            with self._path.open() as file:
                return not _locked(file, fcntl.LOCK_SH)
        except FileNotFoundError:
            return False

    def take(self) -> None:
        self._file = self._path.open("a+")
        tries = LOCK_TRIES  # `held` has it for a moment, too
        while not _locked(self._file, fcntl.LOCK_EX):
            tries -= 1
            if tries:
                sleep(PAUSE_SECONDS)
                continue
            self._file.seek(0)
            who = self._file.read().strip() or "another process"
            self._file.close()
            raise Trouble(
                f"the data in {self._path.parent} is served already, by {who}; stop that first"
            )
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self._file.flush()

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def fence_beside(config: Config, clock: Clock) -> Callable[[], datetime]:
    """`sealed_until` for a pump outside of the daemon: while one serves, a letter may be on its way
    in that only it knows of, so deadlines, and what waits for them, are left to it."""
    lock = lock_of(config)
    return lambda: LONG_AGO if lock.held() else clock.now()


def lock_of(config: Config) -> Lock:
    return Lock(config.data / "serve.lock")


class Daemon:
    def __init__(
        self,
        config: Config,
        clock: Clock | None = None,
        fresh: Callable[[str], bytes] = random_bytes,
        step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.config = config
        self.clock = clock or SystemClock()
        self._fresh = fresh
        self._step = step
        self._stopping = threading.Event()
        self._pump_wake = threading.Event()
        self._send_wake = threading.Event()
        self._threads: list[threading.Thread] = []
        self._lock = lock_of(config)
        self._scheduler: Any = None
        self.listener: Any = None

    def start(self, *, listen: bool = True) -> None:
        """Everything but the roles that run by themselves, and the listener if there is one."""
        keys = load_keys(self.config)
        self.config.data.mkdir(parents=True, exist_ok=True)
        self._lock.take()
        self.database = open_database(self.config)
        holder = holder_name("serve")
        with self.database.write() as connection:
            inbox.recover(connection, self.clock.now(), dead="serve ")
            outbox.forget_leases(connection)
        if listen and self.config.listener.enabled:
            self.listener = self._new_listener()
        self.pump = Pump(
            self.database,
            self.config,
            self.clock,
            keys,
            self._fresh,
            holder,
            self.listener.sealed_until if self.listener else None,
            self._step,
        )
        self.sender = Sender(
            self.database,
            outlet_for(self.config),
            self.clock,
            holder,
            timedelta(hours=self.config.outgoing.retry_hours),
            self._step,
        )

    def _new_listener(self) -> Any:
        from nomic_mail.wire.listener import Listener

        accept = acceptor(self.database, self._step)

        def accept_and_wake(raw: bytes, envelope: Envelope, received_at: datetime) -> None:
            accept(raw, envelope, received_at)
            self._pump_wake.set()

        listen, mail = self.config.listener, self.config.mail
        return Listener(
            host=listen.host,
            port=listen.port,
            protocol=listen.protocol,
            accept=accept_and_wake,
            ours=lambda to: parse_recipient(to, mail.address, mail.delimiter).kind != "foreign",
            clock=self.clock,
            max_letter_bytes=mail.max_letter_bytes,
            max_recipients=listen.max_recipients,
            timeout_seconds=listen.timeout_seconds,
            max_connections=listen.max_connections,
            hostname=mail.address.rpartition("@")[2],
        )

    def run_roles(self) -> None:
        """Starts the listener, the pump, the sender and the clock; returns at once."""
        from apscheduler.schedulers.background import BackgroundScheduler

        for name, role in (("pump", self._pump_role), ("sender", self._sender_role)):
            thread = threading.Thread(target=role, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        self._scheduler.add_job(self._tick, "interval", seconds=TICK_SECONDS)
        self._scheduler.add_job(self._beat, "interval", seconds=HEARTBEAT_SECONDS)
        self._scheduler.start()
        if self.listener is not None:
            self.listener.start()
        self._beat()
        self._tick()

    def once(self) -> tuple[int, int]:
        """All that is due now: (letters and ticks done, letters sent)."""
        return self.pump.run(), self.sender.run()

    def serve(self, greet: Callable[[], None] = lambda: None) -> None:
        """Until SIGTERM or SIGINT; `greet` is called when letters are taken."""
        ends = {signal.SIGTERM, signal.SIGINT}
        # waited for, not handled: a handler that sets an Event can come while this thread holds
        # the Event's lock, and then hangs. Blocked before there are threads, which inherit it.
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        self.run_roles()
        greet()
        signal.sigwait(ends)
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        if self.listener is not None:
            self.listener.stop()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
        self._tick()
        for thread in self._threads:
            thread.join(60)
        self.database.close()
        self._lock.release()

    def act(self, act: str, **fields: Any) -> str:
        """A moderator's act while this server runs; its pump carries it out."""
        number = hand_in_act(self.database, self.clock.now(), act, fields)
        self._pump_wake.set()
        while True:
            with self.database.read() as connection:
                arrival = inbox.get(connection, number)
            if arrival is not None and arrival.state not in ("waiting", "claimed"):
                return arrival.result
            sleep(PAUSE_SECONDS)

    def _tick(self) -> None:
        self._pump_wake.set()
        self._send_wake.set()

    def _beat(self) -> None:
        with suppress(Busy), self.database.write() as connection:
            heartbeats.beat(connection, "serve", self.clock.now(), holder_name("serve"))

    def _pump_role(self) -> None:
        self._role(self._pump_wake, self.pump.run, self._send_wake.set)

    def _sender_role(self) -> None:
        self._role(self._send_wake, self.sender.run, lambda: None)

    def _role(
        self,
        wake: threading.Event,
        work: Callable[[Callable[[], bool]], int],
        after: Callable[[], None],
    ) -> None:
        while not self._stopping.is_set():
            wake.wait()
            wake.clear()
            try:
                if work(self._stopping.is_set):
                    after()
            except Busy as busy:
                log.warning("the database is busy, trying again: %s", busy)
                self._stopping.wait(BUSY_SECONDS)
                wake.set()
            except Exception:
                log.exception("a role stumbled; it goes on")
                self._stopping.wait(BUSY_SECONDS)


def configure_logging(level: str) -> None:
    """key=value lines on stderr. No letter and no token is ever logged."""
    import structlog

    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(
                key_order=["timestamp", "level", "logger", "event"]
            ),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
