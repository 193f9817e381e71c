"""Proposals, their bindings and their ballots (103, 104, 106, 108, 111, 207)."""

from dataclasses import replace
from datetime import datetime

from nomic_mail.game import events as e
from nomic_mail.game.amendments import kept
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.clauses.votes import weights
from nomic_mail.game.commands import CLOCK, Change
from nomic_mail.game.course import Refused
from nomic_mail.game.procedures.voting import ADMISSION
from nomic_mail.game.rules import checked, same_matter, warnings, within_limit
from nomic_mail.game.state import Poll, Proposal, Rules, State
from nomic_mail.phrases import said
from tests.kit.referee import judging
from tests.kit.referee.closing import goal_reached
from tests.kit.referee.rounds import back_at, later
from tests.kit.referee.walk import Walk

PART = "proposals"
VOTES = "votes as opened"


def made(walk: Walk) -> None:
    """A number is never used again but for a withdrawn proposal's changed version (108)."""
    event, state, turn = walk.next, walk.state, walk.state.turn
    if not isinstance(event, e.ProposalMade) or turn is None:
        return walk.step()
    old = next((one for one in state.proposals.values() if one.by == event.by), None)
    proper = old is None or old.withdrawn
    walk.holds(PART, "by", proper, "one proposal a turn")
    allowed = turn.proposers if turn.procedure == "chair" else (turn.mover,)
    walk.holds(PART, "by", event.by in allowed, f"one of {allowed}")
    again = old is not None and same_matter((old.change,), (event.change,))
    once = old is None or again or old.instead_of is None
    walk.holds(PART, "change", once, "one other change in place of a withdrawn one, each turn")
    following = max(state.next_number, walk.mechanics["numbering"].value.first)
    walk.check(PART, number=old.number if old and again else following)
    walk.check(PART, revision=old.revision + 1 if old and again else 1)
    if turn.procedure == "chair":
        walk.check(PART, callable_from=turn.ends_at, opens_at=turn.ends_at)
    else:
        least = event.at + state.settings.debate_min
        latest = old.opens_at if old is not None else event.at + state.settings.debate_max
        walk.check(PART, callable_from=least, opens_at=max(least, latest))
    _in_form(walk, event.change, (*_warned(state, event.change), *_meeting(walk, event.change)))
    walk.step()
    _binding_asked(walk, event.number, event.change)
    return None


def revised(walk: Walk) -> None:
    event, state, turn = walk.next, walk.state, walk.state.turn
    old = state.proposals.get(event.number) if isinstance(event, e.ProposalRevised) else None
    if not isinstance(event, e.ProposalRevised) or old is None or turn is None:
        walk.holds(PART, "number", False, "the number of a proposal under debate")
        return walk.step()
    walk.holds(PART, "number", not old.withdrawn and not state.polls, "one under debate")
    walk.check(PART, by=old.by, revision=old.revision + 1)
    if turn.procedure == "chair":
        walk.check(PART, callable_from=old.callable_from, opens_at=old.opens_at)
    else:
        least = event.at + state.settings.debate_min
        walk.check(PART, callable_from=least, opens_at=max(old.opens_at, least))
        _in_its_time(walk, old)
    meeting = _meeting(walk, event.change, event.number)
    _in_form(walk, event.change, (*_warned(state, event.change), *meeting))
    walk.step()
    _binding_asked(walk, event.number, event.change)
    return None if turn.procedure == "chair" else judging.moot(walk, "revised")


def _in_its_time(walk: Walk, proposal: Proposal) -> None:
    """As long as a debate lasts from the first acceptance of its number on (house)."""
    event, until = walk.next, proposal.changes_until
    walk.holds(PART, "at", event is not None and event.at <= until, f"no time after {until}")


def _in_form(walk: Walk, change: Change, warned: tuple[str, ...]) -> None:
    """103, 106: as it was accepted; what is in proper form already is left as it is."""
    try:
        walk.check(PART, change=checked((change,), walk.state.rules)[0])
    except Refused as refused:
        walk.holds(PART, "change", False, refused.refusal)
    walk.check(PART, warnings=warned)


def _warned(state: State, change: Change) -> tuple[str, ...]:
    return tuple(map(said, warnings((change,), state.rules)))


def _meeting(walk: Walk, change: Change, own: int = 0) -> tuple[str, ...]:
    state = walk.state
    live = [one for one in state.live if one.number != own]
    others = [str(one.number) for one in live if one.change.target == change.target]
    chaired = state.turn is not None and state.turn.procedure == "chair"
    if change.target is None or not others or not chaired:
        return ()
    return (
        f"It touches the same rule as {', '.join(others)}: what is adopted is carried out in the "
        "order of the numbers.",
    )


def withdrawn(walk: Walk) -> None:
    event, state, turn = walk.next, walk.state, walk.state.turn
    old = state.proposals.get(event.number) if isinstance(event, e.ProposalWithdrawn) else None
    if old is None or turn is None:
        walk.holds(PART, "number", False, "the number of a proposal under debate")
        return walk.step()
    chaired = turn.procedure == "chair"
    walk.check(PART, by=old.by)
    walk.holds(PART, "number", not old.withdrawn, "a proposal that is not withdrawn already")
    if not chaired:
        _in_its_time(walk, old)
    walk.check(PART, due_at=None if chaired else walk.after(state.settings.turn_window))
    walk.step()
    return None if chaired else judging.moot(walk, "withdrawn")


def discussed(walk: Walk) -> None:
    event = walk.next
    if isinstance(event, e.Discussed):
        player = walk.state.players.get(event.seat)
        walk.holds(PART, "seat", event.seat in walk.state.playing, "a player")
        heard = player is None or not player.muted
        walk.holds(PART, "seat", heard, "nobody whose talk is not passed on")
        removed = walk.place + 1 in walk.removed
        walk.holds(PART, "text", bool(event.text) != removed, "words, unless they were taken out")
    walk.step()


# Bindings


def _binding_asked(walk: Walk, number: int, change: Change) -> None:
    state = walk.state
    rule = state.rules.get(change.target) if change.target is not None else None
    amends = change.kind == "amend" or change.amendment is not None
    if not amends or rule is None or change.effects is not None or not rule.clauses:
        return
    if walk.due(PART, e.BindingAsked) is not None:
        clauses = kept(rule.clauses, state.circuit)
        walk.check(PART, number=number, target=rule.number, clauses=clauses)
        walk.step()


def bound(walk: Walk) -> None:
    """To keep or to drop leaves no choice; what the Moderator binds is the Moderator's word."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.RuleBound):
        return
    proposal = state.proposals.get(event.number)
    rule = state.rules.get(event.number)
    if proposal is not None:
        rule = state.rules.get(proposal.change.target or 0)
    good = rule is not None and event.number not in state.polls
    walk.holds(PART, "number", good, "a rule, or a proposal under debate")
    if rule is not None and event.answer != "bind":
        standing = kept(rule.clauses, state.circuit) if proposal is not None else rule.clauses
        walk.check(PART, clauses=standing if event.answer == "keep" else ())
    else:
        walk.check(PART, clauses=tuple(parse_clause(line).text for line in event.clauses))
    present = state.rules.get(event.number)
    if present is not None:
        _within_limit(walk, state.rules.having(replace(present, clauses=event.clauses)))
    walk.step()
    goal_reached(walk)


def _within_limit(walk: Walk, then: Rules) -> None:
    """209, as it is once the binding holds."""
    try:
        within_limit(walk.state.rules, then)
    except Refused as refused:
        walk.holds(PART, "clauses", False, refused.refusal)


# Ballots


def opened(walk: Walk) -> None:
    """All that is frozen at the opening, from the rules and scores of that moment."""
    event, state, turn = walk.next, walk.state, walk.state.turn
    if not isinstance(event, e.VotingOpened) or turn is None:
        return walk.step()
    proposal = state.proposals.get(event.number)
    chaired = turn.procedure == "chair"
    if proposal is not None:
        takes, rule = walk.mechanics.threshold(proposal.changes, state.rules, state.circuit)
        walk.check(VOTES, revision=proposal.revision, threshold=takes, threshold_rule=rule)
        live = not proposal.withdrawn and event.number not in state.polls
        walk.holds(VOTES, "number", live, "a proposal under debate")
    else:
        rule = walk.mechanics["membership"].rule
        walk.check(VOTES, revision=0, threshold=ADMISSION, threshold_rule=rule)
        asked = -event.number in state.requests and event.number not in state.polls
        walk.holds(VOTES, "number", asked, "a request to join")
    electorate = walk.mechanics.eligible(state, proposal)
    walk.check(
        VOTES,
        electorate=electorate,
        abstention=walk.mechanics["ballots"].value == "secret with abstention",
        weights=weights(walk.mechanics["votes"].value, state, event.number, electorate),
        closes_at=turn.ends_at if chaired else walk.after(state.settings.vote_window),
    )
    walk.holds(VOTES, "called_by", event.called_by in _callers(walk, proposal), "who may call it")
    judgment = state.judgment
    by_judge = judgment is not None and event.called_by == judgment.judge
    walk.step()
    last = not isinstance(walk.next, e.VotingOpened)
    return judging.moot(walk, "opened") if last and not (chaired or by_judge) else None


def _callers(walk: Walk, proposal: Proposal | None) -> tuple[int, ...]:
    """The chair; else the proponent, the clock at the end of the debate, or the judge (111)."""
    state = walk.state
    turn, judgment, event = state.turn, state.judgment, walk.next
    if turn is None or turn.procedure == "chair":
        return (turn.mover,) if turn is not None else ()
    about = proposal or state.proposal
    if about is None or event is None:
        return ()
    ruled = isinstance(walk.last, e.JudgmentGiven) and walk.last.at == event.at
    ending = ruled and judgment is not None and judgment.end_debate
    judges = (judgment.judge,) if judgment is not None and ending else ()
    clock = (CLOCK,) if about.opens_at <= event.at else ()
    asked = judgment is not None and bool(judgment.end_debate) and not judgment.final
    proponent = (about.by,) if about.callable_from <= event.at and not asked else ()
    return (*proponent, *judges, *clock)


def cast(walk: Walk) -> None:
    event = walk.next
    poll = walk.state.polls.get(event.number) if isinstance(event, e.BallotCast) else None
    if not isinstance(event, e.BallotCast) or poll is None:
        walk.holds(VOTES, "number", False, "the number of an open ballot")
        return walk.step()
    walk.holds(VOTES, "seat", event.seat in poll.electorate, f"one of {poll.electorate}")
    walk.check(VOTES, changed=event.seat in poll.ballots)
    _last_word(walk, poll, event.seat, event.received_at)
    return walk.step()


def _last_word(walk: Walk, poll: Poll, seat: int, received_at: datetime) -> None:
    """Of all that a player says on a ballot the last by receipt counts."""
    ballot, first = poll.ballots.get(seat), poll.opened_at
    first = max(first, poll.retracted.get(seat, first), ballot.received_at if ballot else first)
    good = first <= received_at <= walk.events[walk.place].at
    walk.holds(VOTES, "received_at", good, f"a time from {first}, and not later than the event")


def retracted(walk: Walk) -> None:
    event = walk.next
    poll = walk.state.polls.get(event.number) if isinstance(event, e.BallotRetracted) else None
    if not isinstance(event, e.BallotRetracted) or poll is None:
        walk.holds(VOTES, "number", False, "the number of an open ballot")
        return walk.step()
    walk.holds(VOTES, "seat", event.seat in poll.ballots, "somebody whose ballot is in")
    _last_word(walk, poll, event.seat, event.received_at or event.at)
    return walk.step()


def extended(walk: Walk) -> None:
    event = walk.next
    poll = walk.state.polls.get(event.number) if isinstance(event, e.VotingExtended) else None
    if not isinstance(event, e.VotingExtended) or poll is None:
        walk.holds(VOTES, "number", False, "the number of an open ballot")
        return walk.step()
    walk.check(VOTES, missing=poll.missing)
    since = min(one.opened_at for one in walk.state.polls.values())
    before = max(one.extensions for one in walk.state.polls.values())
    missing = [seat for one in walk.state.polls.values() for seat in one.missing]
    ways = [(before + 1, later(walk)), (before, back_at(walk, since, *missing))]
    last = walk.last
    if isinstance(last, e.VotingExtended) and last.number != event.number and last.at == event.at:
        ways = [(last.extension, last.closes_at)]  # open together, they close together
    one = (event.extension, event.closes_at)
    walk.holds(VOTES, "closes_at", one in ways, f"one of {ways}, by extension")
    return walk.step()
