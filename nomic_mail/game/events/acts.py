"""What the moderators do (013)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nomic_mail.game.events.kind import Event


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeratorActed(Event):
    """Who of them acts, with which command, and the reason that is given. What follows from it
    comes right after it, at the same moment."""

    who: str
    act: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowExtended(Event):
    """`number` is the turn's, or that of the proposal or ballot; `was` is None where no deadline
    ran, since the Moderator was asked. Ballots that are open together are extended together."""

    window: Literal["turn", "period", "debate", "vote"]
    number: int
    was: datetime | None
    until: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class GamePaused(Event):
    """No deadline runs out from here on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameResumed(Event):
    """With the next event, the deadlines are later by the time since then."""

    paused_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Announced(Event):
    """What a moderator tells all players."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingReopened(Event):
    """What the last count brought about is taken back, and its votes go on: the ballots that were
    in are in. A throw that came of it is spent (008)."""

    numbers: tuple[int, ...]
    closes_at: datetime
    missing: tuple[int, ...]
