"""What happened: the ledger's entries, the record rule 012 asks for.

1. An event is an outcome, complete in itself; folding events needs no rule and no luck.
2. Fields named in `SEALED` (a ballot's choice before the count, the dice seed) are kept apart from
   the public part; the ledger's hash covers only their salted digest until they are opened.
3. A correction is a new event. Nothing here is ever changed or taken out.
4. `VERSION` is the version of a kind's written form; older forms are read through upcasters.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

from nomic_mail.game.commands import Change, ChangeKind, Choice
from nomic_mail.game.state import Rule, RuleStatus, Settings

Outcome = Literal["adopted", "defeated", "lapsed"]
Passing = Literal["overruled", "silent", "gone"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    VERSION: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()

    at: datetime


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
class PlayerJoined(Event):
    """`letter` is the digest of the letter that joined; empty where the moderator vouched."""

    seat: int
    name: str
    surname: str
    letter: str
    score: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Event):
    """`removed` by the Moderator under `rule`, or forfeiting (113)."""

    seat: int
    rule: int = 113
    removed: bool = False


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
class ProposalMade(Event):
    """Revision 1 of a number, or a later one where a withdrawn proposal is replaced (108)."""

    number: int
    revision: int
    by: int
    change: Change
    callable_from: datetime
    opens_at: datetime
    warnings: tuple[str, ...]
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalRevised(Event):
    """111: the proponent decides the final form."""

    number: int
    revision: int
    by: int
    change: Change
    callable_from: datetime
    opens_at: datetime
    warnings: tuple[str, ...]
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalWithdrawn(Event):
    number: int
    by: int
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Discussed(Event):
    seat: int
    text: str
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingOpened(Event):
    number: int
    revision: int
    electorate: tuple[int, ...]
    threshold: str
    threshold_rule: int | None
    closes_at: datetime | None
    called_by: int
    abstention: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class BallotCast(Event):
    """010: secret until the count. `changed` says that an earlier ballot is replaced by this.
    The letter's digest is sealed with the choice: it covers the word, which could be guessed."""

    SEALED: ClassVar[tuple[str, ...]] = ("choice", "letter")

    number: int
    seat: int
    received_at: datetime
    letter: str
    changed: bool
    choice: Choice


@dataclass(frozen=True, kw_only=True, slots=True)
class BallotRetracted(Event):
    number: int
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingExtended(Event):
    number: int
    closes_at: datetime
    extension: int
    missing: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingClosed(Event):
    """010: the outcome and how each voted. Opens the seals of this ballot's `BallotCast`s."""

    number: int
    outcome: Outcome
    reason: str
    rule: int | None
    tally: Mapping[str, int]
    votes: Mapping[int, Choice]
    absent: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleChanged(Event):
    """`was` is the number it bore before; `number` is None where it was repealed (103, 108)."""

    kind: ChangeKind
    proposal: int
    was: int | None
    number: int | None
    lineage: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsScored(Event):
    seat: int
    points: int
    total: int
    because: str
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceThrown(Event):
    """008: HMAC of `link` over `message` gives `faces`; SHA-256 of `link` is `commitment`."""

    turn: int
    roll: int
    by: int
    dice: str
    faces: tuple[int, ...]
    link: str
    commitment: str
    message: str
    proven: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentInvoked(Event):
    """212. A second question before the next turn goes to the same judge."""

    by: int
    question: str
    end_debate: bool
    judge: int
    due_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentGiven(Event):
    judge: int
    text: str
    winner: int | None
    stands_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class OverruleGiven(Event):
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentGiven(Event):
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgePassed(Event):
    was: int
    judge: int
    why: Passing
    due_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentSettled(Event):
    how: str
    ruling: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerAway(Event):
    seat: int
    until: datetime | None


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


AnyEvent = (
    GameCreated
    | DiceCommitted
    | PlayerJoined
    | PlayerLeft
    | GameStarted
    | SettingChanged
    | TurnBegan
    | TurnExtended
    | TurnEnded
    | ProposalMade
    | ProposalRevised
    | ProposalWithdrawn
    | Discussed
    | VotingOpened
    | BallotCast
    | BallotRetracted
    | VotingExtended
    | VotingClosed
    | RuleChanged
    | PointsScored
    | DiceThrown
    | JudgmentInvoked
    | JudgmentGiven
    | OverruleGiven
    | ConsentGiven
    | JudgePassed
    | JudgmentSettled
    | PlayerAway
    | GameWon
    | GameEnded
    | ModeratorAsked
)
