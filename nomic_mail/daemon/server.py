"""The server: its roles, started and stopped cleanly.

1. What comes again and again is a job of the clockwork. A thread of its own has what waits for
   something else: the pump and the sender for work (the clockwork's tick wakes them, too), a
   mailbox for news on its own line, the listener for whoever calls. Their pauses after trouble are
   no clock: each is as long as the trouble was.
2. A stop wakes each of them, and lets what is in hand end.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from time import sleep
from typing import Any

from msgspec.structs import replace

from nomic_mail.clock import Clock, SystemClock, boot
from nomic_mail.config import Config
from nomic_mail.config.told import of_system
from nomic_mail.daemon import served
from nomic_mail.daemon.away import NotKept, TimeAway
from nomic_mail.daemon.fence import SKEW, ClockWatch, HouseClock
from nomic_mail.daemon.helpers import Crew, Kit
from nomic_mail.daemon.lock import SERVE, Roles
from nomic_mail.daemon.opening import NotYet, Trouble, is_a_mistake
from nomic_mail.daemon.parts import (
    PAUSE_SECONDS,
    Acceptor,
    Doorman,
    hand_in_act,
    holder_name,
    load_keys,
    outlet_for,
    random_bytes,
)
from nomic_mail.daemon.publish import SITE_SECONDS, publish
from nomic_mail.daemon.retention import forget
from nomic_mail.daemon.rounds import go_round
from nomic_mail.daemon.sender import Measure, Sender
from nomic_mail.daemon.signatures import Signatures
from nomic_mail.daemon.telling import Alarms
from nomic_mail.daemon.watch import Watch
from nomic_mail.daemon.workers import SENDER, TIME, Workers
from nomic_mail.letters.proof.names import Names
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database import crew, heartbeats, mending
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox, outbox
from nomic_mail.wire import Envelope, Known, Outlet
from nomic_mail.wire.relay import Relay

log = logging.getLogger("nomic_mail.daemon")

TICK_SECONDS = 1
HEARTBEAT_SECONDS = 30
FORGET_SECONDS = 3600
KEYS_SECONDS = 20
GIVE_WAY_SECONDS = 0.02  # at most, before each letter: a flood stops nobody


class Daemon:
    def __init__(
        self,
        config: Config,
        clock: Clock | None = None,
        fresh: Callable[[str], bytes] = random_bytes,
        step: Callable[[str], None] = lambda name: None,
        outlet: Outlet | None = None,
        database: Database | None = None,
    ) -> None:
        self.config = config
        self.clock = HouseClock(clock or SystemClock())
        self._fresh = fresh
        self._step = step
        self._outlet, self._database = outlet, database  # in place of the configured ones
        self._stopping = threading.Event()
        self._pump_wake = threading.Event()
        self._send_wake = threading.Event()
        self._threads: list[threading.Thread] = []
        self._watch = Watch(self._stopping, self.clock.monotonic_seconds, os.environ)
        self._roles = _roles(config)
        self._relay = Relay(config.mail.relay)
        self._clockwork: Any = None
        self._turned_away = 0  # as far as it is written down
        self._serves = False  # whose start fails gives no sign of life
        self.overtaken = ""  # why it stops by itself
        self.listener: Any = None
        self.mailboxes: list[Any] = []

    def start(self, *, listen: bool = True, anew: bool = False) -> None:
        """Everything but the roles that run by themselves, and the listener if there is one.
        `anew`: whatever the folder was served with before."""
        self._names = Names(self.clock.monotonic_seconds, self._pump_wake.set)
        keys = replace(load_keys(self.config), lookup=self._names)
        try:
            self.config.data.mkdir(parents=True, exist_ok=True)
            if not anew:
                served.refuse_lost(self.config)
            self.database = self._roles.open(self.clock.now(), self._overtaken, self._database)
        except OSError as error:
            told = of_system(error, self.config.data)
            kind = Trouble if is_a_mistake(error) else NotYet
            raise kind(told.what, told.fix) from error
        try:
            served.agree(self.config, self.database, keys.tokens, self.clock.now(), anew=anew)
        except Trouble:
            self._roles.release(self.clock.now())
            self.database.close()
            raise
        if self.config.mail.trust == "open":
            log.warning('trust = "open": every From line is believed; only for a private network')
        self._away = TimeAway(self.database, self.clock, NotKept(self.config))
        self._telling = Alarms(self.config, self.database, self.clock, lambda: self.pump)
        with self.database.write() as connection:
            self._go_on_with_the_time(connection)
            mended = mending.mend(connection, self.clock.now())
            inbox.recover(connection, self.clock.now(), dead=SERVE)
            crew.keep(connection, ())
            outbox.forget_leases(connection)
            for known in (heartbeats.CLOCK, heartbeats.START):  # who starts it saw to it
                heartbeats.trouble(connection, known, "", self.clock.now())
        if listen and self.config.listener.enabled:
            with self.database.write() as connection:
                self._away.note_start(connection, holder_name("serve"))
            self.listener = self._new_listener()
        self._open_mailboxes()
        self._open_pump(keys)
        self._roles.look(self.clock.now())
        with self.database.write() as connection:
            self._telling.mended(connection, mended)

    def _go_on_with_the_time(self, connection: Connection) -> None:
        """Who stops a server and starts it again tells it that its clock is right. One that died
        while that was wrong, and is started by whatever watches it, was told nothing."""
        seen = heartbeats.seen(connection, "serve")
        stopped = heartbeats.seen(connection, heartbeats.STOPPED)
        was = heartbeats.steady(connection, "serve", seen)
        if seen is None or was is None or (stopped is not None and stopped >= seen):
            return
        same_boot = was[0] == boot() and self.clock.monotonic_seconds() >= was[1]
        if same_boot and heartbeats.CLOCK in heartbeats.troubles(connection):
            self.clock.goes_on_from(seen, was[1])

    def _open_pump(self, keys: Keys) -> None:
        telling, intakes = self._telling, list[Callable[[], datetime]]()
        if not self.database.is_shared:
            intakes = [role.sealed_until for role in self.mailboxes]
        if self.listener is not None:
            intakes += [self._taken_until, self._away.sealed_until]
        watch = ClockWatch(self.clock, telling.last_event, telling.clock_is_wrong)
        sealed_until = self._roles.fence(watch.now, intakes)
        self.pump = Pump(
            self.database,
            self.config,
            self.clock,
            keys,
            self._fresh,
            self._roles.holder,
            sealed_until,
            self._step,
            keeps_time=lambda: self._roles.holds(TIME),
        )
        self._helpers = Crew(
            partial(self._kit, keys),
            self.config.server.workers - 1,
            self.database,
            self._watch,
            self.clock.now,
            sealed_until,
            self._helped,
        )
        self._signatures = Signatures(self.database, keys.lookup)
        out = self.config.outgoing
        self.sender = Sender(
            self.database,
            self._outlet or outlet_for(self.config, self.clock),
            self.clock,
            self._roles.holder,
            timedelta(hours=out.retry_hours),
            self._step,
            gave_up=telling.gave_up,
            measure=Measure(out.letters_a_minute, out.letters_a_minute_to_a_domain),
        )

    def _kit(self, keys: Keys, number: int) -> Kit:
        clock, wall, steady = self.clock.goes_by
        holder = f"{self._roles.holder} helper {number}"
        file, tokens = self.database.which, keys.tokens
        return Kit(self.config, clock, wall, steady, tokens, self._fresh, file, number, holder)

    def _helped(self) -> None:
        self._pump_wake.set()  # a game that was in hand is free
        self._send_wake.set()

    def _taken_until(self) -> datetime:
        """A little time is left for a letter on its way from our own mail server, where that is
        believed when it had it: what is over does not begin again."""
        sealed: datetime = self.listener.sealed_until()
        return sealed - SKEW if self.config.mail.relay else sealed

    def _open_mailboxes(self) -> None:
        if not self.config.mailbox:
            return
        from nomic_mail.daemon.mailboxes import MailboxRole

        self.mailboxes = [
            MailboxRole(
                self.config,
                box,
                self.database,
                self.clock,
                self._watch.heart(f"mailbox {number}"),
                self._wake,
                self._step,
                partial(self._roles.holds, box.beat_name),
            )
            for number, box in enumerate(self.config.mailbox, 1)
        ]

    def _new_listener(self) -> Any:
        from nomic_mail.wire.guests import Guests
        from nomic_mail.wire.listener import Listener

        accept, away = Acceptor(self.database, self._step, self._relay), self._away
        doorman = Doorman(self.config, self.database, self.clock)

        def accept_and_wake(raw: bytes, envelope: Envelope, received_at: datetime) -> None:
            away.refusing(received_at, partial(accept, raw, envelope, received_at))
            self._wake()

        def known(to: str) -> Known | Callable[[], Known]:
            found = doorman(to)
            return partial(away.refusing, self.clock.now(), found) if callable(found) else found

        listen, mail = self.config.listener, self.config.mail
        return Listener(
            host=listen.host,
            port=listen.port,
            protocol=listen.protocol,
            accept=accept_and_wake,
            known=known,
            clock=self.clock,
            max_letter_bytes=mail.max_letter_bytes,
            max_recipients=listen.max_recipients,
            timeout_seconds=listen.timeout_seconds,
            max_connections=listen.max_connections,
            guests=Guests(listen.max_connections_a_host, listen.letters_a_minute_a_host),
            hostname=mail.address.rpartition("@")[2],
            path=self.config.path(listen.socket) if listen.socket else None,
        )

    def run_roles(self) -> None:
        """Starts the listener, the pump, the sender and the clockwork; returns at once."""
        from nomic_mail.daemon.clockwork import Clockwork

        roles = [("pump", self._pump_role), ("sender", self._sender_role)]
        roles += [(f"mailbox {number}", one.run) for number, one in enumerate(self.mailboxes, 1)]
        for name, role in roles:
            thread = threading.Thread(target=role, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
            self._watch.follow(thread)
        self._helpers.begin()
        self._clockwork = clockwork = Clockwork()
        clockwork.every(TICK_SECONDS, self._tick)
        clockwork.every(HEARTBEAT_SECONDS, self._beat)
        clockwork.every(FORGET_SECONDS, self._forget)
        clockwork.every(KEYS_SECONDS, self._note_keys)
        if self.database.is_shared:
            self._watch.heart("workers")
            clockwork.every(TICK_SECONDS, self._look)
        if self.config.site_folder is not None:
            clockwork.every(SITE_SECONDS, self._publish, first=self.clock.now())
        if self._watch.watchdog_seconds:
            clockwork.every(self._watch.watchdog_seconds / 3, self._watchdog)
        clockwork.start()
        if self.listener is not None:
            self.listener.start()
        self._serves = True
        self._note(heartbeats.BEGAN)
        self._beat()
        self._tick()
        self._forget()

    def once(self) -> tuple[int, int]:
        """All that is due now: (letters and ticks done, letters sent)."""
        self._note(heartbeats.ONCE)
        for mailbox in self.mailboxes:
            mailbox.look()
            mailbox.reader.close()
        done = self._pump()
        while self._names.settle():
            done += self.pump.run()
        sent = self.sender.run()
        self._note_keys()
        if self._names.settle():
            self._note_keys()
        self._forget()
        self._publish()
        return done, sent

    def _forget(self) -> None:
        if not self._roles.holds(TIME):
            return
        with suppress(Busy):
            forget(self.database, self.config, self.clock.now())

    def _note_keys(self) -> None:
        if not self._roles.holds(TIME):
            return
        with suppress(Busy):
            self._signatures.note(self.clock.now(), self._stopping.is_set)

    def _publish(self) -> None:
        try:
            with suppress(Busy):
                publish(self.database, self.config, self.clock.now(), self._stopping.is_set)
        except Exception:
            log.exception("the site stumbled; it goes on")

    def serve(self, greet: Callable[[], None] = lambda: None) -> None:
        """Until SIGTERM or SIGINT; `greet` is called when letters are taken."""
        ends = {signal.SIGTERM, signal.SIGINT}
        # waited for, not handled: a handler that sets an Event can come while this thread holds
        # the Event's lock, and then hangs. Blocked before there are threads, which inherit it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        try:
            self.run_roles()
        except BaseException:  # whoever called goes on, and can be ended as before
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            raise
        greet()
        self._watch.tell("READY=1", f"STATUS={self._status()}")
        signal.sigwait(ends)
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        self._watch.tell("STOPPING=1", "STATUS=stopping: what is in hand is finished")
        if self.listener is not None:
            self.listener.stop()
            self._beat()
        if self._serves:
            self._note(heartbeats.STOPPED)
        if self._clockwork is not None:
            self._clockwork.stop()
        self._tick()
        for thread in self._threads:
            thread.join(60)
        self._helpers.stop()
        self._names.close()
        self.sender.close()
        self._roles.release(self.clock.now())
        self.database.close()

    def act(self, act: str, **fields: Any) -> str:
        """A moderator's act while this server runs; its pump carries it out."""
        number = hand_in_act(self.database, self.clock.now(), act, fields)
        self._wake()
        while True:
            with self.database.read() as connection:
                arrival = inbox.get(connection, number)
            if arrival is not None and arrival.state not in ("waiting", "claimed"):
                return arrival.result
            sleep(PAUSE_SECONDS)

    def _tick(self) -> None:
        if self.listener is not None:
            self.listener.from_within(self._away.goes_round)
        self._wake()
        self._send_wake.set()

    def _wake(self) -> None:
        self._pump_wake.set()
        self._helpers.wake()

    def _look(self) -> None:
        """Its heart tells where a look hangs: then there is no other."""
        self._watch.heart("workers").beat()
        try:
            self._roles.look(self.clock.now())
        except Busy as busy:
            log.debug("the database cannot be used: %s", busy)  # the pump tells
        except Exception:
            log.exception("a look at the other servers stumbled; it goes on")

    def _beat(self) -> None:
        with suppress(Busy):
            if self._roles.holds(TIME):
                self._telling.mend()
        refused = self.listener.turned_away if self.listener is not None else 0
        with suppress(Busy):
            with self.database.write() as connection:
                if self._serves:
                    now, steady = self.clock.now(), self.clock.monotonic_seconds()
                    heartbeats.beat(connection, "serve", now, holder_name("serve"))
                    heartbeats.keep_steady(connection, "serve", now, boot(), steady)
                if self.listener is not None:
                    self._away.beat(connection, holder_name("serve"))
                heartbeats.turned_away(connection, refused - self._turned_away)
            self._turned_away = refused
        self._helpers.note()
        if self._watch.is_asked:
            self._watch.tell(f"STATUS={self._status()}")

    def _note(self, what: str) -> None:
        with suppress(Busy), self.database.write() as connection:
            heartbeats.beat(connection, what, self.clock.now(), holder_name("serve"))

    def _overtaken(self, why: str) -> None:
        if not self._stopping.is_set():
            log.error("stopping: %s", why)
            self.overtaken = why
            os.kill(os.getpid(), signal.SIGTERM)

    def _watchdog(self) -> None:
        if self.listener is not None:
            self.listener.from_within(self._watch.heart("listener").beat)
        self._watch.watchdog()

    def _status(self) -> str:
        """One line for `systemctl status`."""
        try:
            with self.database.read() as connection:
                running = [one for one in seats.all_games(connection) if one.status == "running"]
                waiting = inbox.funnel(connection).get("waiting", 0)
                to_send = outbox.counts(connection).get("waiting", 0)
                troubles = heartbeats.troubles(connection)
        except Busy as busy:
            return f"the database cannot be used: {busy}"
        told = f"{len(running)} games run; {waiting} letters wait, {to_send} to be sent"
        return "; ".join([told, *troubles.values()])

    def _pump_role(self) -> None:
        self._role("pump", self._pump_wake, self._pump, self._did)

    def _role(
        self,
        name: str,
        wake: threading.Event,
        work: Callable[[Callable[[], bool]], int],
        after: Callable[[int], None],
    ) -> None:
        go_round(self._watch.heart(name), wake, work, after, self.clock.monotonic_seconds)

    def _did(self, done: int) -> None:
        """Letters wait to be sent; and whoever waited for a game that was in hand can go on."""
        if done:
            self._send_wake.set()
            self._helpers.wake()

    def _pump(self, stop: Callable[[], bool] = lambda: False) -> int:
        self._away.settle()
        return self.pump.run(lambda: self._gives_way() and stop())

    def _gives_way(self) -> bool:
        """Letters that come in go first: mail servers wait for our 250, and nobody for the pump."""
        if self.listener is not None:
            self.listener.flights.wait(GIVE_WAY_SECONDS)
        return True

    def _sender_role(self) -> None:
        self._role("sender", self._send_wake, self._send, lambda done: None)

    def _send(self, stop: Callable[[], bool]) -> int:
        return self.sender.run(
            lambda: self._gives_way() and (stop() or not self._roles.holds(SENDER))
        )


def _roles(config: Config) -> Roles | Workers:
    embedded = config.database_url.startswith("sqlite:///")
    return Roles(config) if embedded else Workers(config)
