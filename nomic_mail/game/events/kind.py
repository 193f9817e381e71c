"""What every event is, and the words several of them use."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

Outcome = Literal["adopted", "defeated", "lapsed", "void", "unknown"]  # unknown: of a told game
Passing = Literal["overruled", "silent", "gone", "chair"]
Mooting = Literal["revised", "withdrawn", "opened"]
Declining = Literal["voted", "declined", "withdrawn"]
Replacing = Literal["judgment", "overruled", "gone", "skipped"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """`SEALED_SINCE` is the first version of the form in which they are sealed."""

    VERSION: ClassVar[int] = 1
    SEALED: ClassVar[tuple[str, ...]] = ()
    SEALED_SINCE: ClassVar[int] = 1

    at: datetime
