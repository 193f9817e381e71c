"""The full record, folded from the ledger in one pass (012): proposals, votes, rules at any date.

1. Each event is taken once, in order; what is kept grows with the game, not with its letters.
2. A ballot's choice is taken from the close of its vote, never from the ballot: until then the
   record tells who voted and not how, and of a vote that is never counted it never tells (010).
3. Of the dice it holds what has been published: commitments, and links that were drawn. No seed.
4. People are seats here; a seat's name is told once, and no mail address is known in this room.
5. Fields are named as in the form `nomic-mail/1`, into which `archive` writes the record.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.dice import message_of
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import evolve
from nomic_mail.game.record import acts, discretion
from nomic_mail.game.record.parts import (
    AdmissionRecord,
    Bound,
    Commitment,
    Form,
    JudgmentRecord,
    Period,
    PlayerRecord,
    Predecessor,
    ProposalRecord,
    Record,
    Remark,
    Ruled,
    RuleLife,
    Scored,
    Seating,
    Shuffle,
    TurnRecord,
    Wording,
)
from nomic_mail.game.state import Player, State

__all__ = ["Form", "PlayerRecord", "ProposalRecord", "Record", "RuleLife", "record_of", "rules_at"]


def record_of(events: Iterable[AnyEvent], into: Record | None = None) -> Record:
    """`into` is an empty record, where it is not to be in memory."""
    record, state = into or Record(), State()
    for event in events:
        keep = _BY_KIND.get(type(event))
        if keep is not None:
            keep(record, event, state)
        state = evolve(state, event)
    record.status, record.winners, record.order = state.status, state.winners, state.order
    record.settings, record.events = state.settings, state.version
    record.surplus = state.surplus
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
    record.first_number = event.first_number
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
    for number in event.votes if isinstance(event, e.GameImported) else ():
        record.vote_on(number).voted.clear()


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
    for poll in before.polls.values():
        if event.seat in poll.electorate:
            vote = record.vote_on(poll.number)
            vote.left.append(event.seat)
            vote.voted.discard(event.seat)


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
        amendment=change.amendment,
        title=change.title,
        text=change.text,
        effects=change.effects or (),
        effects_kept=change.effects is None and change.kind in ("amend", "transmute"),
        warnings=event.warnings,
    )
    proposal.revisions.append(wording)
    proposal.outcome, proposal.closed_at, proposal.bound = "open", None, None


def _withdrawn(record: Record, event: e.ProposalWithdrawn, before: State) -> None:
    proposal = record.proposals[event.number]
    proposal.outcome, proposal.closed_at = "withdrawn", event.at


def _discussed(record: Record, event: e.Discussed, before: State) -> None:
    """Where several proposals are debated together, it is kept with the talk of the game."""
    remark = Remark(event.at, event.seat, event.text, before.version + 1)
    one = before.proposal if len(before.proposals) == 1 else None
    (record.proposals[one.number].debate if one else record.talk).append(remark)


def _opened(record: Record, event: e.VotingOpened, before: State) -> None:
    if event.number < 0:
        name = before.name_of(-event.number)
        record.admissions.append(AdmissionRecord(seat=-event.number, name=name))
    vote = record.vote_on(event.number)
    vote.electorate, vote.threshold = event.electorate, event.threshold
    vote.threshold_rule, vote.weights = event.threshold_rule, event.weights
    vote.opened_at, vote.closes_at = event.at, event.closes_at


def _extended(record: Record, event: e.VotingExtended, before: State) -> None:
    vote = record.vote_on(event.number)
    vote.closes_at, vote.extensions = event.closes_at, event.extension


def _period_extended(record: Record, event: e.PeriodExtended, before: State) -> None:
    for number in before.polls:
        record.vote_on(number).closes_at = event.until


def _declined(record: Record, event: e.JoinDeclined, before: State) -> None:
    """Taken back while it is voted on: there is nothing left to count. A vote's own No is told by
    its count."""
    if -event.seat in before.polls:
        vote = record.admission(event.seat)
        vote.outcome, vote.closed_at = "withdrawn", event.at
        vote.reason = "the request was taken back" if event.why == "withdrawn" else "declined"


def _moved(record: Record, event: e.DeadlinesMoved, before: State) -> None:
    """As in the state: a vote that closes at a known time closes so much later."""
    for number, poll in before.polls.items():
        if poll.closes_at is not None:
            record.vote_on(number).closes_at = poll.closes_at + event.by


def _cast(record: Record, event: e.BallotCast, before: State) -> None:
    record.vote_on(event.number).voted.add(event.seat)


def _retracted(record: Record, event: e.BallotRetracted, before: State) -> None:
    record.vote_on(event.number).voted.discard(event.seat)


def _closed(record: Record, event: e.VotingClosed, before: State) -> None:
    vote = record.vote_on(event.number)
    vote.outcome, vote.reason = event.outcome, event.reason
    vote.tally, vote.votes, vote.closed_at = event.tally or None, event.votes, event.at


def _void(record: Record, before: State, at: datetime, reason: str) -> None:
    """A proposal that never came to its count, because play went on or ended without it."""
    for one in before.live:
        proposal = record.proposals[one.number]
        proposal.outcome, proposal.reason, proposal.closed_at = "void", reason, at
    for poll in before.polls.values():
        if poll.number < 0:
            vote = record.vote_on(poll.number)
            vote.outcome, vote.reason, vote.closed_at = "void", reason, at


def _turn_began(record: Record, event: e.TurnBegan, before: State) -> None:
    record.turns.append(
        TurnRecord(
            number=event.turn,
            mover=event.mover,
            circuit=event.circuit,
            procedure=event.procedure,
            began_at=event.at,
        )
    )


def _period_began(record: Record, event: e.PeriodBegan, before: State) -> None:
    period = Period(event.step, event.by, event.at, event.until, event.proposers)
    record.turns[-1].periods.append(period)


def _refused(record: Record, event: e.ChairRefused, before: State) -> None:
    record.turns[-1].chairs.append(Seating(event.at, event.seat, event.chair, "refused"))


def _reseated(record: Record, event: e.ChairReplaced, before: State) -> None:
    record.turns[-1].chairs.append(Seating(event.at, event.was, event.chair, event.why))


def _turn_ended(record: Record, event: e.TurnEnded, before: State) -> None:
    turn = record.turns[-1]
    turn.ended_at, turn.completed, turn.skipped = event.at, event.completed, event.skipped
    _void(record, before, event.at, "the turn ended without a vote on it")


def _won(record: Record, event: e.GameWon, before: State) -> None:
    record.won = event


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


def _bound(record: Record, event: e.RuleBound, before: State) -> None:
    """Of a rule in force it holds at once; of a proposal, when that is adopted."""
    rule = before.rules.get(event.number)
    if rule is None:
        bound = Bound(event.at, event.answer, event.clauses)
        record.proposals[event.number].bound = bound
        return
    form = Form(
        lineage=rule.lineage,
        number=rule.number,
        status=rule.status,
        title=rule.title,
        text=rule.text,
        clauses=event.clauses,
        at=event.at,
        kind="bind",
    )
    record.rules[rule.lineage].forms.append(form)


def _replaced(record: Record, event: e.PlayerReplaced, before: State) -> None:
    record.players[event.seat].before.append(Predecessor(event.was, event.at))


def _scored(record: Record, event: e.PointsScored, before: State) -> None:
    one = Scored(event.at, event.seat, event.points, event.total, event.because, event.rule or None)
    record.scores.append(one)


# Judgments (212)


def _invoked(record: Record, event: e.JudgmentInvoked, before: State) -> None:
    if before.judgment is None:
        record.judgments.append(
            JudgmentRecord(at=event.at, by=[], questions=[], judges=[event.judge])
        )
    record.judgments[-1].by.append(event.by)
    record.judgments[-1].questions.append(event.question)


def _ruled(record: Record, event: e.JudgmentGiven, before: State) -> None:
    ruled = Ruled(event.judge, event.at, event.text, event.winner, event.replace_chair)
    record.judgments[-1].rulings.append(ruled)


def _judge_passed(record: Record, event: e.JudgePassed, before: State) -> None:
    if event.judge is not None:
        record.judgments[-1].judges.append(event.judge)


def _overruled(record: Record, event: e.OverruleGiven, before: State) -> None:
    record.judgments[-1].overruled_by.append(event.seat)


def _over(record: Record, event: e.JudgmentSettled | e.QuestionMoot, before: State) -> None:
    """What is moot ends a judgment where nothing else was asked."""
    if evolve(before, event).judgment is None:
        how = event.how if isinstance(event, e.JudgmentSettled) else f"moot: {event.why}"
        record.judgments[-1].settled_at, record.judgments[-1].how = event.at, how


_BY_KIND: Mapping[type, Callable[[Record, Any, State], None]] = {
    **discretion.BY_KIND,
    e.GameCreated: _created,
    e.DiceCommitted: _committed,
    e.DiceReplaced: _committed,
    e.GameImported: _committed,
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.JoinDeclined: _declined,
    e.GameStarted: _started,
    e.TurnBegan: _turn_began,
    e.PeriodBegan: _period_began,
    e.ChairRefused: _refused,
    e.ChairReplaced: _reseated,
    e.TurnEnded: _turn_ended,
    e.PlayerReplaced: _replaced,
    e.RuleBound: _bound,
    e.JudgmentInvoked: _invoked,
    e.JudgmentGiven: _ruled,
    e.JudgePassed: _judge_passed,
    e.OverruleGiven: _overruled,
    e.JudgmentSettled: _over,
    e.QuestionMoot: _over,
    e.ProposalMade: _worded,
    e.ProposalRevised: _worded,
    e.ProposalWithdrawn: _withdrawn,
    e.Discussed: _discussed,
    e.VotingOpened: _opened,
    e.VotingExtended: _extended,
    e.PeriodExtended: _period_extended,
    e.DeadlinesMoved: _moved,
    e.BallotCast: _cast,
    e.BallotRetracted: _retracted,
    e.VotingClosed: _closed,
    e.RuleChanged: _rule_changed,
    e.DiceThrown: lambda record, event, before: record.rolls.append(event),
    e.PointsScored: _scored,
    e.SurplusChanged: lambda record, event, before: record.surplus_changes.append(event),
    e.GameWon: _won,
    e.GameEnded: _ended,
    **acts.BY_KIND,
}
