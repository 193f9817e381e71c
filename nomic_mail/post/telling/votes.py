"""Ballots, alone and several together, and their count: who is told what."""

from collections.abc import Collection, Sequence
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.procedures.voting import BY_NOBODY, BY_RULE
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.state import State
from nomic_mail.game.tally import is_final
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.results import aftermath_facts, closed_facts, result_facts
from nomic_mail.post.telling.table import asks, everybody, of_turn, tells, tells_along


@tells(e.VotingOpened)
def _ballot(drafts: Drafts, event: e.VotingOpened, before: State, after: State) -> None:
    _not_asked(drafts, event, after)
    opened = tuple(one.number for one in drafts.events if isinstance(one, e.VotingOpened))
    together = opened if after.is_open else tuple(drafts.after.polls)
    if len(together) > 1 or event.number < 0:
        _together(drafts, event, together, after)
        return
    facts = {
        "called_by": after.name_of(event.called_by) if event.called_by > 0 else "",
        "left_out": False,
        "no_vote": False,
        "gathered": False,
        "already": "",
        **f.proposal_facts(event.number, after),
    }
    matter = Matter("ballot", event.number)
    thread, left_out = f"p{event.number}", after.polls[event.number].left_out
    already = _already(drafts, event.number)
    others = [seat for seat in event.electorate if seat not in already]
    drafts.tell(others, "ballot", facts, tag="?", matter=matter, thread=thread)
    for seat, how in already.items():
        told = {**facts, "already": how}
        drafts.tell([seat], "ballot", told, tag=asks(how != BY_RULE), matter=matter, thread=thread)
    drafts.tell(left_out, "ballot", {**facts, "left_out": True}, matter=matter, thread=thread)


def _already(drafts: Drafts, number: int) -> dict[int, str]:
    """Whose vote a rule has cast as it opened, and how."""
    cast = (one for one in drafts.events if isinstance(one, e.BallotCast))
    return {
        one.seat: one.letter for one in cast if one.number == number and one.letter in BY_NOBODY
    }


def _not_asked(drafts: Drafts, event: e.VotingOpened, after: State) -> None:
    """Who has no vote on it reads what is voted on all the same."""
    proposal, poll = after.proposals.get(event.number), after.polls[event.number]
    if proposal is None:
        return
    known = {*event.electorate, *poll.left_out, proposal.by}
    facts = {
        "called_by": after.name_of(event.called_by) if event.called_by > 0 else "",
        "left_out": False,
        "no_vote": True,
        "gathered": False,
        "already": "",
        **f.proposal_facts(event.number, after),
    }
    matter, thread = Matter("ballot", event.number), f"p{event.number}"
    others = [seat for seat in after.playing if seat not in known]
    drafts.tell(others, "ballot", facts, matter=matter, thread=thread)


@tells(e.VotingExtended)
def _vote_late(drafts: Drafts, event: e.VotingExtended, before: State, after: State) -> None:
    if drafts.overtaken(event):
        return
    if len(after.polls) > 1:
        _late_together(drafts, event, before)
        return
    facts = {
        "number": event.number,
        "closes_at": event.closes_at,
        **f.extension_facts(event, event.missing, before),
        "missing": f.names(after, event.missing),
        "change": proposed_in(after.proposal, after) if after.proposal else None,
        "abstention": after.polls[event.number].abstention,
        "final": is_final(after.polls[event.number]),
        "gathered": False,
    }
    thread = f"p{event.number}"
    matter = Matter("ballot", event.number)
    drafts.tell(event.missing, "late_ballot", facts, tag="?", matter=matter, thread=thread)
    voted = [seat for seat in after.poll.ballots if after.poll] if after.poll else []
    drafts.tell(voted, "vote_extended", facts, matter=matter, thread=thread)


@tells(e.ProposalVetoed)
def _vetoed(drafts: Drafts, event: e.ProposalVetoed, before: State, after: State) -> None:
    poll, proposal = after.polls.get(event.number), after.proposals.get(event.number)
    facts = {
        "number": event.number,
        "title": proposal.change.title if proposal is not None else "",
        "by": after.name_of(event.seat) if event.seat else "",
        "rule": event.rule,
        "reason": event.reason,
        "closes_at": poll.closes_at if poll is not None else None,
    }
    thread = f"p{event.number}"
    for seat in everybody(after):
        drafts.tell([seat], "vetoed", {**facts, "own": seat == event.seat != 0}, thread=thread)


@tells(e.VotingClosed)
@tells_along(e.RuleChanged, e.PointsScored)
def _result(drafts: Drafts, event: e.VotingClosed, before: State, after: State) -> None:
    closed = [one for one in drafts.events if isinstance(one, e.VotingClosed)]
    if len(closed) > 1 or event.number < 0:
        _counted_together(drafts, event, closed, before)
        return
    facts = result_facts(event, drafts.events, before, drafts.after)
    audience = everybody(before)
    drafts.tell(audience, "result", facts, thread=f"p{event.number}", matter=_decided(event))


def _together(
    drafts: Drafts, event: e.VotingOpened, numbers: Collection[int], after: State
) -> None:
    if not drafts.first(event):
        return
    state = drafts.after
    left_out = after.polls[event.number].left_out
    polls = [state.polls[number] for number in numbers if number in state.polls]
    may = [seat for poll in polls for seat in (*poll.electorate, *poll.left_out)]
    for seat in dict.fromkeys((*event.electorate, *left_out, *may)):
        own = [one.number for one in polls if seat in (*one.electorate, *one.left_out)]
        ballots = _ballots(state, seat, own or numbers)
        shown = {**ballots, "left_out": seat in left_out, "gathered": False}
        matter, tag = f.ballot_matter(state), asks(seat not in left_out)
        drafts.tell([seat], "ballots", shown, tag=tag, matter=matter, thread=of_turn(state))


def _ballots(state: State, seat: int, numbers: Collection[int] = ()) -> dict[str, Any]:
    shown = numbers or state.polls.keys()
    ends = [poll.closes_at for poll in state.open_polls if poll.number in shown]
    return {
        "ballots": [
            one
            for poll, one in zip(state.open_polls, f.ballots_facts(state, seat), strict=True)
            if poll.number in shown
        ],
        "closes_at": ends[0],
        "open": f.open_facts(state, seat),
        "chair": f.chair_facts(state, seat),
        "weights": f.weights_facts(state, state.poll),
    }


def _late_together(drafts: Drafts, event: e.VotingExtended, before: State) -> None:
    extended = (one for one in drafts.events if isinstance(one, e.VotingExtended))
    if event is not next(one for one in extended if not drafts.overtaken(one)):
        return
    state = drafts.after
    for seat in state.playing:
        shown = {
            **_ballots(state, seat),
            **f.extension_facts(event, state.missing, before),
            "missing": f.names(state, state.missing),
            "mine": seat in state.missing,
        }
        tag = asks(seat in state.missing)
        matter = f.ballot_matter(state)
        drafts.tell([seat], "late_ballots", shown, tag=tag, matter=matter, thread=of_turn(state))


def _counted_together(
    drafts: Drafts, event: e.VotingClosed, closed: Sequence[e.VotingClosed], before: State
) -> None:
    if not drafts.first(event):
        return
    facts = {
        "closed": [closed_facts(one, drafts.events, before, drafts.after) for one in closed],
        **aftermath_facts(drafts.events, before, drafts.after),
    }
    thread = of_turn(before)
    drafts.tell(everybody(before), "results", facts, thread=thread, matter=_decided(event))


def _decided(event: e.VotingClosed) -> Matter:
    """What answers it is no vote on what is still open (pump/says/meaning.py)."""
    return Matter("game", abs(event.number))
