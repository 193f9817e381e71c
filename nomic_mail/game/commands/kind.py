"""What every command is."""

from dataclasses import dataclass
from datetime import datetime

MODERATOR = 0
CLOCK = -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """`who` is the name of the moderator whose act it is, and `answers` the number of events there
    were when the letter was written that theirs answers, where that is known; both the pump's to
    say, like the rest."""

    by: int = CLOCK
    received_at: datetime | None = None
    letter: str = ""
    who: str = ""
    answers: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Act(Command):
    """What only the Moderator does (013), and the reason that is given with it."""

    reason: str = ""
