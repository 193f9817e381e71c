"""What the Moderator does of their own: where a rule leaves it to them, or something went wrong.

1. Each says why, and the record keeps it: `reason`, as with every act.
2. What a mistake has made is never rewritten: a correction is an event of its own, that says what
   stood and what stands. `stood` is what the moderator expects to find, where they say so.
"""

from dataclasses import dataclass
from typing import Literal

from nomic_mail.game.commands.kind import Act
from nomic_mail.game.part_points import Points
from nomic_mail.game.words import Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Award(Act):
    """Points that a rule gives in words."""

    player: Words
    points: Points
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Fine(Award):
    """Points that a rule takes in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Roll(Act):
    """A throw of the dice that a rule calls for in words, such as 2d6 (008)."""

    dice: str
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SetOrder(Act):
    """The whole order of play, by the players' names."""

    NAMED = "ORDER"

    order: tuple[Words, ...]
    rule: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectScore(Act):
    NAMED = "CORRECT SCORE"
    player: Words
    total: Points
    stood: Points | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectRule(Act):
    """What a rule says, or what it is, where that was entered wrongly. Empty fields stay."""

    NAMED = "CORRECT RULE"

    rule: int
    title: Words = ""
    text: Words = ""
    status: Literal["typeless", "immutable", "mutable"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectTurn(Act):
    """The turn `stood` is `player`'s: it was passed on wrongly."""

    NAMED = "CORRECT TURN"

    player: Words
    stood: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Act):
    """The Moderator's own last act; `number` is its place in the ledger."""

    IN_A_PAUSE = True
    WHEN_OVER = True

    number: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Mute(Act):
    """What a player writes to all is not passed on."""

    IN_A_PAUSE = True
    WHEN_OVER = True

    player: Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Unmute(Act):
    IN_A_PAUSE = True
    WHEN_OVER = True
    player: Words


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveTalk(Act):
    """`number` is the letter's place in the ledger; `seat` wrote it, as the pump finds there, and
    is None where no letter to all has that number."""

    NAMED = "REMOVE TALK"
    IN_A_PAUSE = True
    WHEN_OVER = True

    number: int
    seat: int | None = None
    removed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AskSuccessor(Act):
    """Somebody is asked to play on in a player's seat; the address is the pump's alone."""

    NAMED = "REPLACE"
    IN_A_PAUSE = True
    PRIVATE = ("address",)

    player: Words
    name: Words
    address: str = ""
