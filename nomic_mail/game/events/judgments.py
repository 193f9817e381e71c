"""A judgment, from the question to the moment it stands (212)."""

from dataclasses import dataclass
from datetime import datetime

from nomic_mail.game.events.kind import Event, Passing


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentInvoked(Event):
    """212. A second question before the next turn goes to the same judge."""

    by: int
    question: str
    end_debate: bool
    judge: int
    due_at: datetime
    replace_chair: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentGiven(Event):
    judge: int
    text: str
    winner: int | None
    stands_at: datetime
    replace_chair: bool = False


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
