"""A game's ledger as it is written, read on from where we were: it must be one chain, and no ballot
in it may change."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from nomic_mail.game.events import (
    BallotCast,
    DiceOpened,
    DiceThrown,
    Event,
    GameStarted,
    OrderSealed,
    ProgramAsked,
    ProgramBroke,
    ProgramRan,
    ProgramRead,
    ProposalVetoed,
    VotingClosed,
    VotingReopened,
)
from nomic_mail.game.evolve import evolve
from nomic_mail.game.state import Poll, State
from nomic_mail.play.transcript import told_of
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games import ledger
from nomic_mail.written.entry import GENESIS, Entry, hash_of

MOVING = ("electorate", "left_out", "ballots", "retracted", "closes_at", "extensions")
FROZEN = [name for name in Poll.__struct_fields__ if name not in MOVING]


class Entered(Struct, frozen=True):
    """An event with the game before it, and the letter it came of."""

    seq: int
    before: State
    event: Event
    letter: int | None


class Book:
    def __init__(self, name: str, game_id: int) -> None:
        self.name, self.id = name, game_id
        self.state = State()
        self.head, self.seq = GENESIS, 0
        self.news: list[Entered] = []  # not looked at yet
        self.wrong: list[tuple[str, str]] = []
        self.programs: Counter[str] = Counter()  # what became of them
        self._links: dict[str, int] = {}

    def read_on(self, database: Database, *, tell: bool) -> list[str]:
        """What was written since; each in a line, where somebody listens."""
        with database.read() as connection:
            found = list(ledger.entries(connection, self.id, self.seq))
            query = (
                f"SELECT seq, inbox_id FROM ledger WHERE game_id = {self.id} AND seq > {self.seq}"  # noqa: S608
            )
            causes = {row[0]: row[1] for row in connection.exec_driver_sql(query)}
        for one in found:
            self._take(one, causes.get(one.seq))
        return [f"  * {self.name} {one.seq} {one.kind} {told_of(one)}" for one in found if tell]

    def _take(self, entry: Entry, cause: int | None) -> None:
        if entry.seq != self.seq + 1:
            self._is_wrong("the ledger", f"event {entry.seq} follows event {self.seq}")
        if hash_of(self.head, entry.public, entry.seal) != entry.hash:
            self._is_wrong("the ledger", f"event {entry.seq} breaks the chain of hashes")
        if not entry.fits:
            self._is_wrong("the ledger", f"event {entry.seq} does not commit to what it seals")
        self.seq, self.head = entry.seq, entry.hash
        event, before = entry.event, self.state
        if before.at is not None and event.at < before.at:
            self._is_wrong("the ledger", f"event {entry.seq} goes back in time")
        self.state = evolve(before, event)
        self.news.append(Entered(entry.seq, before, event, cause))
        self._frozen(entry.seq, before, event)
        self.programs.update(_of_programs(event))
        if isinstance(event, DiceThrown | GameStarted) and event.link:
            if event.link in self._links:
                again = f"events {self._links[event.link]} and {entry.seq} use one link"
                self._is_wrong("each throw has its own link", again)
            self._links[event.link] = entry.seq

    def _frozen(self, seq: int, before: State, event: Event) -> None:
        if isinstance(event, VotingReopened):
            return
        for number, old in before.polls.items():
            new = self.state.polls.get(number)
            if new is None:
                if not isinstance(event, VotingClosed) and self.state.status == "running":
                    self._is_wrong("ballots are frozen", f"event {seq} ends the vote on {number}")
                continue
            is_vetoed = isinstance(event, ProposalVetoed) and event.number == number
            for name in FROZEN:
                if name == "vetoed" and is_vetoed:
                    continue
                if getattr(old, name) != getattr(new, name):
                    self._is_wrong("ballots are frozen", f"event {seq} changes {name} of {number}")
            own = event.seat if isinstance(event, BallotCast) else None
            gone = set(old.electorate) - set(new.electorate)
            for seat in set(old.ballots) - gone - {own}:
                if seat in new.ballots and new.ballots[seat] != old.ballots[seat]:
                    self._is_wrong("ballots are frozen", f"event {seq} changes the vote of {seat}")

    def _is_wrong(self, promise: str, what: str) -> None:
        self.wrong.append((promise, f"{self.name}: {what}"))


def _of_programs(event: Event) -> Iterator[str]:
    if isinstance(event, ProgramRead):
        yield "programs_read"
    if isinstance(event, ProgramRan | ProgramAsked | ProgramBroke):
        yield "calls"
    if isinstance(event, ProgramRan | ProgramBroke | OrderSealed) and is_an_action(event):
        yield "actions"
    if isinstance(event, ProgramBroke):
        yield "calls_that_broke"
    if isinstance(event, ProgramRan | ProgramBroke) and event.secret_faces:
        yield "calls_that_dealt"
    if isinstance(event, DiceOpened):
        yield "dice_opened"


def is_an_action(event: ProgramRan | ProgramBroke | OrderSealed) -> bool:
    """That somebody has just written."""
    return isinstance(event, OrderSealed) or (event.kind == "action" and not event.opens)
