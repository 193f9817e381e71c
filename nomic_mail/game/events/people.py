"""Who comes, who goes, who is away."""

from dataclasses import dataclass
from datetime import datetime

from nomic_mail.game.events.kind import Declining, Event


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerJoined(Event):
    """`letter` is the digest of the letter that joined; empty where the moderator vouched.
    `invited`: it answered an invitation of the Moderator's, who need not be asked again."""

    seat: int
    name: str
    surname: str
    letter: str
    score: int = 0
    invited: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLeft(Event):
    """`removed` by the Moderator under `rule`, or forfeiting (113)."""

    seat: int
    rule: int = 113
    removed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerAway(Event):
    seat: int
    until: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerReplaced(Event):
    """Somebody else plays on in this seat, with its score; what `was` did stays under that name."""

    seat: int
    was: str
    name: str
    surname: str
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinRequested(Event):
    """Where a rule does not let just anybody in (301): kept until it is decided."""

    seat: int
    name: str
    surname: str
    letter: str
    rule: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinDeclined(Event):
    seat: int
    name: str
    why: Declining
    rule: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeratorsChanged(Event):
    """By name, as they call themselves; where they are written to is nobody's matter."""

    joined: str
    left: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SurplusChanged(Event):
    """301: a leaver's points go to the Government Surplus; below zero it is a Deficit."""

    seat: int
    points: int
    total: int
    rule: int
