"""What must hold after every step, worked out from what went over the wire.

1. Nothing is lost, nothing is doubled: whatever somebody said they had is there, once for each time
   it was handed over (out of a mailbox that broke off it may be read again), and of the same letter
   only one is acted on.
2. No forged vote counts: nothing that happened in a game came of a letter its sender did not write.
3. No punctual vote is late, and no late one counts (`count`); ballots are frozen, and each throw
   has a link of its own (`book`).
4. The funnel adds up; no letter stumbles; a person's letter is answered once, a machine's never.
5. At the end nothing waits, and the record is proven from itself alone (`verify`).
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from nomic_mail.archive.json import record_json
from nomic_mail.archive.verify import verify
from nomic_mail.game.events import Discussed, OrderSealed, ProgramBroke, ProgramRan
from nomic_mail.game.evolve import fold
from nomic_mail.play.simulator.book import Entered, is_an_action
from nomic_mail.play.simulator.count import InboxRow, recount
from nomic_mail.play.simulator.network import Handed
from nomic_mail.play.simulator.world import Sitting, World
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.store.games import ledger
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.queue import inbox

SETTLED = ("done", "screened", "held", "kept", "discarded", "duplicate")
ROWS = (
    "SELECT id, kind, sha256, recipient, digest, received_at, state, proof, result, seat, game_id"
    " FROM inbox WHERE id > {after} OR id IN ({open})"
)
# One; and before it a question, or the word that it is kept until the game goes on.
ANSWERS = defaultdict(lambda: (1,), {"confirmed": (2,), "kept": (2,), "released": (1, 2)})
CONFIRMS = "confirmed letter"  # a YES is answered by what the letter leads to
LISTENED = "nomic_mail"


class Broken(Exception):
    """A promise that does not hold, and how that is seen."""

    def __init__(self, promise: str, told: str) -> None:
        super().__init__(f"{promise}: {told}")
        self.promise, self.told = promise, told


class Ear(logging.Handler):
    """Hears what the server logs as an error of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else None
        if trouble is not None:
            where = trouble.__traceback__
            while where is not None and where.tb_next is not None:
                where = where.tb_next
            place = f"{where.tb_frame.f_code.co_name}:{where.tb_lineno}" if where else ""
            told = f"{type(trouble).__name__} {trouble} at {place}"
            self.heard.append(f"{record.getMessage()}: {told}")


@contextmanager
def listening() -> Iterator[Ear]:
    """Nothing of it is printed."""
    log, ear, quiet = logging.getLogger(LISTENED), Ear(), logging.NullHandler()
    passed_on, log.propagate = log.propagate, False
    log.addHandler(ear)
    log.addHandler(quiet)
    try:
        yield ear
    finally:
        log.removeHandler(ear)
        log.removeHandler(quiet)
        log.propagate = passed_on


class Promises:
    def __init__(self, world: World, ear: Ear) -> None:
        self._world, self._ear = world, ear
        self._rows: dict[int, InboxRow] = {}
        self._open: set[int] = set()

    @property
    def rows(self) -> dict[int, InboxRow]:
        return self._rows

    def after_step(self) -> None:
        if self._ear.heard:
            raise Broken("no letter stumbles", self._ear.heard[0])
        if self._world.network.troubles:
            raise Broken("nothing is doubled", self._world.network.troubles[0])
        for sitting in self._world.sittings:
            for promise, told in sitting.book.wrong:
                raise Broken(promise, told)
        if self._world.house.daemon is None:
            return
        self._read_rows()
        self._funnel()
        self._nothing_lost()
        self._acted_on_once()
        for sitting in self._world.sittings:
            self._news(sitting)

    def at_end(self) -> None:
        """All that was under way has come in, and all is done."""
        self.after_step()
        if self._world.house.post_box.letters:
            raise Broken("nothing waits for ever", "a letter still lies in the mailbox")
        waiting = [row for row in self._rows.values() if row.state not in SETTLED]
        if waiting:
            raise Broken("nothing waits for ever", f"letter {waiting[0].id} is {waiting[0].state}")
        self._answered_once()
        for sitting in self._world.sittings:
            self._proven(sitting)

    # What came in

    def _read_rows(self) -> None:
        query = ROWS.format(
            after=max(self._rows, default=0), open=",".join(map(str, sorted(self._open)))
        )
        with self._world.house.database.read() as connection:
            found = [InboxRow(*row) for row in connection.exec_driver_sql(query)]
        for row in found:
            self._rows[row.id] = row
            (
                self._open.discard
                if row.state in ("done", "duplicate", "screened")
                else self._open.add
            )(row.id)

    def _funnel(self) -> None:
        with self._world.house.database.read() as connection:
            funnel, received = inbox.funnel(connection), inbox.received(connection)
        if sum(funnel.values()) != received or received != len(self._rows):
            raise Broken(
                "the funnel adds up", f"{received} received, {len(self._rows)} seen, {funnel}"
            )

    def _handed_of(self, row: InboxRow) -> Handed | None:
        return self._world.network.handed.get((row.sha256, row.recipient))

    def _nothing_lost(self) -> None:
        there: Counter[tuple[str, str]] = Counter()
        times: dict[tuple[str, str], list[str]] = {}
        for row in self._rows.values():
            if row.kind == "letter":
                there[row.sha256, row.recipient] += 1
                times.setdefault((row.sha256, row.recipient), []).append(row.received_at)
        lying = {self._world.house.post_box.name(uid) for uid in self._world.house.post_box.letters}
        for key, handed in self._world.network.handed.items():
            count, had = there.pop(key, 0), len(handed.had_at)
            if key[0] in lying:
                continue
            told = f"{handed.posted.told!r} was handed over {had} times, and is there {count} times"
            if count < had:
                raise Broken("nothing is lost", told)
            if count > had + handed.unsaid and not handed.mailbox:
                raise Broken("nothing is doubled", told)
            if not handed.mailbox:
                for at in handed.had_at:
                    if f"{at:%Y-%m-%dT%H:%M:%S.%fZ}" not in times[key]:
                        raise Broken("a letter's time is its receipt", f"{told}: {times[key]}")
        if there:
            raise Broken("nothing comes of nothing", f"nobody sent {next(iter(there))}")

    def _acted_on_once(self) -> None:
        acting: dict[tuple[str, str], int] = {}
        for row in self._rows.values():
            if row.kind != "letter" or row.state in ("duplicate", "waiting"):
                continue
            key = (row.digest, row.recipient.lower())
            if key in acting:
                handed = self._handed_of(row)
                told = handed.posted.told if handed else "a letter"
                raise Broken(
                    "nothing is doubled", f"{told!r} was acted on as {acting[key]} and {row.id}"
                )
            acting[key] = row.id

    # What came of it

    def _news(self, sitting: Sitting) -> None:
        for moment in sitting.book.news:
            row = self._rows.get(moment.letter or 0)
            handed = self._handed_of(row) if row is not None else None
            by_itself = row is not None and row.proof != "released"
            # a broken letter of a player's own, at their own door for talk, is talk (111)
            talk = isinstance(moment.event, Discussed)
            lawful = ("genuine", "malformed") if talk else ("genuine",)
            if handed is not None and handed.posted.nature not in lawful and by_itself:
                kind = type(moment.event).__name__
                told = f"{sitting.name} {moment.seq} {kind} came of: {handed.posted.told}"
                raise Broken("no forged letter moves a game", told)
            if (
                handed is not None
                and by_itself
                and (told := self._anothers(sitting, moment, handed))
            ):
                raise Broken("only one's own action is done", told)
            for promise, told in recount(self._world, sitting, moment, self._rows):
                raise Broken(promise, told)
        sitting.book.news.clear()

    def _anothers(self, sitting: Sitting, moment: Entered, handed: Handed) -> str:
        """Why an action of a rule's program is not the writer's of the letter that it came of."""
        event, writer = moment.event, handed.posted.who
        if not isinstance(event, ProgramRan | ProgramBroke | OrderSealed) or not is_an_action(
            event
        ):
            return ""
        by = event.seat if isinstance(event, OrderSealed) else event.by
        if moment.before.name_of(by) == writer:
            return ""
        return f"{sitting.name} {moment.seq} is of seat {by}, and came of: {handed.posted.told}"

    def _answered_once(self) -> None:
        query = "SELECT inbox_id, recipient, count(*) FROM outbox GROUP BY inbox_id, recipient"
        with self._world.house.database.read() as connection:
            written = {(row[0], row[1]): row[2] for row in connection.exec_driver_sql(query)}
        for row in self._rows.values():
            handed = self._handed_of(row)
            if handed is None or row.kind != "letter":
                continue
            posted = handed.posted
            if posted.who == self._world.moderator.name:
                continue  # news of the game are for them, too
            address = posted.mail_from
            count = written.get((row.id, address), 0) if address else 0
            right = (0,) if row.result.startswith(CONFIRMS) else ANSWERS[row.proof]
            if row.state == "done" and posted.nature == "genuine" and count not in right:
                told = f"{posted.told!r} ({row.id}, {row.proof}) got {count} answers"
                raise Broken("every letter is answered once", told)
            if row.state in ("screened", "duplicate") and count:
                raise Broken("a machine is not answered", f"{posted.told!r} ({row.id}) was")

    def _proven(self, sitting: Sitting) -> None:
        with self._world.house.database.read() as connection:
            entries = list(ledger.entries(connection, sitting.id))
            live = Ledger().load(connection, sitting.id)
        if fold([one.event for one in entries]) != live or live != sitting.book.state:
            raise Broken("the ledger is the game", f"{sitting.name}: its state is another")
        report = verify(json.loads(record_json(entries)), sitting.book.head, runs=Sandbox())
        if report.differences:
            raise Broken("the record is proven", f"{sitting.name}: {report.differences[0]}")
        if report.undecided:
            told = f"{sitting.name}: {report.undecided} events could not be worked out again"
            raise Broken("the record is proven", told)
