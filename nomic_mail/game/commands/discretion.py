"""What the Moderator does of their own: where a rule leaves it to them, or something went wrong.

1. Each says why, and the record keeps it: `reason`, as with every act.
2. What a mistake has made is never rewritten: a correction is an event of its own, that says what
   stood and what stands. `stood` is what the moderator expects to find, where they say so.
"""

from typing import Literal

from nomic_mail.game.commands.kind import Act
from nomic_mail.game.part_points import Points
from nomic_mail.game.words import Words


class Award(Act, frozen=True, kw_only=True):
    """Points that a rule gives in words."""

    player: Words
    points: Points
    rule: int


class Fine(Award, frozen=True, kw_only=True):
    """Points that a rule takes in words."""


class Roll(Act, frozen=True, kw_only=True):
    """A throw of the dice that a rule calls for in words, such as 2d6 (008)."""

    dice: str
    rule: int


class SetOrder(Act, frozen=True, kw_only=True):
    """The whole order of play, by the players' names."""

    NAMED = "ORDER"

    order: tuple[Words, ...]
    rule: int | None = None


class CorrectScore(Act, frozen=True, kw_only=True):
    NAMED = "CORRECT SCORE"
    player: Words
    total: Points
    stood: Points | None = None


class CorrectRule(Act, frozen=True, kw_only=True):
    """What a rule says, or what it is, where that was entered wrongly. Empty fields stay."""

    NAMED = "CORRECT RULE"

    rule: int
    title: Words = ""
    text: Words = ""
    status: Literal["typeless", "immutable", "mutable"] | None = None


class CorrectTurn(Act, frozen=True, kw_only=True):
    """The turn `stood` is `player`'s: it was passed on wrongly."""

    NAMED = "CORRECT TURN"

    player: Words
    stood: int


class Undo(Act, frozen=True, kw_only=True):
    """The Moderator's own last act; `number` is its place in the ledger."""

    IN_A_PAUSE = True
    WHEN_OVER = True

    number: int | None = None


class Mute(Act, frozen=True, kw_only=True):
    """What a player writes to all is not passed on."""

    IN_A_PAUSE = True
    WHEN_OVER = True

    player: Words


class Unmute(Act, frozen=True, kw_only=True):
    IN_A_PAUSE = True
    WHEN_OVER = True
    player: Words


class RemoveTalk(Act, frozen=True, kw_only=True):
    """`number` is the letter's place in the ledger; `seat` wrote it, as the pump finds there, and
    is None where no letter to all has that number."""

    NAMED = "REMOVE TALK"
    IN_A_PAUSE = True
    WHEN_OVER = True

    number: int
    seat: int | None = None
    removed: bool = False


class AskSuccessor(Act, frozen=True, kw_only=True):
    """Somebody is asked to play on in a player's seat; the address is the pump's alone."""

    NAMED = "REPLACE"
    IN_A_PAUSE = True
    PRIVATE = ("address",)

    player: Words
    name: Words
    address: str = ""
