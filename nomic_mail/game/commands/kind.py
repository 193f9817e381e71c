"""What every command is and can say of itself.

`KINDS` has every kind as soon as its file is read.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from msgspec import Struct

from nomic_mail.game.words import Words

MODERATOR = 0
CLOCK = -1

KINDS: dict[str, type["Command"]] = {}


class Command(Struct, frozen=True, kw_only=True):
    """`who` is the name of the moderator whose act it is, `answers` the number of events there were
    when the letter was written that theirs answers, where that is known, `proof` what the letter
    was believed by, and `held_at` when the house's own mail server had it, where that made it in
    time for a vote; all the pump's to say, like the rest.

    A command that led to something stands in the ledger, as its cause: but for the fields in
    `SEALED`, which are sealed there (what stands for them is in `BLANK`), those in `CLOSED`, which
    are as well and never open, and those in `PRIVATE`."""

    # Its name in the record where it is a moderator's; else that of the class.
    NAMED: ClassVar[str] = ""
    IN_A_PAUSE: ClassVar[bool] = False  # whether it may be said while the game is paused
    WHEN_OVER: ClassVar[bool] = False  # and when it is over
    WRITTEN: ClassVar[bool] = True  # whether a letter can hold it
    SEALED: ClassVar[tuple[str, ...]] = ()
    BLANK: ClassVar[Mapping[str, str]] = {}
    CLOSED: ClassVar[tuple[str, ...]] = ("proof",)
    PRIVATE: ClassVar[tuple[str, ...]] = ()

    by: int = CLOCK
    received_at: datetime | None = None
    letter: str = ""
    who: Words = ""
    answers: int | None = None
    proof: str = ""
    held_at: datetime | None = None

    def __init_subclass__(cls) -> None:
        if cls.__name__ != "Act":
            KINDS[cls.__name__] = cls  # of the two that `slots` makes of it, the one that stays


class Act(Command, frozen=True, kw_only=True):
    """What only the Moderator does (013), and the reason that is given with it. It says who of them
    it is, but for what the server does itself, as nobody's act."""

    SIGNED: ClassVar[bool] = True

    reason: Words = ""
