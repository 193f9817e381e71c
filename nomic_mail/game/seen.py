"""What a program may see of the game: never an open ballot, an address or a letter."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.events import Event, RuleChanged, VotingClosed
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import whole
from nomic_mail.game.procedures.seating import following
from nomic_mail.game.programs import (
    Elsewhere,
    Program,
    SeenChange,
    SeenPlayer,
    SeenProposal,
    SeenRule,
    Stays,
    View,
)
from nomic_mail.game.rulebook import STATUS_RANK, Rule, Rules
from nomic_mail.game.state import Poll, Proposal, State


def view(
    state: State,
    now: datetime,
    own: int = 0,
    others: Sequence[Rule] = (),
    also: Sequence[SeenProposal] = (),
    named: Collection[int] = (),
) -> View:
    """Of the program of the rule of that lineage; `others` are the rules whose programs run, `also`
    is what has just been voted on, and `named` who is told of, though they may have left (since
    reading 6; before, they were nobody to it)."""
    turn, program = state.turn, state.programs.get(own)
    own_rule = next((one for one in state.rules if one.lineage == own), None)
    status = own_rule.status if own_rule is not None else "mutable"
    live = (_voted_on(state, one) for one in state.live)
    known = {one.number: one for one in (*live, *also)}
    return View(
        now=now,
        turn=turn.number if turn is not None else 0,
        circuit=state.circuit,
        players=tuple(_player(state, seat, now) for seat in state.playing),
        gone=tuple(
            _player(state, seat, now)
            for seat in sorted(named)
            if state.reading >= 6 and seat in state.players and seat not in state.playing
        ),
        order=following(state, None),
        waiting=(len(program.later) if program else 0) if state.reading >= 6 else None,
        titles=titles(state.rules, own, program) if state.reading >= 7 else None,
        stays=_stays(own_rule),
        rules=state.rules.once(_rules_seen),
        proposals=tuple(known.values()),
        values=program.values if program is not None else {},
        elsewhere={
            one.lineage: Elsewhere(
                title=one.title,
                declared=state.programs[one.lineage].declared,
                values=state.programs[one.lineage].values,
                open=STATUS_RANK[status] <= STATUS_RANK[one.status],
            )
            for one in others
            if one.lineage != own
        },
    )


def _stays(own: Rule | None) -> Stays:
    """Who is to move cannot be left without an answer in mid-turn; what is immutable is transmuted
    first (103)."""
    if own is None or own.status == "immutable":
        return "immutable" if own is not None else ""
    turns = any(parse_clause(one).kind.name == "procedure" for one in own.clauses)
    return "turns" if turns else ""


def _rules_seen(rules: Rules) -> tuple[SeenRule, ...]:
    return tuple(
        SeenRule(
            number=one.number,
            title=one.title,
            status=one.status,
            text=one.text,
            first=one.lineage,
        )
        for one in rules
    )


def titles(rules: Rules, own: int, program: Program | None = None) -> Mapping[str, int]:
    """By which the program of that lineage finds others: those that were there when it was read
    have the title that they had then, whoever has it now."""
    then = program.titles if program is not None and program.titles is not None else {}
    return {**rules.titled(own), **then}


def _player(state: State, seat: int, now: datetime) -> SeenPlayer:
    player, turn = state.players[seat], state.turn
    away = player.away_until is not None and player.away_until > now
    in_turn = turn is not None and turn.mover == seat
    return SeenPlayer(
        seat=seat,
        name=player.name,
        score=int(player.score),
        in_turn=in_turn,
        away=away,
        former=player.former if state.reading >= 9 else (),
        active=not player.inactive,
    )


def _voted_on(state: State, proposal: Proposal) -> SeenProposal:
    """Who has voted is told to all (STATUS); how, to nobody."""
    poll = state.polls.get(proposal.number)
    missing = poll.missing if poll is not None and state.reading >= 9 else ()
    voted = tuple(poll.ballots) if poll is not None else ()
    return replace(
        seen(proposal, state.rules), voting=poll is not None, missing=missing, voted=voted
    )


def seen(
    proposal: Proposal,
    rules: Rules,
    closed: VotingClosed | None = None,
    changed: Sequence[Event] = (),
    poll: Poll | None = None,
) -> SeenProposal:
    """By the `rules` before it is adopted; what it has `changed` is among what happened then."""
    votes = closed.votes if closed is not None else {}
    cast = {
        choice: tuple(seat for seat, one in votes.items() if one == choice)
        for choice in ("for", "against", "abstain")
    }
    change = proposal.change
    return SeenProposal(
        number=proposal.number,
        by=proposal.by,
        title=change.title,
        kind=change.kind,
        text="\n\n".join(one.text for one in proposal.changes if one.text),
        rule=change.target,
        outcome=closed.outcome if closed is not None else "",
        voted=in_their_order(votes, poll),
        voted_for=cast["for"],
        voted_against=cast["against"],
        abstained=cast["abstain"],
        absent=closed.absent if closed is not None else (),
        changes=tuple(_made(proposal, changed)) or tuple(_meant(proposal, rules)),
    )


def in_their_order(votes: Collection[int], poll: Poll | None) -> tuple[int, ...]:
    """Whose votes count, as they came; who changed theirs keeps their place."""
    came = tuple(poll.ballots) if poll is not None else ()
    return tuple(dict.fromkeys(seat for seat in (*came, *votes) if seat in votes))


def _meant(proposal: Proposal, rules: Rules) -> Iterator[SeenChange]:
    numbering = mechanics_of(rules)["numbering"].value
    for place, one in enumerate(proposal.changes, 1):
        rule = rules.get(one.target) if one.target is not None else None
        now = 0 if numbering.by_adoption else proposal.called(place)
        if one.kind == "repeal" and one.amendment is None:
            now = 0
        elif rule is not None and numbering.keep:
            now = rule.number
        elif one.chosen is not None:
            now = one.chosen
        first = rule.lineage if rule is not None else 0
        yield SeenChange(kind=one.kind, rule=one.target or 0, now=now, first=first)


def _made(proposal: Proposal, events: Sequence[Event]) -> Iterator[SeenChange]:
    for one in events:
        if isinstance(one, RuleChanged) and whole(one.proposal) == proposal.number:
            kind, rule, now = one.kind, one.was or 0, one.number or 0
            yield SeenChange(kind=kind, rule=rule, now=now, first=one.lineage)
