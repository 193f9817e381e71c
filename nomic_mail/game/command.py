"""What every command is, and who can give one that is no seat."""

from dataclasses import dataclass
from datetime import datetime

MODERATOR = 0
CLOCK = -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    by: int = CLOCK
    received_at: datetime | None = None
    letter: str = ""
