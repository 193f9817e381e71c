"""The loop: claim, work out, commit; then the clock."""

import hmac
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.game.commands import Outage as GameOutage
from nomic_mail.game.commands import Tick
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide, next_wake
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.post.compose import compose
from nomic_mail.post.render import Finished
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.mail import Mail
from nomic_mail.pump.news import Burst, Digests, News, news
from nomic_mail.pump.plan import (
    STANDS_STILL,
    Desk,
    Keys,
    Plan,
    about,
    anchored,
    held_letters,
    outgoing,
    renderer_of,
    trouble_letters,
)
from nomic_mail.store import copies, heartbeats, inbox, outbox, seats
from nomic_mail.store.database import Busy, Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Conflict, Ledger

MOST_CONFLICTS = 20
MOST_BATCHES = 50  # then the clock has its turn, however many letters come
RENEW_SECONDS = 20

log = logging.getLogger("nomic_mail.pump")

Fresh = Callable[[str], bytes]
Step = Callable[[str], None]


class Pump:
    """`fresh(cause)` gives 32 random bytes; `sealed_until()` is the fence; `step(name)` is called
    between the steps of the walk, where the crash tests put their kills."""

    def __init__(
        self,
        database: Database,
        config: Config,
        clock: Clock,
        keys: Keys,
        fresh: Fresh,
        holder: str,
        sealed_until: Callable[[], datetime] | None = None,
        step: Step = lambda name: None,
    ) -> None:
        self._database = database
        self._config = config
        self._clock = clock
        self._fresh = fresh
        self._holder = holder
        self._sealed_until = sealed_until or clock.now
        self._step = step
        self._ledger = Ledger()
        self._mailboxes = [box.beat_name for box in config.mailbox]
        self._stuck: dict[int, str] = {}  # the games that cannot go on, and why
        self._renderer = renderer_of(database, config, keys)
        self._mail = Mail(database, config, keys, self._ledger, self._renderer)
        self._acts = Acts(database, config, self._ledger, self._renderer)
        self._desk = Desk(database, config, self._renderer)
        self._digests = Digests(self._desk, self._ledger, self._queue, self.tell_moderator)

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        """All that can be done now. Returns how many letters, acts and ticks were done."""
        done = 0
        self._settle_outages()
        while not stop():
            sealed = self._sealed_until()
            waiting: set[int] = set()
            worked = self._letters(sealed, stop, waiting)
            ticked = 0 if stop() else self._tick_due(sealed, waiting)
            ticked += 0 if stop() else self._digests.send_due(sealed)
            if worked + ticked == 0:
                break
            done += worked + ticked
        return done

    def _letters(self, sealed: datetime, stop: Callable[[], bool], waiting: set[int]) -> int:
        """All letters that can be worked on by `sealed`. One that waits for its deadline fence
        holds up its own game (all that came after it wait too) and no other."""
        done = 0
        for _ in range(MOST_BATCHES):
            with self._database.write() as connection:
                now = self._clock.now()
                inbox.recover(connection, now, ours=self._holder)
                self._tell_of_crashers(connection, now)
                owed = copies.owe_fetching(connection, self._mailboxes)
                batch = inbox.claim(connection, self._holder, now, waiting=waiting, only_acts=owed)
            if not batch or stop():
                self._let_go([arrival.id for arrival in batch])
                break
            done += self._work(batch, sealed, stop, waiting)
        return done

    def _work(
        self,
        batch: Sequence[Arrival],
        sealed: datetime,
        stop: Callable[[], bool],
        waiting: set[int],
    ) -> int:
        done = 0
        left = [arrival.id for arrival in batch]
        renew_at = self._clock.monotonic_seconds() + RENEW_SECONDS
        try:
            for arrival in batch:
                if stop():
                    break
                if self._clock.monotonic_seconds() >= renew_at:
                    with self._database.write() as connection:
                        inbox.renew(connection, self._holder, self._clock.now())
                    renew_at = self._clock.monotonic_seconds() + RENEW_SECONDS
                if self._one(arrival, sealed, waiting):
                    left.remove(arrival.id)
                    done += 1
                else:
                    waiting.add(arrival.id)
        finally:
            self._let_go(left)
        return done

    def _let_go(self, ids: Sequence[int]) -> None:
        if ids:
            with self._database.write() as connection:
                inbox.release(connection, self._holder, ids)

    def _tell_of_crashers(self, connection: Connection, now: datetime) -> None:
        for arrival in inbox.hold_crashers(connection, now):
            letters = held_letters(self._desk, arrival, arrival.result)
            outbox.add(connection, outgoing(letters), now, None, arrival.id)

    def _one(self, arrival: Arrival, sealed: datetime, waiting: Collection[int]) -> bool:
        """False: it has to wait (what is due before it in its game cannot be done yet)."""
        if arrival.timeless:
            self._hold_timeless(arrival)
            return True
        for _ in range(MOST_CONFLICTS):
            try:
                room = self._acts if arrival.kind == "act" else self._mail
                game_id = room.game_of(arrival)
                until = arrival.acts_at
                if game_id and self._tick(game_id, until, sealed, waiting) is None:
                    return False
                plan = room.plan(arrival, self._fresh(arrival.digest))
                self._step("decided")
                self._commit(arrival, plan)
                self._step("committed")
            except inbox.Lost as lost:
                log.warning("%s", lost)
            except Conflict:
                continue
            except Busy:
                raise
            except Exception:
                log.exception("letter %s could not be worked on", arrival.id)
                self._own_exception(arrival)
            return True
        raise Busy(f"letter {arrival.id} met too many conflicts")

    def _commit(self, arrival: Arrival, plan: Plan) -> None:
        now = self._clock.now()
        game_id = plan.game.id if plan.game else None
        after = None
        with self._database.write() as connection:
            for change in plan.changes:
                change(connection)
            if plan.game is not None and plan.before is not None:
                after = self._ledger.append(
                    connection, plan.game.id, plan.before, plan.events, plan.fresh, arrival.id
                )
            outbox.add(connection, outgoing(plan.letters), now, game_id, arrival.id)
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
        _note(what, name, plan.events, plan.letters, number=arrival.id, state=plan.state)

    def _own_exception(self, arrival: Arrival) -> None:
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
        letters, now = held_letters(self._desk, arrival, why), self._clock.now()
        with self._database.write() as connection:
            inbox.settle(connection, arrival, self._holder, state="held", result=why, **values)
            outbox.add(connection, outgoing(letters), now, None, arrival.id)

    def tell_moderator(self, connection: Connection, what: str, text: str, cause: str) -> None:
        """The same words for the same cause are one letter, however often they are told."""
        now = self._clock.now()
        letters = trouble_letters(self._desk, now, what, text, cause)
        outbox.add(connection, outgoing(letters), now, None, None)

    # The clock

    def _tick_due(self, sealed: datetime, waiting: set[int]) -> int:
        """Every game with something due by `sealed`, once no letter is left from before it: another
        pump may have some in hand. Returns how much was done."""
        with self._database.read() as connection:
            due = seats.games_due(connection, sealed)
            if due and inbox.unsettled_until(connection, sealed, waiting):
                return 0
        return sum(self._tick(one, sealed, sealed, waiting, at_once=True) or 0 for one in due)

    def _tick(
        self,
        game_id: int,
        until: datetime,
        sealed: datetime,
        waiting: Collection[int],
        *,
        at_once: bool = False,
    ) -> int | None:
        """Does what was due in this game before `until` (`at_once`: and at it; a letter that came
        at the very moment of a deadline is in time). None where some of it is not sealed yet, has
        an earlier letter before it that came in only just now, or fails: that is not the fault of
        the letter that comes after it, nor of another game."""
        done = 0
        try:
            while True:
                with self._database.read() as connection:
                    state = self._ledger.load(connection, game_id)
                wake = next_wake(state)
                if wake is None or wake > until or (wake == until and not at_once):
                    self._stuck.pop(game_id, None)
                    return done
                if wake > sealed:
                    return None
                if not self._commit_tick(game_id, min(until, sealed), wake, waiting):
                    return None
                done += 1
        except Busy:
            raise
        except Exception as trouble:
            self._stands_still(game_id, f"{type(trouble).__name__}: {trouble}")
            return None

    def _stands_still(self, game_id: int, why: str) -> None:
        """Told once, however often it is tried again."""
        if self._stuck.get(game_id) == why:
            return
        log.exception("game %s stands still", game_id)
        with self._database.write() as connection:
            game = seats.game(connection, game_id)
            name = game.name if game is not None else str(game_id)
            text = STANDS_STILL.format(name=name, why=why)
            now = self._clock.now().isoformat()
            self.tell_moderator(connection, f"The game {name} stands still", text, f"{why} {now}")
        self._stuck[game_id] = why

    def _commit_tick(
        self, game_id: int, at: datetime, wake: datetime, waiting: Collection[int]
    ) -> bool:
        """False: a letter from before `wake` has come in since we looked. The time of a letter that
        is handed in by another process is read in the transaction that writes it, so it is either
        seen here, or later than all that is sealed."""
        led = self._led_to(game_id, Tick(), at, "tick")
        if led is None:
            raise RuntimeError(f"a tick of game {game_id} at {at} led to nothing")
        try:
            with self._database.write() as connection:
                if inbox.unsettled_until(connection, wake, waiting):
                    return False
                self._append(connection, led)
            self._ledger.committed(game_id, led.after)
            _note("deadline", led.after.name, led.events, led.told.letters)
        except Conflict:
            log.info("game %s moved on during a tick; looking again", game_id)
        return True

    def _settle_outages(self) -> None:
        """What was due while no letter could come in is due later, before anything else is."""
        with self._database.read() as connection:
            away = heartbeats.outages(connection)
            games = seats.all_games(connection) if away else []
        for outage in away:
            command = GameOutage(began_at=outage.began_at, ended_at=outage.ended_at)
            for game in games:
                try:
                    while game.next_wake and not self._move_deadlines(game.id, command):
                        log.info("game %s moved on meanwhile; looking again", game.name)
                except Busy:
                    raise
                except Exception as trouble:
                    self._stands_still(game.id, f"{type(trouble).__name__}: {trouble}")
            with self._database.write() as connection:
                heartbeats.over(connection, outage)

    def _move_deadlines(self, game_id: int, command: GameOutage) -> bool:
        led = self._led_to(game_id, command, command.ended_at, "outage")
        if led is None:
            return True
        try:
            with self._database.write() as connection:
                self._append(connection, led)
        except Conflict:
            return False
        self._ledger.committed(game_id, led.after)
        return True

    def _led_to(
        self, game_id: int, command: Tick | GameOutage, at: datetime, cause: str
    ) -> "_Led | None":
        """What the clock, and no letter, brings about in a game."""
        with self._database.read() as connection:
            game = seats.game(connection, game_id)
            before = self._ledger.load(connection, game_id)
            roster = seats.of_game(connection, game_id)
        if game is None:
            return None
        fresh = self._fresh(f"{cause} {game.name} {before.version}")
        events = decide(before, command, at, hmac.digest(fresh, b"decide", "sha256"))
        if isinstance(events, Refusal) or not events:
            return None
        after = fold(events, before)
        what = about(game, after.version, at, cause)
        what = anchored(what, self._database, before, events, fresh)
        notices = compose(before, events, after)
        told = news(self._desk, notices, roster, Burst(what, before, after))
        return _Led(game_id, before, events, after, fresh, told)

    def _append(self, connection: Connection, led: "_Led") -> None:
        for change in led.told.changes:
            change(connection)
        self._ledger.append(connection, led.game_id, led.before, led.events, led.fresh, None)
        self._queue(connection, led.told.letters, led.game_id)

    def _queue(self, connection: Connection, letters: Sequence[Finished], game: int | None) -> None:
        outbox.add(connection, outgoing(letters), self._clock.now(), game, None)


def _note(
    what: str, game: str, events: Sequence[AnyEvent], letters: Sequence[Finished], **about: object
) -> None:
    """What was done, in numbers and names of our own: no word of a letter."""
    done = {"events": len(events), "letters": len(letters)}
    log.info(what, extra={"game": game, **about, **done})


@dataclass(frozen=True, slots=True)
class _Led:
    """What is to be written of it, in one transaction."""

    game_id: int
    before: State
    events: tuple[AnyEvent, ...]
    after: State
    fresh: bytes
    told: News
