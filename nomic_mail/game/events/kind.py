"""What every event is, and the words several of them use."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

Outcome = Literal["adopted", "defeated", "lapsed", "void"]
Passing = Literal["overruled", "silent", "gone", "chair"]
Mooting = Literal["revised", "withdrawn", "opened"]
Declining = Literal["voted", "declined", "withdrawn"]
Replacing = Literal["judgment", "overruled", "gone", "skipped"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    VERSION: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()

    at: datetime
