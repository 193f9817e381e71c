"""What people and the clock ask of a game: the only inputs of `decide`.

1. A command says what is wanted, never what follows from it.
2. `by` is the seat that asks; MODERATOR and CLOCK are no seats (013: the Moderator is no player).
3. `received_at` is when its letter came in; `letter` is that letter's canonical digest, which the
   dice later stand on (008). Both are filled in by the pump, never by what a letter claims.
4. `Ask` and its kin are answered from the state and change nothing.
5. A command is one class: what it holds and when it may be said. What follows from it is a function
   marked with `decides` (procedures). `KINDS` has them all, by name.
"""

# ruff: noqa: F403  the names are written once, where the kinds are
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from msgspec import Struct

from nomic_mail.game.commands.acts import *
from nomic_mail.game.commands.discretion import *
from nomic_mail.game.commands.kind import *
from nomic_mail.game.commands.kind import Command
from nomic_mail.game.words import Clauses, Words

Choice = Literal["for", "against", "abstain"]
ChangeKind = Literal["enact", "amend", "repeal", "transmute"]


class Change(Struct, frozen=True, kw_only=True):
    """One rule-change as a player writes it (103). `effects` is None where the letter has no
    Effects block, and empty where it says "Effects: none". `amendment` is the number of the
    amendment that is amended or repealed, where it is not a whole rule (103(2)). `reason` is why,
    where a patch of the rules tells it; of a repeal or a transmutation that is the text."""

    kind: ChangeKind
    target: int | None = None
    amendment: int | None = None
    title: Words = ""
    text: Words = ""
    effects: Clauses | None = None
    reason: Words = ""
    chosen: int | None = None


# Players


class Join(Command, frozen=True, kw_only=True):
    """`name` is the whole name; `surname` is asked for alphabetical orders, and then fixed.
    `invited` is the pump's to say: it answers the Moderator's invitation. `listed`: a patch of the
    list of players says it, which may name anybody."""

    name: Words = ""
    surname: Words = ""
    invited: bool = False
    listed: bool = False


class Observe(Command, frozen=True, kw_only=True):
    """To read what all players are told, and have no part in it: no matter of the game's. Whoever
    plays gets those letters anyway."""


class Leave(Command, frozen=True, kw_only=True):
    """113: a player may always forfeit."""


class Propose(Command, frozen=True, kw_only=True):
    """`more` are the others, where a proposal is of several changes; `power` is what it declares,
    if anything."""

    change: Change
    more: tuple[Change, ...] = ()
    power: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        return (self.change, *self.more)


class Revise(Command, frozen=True, kw_only=True):
    """111: the proponent decides the final form. Fields left empty keep what stands;
    `change.kind` is the kind written in the letter, or None to keep the kind and target too."""

    title: Words = ""
    text: Words = ""
    effects: Clauses | None = None
    change: Change | None = None
    more: tuple[Change, ...] = ()
    proposal: int | None = None
    power: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        return () if self.change is None else (self.change, *self.more)


class Withdraw(Command, frozen=True, kw_only=True):
    """`proposal` says which, where several of one's own are open together."""

    proposal: int | None = None


class ProposeEdited(Command, frozen=True, kw_only=True):
    """A proposal as a unified diff, as an edited copy of the rules, or by the name of a rule of the
    library (`ready`): the pump makes the command of it that `act` names, with the one rule-change
    that it makes.

    `parts` are several changes, of which those that amend may have a diff for their text.

    Of a patch by mail, `subject` is its title where neither `title` nor the rules' files give one,
    `reason` its message, and `again` says that it is a later version of one sent before. `lines`
    are those of a `Try`."""

    act: Literal["propose", "revise", "preview", "try"] = "propose"
    text: Words
    title: Words = ""
    effects: Clauses | None = None
    subject: Words = ""
    reason: Words = ""
    again: bool = False
    ready: str = ""
    lines: tuple[Words, ...] = ()
    parts: tuple[Change, ...] = ()
    power: str = ""


class AddEffects(Command, frozen=True, kw_only=True):
    """EFFECTS alone: the pump makes the `Revise` of it, with what is offered for the proposal's
    words."""

    proposal: int | None = None


class CallVote(Command, frozen=True, kw_only=True):
    """`length` is how long the vote shall last: the chair declares it (202 with a chair)."""

    length: timedelta | None = None


class Vote(Command, frozen=True, kw_only=True):
    """`proposal` is None where the letter names none: then it means the one open ballot. A number
    below zero is a request to join: -7 is J7, the request of seat 7 (301). `choice` is one, or what
    the ballot follows: `as Bob`, `for if 301 passes`. It is one text, so that nobody sees which."""

    SEALED = ("choice", "letter", "comment")
    BLANK: ClassVar[Mapping[str, str]] = {"choice": "for"}

    choice: str
    proposal: int | None = None
    comment: Words = ""


class Retract(Command, frozen=True, kw_only=True):
    proposal: int | None = None


class Discuss(Command, frozen=True, kw_only=True):
    """111: a letter to the talk address, relayed to all players and kept in the record."""

    IN_A_PAUSE = True
    SEALED = ("text", "letter")

    text: Words


class Preview(Command, frozen=True, kw_only=True):
    """What a proposal would change, if it were made (111). Changes nothing."""

    change: Change
    more: tuple[Change, ...] = ()
    power: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        return (self.change, *self.more)


class Try(Command, frozen=True, kw_only=True):
    """What would come of these lines by the rules' programs, and first of a draft. It is done in a
    copy of the game (game.trying) and changes nothing; what the lines say is read there."""

    lines: tuple[Words, ...] = ()
    change: Change | None = None
    more: tuple[Change, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        return (self.change, *self.more) if self.change is not None else ()


class Ask(Command, frozen=True, kw_only=True):
    """A question the record answers (012): as of a moment (`at`), or of a time (`since`, `until`)
    where it is about the past. `topic` is its word, in small letters; which there are, the grammar
    says."""

    topic: str
    argument: Words = ""
    at: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None


class Judgment(Command, frozen=True, kw_only=True):
    """212: any player may invoke it; `end_debate` asks the judge to end a debate (111), and
    `replace_chair` whether a lax Chairperson must be replaced (202 with a chair)."""

    question: Words = ""
    end_debate: bool = False
    replace_chair: bool = False


class Ruling(Command, frozen=True, kw_only=True):
    """The judge's answer, with reasons. `winner` names who has won under 213."""

    text: Words = ""
    winner: Words = ""
    end_debate: bool = False
    replace_chair: bool = False


class Overrule(Command, frozen=True, kw_only=True):
    pass


class Uphold(Command, frozen=True, kw_only=True):
    """A vote for the ruling, where overruling it is voted on."""


class Consent(Command, frozen=True, kw_only=True):
    """To the next turn's beginning while a judgment is open (212)."""


class Away(Command, frozen=True, kw_only=True):
    """A player's announced absence: to a moment, or for so long; neither is "back again"."""

    until: datetime | None = None
    length: timedelta | None = None


# The chair (202 of the game with a Chairperson)


class Call(Command, frozen=True, kw_only=True):
    """The chair's next step, and the time limit declared for it; None is the least there may be.
    The third step, the call for a vote, is `CallVote`."""

    step: Literal["proposals", "discussion"]
    length: timedelta | None = None


class Extend(Command, frozen=True, kw_only=True):
    """More time for the present period, declared before it is over."""

    length: timedelta


class Refuse(Command, frozen=True, kw_only=True):
    """Any player may refuse the chair."""


class Wrote(Command, frozen=True, kw_only=True):
    """A letter of a player's came that leads to nothing else: whoever writes is active."""

    WRITTEN = False
    IN_A_PAUSE = True


# The clock


class Tick(Command, frozen=True, kw_only=True):
    WRITTEN = False


class Outage(Command, frozen=True, kw_only=True):
    """The server took no letters for a while: nobody shall be late for that."""

    WRITTEN = False

    began_at: datetime
    ended_at: datetime
