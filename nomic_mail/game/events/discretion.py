"""What the Moderator did of their own, and what stood before. Who, and why, is told just before it
by `ModeratorActed`."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic_mail.game.events.kind import Event
from nomic_mail.game.state import RuleStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsAwarded(Event):
    """By a rule in force that gives them, or takes them, in words."""

    seat: int
    points: int
    total: int
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderSet(Event):
    """`rule` is what it goes by: as long as that stands, the order stays as it was set."""

    was: tuple[int, ...]
    order: tuple[int, ...]
    rule: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreCorrected(Event):
    seat: int
    was: int
    total: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleCorrected(Event):
    """It was entered wrongly: this is no amendment, and its number stays (108)."""

    number: int
    status_was: RuleStatus
    title_was: str
    text_was: str
    status: RuleStatus
    title: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnCorrected(Event):
    turn: int
    was: int
    mover: int
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ActUndone(Event):
    """The game stands again as before the event `number`, an `act` of the Moderator's, and all that
    came of it. Where that had ended the game, the deadlines are `later` by the time since."""

    number: int
    act: str
    later: timedelta


@dataclass(frozen=True, kw_only=True, slots=True)
class TalkMuted(Event):
    seat: int
    muted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TalkRemoved(Event):
    """The words of the event `number` are out of the record; their seal stays."""

    number: int
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SuccessorAsked(Event):
    """Whether they will play on in a player's seat; they do once they say so."""

    seat: int
    name: str
