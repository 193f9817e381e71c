"""What the clock, and no letter, brings about: deadlines, and outages that move them."""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from nomic_mail.game.commands import MODERATOR, Tick
from nomic_mail.game.commands import Outage as GameOutage
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import next_wake
from nomic_mail.game.procedures.rounds import GRACE
from nomic_mail.game.state import State
from nomic_mail.pump.aside import Aside
from nomic_mail.pump.burst import by_one, tell
from nomic_mail.pump.out.moved import moved_letters
from nomic_mail.pump.plan import (
    STANDS_STILL,
    Desk,
    Plan,
    committed,
    note_done,
    outgoing,
    with_letters_to_all,
    write,
)
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Conflict, Connection
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.queue import inbox, outbox
from nomic_mail.store.queue.lanes import Lane

log = logging.getLogger("nomic_mail.pump")

SHORT = timedelta(minutes=5)  # nobody is kept from writing by less

Fresh = Callable[[str], bytes]
Tell = Callable[[Connection, str, str, str], None]


class Ticking:
    def __init__(
        self,
        desk: Desk,
        fresh: Fresh,
        tell: Tell,
        now: Callable[[], datetime],
        lane: Lane | None = None,
        aside: Aside | None = None,
    ) -> None:
        self._database, self._desk, self._ledger = desk.database, desk, desk.ledger
        self._fresh, self._tell, self._now = fresh, tell, now
        self._lane, self._aside = lane, aside or Aside(lambda: 0.0)
        self._stuck: dict[int, str] = {}  # the games that cannot go on, and why

    def all_due(self, due: Sequence[int], sealed: datetime, waiting: Collection[int]) -> int:
        """Does what is due by `sealed` in all games, and returns how much that was.

        It waits until no earlier letter is left: another pump may have some in hand. Where several
        workers share the letters some always are; there each tick looks for those of its own game.
        """
        if due and self._lane is None:
            with self._database.read() as connection:
                known = {*waiting, *self._aside.letters()}
                if inbox.unsettled_until(connection, sealed, known):
                    return 0
        return sum(self.tick(one, sealed, sealed, waiting, at_once=True) or 0 for one in due)

    def is_due(self, game_id: int, state: State | None, until: datetime) -> bool:
        """Whether a tick has anything to do; `state` is None where the game cannot be read, which
        the tick will tell."""
        if state is None:
            return True
        wake = next_wake(state)
        if wake is not None and wake < until:
            return True
        self._stuck.pop(game_id, None)
        return False

    def tick(
        self,
        game_id: int,
        until: datetime,
        sealed: datetime,
        waiting: Collection[int],
        *,
        at_once: bool = False,
    ) -> int | None:
        """Does what was due in this game before `until`; with `at_once` also what is due at that
        moment. (A letter that came at the very moment of a deadline is in time.)

        None where it cannot all be done: some of it is not sealed yet, an earlier letter has only
        just come in, or it fails. The letter that waits for it is not to blame, nor another game.
        """
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
        """The moderator is told that a game cannot go on: once, however often it is tried."""
        if self._stuck.get(game_id) == why:
            return
        log.exception("game %s stands still", game_id)
        with self._database.write() as connection:
            game = seats.game(connection, game_id)
            name = game.name if game is not None else str(game_id)
            text = STANDS_STILL.format(name=name, why=why)
            now = self._now().isoformat()
            self._tell(connection, f"The game {name} stands still", text, f"{why} {now}")
        self._stuck[game_id] = why

    def _commit_tick(
        self, game_id: int, at: datetime, wake: datetime, waiting: Collection[int]
    ) -> bool:
        """False where a letter from before `wake` has come in since we looked. None can be missed:
        a letter that another process hands in gets its time in the transaction that writes it, so
        it is seen here or is later than all that is sealed."""
        plan = self._planned(game_id, Tick(), at, "tick")
        if plan is None:
            raise RuntimeError(f"a tick of game {game_id} at {at} led to nothing")
        try:
            with self._database.write() as connection:
                known = {*waiting, *self._aside.elsewhere(game_id)}
                left = inbox.unsettled_until(connection, wake, known, game_id, self._lane)
                if left:
                    return False
                write(connection, self._ledger, plan, self._now(), None)
            committed(self._ledger, plan)
            note_done("deadline", plan.game.name if plan.game else "", plan.events, plan.letters)
        except Conflict:
            log.info("game %s moved on during a tick; looking again", game_id)
        return True

    def settle_outages(self) -> None:
        """What was due while no letter could come in is due later, before anything else is. A short
        one is told only where something is due before all mail servers have tried again."""
        with self._database.read() as connection:
            away = heartbeats.outages(connection)
            games = [one for one in seats.all_games(connection) if one.next_wake] if away else []
        several = len(games) > 1
        for outage in away:
            command = GameOutage(began_at=outage.began_at, ended_at=outage.ended_at)
            tried_again = outage.ended_at + GRACE
            short = outage.ended_at - outage.began_at < SHORT
            for game in games:
                if short and game.next_wake and game.next_wake > tried_again:
                    continue
                try:
                    while not self._move_deadlines(game.id, command, several):
                        log.info("game %s moved on meanwhile; looking again", game.name)
                except Busy:
                    raise
                except Exception as trouble:
                    self._stands_still(game.id, f"{type(trouble).__name__}: {trouble}")
            letters = moved_letters(self._desk, games, outage, self._now()) if several else []
            with self._database.write() as connection:
                if not heartbeats.over(connection, outage):
                    continue  # another was at it, too
                addresses.put_off(connection, outage.began_at, outage.ended_at)
                outbox.add(connection, outgoing(letters), self._now(), None, None)

    def _move_deadlines(self, game_id: int, command: GameOutage, several: bool) -> bool:
        """Of several games a moderator is told in one letter, when all have moved."""
        but = (MODERATOR,) if several else ()
        plan = self._planned(game_id, command, command.ended_at, "outage", but)
        if plan is None:
            return True
        try:
            with self._database.write() as connection:
                write(connection, self._ledger, plan, self._now(), None)
        except Conflict:
            return False
        committed(self._ledger, plan)
        return True

    def _planned(
        self,
        game_id: int,
        command: Tick | GameOutage,
        at: datetime,
        cause: str,
        but: Sequence[int] = (),
    ) -> Plan | None:
        """What the clock, and no letter, brings about in a game; None where that is nothing."""
        with self._database.read() as connection:
            game = seats.game(connection, game_id)
            before = self._ledger.load(connection, game_id)
            roster = seats.of_game(connection, game_id)
        if game is None:
            return None
        fresh = self._fresh(f"{cause} {game.name} {before.version}")
        burst = by_one(self._desk, game, before, command, at, fresh, b"decide")
        if isinstance(burst, Refusal) or not burst.events:
            return None
        tell(self._desk, burst, roster, cause, but=but)
        return with_letters_to_all(self._desk, Plan(game=game).takes(burst))
