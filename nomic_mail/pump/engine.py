"""The loop: claim, work out, commit; then the clock."""

import hmac
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.game.commands import Tick
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide, next_wake
from nomic_mail.letters.token import Matter
from nomic_mail.post.compose import compose
from nomic_mail.post.render import Finished, Renderer
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.mail import Mail
from nomic_mail.pump.plan import Keys, Plan, about, addressed, moderator, single
from nomic_mail.store import inbox, outbox, seats
from nomic_mail.store.database import Busy, Database, epoch
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Conflict, Ledger
from nomic_mail.store.outbox import Outgoing

MOST_CONFLICTS = 20

log = logging.getLogger("nomic_mail.pump")

Fresh = Callable[[str], bytes]
Step = Callable[[str], None]


class Pump:
    """`fresh(cause)` gives 32 random bytes; `sealed_until()` is the deadline fence; `step(name)` is
    called between the steps of the walk, where the crash tests put their kills."""

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
        with database.read() as connection:
            server_epoch = epoch(connection)
        self._renderer = Renderer(
            config.templates_folder,
            config.mail.address,
            config.mail.delimiter,
            config.server.name,
            keys.tokens,
            server_epoch,
        )
        self._mail = Mail(database, config, keys, self._ledger, self._renderer)
        self._acts = Acts(database, config, self._ledger, self._renderer)

    def run(self, stop: Callable[[], bool] = lambda: False) -> int:
        """All that can be done now. Returns how many letters, acts and ticks were done."""
        done = 0
        while not stop():
            sealed = self._sealed_until()
            with self._database.write() as connection:
                batch = inbox.claim(connection, self._holder, self._clock.now())
            if batch:
                worked = self._work(batch, sealed, stop)
                done += worked
                if worked == 0:
                    break  # what is left waits for its deadline fence
            else:
                ticked = self._tick_due(sealed)
                done += ticked
                if ticked == 0:
                    break
        return done

    def _work(self, batch: Sequence[Arrival], sealed: datetime, stop: Callable[[], bool]) -> int:
        done = 0
        left = [arrival.id for arrival in batch]
        try:
            for arrival in batch:
                if stop() or not self._one(arrival, sealed):
                    break
                left.remove(arrival.id)
                done += 1
        finally:
            if left:
                with self._database.write() as connection:
                    inbox.release(connection, self._holder, left)
        return done

    def _one(self, arrival: Arrival, sealed: datetime) -> bool:
        """False: it has to wait (a deadline before it is not sealed yet)."""
        for _ in range(MOST_CONFLICTS):
            try:
                room = self._acts if arrival.kind == "act" else self._mail
                game_id = room.game_of(arrival)
                if game_id is not None and not self._tick(game_id, arrival.acts_at, sealed):
                    return False
                plan = room.plan(arrival, self._fresh(arrival.digest))
                self._step("decided")
                self._commit(arrival, plan)
                self._step("committed")
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
            outbox.add(connection, _outgoing(plan.letters), now, game_id, arrival.id)
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

    def _own_exception(self, arrival: Arrival) -> None:
        tries = arrival.tries + 1
        state = "held" if tries >= inbox.MOST_TRIES else "waiting"
        why = f"it stopped the server {tries} times; the log tells how" if state == "held" else ""
        letters = []
        if state == "held":
            notice = single(0, "held", Matter("game"), "?", why=why, number=arrival.id)
            what = about(None, 0, arrival.acts_at, f"held {arrival.id}")
            letters = [self._renderer.render(notice, moderator(self._config), what)]
        now = self._clock.now()
        with self._database.write() as connection:
            inbox.settle(connection, arrival, self._holder, state=state, tries=tries, result=why)
            outbox.add(connection, _outgoing(letters), now, None, arrival.id)

    # The clock

    def _tick_due(self, sealed: datetime) -> int:
        """Every game with something due by `sealed`; the inbox is empty up to there."""
        with self._database.read() as connection:
            due = seats.games_due(connection, sealed)
        for game_id in due:
            self._tick(game_id, sealed, sealed)
        return len(due)

    def _tick(self, game_id: int, until: datetime, sealed: datetime) -> bool:
        """What was due in this game before `until` (at `until` itself a letter is still in time).
        False where some of it is not sealed yet."""
        while True:
            with self._database.read() as connection:
                state = self._ledger.load(connection, game_id)
            wake = next_wake(state)
            if wake is None or wake > until or (wake == until and until != sealed):
                return True
            if wake > sealed:
                return False
            self._commit_tick(game_id, until)

    def _commit_tick(self, game_id: int, at: datetime) -> None:
        with self._database.read() as connection:
            game = seats.game(connection, game_id)
            state = self._ledger.load(connection, game_id)
            roster = seats.of_game(connection, game_id)
        if game is None:
            return
        fresh = self._fresh(f"tick {game.name} {state.version}")
        events = decide(state, Tick(), at, hmac.digest(fresh, b"decide", "sha256"))
        if isinstance(events, Refusal) or not events:
            raise RuntimeError(f"a tick of {game.name} at {at} led to nothing: {events}")
        from nomic_mail.game.evolve import fold

        after = fold(events, state)
        notices = compose(state, events, after)
        what = about(game, after.version, at, "tick")
        letters = addressed(self._renderer, notices, roster, self._config, what)
        try:
            with self._database.write() as connection:
                self._ledger.append(connection, game_id, state, events, fresh, None)
                outbox.add(connection, _outgoing(letters), self._clock.now(), game_id, None)
            self._ledger.committed(game_id, replace(after))
        except Conflict:
            log.info("game %s moved on during a tick; looking again", game.name)


def _outgoing(letters: Sequence[Finished]) -> list[Outgoing]:
    return [
        Outgoing(letter.message_id, letter.mail_from, letter.recipient, letter.body)
        for letter in letters
    ]
