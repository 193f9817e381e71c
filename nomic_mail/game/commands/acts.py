"""The moderator's acts (013): each a line that is said by mail or at the command line alike.

1. An act that answers something names it where that can have changed meanwhile: a turn or a ballot
   by its number. It is refused where another stands now.
"""

from datetime import datetime, timedelta
from typing import Literal

from nomic_mail.game.commands.kind import Act
from nomic_mail.game.words import Clauses, Words


class Bind(Act, frozen=True, kw_only=True):
    """What a rule makes the machine do, where its text says so in words only: the answer to a
    binding question, or new clauses for any rule. `rule` is its number, or its proposal's."""

    rule: int
    answer: Literal["keep", "drop", "bind"]
    clauses: Clauses = ()


class Admit(Act, frozen=True, kw_only=True):
    """A request to join, where a rule leaves it to the Moderator."""

    player: Words = ""


class Decline(Act, frozen=True, kw_only=True):
    player: Words = ""


class Replace(Act, frozen=True, kw_only=True):
    """Somebody else takes over a seat, with its score and its place; `letter` is theirs."""

    SIGNED = False
    WRITTEN = False
    IN_A_PAUSE = True

    seat: int
    name: Words
    surname: Words = ""


class Start(Act, frozen=True, kw_only=True):
    pass


class CloseVote(Act, frozen=True, kw_only=True):
    NAMED = "CLOSE"
    proposal: int | None = None


class Skip(Act, frozen=True, kw_only=True):
    """A turn that is not taken in time, where a rule allows it."""

    turn: int | None = None


class Remove(Act, frozen=True, kw_only=True):
    """A late player, where a rule allows it (011 as revised)."""

    player: Words = ""
    turn: int | None = None


class End(Act, frozen=True, kw_only=True):
    """`winners` where several players reached the goal in one moment: who of them has won."""

    NAMED = "END GAME"
    IN_A_PAUSE = True

    winners: tuple[Words, ...] = ()


class Set(Act, frozen=True, kw_only=True):
    """A house setting, by its name and its written value."""

    IN_A_PAUSE = True

    key: str
    value: Words


class Moderate(Act, frozen=True, kw_only=True):
    """Who moderates from now on: somebody more (`joined`), or some no more (`left`), by name."""

    NAMED = "MODERATORS"
    WRITTEN = False

    joined: Words = ""
    left: tuple[Words, ...] = ()


class ReplaceDice(Act, frozen=True, kw_only=True):
    """The server was set back to a backup: links that have been out since then promise nothing any
    more (008)."""

    SIGNED = False
    WRITTEN = False
    IN_A_PAUSE = True

    backup_at: datetime
    restored_at: datetime


class GoOnFromRecord(Act, frozen=True, kw_only=True):
    """The game was brought here as its public record has it: nothing that was sealed came along."""

    SIGNED = False
    WRITTEN = False
    IN_A_PAUSE = True


class Prolong(Act, frozen=True, kw_only=True):
    """EXTEND: more time for what still runs, or waits for the Moderator: the turn of that number,
    or the debate or the vote on a proposal; by so long, or until then."""

    NAMED = "EXTEND"

    turn: int | None = None
    proposal: int | None = None
    length: timedelta | None = None
    until: datetime | None = None


class Reopen(Act, frozen=True, kw_only=True):
    """A vote that was closed too early goes on, for so long, while nothing was built on its end."""

    proposal: int
    length: timedelta | None = None


class Pause(Act, frozen=True, kw_only=True):
    """Nothing closes until RESUME."""

    IN_A_PAUSE = True


class Resume(Act, frozen=True, kw_only=True):
    """Every deadline is later by the length of the pause."""

    IN_A_PAUSE = True


class Announce(Act, frozen=True, kw_only=True):
    """Words to all players, kept in the record. They are no part of the discussion (013)."""

    IN_A_PAUSE = True

    text: Words = ""


class Dispose(Act, frozen=True, kw_only=True):
    """What becomes of a letter that is held: it acts as the command it means, or is put away with a
    word to its sender. The pump's to do; no matter of the game's, and so no event."""

    IN_A_PAUSE = True

    number: int
    how: Literal["release", "discard"]
