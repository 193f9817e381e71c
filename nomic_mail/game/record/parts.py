"""The parts of the record, named as in the form `nomic-mail/1`."""

from collections.abc import Iterator, Mapping, MutableMapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from msgspec import Struct, field

from nomic_mail.game.commands import ChangeKind, Choice
from nomic_mail.game.numbers import DIGITS
from nomic_mail.game.part_points import Points
from nomic_mail.game.phrase import NOTHING, Phrase
from nomic_mail.game.rulebook import Rule, RuleStatus
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import TOLD, GameStatus, ProcedureName, State

if TYPE_CHECKING:  # events are made with these parts, and are parts themselves
    from nomic_mail.game import events as e

T = TypeVar("T")

Outcome = Literal["adopted", "defeated", "lapsed", "withdrawn", "void", "open", "vetoed", "unknown"]
NoChange = Literal["initial", "bind", "correct"]


class RuleForm(Struct, frozen=True, kw_only=True):
    """A rule as it stood from `at` on; `by_proposal` is None where the game began with it, and
    where the Moderator only said what its text makes the server do ("bind"), or set right what was
    entered wrongly ("correct")."""

    lineage: int
    number: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...]
    at: datetime
    kind: ChangeKind | NoChange = "initial"
    by_proposal: int | None = None

    @classmethod
    def of(cls, rule: Rule, at: datetime, kind: NoChange = "initial") -> "RuleForm":
        return cls(
            lineage=rule.lineage,
            number=rule.number,
            status=rule.status,
            title=rule.title,
            text=rule.text,
            clauses=rule.clauses,
            at=at,
            kind=kind,
        )

    @property
    def rule(self) -> Rule:
        """As the machine reads it."""
        return Rule(
            number=self.number,
            lineage=self.lineage,
            status=self.status,
            title=self.title,
            text=self.text,
            clauses=self.clauses,
        )


class RuleLife(Struct, kw_only=True):
    """All forms of one rule, the oldest first (108)."""

    forms: list[RuleForm]
    repealed_at: datetime | None = None
    repealed_by: int | None = None

    def form_at(self, moment: datetime) -> RuleForm | None:
        """A change is in force from the completion of its vote on (107)."""
        if self.repealed_at is not None and self.repealed_at <= moment:
            return None
        return next((form for form in reversed(self.forms) if form.at <= moment), None)


class ChangeRecord(Struct, frozen=True, kw_only=True):
    """`effects_kept` says that the rule keeps its clauses, since nothing was said of them;
    `amendment` is the number of the amendment it changes, where that is no whole rule (103(2));
    `chosen` that which a new rule shall have, where it says one."""

    kind: ChangeKind
    target: int | None
    amendment: int | None
    title: str
    text: str
    effects: tuple[str, ...]
    effects_kept: bool
    chosen: int | None = None


class Wording(Struct, frozen=True, kw_only=True):
    """One revision of a proposal (111), with what a `ChangeRecord` has of its first change; `more`
    are the others, in their order; `power` is what it declares."""

    revision: int
    at: datetime
    kind: ChangeKind
    target: int | None
    amendment: int | None
    title: str
    text: str
    effects: tuple[str, ...]
    effects_kept: bool
    warnings: tuple[Phrase, ...]
    more: tuple[ChangeRecord, ...] = ()
    power: str = ""
    chosen: int | None = None


class Remark(Struct):
    """`number` is its place in the ledger; of what was `removed` the words are gone."""

    at: datetime
    seat: int
    text: str
    number: int
    removed: bool = False


class Scored(Struct, frozen=True):
    """Points; without a rule where a score was set right, or an act of the Moderator's undone."""

    at: datetime
    seat: int
    points: Points
    total: Points
    because: Phrase
    rule: int | None


class ActRecord(Struct, frozen=True, kw_only=True):
    """What a moderator did, who, and the reason that was given: `number` is its place in the
    ledger, `of` the place of what it is about; `was` and `now` tell what stood and what stands."""

    number: int
    at: datetime
    act: str
    who: str
    reason: str
    seat: int | None = None
    rule: int | None = None
    of: int | None = None
    was: str = ""
    now: str = ""


class VoteRecord(Struct, kw_only=True):
    """`electorate`, `threshold` (with its quorum, if there is one) and `weights` are as frozen at
    the opening; `left` are the seats that left the game after it, and so dropped out of the vote.
    Where `weights` are empty everybody has one vote (207)."""

    outcome: Outcome = "open"
    reason: Phrase = NOTHING
    tally: Mapping[str, int] | None = None
    votes: Mapping[int, Choice] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    opened_at: datetime | None = None
    closes_at: datetime | None = None
    closed_at: datetime | None = None
    electorate: tuple[int, ...] = ()
    left: list[int] = field(default_factory=list)
    voted: set[int] = field(default_factory=set)
    threshold: str | None = None
    threshold_rule: int | None = None
    weights: Mapping[int, int] = field(default_factory=dict)
    extensions: int = 0


class Bound(Struct, frozen=True):
    """What the Moderator said a proposal under debate would make the server do."""

    at: datetime
    answer: Literal["keep", "drop", "bind"]
    clauses: tuple[str, ...]


class ProposalRecord(VoteRecord, kw_only=True):
    number: int
    by: int
    turn: int | None
    bound: Bound | None = None
    revisions: list[Wording] = field(default_factory=list)
    debate: list[Remark] = field(default_factory=list)
    bound_parts: dict[int, Bound] = field(default_factory=dict)

    def is_bound(self, number: int, how: Bound | None) -> None:
        """Of several changes, each by the number of the rule that it makes."""
        if number == self.number:
            self.bound = how
        elif how is not None:
            self.bound_parts[number] = how
        else:
            self.bound_parts.pop(number, None)


class AdmissionRecord(VoteRecord, kw_only=True):
    """A request to join that was put to the vote (301)."""

    seat: int
    name: str


class Predecessor(Struct, frozen=True):
    """Who played in a seat before, or what its player was called, until `until`."""

    name: str
    until: datetime


class PlayerRecord(Struct, kw_only=True):
    """`position` is the place in the order of play, from 1; `start` the points begun with; `before`
    are those who played in this seat earlier, and the names that its player had."""

    seat: int
    name: str
    surname: str
    status: Literal["playing", "left"] = "playing"
    score: Points
    position: int | None = None
    start: Points
    joined_at: datetime
    left_at: datetime | None = None
    before: list[Predecessor] = field(default_factory=list)


class Period(Struct, frozen=True):
    """A step of the chair (202 with a chair)."""

    step: str
    by: int
    at: datetime
    until: datetime
    proposers: tuple[int, ...]


class Seating(Struct, frozen=True):
    """The chair passed from `was` to `chair`: refused, pro tem, back again, since it left, or since
    it was late; or a turn or chair that was passed on wrongly was given to `chair`."""

    at: datetime
    was: int
    chair: int
    why: Literal["refused", "judgment", "overruled", "gone", "skipped", "corrected"]


class TurnRecord(Struct, kw_only=True):
    """`mover` is whose turn began; who had the chair after that is in `chairs`."""

    number: int
    mover: int
    circuit: int
    procedure: ProcedureName
    began_at: datetime
    ended_at: datetime | None = None
    completed: bool = False
    skipped: bool = False
    periods: list[Period] = field(default_factory=list)
    chairs: list[Seating] = field(default_factory=list)


class Ruled(Struct, frozen=True):
    judge: int
    at: datetime
    text: str
    winner: int | None
    replaces_chair: bool


class JudgmentRecord(Struct, kw_only=True):
    """All questions of one judgment, its judges one after the other, and how it ended (212)."""

    at: datetime
    by: list[int]
    questions: list[str]
    judges: list[int]
    rulings: list[Ruled] = field(default_factory=list)
    overruled_by: list[int] = field(default_factory=list)
    settled_at: datetime | None = None
    how: Phrase = NOTHING


class Commitment(Struct, frozen=True):
    chain: int
    at: datetime
    commitment: str
    length: int


class Shuffle(Struct, frozen=True, kw_only=True):
    """How the order of play was found (007); without dice there is no nonce, and nothing it is
    over."""

    at: datetime
    how: str
    rule: int | None
    order: tuple[int, ...]
    nonce: str | None
    commitment: str | None
    over: str | None
    proven: bool


class Growing(Protocol[T]):
    """What a list is to the record: it grows at its end, and only its last pieces change, or are
    taken back."""

    def append(self, piece: T, /) -> None: ...
    def pop(self) -> T: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> T: ...
    def __iter__(self) -> Iterator[T]: ...
    def __reversed__(self) -> Iterator[T]: ...


class Record(Struct, kw_only=True):
    """Rules by lineage, proposals by number, players by seat; `talk` is what was said to all
    while nothing was proposed. What grows with the game is where its maker put it: in memory, if
    not elsewhere."""

    name: str = ""
    title: str = ""
    ruleset: str = ""
    status: GameStatus = "forming"
    created_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    ended_because: Phrase = NOTHING
    winners: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    settings: Settings = field(default_factory=Settings)
    initial: tuple[Rule, ...] = ()
    first_number: int = 301
    players: dict[int, PlayerRecord] = field(default_factory=dict)
    rules: MutableMapping[int, RuleLife] = field(default_factory=dict)
    proposals: MutableMapping[int, ProposalRecord] = field(default_factory=dict)
    admissions: Growing[AdmissionRecord] = field(default_factory=list)
    turns: Growing[TurnRecord] = field(default_factory=list)
    judgments: Growing[JudgmentRecord] = field(default_factory=list)
    surplus: int = 0
    surplus_changes: "Growing[e.SurplusChanged]" = field(default_factory=list)
    won: "e.GameWon | None" = None
    rolls: "Growing[e.DiceThrown]" = field(default_factory=list)
    scores: Growing[Scored] = field(default_factory=list)
    acts: Growing[ActRecord] = field(default_factory=list)
    talk: Growing[Remark] = field(default_factory=list)
    commitments: list[Commitment] = field(default_factory=list)
    shuffle: Shuffle | None = None
    announcements: "Growing[e.Announced]" = field(default_factory=list)
    secretive: bool = False  # a program keeps, or has kept, what its owner alone may see
    digits: int = DIGITS  # of a rule's number, at least
    events: int = 0

    @property
    def keeps_secrets(self) -> bool:
        """Its ledger is not for everybody yet."""
        return self.secretive and self.status != "ended"

    @property
    def has_points(self) -> bool:
        """False of a game that is told without any."""
        begun = any(one.start for one in self.players.values())
        return self.ruleset != TOLD or begun or len(self.scores) > 0

    def vote_on(self, number: int) -> VoteRecord:
        """The vote on a proposal, or on a request to join."""
        return self.proposals[number] if number >= 0 else self.admission(-number)

    def admission(self, seat: int) -> AdmissionRecord:
        """The last request of that seat."""
        return next(one for one in reversed(self.admissions) if one.seat == seat)

    def void(self, before: State, at: datetime, reason: Phrase) -> None:
        """Votes that never came to their count, because play went on or ended without them."""
        for one in before.live:
            proposal = self.proposals[one.number]
            proposal.outcome, proposal.reason, proposal.closed_at = "void", reason, at
        for poll in before.polls.values():
            if poll.number < 0:
                vote = self.vote_on(poll.number)
                vote.outcome, vote.reason, vote.closed_at = "void", reason, at
