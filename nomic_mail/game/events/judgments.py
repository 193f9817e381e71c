"""A judgment, from the question to the moment it stands (212)."""

from dataclasses import dataclass
from datetime import datetime

from nomic_mail.game.events.kind import Event, Mooting, Passing


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
class SilenceConsented(Event):
    """Nobody overruled the ruling in the time that the house gives: the next turn may begin. Until
    it does, the ruling can be overruled."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgePassed(Event):
    """Without a `judge` nobody is left, and at `due_at` silence is consent to the next turn."""

    was: int
    judge: int | None
    why: Passing
    due_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionMoot(Event):
    """111: whether the debate shall end was asked of a text that is not debated any more. Where it
    leaves a ruling and no question, silence is consent at `stands_at`."""

    question: str
    why: Mooting
    stands_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgmentSettled(Event):
    """The next turn begins; or the ruling names the winner, and nobody has overruled it (213)."""

    how: str
    ruling: str
