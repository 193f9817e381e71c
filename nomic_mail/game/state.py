"""What a game is at one moment: all that `decide` reads, and no more.

1. Finished proposals are not in it, so a letter costs the same in a ten-year game as in a new one;
   `record.py` folds the whole ledger for those who ask.
2. Everything is frozen; `evolve` makes the next state from the last.
3. No mail address, zone or preference is ever here: those are the seats' (DESIGN, The core).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from nomic_mail.game.commands import Change, ChangeKind, Choice

RuleStatus = Literal["typeless", "immutable", "mutable"]
GameStatus = Literal["forming", "running", "paused", "ended"]
ProcedureName = Literal["turns", "chair"]
Step = Literal["", "proposals", "discussion", "vote"]

STATUS_RANK: Mapping[str, int] = {"typeless": 0, "immutable": 1, "mutable": 2}


def label(number: int) -> str:
    """How a ballot is called: a proposal by its number, a request to join as J and the seat."""
    return f"J{-number}" if number < 0 else str(number)


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """An older form of a rule, kept so that its life can be told and an amendment taken back."""

    number: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...]
    ended_at: datetime
    ended_by: int
    ended_how: ChangeKind = "amend"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """`lineage` is the number it was born with; `number` moves with each amendment (108)."""

    number: int
    lineage: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...] = ()
    history: tuple[Revision, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule book in force, by present number."""

    by_number: Mapping[int, Rule] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Rule]:
        return iter(sorted(self.by_number.values(), key=lambda rule: rule.number))

    def __len__(self) -> int:
        return len(self.by_number)

    def __hash__(self) -> int:
        return hash(tuple(self.by_number))

    def get(self, number: int) -> Rule | None:
        return self.by_number.get(number)

    def now_called(self, number: int) -> int | None:
        """The present number of a rule that once bore this one (108)."""
        for rule in self:
            if any(old.number == number for old in rule.history):
                return rule.number
        return None

    def cite(self, lineage: int) -> str:
        """How to name the rule born with this number, whatever it is called by now."""
        for rule in self.by_number.values():
            if rule.lineage == lineage:
                return f"rule {rule.number:03d}"
        return "the custom of the house"

    def count(self, status: RuleStatus) -> int:
        return sum(1 for rule in self.by_number.values() if rule.status == status)

    def without(self, number: int) -> "Rules":
        return Rules({n: rule for n, rule in self.by_number.items() if n != number})

    def having(self, rule: Rule, *, was: int | None = None) -> "Rules":
        kept = {n: old for n, old in self.by_number.items() if n != was}
        return Rules({**kept, rule.number: rule})


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """House settings: where the rules leave room. They are printed as such, never as rules."""

    debate_min: timedelta = timedelta(hours=48)
    debate_max: timedelta = timedelta(days=7)
    vote_window: timedelta = timedelta(days=7)
    turn_window: timedelta = timedelta(days=7)
    extension: timedelta = timedelta(days=3)
    judge_window: timedelta = timedelta(days=3)
    overrule_window: timedelta = timedelta(days=3)
    extensions: int = 2
    missing_ballot: Literal["extend", "close", "remove"] = "extend"
    missing_turn: Literal["extend", "skip", "remove"] = "extend"
    away: Literal["extend", "note"] = "extend"
    team_mates: str = ""
    digest: Literal["immediate", "daily", "weekly"] = "immediate"


SETTING_CHOICES: Mapping[str, tuple[str, ...]] = {
    "missing_ballot": ("extend", "close", "remove"),
    "missing_turn": ("extend", "skip", "remove"),
    "away": ("extend", "note"),
    "digest": ("immediate", "daily", "weekly"),
}
SETTING_MEANINGS: Mapping[str, str] = {
    "debate_min": "a proposal is debated at least this long before its vote (111)",
    "debate_max": "the ballot opens by itself when a debate has lasted this long (111)",
    "vote_window": "how long a ballot is open, if not all have voted before; 0 is no deadline",
    "turn_window": "how long a player has to propose when the turn is theirs; 0 is no deadline",
    "extension": "how long each extension of a missed window is",
    "judge_window": "how long a judge has to rule before the question passes on (212)",
    "overrule_window": "how long after a ruling silence is consent to the next turn (212)",
    "extensions": "how often a window is extended before the moderator is asked",
    "missing_ballot": "at a vote's deadline: extend, then ask; close without the missing; or "
    "remove who is late, where a rule allows it",
    "missing_turn": "at a turn's deadline: extend, then ask; skip or remove, if a rule allows it",
    "away": "an announced absence: extend the player's windows to its end, or only note it",
    "team_mates": "who plays together: Ada Lovelace + Bob Babbage; Cid Hale + Dot Ray (210, 212)",
    "digest": "how news come to a player who has not said (DIGEST): immediate, daily or weekly",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Player:
    """`joined` orders them as they first joined: the ledger's count at that moment."""

    seat: int
    name: str
    surname: str
    playing: bool = True
    score: int = 0
    letter: str = ""
    away_until: datetime | None = None
    joined: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    number: int
    by: int
    revision: int
    change: Change
    made_at: datetime
    callable_from: datetime
    opens_at: datetime
    withdrawn: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """The question what a rule makes the server do, asked of the Moderator. `answer` is empty while
    it is open; `clauses` are what holds now. Its key is the number of the proposal, and so of the
    rule."""

    clauses: tuple[str, ...]
    answer: Literal["", "keep", "drop", "bind"] = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """Somebody asks to join, and it is not decided yet (301)."""

    seat: int
    name: str
    surname: str
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ballot:
    choice: Choice
    received_at: datetime
    letter: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Poll:
    """A vote in progress. All but the ballots and `closes_at` is frozen from its opening on. A
    number below zero is the request to join of that seat; `weights` are empty where everybody has
    one vote."""

    number: int
    revision: int
    electorate: tuple[int, ...]
    threshold: str
    threshold_rule: int | None
    opened_at: datetime
    closes_at: datetime | None
    abstention: bool = False
    weights: Mapping[int, int] = field(default_factory=dict)
    extensions: int = 0
    ballots: Mapping[int, Ballot] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.electorate if seat not in self.ballots)

    @property
    def counts(self) -> Mapping[Choice, int]:
        """The votes so far, each as many as its player has (207)."""
        counts: dict[Choice, int] = {"for": 0, "against": 0, "abstain": 0}
        for seat, ballot in self.ballots.items():
            counts[ballot.choice] += self.weights.get(seat, 1)
        return counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """`due_at` is None once the proposal is made, or while the moderator has been asked. Of a
    chair's term `step` is the last one called, `ends_at` the end of its period while that runs, and
    `counted_from` the chair from whom the next is reckoned, whoever is chair pro tem."""

    number: int
    mover: int
    began_at: datetime
    due_at: datetime | None
    extensions: int = 0
    over: bool = False
    procedure: ProcedureName = "turns"
    counted_from: int = 0
    step: Step = ""
    ends_at: datetime | None = None
    proposers: tuple[int, ...] = ()
    requests: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """The dice's hash chain (008): `commitment` is public; each draw reveals the link before."""

    number: int
    seed: str
    length: int
    commitment: str
    used: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgment:
    """The open questions of a turn (212). `stands_at` is set by the ruling: unless overruled, it
    stands from then on. `answered` are the questions it is about; `accusers` asked whether the
    chair must be replaced, and `unseated` is the chair that a ruling replaced."""

    questions: tuple[str, ...]
    judge: int
    due_at: datetime
    end_debate: bool = False
    accusers: tuple[int, ...] = ()
    unseated: int | None = None
    tried: tuple[int, ...] = ()
    ruling: str = ""
    answered: int = 0
    winner: int | None = None
    stands_at: datetime | None = None
    overrules: tuple[int, ...] = ()
    consents: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    name: str = ""
    title: str = ""
    ruleset: str = ""
    status: GameStatus = "forming"
    version: int = 0
    at: datetime | None = None
    settings: Settings = Settings()
    rules: Rules = Rules()
    players: Mapping[int, Player] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    turn: Turn | None = None
    circuit: int = 0
    circuit_waits_for: tuple[int, ...] = ()
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    polls: Mapping[int, Poll] = field(default_factory=dict)
    requests: Mapping[int, Request] = field(default_factory=dict)
    bindings: Mapping[int, Binding] = field(default_factory=dict)
    surplus: int = 0
    outage_until: datetime | None = None
    next_number: int = 301
    chain: Chain | None = None
    winners: tuple[int, ...] = ()
    asked: str = ""
    guides: str = ""
    moving: int | None = None
    judgment: Judgment | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """As they joined, whatever order a snapshot was written in."""
        seats = [seat for seat, player in self.players.items() if player.playing]
        return tuple(sorted(seats, key=lambda seat: (self.players[seat].joined, seat)))

    @property
    def proposal(self) -> Proposal | None:
        """The one of the turn; a chair's term may have several."""
        return next(iter(self.proposals.values()), None)

    @property
    def poll(self) -> Poll | None:
        """The vote of the turn; where several are open, the first of them."""
        return next(iter(self.open_polls), None)

    @property
    def live(self) -> tuple[Proposal, ...]:
        """Those that will be voted on, in number order."""
        kept = [one for one in self.proposals.values() if not one.withdrawn]
        return tuple(sorted(kept, key=lambda one: one.number))

    @property
    def open_polls(self) -> tuple[Poll, ...]:
        """Proposals in number order, then requests to join."""
        return tuple(sorted(self.polls.values(), key=lambda one: (one.number < 0, abs(one.number))))

    @property
    def closes_at(self) -> datetime | None:
        """All ballots of a vote close together; None while there is no deadline."""
        closing = [poll.closes_at for poll in self.polls.values() if poll.closes_at is not None]
        return min(closing, default=None)

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has not yet voted on everything that is open."""
        seats = {seat for poll in self.polls.values() for seat in poll.missing}
        return tuple(seat for seat in self.playing if seat in seats)

    def name_of(self, seat: int) -> str:
        if seat in self.requests:
            return self.requests[seat].name
        player = self.players.get(seat)
        return player.name if player else "the Moderator"


__all__ = [
    "SETTING_CHOICES",
    "SETTING_MEANINGS",
    "STATUS_RANK",
    "Ballot",
    "Binding",
    "Chain",
    "Change",
    "ChangeKind",
    "Choice",
    "GameStatus",
    "Judgment",
    "Player",
    "Poll",
    "ProcedureName",
    "Proposal",
    "Request",
    "Revision",
    "Rule",
    "RuleStatus",
    "Rules",
    "Settings",
    "State",
    "Step",
    "Turn",
    "label",
]
