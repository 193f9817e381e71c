"""What the Moderator did of their own: each with who, when and why, and what stood before."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic_mail.game.events.kind import Event
from nomic_mail.game.state import RuleStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class Act(Event):
    """`moderator` is the registered name; no address is ever in an event."""

    moderator: str
    because: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsAwarded(Act):
    """By a rule in force that gives them, or takes them, in words."""

    seat: int
    points: int
    total: int
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderSet(Act):
    """`rule` is what it goes by: as long as that stands, the order stays as it was set."""

    was: tuple[int, ...]
    order: tuple[int, ...]
    rule: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreCorrected(Act):
    seat: int
    was: int
    total: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleCorrected(Act):
    """It was entered wrongly: this is no amendment, and its number stays (108)."""

    number: int
    status_was: RuleStatus
    title_was: str
    text_was: str
    status: RuleStatus
    title: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnCorrected(Act):
    turn: int
    was: int
    mover: int
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ActUndone(Act):
    """The game stands again as before the event `number`, an `act` of the Moderator's, and all that
    came with it. Where that had ended the game, the deadlines are `later` by the time since."""

    number: int
    act: str
    later: timedelta


@dataclass(frozen=True, kw_only=True, slots=True)
class TalkMuted(Act):
    seat: int
    muted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TalkRemoved(Act):
    """The words of the event `number` are out of the record; their seal stays."""

    number: int
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SuccessorAsked(Act):
    """Whether they will play on in a player's seat; they do once they say so."""

    seat: int
    name: str
