"""A chair's term, several ballots at once, who asks to join, and bindings: who is told what."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.durations import say_duration
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.procedures.winning import at_the_goal
from nomic_mail.game.state import State, label
from nomic_mail.letters.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.desk import Desk, Tag


def _thread(state: State) -> str:
    return f"t{state.turn.number}" if state.turn else "game"


def _asks(this_one: bool) -> Tag:
    """Only who has to do something is asked to."""
    return "?" if this_one else ""


def _everybody(state: State) -> tuple[int, ...]:
    return (MODERATOR, *state.playing)


def _chair(desk: Desk, taken: e.Event, state: State, why: str, **facts: Any) -> None:
    """The chair is told what to do, the others who it is, and who was passed over on the way."""
    turn = desk.after.turn
    if turn is None:
        return
    for seat in _everybody(state):
        shown = {**facts, "why": why, "chair": f.chair_facts(desk.after, seat), "turn": turn.number}
        shown["passed"] = _passed_over(desk, taken, state, seat)
        if seat == turn.mover:
            desk.tell([seat], "chair", shown, tag="?", matter=Matter("game"), thread=_thread(state))
        else:
            desk.tell([seat], "chair_now", shown, thread=_thread(state))


def _passed_over(desk: Desk, taken: e.Event, state: State, reader: int) -> list[f.Facts]:
    passed: list[f.Facts] = []
    for one in desk.events:
        if one is taken:
            return passed
        if isinstance(one, e.ChairPassedOver):
            mine = one.seat == reader
            passed.append({"name": state.name_of(one.seat), "until": one.until, "mine": mine})
        else:
            passed = []
    return passed


def chair_began(desk: Desk, event: e.TurnBegan, after: State) -> None:
    if desk.after.turn is not None and event.turn == desk.after.turn.number:
        _chair(desk, event, after, "term", due_at=event.due_at, was="")


def _refused(desk: Desk, event: e.ChairRefused, before: State, after: State) -> None:
    _chair(desk, event, after, "refused", due_at=event.due_at, was=after.name_of(event.seat))


def _replaced(desk: Desk, event: e.ChairReplaced, before: State, after: State) -> None:
    _chair(desk, event, after, event.why, due_at=event.due_at, was=after.name_of(event.was))


def chair_late(desk: Desk, event: e.TurnExtended, after: State, facts: f.Facts) -> None:
    """The others may call for judgment if they find the chair lax (202)."""
    for seat in after.playing:
        shown = {**facts, "chair": f.chair_facts(after, seat)}
        tag = _asks(seat == event.mover)
        desk.tell([seat], "chair_late", shown, tag=tag, thread=_thread(after))


# The steps


def _period(desk: Desk, event: e.PeriodBegan, before: State, after: State) -> None:
    if event.step == "vote":
        return  # the ballots say it
    for seat in _everybody(after):
        shown: dict[str, Any] = {
            "until": event.until,
            "by": after.name_of(event.by),
            "chair": f.chair_facts(after, seat),
        }
        if event.step == "proposals":
            mine = seat in event.proposers
            desk.tell(
                [seat],
                "call",
                {**shown, "mine": mine},
                tag=_asks(mine),
                matter=Matter("game"),
                thread=_thread(after),
            )
            continue
        shown["proposals"] = [f.proposal_facts(number, after) for number in event.numbers]
        shown["requests"] = _requests(after, event.requests)
        desk.tell([seat], "tabled", shown, matter=Matter("game"), thread=_thread(after))


def _requests(state: State, seats: Sequence[int]) -> list[f.Facts]:
    rule = mechanics_of(state.rules)["membership"].rule
    return [{"label": f"J{seat}", "name": state.name_of(seat), "rule": rule} for seat in seats]


def proposed(
    desk: Desk, event: e.ProposalMade | e.ProposalRevised, facts: f.Facts, after: State
) -> None:
    """Until the discussion is called a proposal is known to its proposer and the chair alone."""
    tabled = after.turn is not None and after.turn.step == "discussion"
    audience = after.playing if tabled else (event.by,)
    for seat in audience:
        shown = {**facts, "own": seat == event.by, "tabled": tabled}
        shown["chair"] = f.chair_facts(after, seat)
        matter = Matter("proposal", event.number)
        desk.tell([seat], "chair_proposal", shown, thread=_thread(after), matter=matter)


def _ended(desk: Desk, event: e.PeriodEnded, before: State, after: State) -> None:
    if after.turn is None:
        return
    chair = f.chair_facts(after, after.turn.mover)
    shown = {
        "step": event.step,
        "due_at": event.due_at,
        "chair": chair,
        "labels": [label(one.number) for one in after.live] + _waiting(after, event),
    }
    desk.tell([after.turn.mover], "chair_step", shown, tag="?", thread=_thread(after))


def _waiting(state: State, event: e.PeriodEnded) -> list[str]:
    """The requests to join that the coming step is about."""
    turn = state.turn
    seats = turn.requests if turn is not None and event.step == "discussion" else state.requests
    if mechanics_of(state.rules)["membership"].value != "unanimous vote":
        return []
    return [label(-seat) for seat in seats if seat in state.requests]


def _extended(desk: Desk, event: e.PeriodExtended, before: State, after: State) -> None:
    for seat in _everybody(after):
        shown = {
            "step": event.step,
            "until": event.until,
            "chair": f.chair_facts(after, seat),
            "ballots": f.ballots_facts(after, seat),
        }
        desk.tell([seat], "period", shown, matter=f.ballot_matter(after), thread=_thread(after))


# Several ballots together


def ballots(desk: Desk, event: e.VotingOpened) -> None:
    if not desk.first(event):
        return
    state = desk.after
    for seat in event.electorate:
        shown = _ballots(state, seat)
        matter = f.ballot_matter(state)
        desk.tell([seat], "ballots", shown, tag="?", matter=matter, thread=_thread(state))


def _ballots(state: State, seat: int) -> dict[str, Any]:
    return {
        "ballots": f.ballots_facts(state, seat),
        "closes_at": state.closes_at,
        "chair": f.chair_facts(state, seat),
        "weights": f.weights_facts(state, state.poll),
    }


def votes_late(desk: Desk, event: e.VotingExtended, before: State) -> None:
    if not desk.first(event):
        return
    state = desk.after
    for seat in state.playing:
        shown = {
            **_ballots(state, seat),
            **f.extension_facts(event, state.missing, before),
            "missing": f.names(state, state.missing),
            "mine": seat in state.missing,
        }
        tag = _asks(seat in state.missing)
        matter = f.ballot_matter(state)
        desk.tell([seat], "late_ballots", shown, tag=tag, matter=matter, thread=_thread(state))


def results(
    desk: Desk, event: e.VotingClosed, closed: Sequence[e.VotingClosed], before: State
) -> None:
    if not desk.first(event):
        return
    facts = {
        "closed": [f.closed_facts(one, before, desk.after) for one in closed],
        **f.aftermath_facts(desk.events, desk.after),
    }
    thread = _thread(before)
    desk.tell(_everybody(before), "results", facts, thread=thread, matter=Matter("game"))


# Who asks to join, and who takes over


def _requested(desk: Desk, event: e.JoinRequested, before: State, after: State) -> None:
    membership = mechanics_of(after.rules)["membership"]
    facts = {"name": event.name, "rule": event.rule, "votes": membership.value != "moderator"}
    desk.tell([event.seat], "join_asked", {**facts, "own": True})
    tag = _asks(not facts["votes"])
    desk.tell([MODERATOR], "join_asked", {**facts, "own": False}, tag=tag)
    turn = after.turn
    if facts["votes"] and turn is not None and turn.procedure == "chair":
        desk.tell([turn.mover], "join_asked", {**facts, "own": False})


def _declined(desk: Desk, event: e.JoinDeclined, before: State, after: State) -> None:
    facts = {"name": event.name, "why": event.why, "rule": event.rule}
    desk.tell([event.seat], "join_declined", {**facts, "own": True})
    if event.why != "voted":
        desk.tell([MODERATOR], "join_declined", {**facts, "own": False})


def _taken_over(desk: Desk, event: e.PlayerReplaced, before: State, after: State) -> None:
    facts = {"was": event.was, "name": event.name, "score": after.players[event.seat].score}
    for seat in _everybody(after):
        own = seat == event.seat
        shown = {**facts, "own": own, "gone": False, "status": f.status_facts(after, seat)}
        desk.tell([seat], "taken_over", shown)


# What the Moderator is asked


def _moderator_asked(desk: Desk, event: e.ModeratorAsked, before: State, after: State) -> None:
    facts = {"question": event.question, "matter": event.matter, "number": event.number}
    answers = _moderators_answers(event.matter, after)
    desk.tell([MODERATOR], "asked", {**facts, "answers": answers}, tag="?")
    if event.matter in ("several winners", "one player left"):
        desk.tell(after.playing, "waiting", facts)


def _moderators_answers(matter: str, state: State) -> list[str]:
    """The lines that answer it, as far as the rules in force allow them."""
    mechanics, turn = mechanics_of(state.rules), state.turn
    late: Sequence[int] = ()
    lines: list[str] = []
    if matter == "missing ballot":
        late, lines = state.missing, [f"CLOSE {label(one.number)}" for one in state.open_polls[:1]]
    elif matter == "missing turn" and turn is not None:
        late, lines = [turn.mover], ["SKIP"] if mechanics["skipping"].value == "allowed" else []
    elif matter == "several winners":
        lines = [f"END GAME WINNER: {name}" for name in f.names(state, at_the_goal(state))]
    elif matter == "one player left":
        lines = ["END GAME"]
    if mechanics["lateness"].value == "moderator may remove":
        lines += [f"REMOVE {name}" for name in f.names(state, late)]
    return lines


# Bindings


def _binding_asked(desk: Desk, event: e.BindingAsked, before: State, after: State) -> None:
    proposal = after.proposals[event.number]
    rule = after.rules.get(event.target)
    facts = {
        "number": event.number,
        "target": event.target,
        "title": rule.title if rule else "",
        "clauses": list(event.clauses),
        "text": proposal.change.text,
        "by": after.name_of(proposal.by),
        "opens_at": None if f.chair_rule(after) is not None else proposal.opens_at,
    }
    thread = f"p{event.number}"
    desk.tell([MODERATOR], "binding", facts, tag="?", thread=thread)


def _bound(desk: Desk, event: e.RuleBound, before: State, after: State) -> None:
    facts = {
        "number": event.number,
        "answer": event.answer,
        "clauses": list(event.clauses),
        "in_force": event.number in after.rules.by_number,
    }
    desk.tell(_everybody(after), "bound", facts, thread=f"p{event.number}")


def _moved(desk: Desk, event: e.DeadlinesMoved, before: State, after: State) -> None:
    if event.why == "pause":
        return  # the letter that the game goes on says so
    for seat in _everybody(after):
        shown = {
            "began_at": event.began_at,
            "ended_at": event.ended_at,
            "by": say_duration(event.by),
            "status": f.status_facts(after, seat),
            "next": next_deadline(after),
        }
        desk.tell([seat], "moved", shown)


def _set_back(desk: Desk, event: e.DiceReplaced, before: State, after: State) -> None:
    for seat in _everybody(after):
        shown = {
            "backup_at": event.backup_at,
            "restored_at": event.restored_at,
            "commitment": event.commitment,
            "next": next_deadline(after),
        }
        desk.tell([seat], "set_back", shown)


def _imported(desk: Desk, event: e.GameImported, before: State, after: State) -> None:
    for seat in _everybody(after):
        shown = {
            "recorded_at": event.recorded_at,
            "votes": [label(number) for number in event.votes],
            "paused": after.status == "paused",
            "commitment": event.commitment,
        }
        desk.tell([seat], "imported", shown)


TELL: Mapping[type, Callable[[Desk, Any, State, State], None]] = {
    e.PeriodBegan: _period,
    e.PeriodEnded: _ended,
    e.PeriodExtended: _extended,
    e.ChairRefused: _refused,
    e.ChairReplaced: _replaced,
    e.JoinRequested: _requested,
    e.JoinDeclined: _declined,
    e.PlayerReplaced: _taken_over,
    e.ModeratorAsked: _moderator_asked,
    e.BindingAsked: _binding_asked,
    e.RuleBound: _bound,
    e.DeadlinesMoved: _moved,
    e.DiceReplaced: _set_back,
    e.GameImported: _imported,
}
