"""Proposals, their debate, and what they bind the server to: who is told what."""

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import whole
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.results import opened
from nomic_mail.post.telling.table import everybody, of_turn, tells


@tells(e.ProposalMade, e.ProposalRevised)
def _proposed(
    drafts: Drafts, event: e.ProposalMade | e.ProposalRevised, before: State, after: State
) -> None:
    if event.number in opened(drafts.events):
        return  # the ballot goes out with it, and says all of it
    was = before.proposals.get(event.number) or (None if after.is_open else before.proposal)
    facts = {
        "revised": event.revision > 1,
        "was": proposed_in(was, before) if was is not None else None,
        "open": f.open_facts(after, event.by),
        "debate_ends_by": event.opens_at,
        "changes_until": after.proposals[event.number].changes_until,
        "proposer": event.by,
        **f.proposal_facts(event.number, after),
        "bindings": f.bindings_facts(drafts.after, after.proposals[event.number]),  # asked next
    }
    facts["offers"] = f.offers(after.proposals[event.number], after)
    thread = f"p{event.number}"
    matter = Matter("proposal", event.number)
    if after.is_chaired:
        _tabled(drafts, event, facts, after)
        return
    others = [seat for seat in after.playing if seat != event.by]
    drafts.tell(others, "proposal", {**facts, "own": False}, thread=thread, matter=matter)
    drafts.tell([event.by], "proposal", {**facts, "own": True}, thread=thread, matter=matter)


def _tabled(
    drafts: Drafts, event: e.ProposalMade | e.ProposalRevised, facts: f.Facts, after: State
) -> None:
    """Until the discussion is called a proposal is known to its proposer and the chair alone."""
    tabled = after.turn is not None and after.turn.step == "discussion"
    audience = after.playing if tabled else (event.by,)
    for seat in audience:
        shown = {**facts, "own": seat == event.by, "tabled": tabled}
        shown["chair"] = f.chair_facts(after, seat)
        matter = Matter("proposal", event.number)
        drafts.tell([seat], "chair_proposal", shown, thread=of_turn(after), matter=matter)


@tells(e.ProposalWithdrawn)
def _withdrawn(drafts: Drafts, event: e.ProposalWithdrawn, before: State, after: State) -> None:
    """Where the vote is over with it, its result tells."""
    voted_on = event.number in before.polls
    if voted_on and event.number not in drafts.after.polls:
        return
    facts = {
        "number": event.number,
        "by": after.name_of(event.by),
        "due_at": event.due_at,
        "voted_on": voted_on,
        "change": proposed_in(before.proposals[event.number], before),
        "chair": f.chair_facts(after, event.by),
        "open": f.open_facts(after, event.by),
    }
    tabled = after.turn is None or after.turn.step != "proposals"
    others = [seat for seat in after.playing if seat != event.by and tabled]
    drafts.tell(others, "withdrawn", {**facts, "own": False}, thread=f"p{event.number}")
    drafts.tell([event.by], "withdrawn", {**facts, "own": True}, thread=f"p{event.number}")


@tells(e.Discussed)
def _talk(drafts: Drafts, event: e.Discussed, before: State, after: State) -> None:
    ban = mechanics_of(after.rules)["consultation"]
    forbidden = ban.rule if ban.value == "forbidden" else None
    facts = {"name": after.name_of(event.seat), "text": event.text, "forbidden": forbidden}
    facts["over"] = after.status == "ended"
    facts["gathered"] = False  # in a digest
    others = [seat for seat in after.playing if seat != event.seat]
    drafts.tell(others, "talk", facts, thread="talk", matter=Matter("talk"))


@tells(e.BindingAsked)
def _binding_asked(drafts: Drafts, event: e.BindingAsked, before: State, after: State) -> None:
    proposal = after.proposals[whole(event.number)]
    change = dict(proposal.numbered)[event.number]
    rule = after.rules.get(event.target)
    facts = {
        "number": event.number,
        "target": event.target,
        "title": rule.title if rule else "",
        "clauses": list(event.clauses),
        "example": [one for one in event.clauses if "\n" not in one] or ["[CLAUSES]"],
        "text": change.text,
        "by": after.name_of(proposal.by),
        "offers": f.offers(proposal, after),
        "opens_at": None if f.chair_rule(after) is not None else proposal.opens_at,
        "on_the_ballot": proposal.number in opened(drafts.events),
    }
    thread = f"p{proposal.number}"
    drafts.tell([MODERATOR], "binding", facts, tag="?", thread=thread)


@tells(e.RuleBound)
def _bound(drafts: Drafts, event: e.RuleBound, before: State, after: State) -> None:
    facts = {
        "number": event.number,
        "answer": event.answer,
        "clauses": list(event.clauses),
        "in_force": event.number in after.rules.by_number,
    }
    drafts.tell(everybody(after), "bound", facts, thread=f"p{whole(event.number)}")
