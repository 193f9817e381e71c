"""Proposals, their debate, their vote, and what the vote brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Literal

from nomic_mail.game.commands import Change, ChangeKind, Choice
from nomic_mail.game.events.kind import Event, Outcome
from nomic_mail.game.state import RuleStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalMade(Event):
    """Revision 1 of a number, or a later one where a withdrawn proposal is replaced (108)."""

    number: int
    revision: int
    by: int
    change: Change
    callable_from: datetime
    opens_at: datetime
    warnings: tuple[str, ...]
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalRevised(Event):
    """111: the proponent decides the final form."""

    number: int
    revision: int
    by: int
    change: Change
    callable_from: datetime
    opens_at: datetime
    warnings: tuple[str, ...]
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalWithdrawn(Event):
    number: int
    by: int
    due_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Discussed(Event):
    """Its words are sealed, and the record opens them at once: so they can be taken out again, and
    the chain holds (`TalkRemoved`)."""

    VERSION: ClassVar[int] = 2
    SEALED: ClassVar[tuple[str, ...]] = ("text", "letter")
    SEALED_SINCE: ClassVar[int] = 2

    seat: int
    text: str
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BindingAsked(Event):
    """A rule with clauses is to have a new text, and the proposal has no Effects block: unless the
    Moderator answers otherwise, the rule keeps `clauses`."""

    number: int
    target: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleBound(Event):
    """What a rule, or a proposal still under debate, makes the server do from now on (107)."""

    number: int
    answer: Literal["keep", "drop", "bind"]
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingOpened(Event):
    """A number below zero is the request to join of that seat (301), which has no number of its
    own. `weights` are the votes of each, where not everybody has one (207)."""

    number: int
    revision: int
    electorate: tuple[int, ...]
    threshold: str
    threshold_rule: int | None
    closes_at: datetime | None
    called_by: int
    abstention: bool = False
    weights: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class BallotCast(Event):
    """010: secret until the count. `changed` says that an earlier ballot is replaced by this.
    The letter's digest is sealed with the choice: it covers the word, which could be guessed."""

    SEALED: ClassVar[tuple[str, ...]] = ("choice", "letter")

    number: int
    seat: int
    received_at: datetime
    letter: str
    changed: bool
    choice: Choice


@dataclass(frozen=True, kw_only=True, slots=True)
class BallotRetracted(Event):
    """`received_at` is when its letter came, which may be long before it was confirmed."""

    number: int
    seat: int
    received_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingExtended(Event):
    number: int
    closes_at: datetime
    extension: int
    missing: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class VotingClosed(Event):
    """010: the outcome and how each voted. Opens the seals of this ballot's `BallotCast`s."""

    number: int
    outcome: Outcome
    reason: str
    rule: int | None
    tally: Mapping[str, int]
    votes: Mapping[int, Choice]
    absent: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleChanged(Event):
    """`was` is the number it bore before; `number` is None where it was repealed (103, 108).
    `takes_back` is the amendment that this one repeals (103(2))."""

    kind: ChangeKind
    proposal: int
    was: int | None
    number: int | None
    lineage: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...]
    takes_back: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsScored(Event):
    seat: int
    points: int
    total: int
    because: str
    rule: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceThrown(Event):
    """008: HMAC of `link` over `message` gives `faces`; SHA-256 of `link` is `commitment`."""

    turn: int
    roll: int
    by: int
    dice: str
    faces: tuple[int, ...]
    link: str
    commitment: str
    message: str
    proven: bool
