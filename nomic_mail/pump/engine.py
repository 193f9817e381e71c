"""The loop: claim, work out, commit; then the clock."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.game.state import State
from nomic_mail.letters.proof.dkim import is_signed
from nomic_mail.letters.proof.names import Pending
from nomic_mail.post.render import Finished
from nomic_mail.pump import chain
from nomic_mail.pump.aside import Aside, Whose
from nomic_mail.pump.due import due_by, had_in_time
from nomic_mail.pump.keys import Keys
from nomic_mail.pump.lanes import lane_of
from nomic_mail.pump.moderator import acts
from nomic_mail.pump.out.news import Digests
from nomic_mail.pump.plan import (
    Plan,
    committed,
    desk_of,
    held_letters,
    note_done,
    outgoing,
    trouble_letters,
    with_letters_to_all,
    write,
)
from nomic_mail.pump.ticking import Fresh, Ticking
from nomic_mail.pump.who import doors
from nomic_mail.pump.who.silence import Silence
from nomic_mail.store.database import copies
from nomic_mail.store.database.engines import (
    CLAIMING,
    Busy,
    Conflict,
    Connection,
    Database,
    in_turn,
)
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import apart, inbox, outbox, signing
from nomic_mail.store.queue.inbox import Arrival

MOST_CONFLICTS = 20
MOST_IN_HAND = 20
MOST_BATCHES = 50  # then the clock has its turn, however many letters come
BATCH_SECONDS = 0.25  # then what was done is durable

log = logging.getLogger("nomic_mail.pump")

Step = Callable[[str], None]
Held = dict[int, int | None]  # letters that wait for the fence, and the games they wait in


class _Opened(NamedTuple):
    """A letter or an act that was opened: the game it is for (what was due there happens first),
    and the function that plans it."""

    game: Game | None
    state: State | None
    plan_of: Callable[[bytes], Plan]
    whose: Whose | None = None


class Pump:
    """`fresh(cause)` gives 32 random bytes. `sealed_until()` is the deadline fence. `keeps_time()`
    tells whether deadlines and digests are this pump's to do, or another's. `step(name)` is called
    between the steps of a letter: there the crash tests kill it."""

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
        self._mailboxes = [box.beat_name for box in config.mailbox]
        self._aside = Aside(clock.monotonic_seconds)
        keys = replace(keys, lookup=self._aside.lookup(keys.lookup))
        self._desk = desk_of(database, config, keys, Ledger(), clock, step)
        self._ticking = Ticking(
            self._desk, fresh, self.tell_moderator, clock.now, self._lane, self._aside
        )
        self._silence = Silence(self._desk, self._queue, self._lane)
        self._digests = Digests(self._desk, self._queue, self.tell_moderator)

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        """All that can be done now. Returns how many letters, acts and ticks were done."""
        done = 0
        while not stop():
            sealed = self._sealed_until()
            self._ticking.settle_outages()  # the fence goes on only when an outage is written down
            waiting = dict[int, int | None]()
            worked, ticked = self._letters(sealed, stop, waiting), 0
            if self._keeps_time():
                with self._database.read() as connection:
                    due = due_by(connection, sealed)
                ticked += 0 if stop() else self._ticking.all_due(due.games, sealed, waiting)
                known = {**self._aside.letters(), **waiting}
                ticked += 0 if stop() else self._silence.end_due(due.changes, sealed, known)
                ticked += 0 if stop() else self._digests.send_due(due, sealed)
            if worked + ticked == 0:
                break
            done += worked + ticked
        return done

    def _letters(self, sealed: datetime, stop: Callable[[], bool], waiting: Held) -> int:
        """All letters that can be worked on by `sealed`. One that waits for its deadline fence
        holds up its own game (all that came after it wait too) and no other."""
        done, hand = 0, self._first_claim(waiting)
        for _ in range(MOST_BATCHES):
            if not hand:
                break
            done += self._batch(hand, sealed, stop, waiting)
            # a part of a hand was all that could be had, unless some only kept others back, or it
            # was of as many games as one is of
            is_all = len(hand) < MOST_IN_HAND and not waiting and self._lane is None
            hand = [] if is_all or stop() else self._claim(waiting)
        self._let_go(hand)
        return done

    def _first_claim(self, waiting: Held) -> list[Arrival]:
        """The first of a run: before it, letters that dead processes had in hand wait again."""
        now = self._clock.now()
        with self._database.write(beside=True, durable=False) as connection:
            in_turn(connection, CLAIMING)
            inbox.recover(connection, now, ours=self._holder)
            if not inbox.are_crashers(connection):
                return self._claimed(connection, waiting)
        with self._database.write(beside=True) as connection:  # the moderator is told
            in_turn(connection, CLAIMING)
            self._tell_of_crashers(connection, now)
        return self._claim(waiting)

    def _claim(self, waiting: Held) -> list[Arrival]:
        with self._database.write(beside=True, durable=False) as connection:
            return self._claimed(connection, waiting)

    def _claimed(self, connection: Connection, waiting: Held) -> list[Arrival]:
        now = self._clock.now()
        owed = copies.owe_fetching(connection, self._mailboxes)
        return inbox.claim(
            connection,
            self._holder,
            now,
            MOST_IN_HAND,
            {**dict.fromkeys(self._aside.letters()), **waiting},
            lane=self._lane,
            only_acts=owed,
        )

    def _batch(
        self, hand: list[Arrival], sealed: datetime, stop: Callable[[], bool], waiting: Held
    ) -> int:
        """The letters in hand, each in a transaction of its own. The disk is waited for only with
        the last one, and a few times a second (database, rule 6). Returns how many were done; the
        others wait again."""
        left, done = list(hand), 0
        try:
            since = self._clock.monotonic_seconds()
            with self._desk.look.held():
                for place, arrival in enumerate(hand, 1):
                    if stop():
                        break
                    if self._one(arrival, sealed, waiting, durable=place == len(hand)):
                        left.remove(arrival)
                        done += 1
                        self._step("committed")
                    if self._clock.monotonic_seconds() >= since + BATCH_SECONDS:
                        self._renew()
                        since = self._clock.monotonic_seconds()
        finally:
            self._let_go(left)
        return done

    def _renew(self) -> None:
        with self._database.write(beside=True) as connection:
            inbox.renew(connection, self._holder, self._clock.now())

    def _let_go(self, hand: Sequence[Arrival]) -> None:
        if hand:
            with self._database.write(beside=True, durable=False) as connection:
                inbox.release(connection, self._holder, [arrival.id for arrival in hand])

    def _tell_of_crashers(self, connection: Connection, now: datetime) -> None:
        for arrival in inbox.hold_crashers(connection, now):
            letters = self._tells_of(arrival, arrival.result)
            outbox.add(connection, outgoing(letters), now, None, arrival.id)

    def _tells_of(self, arrival: Arrival, why: str) -> Sequence[Finished]:
        """Telling of a letter that breaks us may break us as well: then only the desk and the log
        tell of it, and the queue goes on."""
        self._desk.look.rest()  # whatever went wrong in it
        try:
            return held_letters(self._desk, arrival, why)
        except Busy:
            raise
        except Exception:
            log.exception("letter %s is held, and no letter can tell of it", arrival.id)
            return ()

    def _one(self, arrival: Arrival, sealed: datetime, waiting: Held, *, durable: bool) -> bool:
        """Whether it was done. If not it waits: something in its game is due before it, and cannot
        be done yet; or it is aside."""
        try:
            done = self._worked(arrival, sealed, waiting, durable=durable)
        except inbox.Lost as lost:  # also where it was to be held: it is another's to work on
            log.warning("%s", lost)
            done = True
        if done:
            self._aside.done(arrival.id)
        return done

    def _worked(self, arrival: Arrival, sealed: datetime, waiting: Held, *, durable: bool) -> bool:
        if arrival.timeless:
            self._hold_timeless(arrival)
            return True
        for _ in range(MOST_CONFLICTS):
            try:
                return self._tried(arrival, sealed, waiting, durable=durable)
            except (Busy, inbox.Lost):
                raise
            except Conflict:
                continue
            except Pending:
                return False
            except Exception:
                log.exception("letter %s could not be worked on", arrival.id)
                self._own_exception(arrival)
            return True
        log.error("letter %s meets a conflict each time it is decided", arrival.id)
        self._own_exception(arrival)
        return True

    def _tried(self, arrival: Arrival, sealed: datetime, waiting: Held, *, durable: bool) -> bool:
        look = self._desk.look
        look.rest()
        known = self._written_apart()
        opened = self._opened(arrival)
        game = opened.game
        waiting.pop(arrival.id, None)
        had = had_in_time(opened.state, arrival)
        until = had or arrival.acts_at
        if game is not None and game.id in waiting.values() and had is None:
            waiting[arrival.id] = game.id  # for what came before it
            return False
        if self._aside.is_behind(arrival.id, opened.whose):
            return False
        if game is not None and self._ticking.is_due(game.id, opened.state, until):
            look.rest()
            ticked = self._ticking.tick(game.id, until, sealed, waiting)
            if ticked is None:
                waiting[arrival.id] = game.id
                return False
            if ticked:
                look.rest()
                opened = self._opened(arrival)
        self._aside.takes_up(arrival.id, opened.whose)
        try:
            plan = opened.plan_of(self._fresh(arrival.digest))
            plan = with_letters_to_all(self._desk, plan)
        except Pending as asked:
            self._aside.put(arrival.id, opened.whose, asked)
            raise
        look.rest()
        self._step("decided")
        self._commit(arrival, plan, known, durable=durable)
        return True

    def _written_apart(self) -> int | None:
        """None where one process has all games."""
        if self._lane is None:
            return None
        with self._desk.look.read() as connection:
            return apart.written(connection)

    def _opened(self, arrival: Arrival) -> _Opened:
        if arrival.kind == "act":
            game = acts.opened(self._desk, arrival)
            return _Opened(game, None, partial(acts.plan_of, self._desk, arrival))
        case = doors.look_up(self._desk, arrival)
        seat = case.seat
        whose = (seat.game_id, seat.seat) if seat is not None else None
        return _Opened(case.game, case.state, partial(chain.plan_of, case), whose)

    def _commit(self, arrival: Arrival, plan: Plan, known: int | None, *, durable: bool) -> None:
        """Writes the plan. An act waits for the disk: somebody is shown its outcome at once."""
        now, is_act = self._clock.now(), arrival.kind == "act"
        beside = not (plan.alone or is_act)
        with self._database.write(beside=beside, durable=durable or is_act) as connection:
            if known is not None and not beside and (plan.changes or plan.letters):
                apart.write(connection, known)
            write(connection, self._desk.ledger, plan, now, arrival.id)
            if plan.seat is not None and self._config.mail.dkim and is_signed(arrival.raw):
                signing.expect(connection, arrival.id)
            inbox.settle(
                connection,
                arrival,
                self._holder,
                state=plan.state,
                settled_at=now,
                result=plan.result,
                row=plan.row,
                proof=plan.proof or arrival.proof,
                game_id=plan.game.id if plan.game else None,
                seat=plan.seat,
                told=int(plan.burst is not None and plan.burst.told),
            )
            self._step("written")
        committed(self._desk.ledger, plan)
        what, name = f"{arrival.kind} in", plan.game.name if plan.game else ""
        note_done(
            what, name, plan.events, plan.letters, number=arrival.id, state=plan.state, row=plan.row
        )

    def _own_exception(self, arrival: Arrival) -> None:
        """Counts a try that the letter itself made fail. It is written while nobody else writes, so
        a conflict even then is the letter's own, too."""
        tries = arrival.tries + 1
        if tries >= inbox.MOST_TRIES:
            why = f"{tries} tries each ended in an error of the program, which the log tells;"
            why += f" {inbox.IN_DOUBT}"
            self._hold(arrival, why, tries=tries)
            return
        with self._database.write() as connection:
            inbox.settle(connection, arrival, self._holder, state="waiting", tries=tries)

    def _hold_timeless(self, arrival: Arrival) -> None:
        """A letter whose time is damaged is held: nobody can tell which deadlines it came before,
        so none waits for it."""
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
        letters = outgoing(trouble_letters(self._desk, now, what, text, cause))
        new = [one for one in letters if not outbox.knows(connection, one.message_id)]
        outbox.add(connection, new, now, None, None)

    def _queue(self, connection: Connection, letters: Sequence[Finished], game: int | None) -> None:
        outbox.add(connection, outgoing(letters), self._clock.now(), game, None)
