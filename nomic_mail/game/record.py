"""The full record, folded from the ledger in one pass (012): proposals, votes, rules at any date.

1. Each event is taken once, in order; what is kept grows with the game, not with its letters.
2. A ballot's choice is taken from the close of its vote, never from the ballot: until then the
   record tells who voted and not how, and of a vote that is never counted it never tells (010).
3. Of the dice it holds what has been published: commitments, and links that were drawn. No seed.
4. People are seats here; a seat's name is told once, and no mail address is known in this room.
5. Fields are named as in the form `nomic-mail/1`, into which `archive` writes the record.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from nomic_mail.game import events as e
from nomic_mail.game.commands import ChangeKind, Choice
from nomic_mail.game.dice import message_of
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import evolve
from nomic_mail.game.state import GameStatus, Player, Rule, RuleStatus, Settings, State

Outcome = Literal["adopted", "defeated", "lapsed", "withdrawn", "void", "open"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """A rule as it stood from `at` on; `by_proposal` is None where the game began with it."""

    lineage: int
    number: int
    status: RuleStatus
    title: str
    text: str
    clauses: tuple[str, ...]
    at: datetime
    kind: ChangeKind | Literal["initial"] = "initial"
    by_proposal: int | None = None


@dataclass(kw_only=True, slots=True)
class RuleLife:
    """All forms of one rule, the oldest first (108)."""

    forms: list[Form]
    repealed_at: datetime | None = None
    repealed_by: int | None = None

    def form_at(self, moment: datetime) -> Form | None:
        """A change is in force from the completion of its vote on (107)."""
        if self.repealed_at is not None and self.repealed_at <= moment:
            return None
        return next((form for form in reversed(self.forms) if form.at <= moment), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """One revision of a proposal (111). `effects_kept` says that the rule keeps its clauses, since
    nothing was said of them."""

    revision: int
    at: datetime
    kind: ChangeKind
    target: int | None
    title: str
    text: str
    effects: tuple[str, ...]
    effects_kept: bool
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    at: datetime
    seat: int
    text: str


@dataclass(kw_only=True, slots=True)
class ProposalRecord:
    """`electorate`, `threshold` and `quorum` are as frozen at the opening; `left` are the seats
    that left the game after it, and so dropped out of the vote. No rule sets a quorum yet."""

    number: int
    by: int
    turn: int | None
    outcome: Outcome = "open"
    reason: str = ""
    tally: Mapping[str, int] | None = None
    votes: Mapping[int, Choice] = field(default_factory=dict)
    opened_at: datetime | None = None
    closes_at: datetime | None = None
    closed_at: datetime | None = None
    electorate: tuple[int, ...] = ()
    left: list[int] = field(default_factory=list)
    voted: set[int] = field(default_factory=set)
    threshold: str | None = None
    threshold_rule: int | None = None
    quorum: int | None = None
    extensions: int = 0
    revisions: list[Wording] = field(default_factory=list)
    debate: list[Remark] = field(default_factory=list)


@dataclass(kw_only=True, slots=True)
class PlayerRecord:
    """`position` is the place in the order of play, from 1; `start` the points begun with."""

    seat: int
    name: str
    surname: str
    status: Literal["playing", "left"] = "playing"
    score: int
    position: int | None = None
    start: int
    joined_at: datetime
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    chain: int
    at: datetime
    commitment: str
    length: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffle:
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


@dataclass(kw_only=True, slots=True)
class Record:
    """Rules by lineage, proposals by number, players by seat; `talk` is what was said to all
    while nothing was proposed."""

    name: str = ""
    title: str = ""
    ruleset: str = ""
    status: GameStatus = "forming"
    created_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    ended_because: str = ""
    winners: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    settings: Settings = field(default_factory=Settings)
    initial: tuple[Rule, ...] = ()
    players: dict[int, PlayerRecord] = field(default_factory=dict)
    rules: dict[int, RuleLife] = field(default_factory=dict)
    proposals: dict[int, ProposalRecord] = field(default_factory=dict)
    rolls: list[e.DiceThrown] = field(default_factory=list)
    scores: list[e.PointsScored] = field(default_factory=list)
    talk: list[Remark] = field(default_factory=list)
    commitments: list[Commitment] = field(default_factory=list)
    shuffle: Shuffle | None = None
    events: int = 0


def record_of(events: Iterable[AnyEvent]) -> Record:
    record, state = Record(), State()
    for event in events:
        keep = _BY_KIND.get(type(event))
        if keep is not None:
            keep(record, event, state)
        state = evolve(state, event)
    record.status, record.winners, record.order = state.status, state.winners, state.order
    record.settings, record.events = state.settings, state.version
    for player in state.players.values():
        _as_now(record.players[player.seat], player, state)
    return record


def rules_at(record: Record, moment: datetime) -> tuple[Form, ...]:
    """The rules in force at that moment, by the numbers they then had."""
    forms = (life.form_at(moment) for life in record.rules.values())
    return tuple(sorted((form for form in forms if form), key=lambda form: form.number))


# Each keeper is given the state before its event


def _created(record: Record, event: e.GameCreated, before: State) -> None:
    record.name, record.title, record.ruleset = event.name, event.title, event.ruleset
    record.created_at, record.initial = event.at, event.rules
    for rule in event.rules:
        form = Form(
            lineage=rule.lineage,
            number=rule.number,
            status=rule.status,
            title=rule.title,
            text=rule.text,
            clauses=rule.clauses,
            at=event.at,
        )
        record.rules[rule.lineage] = RuleLife(forms=[form])


def _committed(record: Record, event: e.DiceCommitted, before: State) -> None:
    record.commitments.append(Commitment(event.chain, event.at, event.commitment, event.length))


def _joined(record: Record, event: e.PlayerJoined, before: State) -> None:
    if event.seat not in record.players:
        record.players[event.seat] = PlayerRecord(
            seat=event.seat,
            name=event.name,
            surname=event.surname,
            score=event.score,
            start=event.score,
            joined_at=event.at,
        )


def _left(record: Record, event: e.PlayerLeft, before: State) -> None:
    record.players[event.seat].left_at = event.at
    if before.poll is not None and event.seat in before.poll.electorate:
        proposal = record.proposals[before.poll.number]
        proposal.left.append(event.seat)
        proposal.voted.discard(event.seat)


def _as_now(kept: PlayerRecord, player: Player, state: State) -> None:
    """Who rejoins takes up the old score, and has not left."""
    kept.name, kept.surname, kept.score = player.name, player.surname, player.score
    if not player.playing:
        kept.status = "left"
        return
    kept.left_at = None
    order = [seat for seat in state.order if seat in state.playing]
    kept.position = order.index(player.seat) + 1 if player.seat in order else None


def _started(record: Record, event: e.GameStarted, before: State) -> None:
    """The text a shuffle stands on is made of the letters that joined (007)."""
    chain = before.chain if event.link else None
    record.started_at = event.at
    record.shuffle = Shuffle(
        at=event.at,
        how=event.how,
        rule=event.rule,
        order=event.order,
        nonce=event.link or None,
        commitment=chain.commitment if chain else None,
        over=message_of(game=before.name, joined=event.over) if chain else None,
        proven=event.proven,
    )


def _worded(record: Record, event: e.ProposalMade | e.ProposalRevised, before: State) -> None:
    """What replaces a withdrawn proposal counts as a revision, and opens it again (108)."""
    turn = before.turn.number if before.turn else None
    proposal = record.proposals.setdefault(
        event.number, ProposalRecord(number=event.number, by=event.by, turn=turn)
    )
    change = event.change
    wording = Wording(
        revision=event.revision,
        at=event.at,
        kind=change.kind,
        target=change.target,
        title=change.title,
        text=change.text,
        effects=change.effects or (),
        effects_kept=change.effects is None and change.kind in ("amend", "transmute"),
        warnings=event.warnings,
    )
    proposal.revisions.append(wording)
    proposal.outcome, proposal.closed_at = "open", None


def _withdrawn(record: Record, event: e.ProposalWithdrawn, before: State) -> None:
    proposal = record.proposals[event.number]
    proposal.outcome, proposal.closed_at = "withdrawn", event.at


def _discussed(record: Record, event: e.Discussed, before: State) -> None:
    remark = Remark(event.at, event.seat, event.text)
    if before.proposal is not None:
        record.proposals[before.proposal.number].debate.append(remark)
    else:
        record.talk.append(remark)


def _opened(record: Record, event: e.VotingOpened, before: State) -> None:
    proposal = record.proposals[event.number]
    proposal.electorate, proposal.threshold = event.electorate, event.threshold
    proposal.threshold_rule = event.threshold_rule
    proposal.opened_at, proposal.closes_at = event.at, event.closes_at


def _extended(record: Record, event: e.VotingExtended, before: State) -> None:
    proposal = record.proposals[event.number]
    proposal.closes_at, proposal.extensions = event.closes_at, event.extension


def _cast(record: Record, event: e.BallotCast, before: State) -> None:
    record.proposals[event.number].voted.add(event.seat)


def _retracted(record: Record, event: e.BallotRetracted, before: State) -> None:
    record.proposals[event.number].voted.discard(event.seat)


def _closed(record: Record, event: e.VotingClosed, before: State) -> None:
    proposal = record.proposals[event.number]
    proposal.outcome, proposal.reason = event.outcome, event.reason
    proposal.tally, proposal.votes, proposal.closed_at = event.tally, event.votes, event.at


def _void(record: Record, before: State, at: datetime, reason: str) -> None:
    """A proposal that never came to its count, because play went on or ended without it."""
    if before.proposal is None or before.proposal.withdrawn:
        return
    proposal = record.proposals[before.proposal.number]
    proposal.outcome, proposal.reason, proposal.closed_at = "void", reason, at


def _turn_ended(record: Record, event: e.TurnEnded, before: State) -> None:
    _void(record, before, event.at, "the turn ended without a vote on it")


def _ended(record: Record, event: e.GameEnded, before: State) -> None:
    record.ended_at, record.ended_because = event.at, event.reason
    _void(record, before, event.at, event.reason)


def _rule_changed(record: Record, event: e.RuleChanged, before: State) -> None:
    if event.number is None:
        gone = record.rules[event.lineage]
        gone.repealed_at, gone.repealed_by = event.at, event.proposal
        return
    form = Form(
        lineage=event.lineage,
        number=event.number,
        status=event.status,
        title=event.title,
        text=event.text,
        clauses=event.clauses,
        at=event.at,
        kind=event.kind,
        by_proposal=event.proposal,
    )
    record.rules.setdefault(event.lineage, RuleLife(forms=[])).forms.append(form)


_BY_KIND: Mapping[type, Callable[[Record, Any, State], None]] = {
    e.GameCreated: _created,
    e.DiceCommitted: _committed,
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
    e.TurnEnded: _turn_ended,
    e.ProposalMade: _worded,
    e.ProposalRevised: _worded,
    e.ProposalWithdrawn: _withdrawn,
    e.Discussed: _discussed,
    e.VotingOpened: _opened,
    e.VotingExtended: _extended,
    e.BallotCast: _cast,
    e.BallotRetracted: _retracted,
    e.VotingClosed: _closed,
    e.RuleChanged: _rule_changed,
    e.DiceThrown: lambda record, event, before: record.rolls.append(event),
    e.PointsScored: lambda record, event, before: record.scores.append(event),
    e.GameEnded: _ended,
}
