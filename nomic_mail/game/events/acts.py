"""What the moderators do (013)."""

from dataclasses import dataclass

from nomic_mail.game.events.kind import Event


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeratorActed(Event):
    """Who of them acts, with which command, and the reason that is given. What follows from it
    comes right after it, at the same moment."""

    who: str
    act: str
    reason: str = ""
