"""The game itself: its beginning, its turns, the chair's steps, its end."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from nomic_mail.game.events.kind import Event, Replacing
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import ProcedureName, Rule, Step


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCreated(Event):
    name: str
    title: str
    ruleset: str
    settings: Settings
    rules: tuple[Rule, ...]
    first_number: int
    guides: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceCommitted(Event):
    """008: the end of a hash chain, published before anyone can know what its links will throw."""

    SEALED: ClassVar[tuple[str, ...]] = ("seed",)

    chain: int
    commitment: str
    length: int
    seed: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceReplaced(DiceCommitted):
    """008: a chain announced before the last one is spent, since the server was set back to a
    backup: what it had thrown and published after that, it would throw again."""

    backup_at: datetime
    restored_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class GameImported(DiceCommitted):
    """The game goes on from its public record, on a server that was told nothing else: links to
    come, and ballots that were still sealed, are nobody's here. So the dice are new (008), and
    `votes`, those that were open, begin anew. It pauses, from when the record ends."""

    recorded_at: datetime
    votes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameStarted(Event):
    """`order` with its proof (007): the link it was shuffled by, over the letters that joined."""

    order: tuple[int, ...]
    how: str
    rule: int | None
    link: str
    over: tuple[tuple[int, str], ...]
    proven: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingChanged(Event):
    key: str
    value: str
    settings: Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnBegan(Event):
    """`order` is empty but where the order of play is another from this turn on (201)."""

    turn: int
    mover: int
    circuit: int
    due_at: datetime | None
    order: tuple[int, ...] = ()
    procedure: ProcedureName = "turns"


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnExtended(Event):
    turn: int
    mover: int
    due_at: datetime
    extension: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnEnded(Event):
    """`skipped` where the Moderator passed over it under a rule."""

    turn: int
    mover: int
    completed: bool
    skipped: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PeriodBegan(Event):
    """The chair's next step, and the time limit declared for it (202 with a chair). `numbers` are
    the proposals it is about, `requests` the seats that ask to join (301)."""

    turn: int
    step: Step
    by: int
    until: datetime
    proposers: tuple[int, ...]
    numbers: tuple[int, ...] = ()
    requests: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PeriodExtended(Event):
    """Declared by the chair before the period was over."""

    turn: int
    step: Step
    until: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PeriodEnded(Event):
    """`due_at` is when the chair is expected to have called the next step (house)."""

    turn: int
    step: Step
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChairRefused(Event):
    """Any player may refuse the chair, until they take a step of it; it passes to the next in the
    order. `due_at` is None while a period runs."""

    turn: int
    seat: int
    chair: int
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChairPassedOver(Event):
    """202(a): AWAY until then when the chair came to them, and so not active. Told before whoever
    takes it. With that their place in the circuit has come by, but for a term `pro_tem`, which was
    not theirs."""

    seat: int
    until: datetime
    pro_tem: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ChairReplaced(Event):
    """Pro tem, by judgment, or because the chair has left or is passed over; or back again, where
    the judgment was overruled. The next chair is reckoned from the chair that was replaced."""

    turn: int
    was: int
    chair: int
    why: Replacing
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DeadlinesMoved(Event):
    """Every deadline that is still to come is so much later. Of an outage or a pause: from when to
    when; what an earlier one has counted already is not in `by`."""

    why: Literal["outage", "pause"]
    by: timedelta
    began_at: datetime
    ended_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class GameWon(Event):
    """`goal` is None where the win is by ruling (213)."""

    winners: tuple[int, ...]
    goal: int | None
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GameEnded(Event):
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeratorAsked(Event):
    """Something only a person can settle; no deadline runs meanwhile."""

    matter: Literal["missing turn", "missing ballot", "one player left", "several winners"]
    question: str
    number: int | None = None
