"""The loop: claim, work out, commit; then the clock."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from time import sleep

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.letters.dkim import is_signed
from nomic_mail.post.render import Finished
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.lanes import lane_of
from nomic_mail.pump.mail import Mail
from nomic_mail.pump.news import Digests
from nomic_mail.pump.plan import (
    Desk,
    Keys,
    Plan,
    held_letters,
    note_done,
    outgoing,
    renderer_of,
    trouble_letters,
)
from nomic_mail.pump.silence import Silence
from nomic_mail.pump.ticking import Fresh, Ticking
from nomic_mail.store import copies, inbox, outbox, signing
from nomic_mail.store.database import (
    CLAIMING,
    Alone,
    Busy,
    ByItself,
    Connection,
    Database,
    in_turn,
)
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Conflict, Ledger

MOST_CONFLICTS = 20
MOST_BATCHES = 50  # then the clock has its turn, however many letters come
BATCH_SECONDS = 0.25  # then others have the database, and what was done is durable
PAUSE_SECONDS = 0.01  # after that: other processes that wait look for it more often

log = logging.getLogger("nomic_mail.pump")

Step = Callable[[str], None]
Held = dict[int, int | None]  # letters that wait for the fence, and the games they wait in


class Pump:
    """`fresh(cause)` gives 32 random bytes; `sealed_until()` is the fence; `keeps_time()` tells
    whether what no letter brings about is this pump's to do; `step(name)` is called between the
    steps of the walk, where the crash tests put their kills."""

    def __init__(  # noqa: PLR0913  the last by name only
        self,
        database: Database,
        config: Config,
        clock: Clock,
        keys: Keys,
        fresh: Fresh,
        holder: str,
        sealed_until: Callable[[], datetime] | None = None,
        step: Step = lambda name: None,
        *,
        keeps_time: Callable[[], bool] = lambda: True,
    ) -> None:
        self._database = database
        self._config = config
        self._clock = clock
        self._fresh = fresh
        self._holder = holder
        self._sealed_until = sealed_until or clock.now
        self._step = step
        self._keeps_time = keeps_time
        self._lane = lane_of(database, config, keys)
        self._ledger = Ledger()
        self._mailboxes = [box.beat_name for box in config.mailbox]
        self._renderer = renderer_of(database, config, keys)
        self._mail = Mail(database, config, keys, self._ledger, self._renderer)
        self._acts = Acts(database, config, self._ledger, self._renderer)
        self._desk = Desk(database, config, self._renderer)
        self._ticking = Ticking(
            self._desk,
            self._ledger,
            fresh,
            self._queue,
            self.tell_moderator,
            clock.now,
            self._lane,
        )
        self._silence = Silence(self._desk, self._ledger, self._queue, self._lane)
        self._digests = Digests(self._desk, self._ledger, self._queue, self.tell_moderator)

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        """All that can be done now. Returns how many letters, acts and ticks were done."""
        done = 0
        self._ticking.settle_outages()
        while not stop():
            sealed = self._sealed_until()
            waiting = dict[int, int | None]()
            worked, ticked = self._letters(sealed, stop, waiting), 0
            if self._keeps_time():
                ticked += 0 if stop() else self._ticking.all_due(sealed, waiting)
                ticked += 0 if stop() else self._silence.end_due(sealed, waiting)
                ticked += 0 if stop() else self._digests.send_due(sealed)
            if worked + ticked == 0:
                break
            done += worked + ticked
        return done

    def _letters(self, sealed: datetime, stop: Callable[[], bool], waiting: Held) -> int:
        """All letters that can be worked on by `sealed`. One that waits for its deadline fence
        holds up its own game (all that came after it wait too) and no other."""
        done, since = 0, self._clock.monotonic_seconds()
        with self._database.write(beside=True, durable=False) as connection:
            in_turn(connection, CLAIMING)
            now = self._clock.now()
            inbox.recover(connection, now, ours=self._holder)
            crashed = inbox.are_crashers(connection)
            hand = [] if crashed else self._claim(connection, waiting)
        if crashed:  # the moderator is told: that is to be on the disk
            with self._database.write(beside=True) as connection:
                in_turn(connection, CLAIMING)
                self._tell_of_crashers(connection, now)
                hand = self._claim(connection, waiting)
        try:
            for _ in range(MOST_BATCHES):
                if not hand or stop():
                    break
                done += self._batch(hand, sealed, stop, waiting)
                if hand and self._clock.monotonic_seconds() >= since + BATCH_SECONDS:
                    sleep(PAUSE_SECONDS)
                    since = self._clock.monotonic_seconds()
        finally:
            self._let_go([arrival.id for arrival in hand])
        return done

    def _claim(self, connection: Connection, waiting: Held) -> list[Arrival]:
        now = self._clock.now()
        owed = copies.owe_fetching(connection, self._mailboxes)
        return inbox.claim(
            connection, self._holder, now, waiting=waiting, lane=self._lane, only_acts=owed
        )

    def _batch(
        self,
        hand: list[Arrival],
        sealed: datetime,
        stop: Callable[[], bool],
        waiting: Held,
    ) -> int:
        """What is in hand, as one transaction with the claim of the next. One that may take long,
        or is not to be done beside other workers, ends it and is worked on by itself; so is one
        that finds the database busy, lest it undo those before it each time. Returns how many were
        done; in `hand` are the rest."""
        left, aside, done = list(hand), list[int](), 0
        alone: Alone | Busy | None = None
        with self._undone_is_forgotten(), self._database.at_once(beside=True) as connection:
            end = self._clock.monotonic_seconds() + BATCH_SECONDS
            while left and not stop():
                try:
                    worked = self._one(left[0], sealed, waiting)
                except (Alone, Busy) as why:
                    if isinstance(why, Busy) and not done + len(aside):
                        raise
                    alone = why
                    break
                done += worked
                aside += [] if worked else [left[0].id]
                del left[0]
                if self._clock.monotonic_seconds() >= end:
                    break
            self._let_go(aside)
            if left:
                self._renew()
            elif not stop():
                left = self._claim(connection, waiting)
        hand[:] = left
        for _ in range(done):
            self._step("committed")
        return done + (self._alone(alone, hand, sealed, waiting) if alone else 0)

    def _alone(
        self, why: Alone | Busy, hand: list[Arrival], sealed: datetime, waiting: Held
    ) -> int:
        do = self._by_itself if isinstance(why, ByItself) else self._one
        worked = do(hand[0], sealed, waiting)
        if worked:
            self._step("committed")
        else:
            self._let_go([hand[0].id])
        del hand[0]
        self._renew()
        return int(worked)

    def _renew(self) -> None:
        with self._database.write(beside=True, durable=False) as connection:
            inbox.renew(connection, self._holder, self._clock.now())

    def _by_itself(self, arrival: Arrival, sealed: datetime, waiting: Held) -> bool:
        """As one transaction that nobody writes beside; or, if it takes too long for that, as one
        that fails where the game has moved on."""
        try:
            with self._undone_is_forgotten(), self._database.at_once():
                return self._one(arrival, sealed, waiting)
        except Alone:
            return self._one(arrival, sealed, waiting)

    @contextmanager
    def _undone_is_forgotten(self) -> Iterator[None]:
        told = self._ticking.told()
        try:
            yield
        except BaseException:
            self._ledger.forget()
            self._ticking.only_told(told)
            raise

    def _let_go(self, ids: Sequence[int]) -> None:
        if ids:
            with self._database.write(beside=True, durable=False) as connection:
                inbox.release(connection, self._holder, ids)

    def _tell_of_crashers(self, connection: Connection, now: datetime) -> None:
        for arrival in inbox.hold_crashers(connection, now):
            letters = self._tells_of(arrival, arrival.result)
            outbox.add(connection, outgoing(letters), now, None, arrival.id)

    def _tells_of(self, arrival: Arrival, why: str) -> Sequence[Finished]:
        """What breaks us when it is worked on may break us when it is told of: then the desk and
        the log tell of it, and the queue goes on."""
        try:
            return held_letters(self._desk, arrival, why)
        except Busy:
            raise
        except Exception:
            log.exception("letter %s is held, and no letter can tell of it", arrival.id)
            return ()

    def _one(self, arrival: Arrival, sealed: datetime, waiting: Held) -> bool:
        """False: it has to wait (what is due before it in its game cannot be done yet)."""
        try:
            return self._worked(arrival, sealed, waiting)
        except inbox.Lost as lost:  # also where it was to be held: it is another's to work on
            log.warning("%s", lost)
            return True

    def _worked(self, arrival: Arrival, sealed: datetime, waiting: Held) -> bool:
        if arrival.timeless:
            self._hold_timeless(arrival)
            return True
        for _ in range(MOST_CONFLICTS):
            try:
                return self._tried(arrival, sealed, waiting)
            except (Busy, Alone, inbox.Lost):
                raise
            except Conflict:
                continue
            except Exception:
                log.exception("letter %s could not be worked on", arrival.id)
                self._own_exception(arrival)
            return True
        log.error("letter %s meets a conflict each time it is decided", arrival.id)
        self._own_exception(arrival)
        return True

    def _tried(self, arrival: Arrival, sealed: datetime, waiting: Held) -> bool:
        room = self._acts if arrival.kind == "act" else self._mail
        with self._database.apart():
            game_id, plan_with = room.opened(arrival)
        waiting.pop(arrival.id, None)
        if game_id and game_id in waiting.values():
            waiting[arrival.id] = game_id  # for what came before it
            return False
        if game_id:
            ticked = self._ticking.tick(game_id, arrival.acts_at, sealed, waiting)
            if ticked is None:
                waiting[arrival.id] = game_id
                return False
            if ticked:
                _, plan_with = room.opened(arrival)
        with self._database.apart():
            plan = plan_with(self._fresh(arrival.digest))
            self._step("decided")
            self._commit(arrival, plan)
        return True

    def _commit(self, arrival: Arrival, plan: Plan) -> None:
        now = self._clock.now()
        game_id = plan.game.id if plan.game else None
        after = None
        with self._database.write(apart=False) as connection:
            for change in plan.changes:
                change(connection)
            if plan.game is not None and plan.before is not None:
                after = self._ledger.append(
                    connection, plan.game.id, plan.events, plan.fresh, arrival.id
                )
            outbox.add(connection, outgoing(plan.letters), now, game_id, arrival.id)
            if plan.seat is not None and self._config.mail.dkim and is_signed(arrival.raw):
                signing.expect(connection, arrival.id)
            inbox.settle(
                connection,
                arrival,
                self._holder,
                state=plan.state,
                settled_at=now,
                result=plan.result,
                proof=plan.proof or arrival.proof,
                game_id=game_id,
                seat=plan.seat,
            )
            self._step("written")
        if plan.game is not None and after is not None:
            self._ledger.committed(plan.game.id, after)
        what, name = f"{arrival.kind} in", plan.game.name if plan.game else ""
        note_done(what, name, plan.events, plan.letters, number=arrival.id, state=plan.state)

    def _own_exception(self, arrival: Arrival) -> None:
        """Counted; also where nobody else is in its way, and a conflict must be with itself."""
        tries = arrival.tries + 1
        if tries >= inbox.MOST_TRIES:
            why = f"it stopped the server {tries} times; the log tells how"
            self._hold(arrival, why, tries=tries)
            return
        with self._database.write() as connection:
            inbox.settle(connection, arrival, self._holder, state="waiting", tries=tries)

    def _hold_timeless(self, arrival: Arrival) -> None:
        """Which deadlines it came before nobody can tell: none is kept waiting for it."""
        now = self._clock.now()
        came = now if arrival.received_at == inbox.NO_TIME else arrival.received_at
        why = f"its time in the database is damaged; it counts as received {came:%Y-%m-%d %H:%M}"
        self._hold(replace(arrival, acts_at=now), why, received_at=came, acts_at=now)

    def _hold(self, arrival: Arrival, why: str, **values: object) -> None:
        log.error("letter %s is held: %s", arrival.id, why)
        letters, now = self._tells_of(arrival, why), self._clock.now()
        with self._database.write() as connection:
            inbox.settle(connection, arrival, self._holder, state="held", result=why, **values)
            outbox.add(connection, outgoing(letters), now, None, arrival.id)

    def tell_moderator(self, connection: Connection, what: str, text: str, cause: str) -> None:
        """The same words for the same cause are one letter, however often they are told."""
        now = self._clock.now()
        letters = trouble_letters(self._desk, now, what, text, cause)
        outbox.add(connection, outgoing(letters), now, None, None)

    def _queue(self, connection: Connection, letters: Sequence[Finished], game: int | None) -> None:
        outbox.add(connection, outgoing(letters), self._clock.now(), game, None)
