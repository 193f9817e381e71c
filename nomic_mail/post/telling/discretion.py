"""What the Moderator did of their own: who is told what. Why is told beside it (`acts`)."""

from collections.abc import Sequence

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.procedures.judgment import asked_no_more, lots
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.procedures.seating import order_of_play
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.results import throw_facts
from nomic_mail.post.telling.table import everybody, tells


def _number(state: State) -> int:
    """The act's place in the ledger, by which UNDO names it."""
    return state.last_act.number if state.last_act is not None else state.version


@tells(e.PointsAwarded)
def _awarded(drafts: Drafts, event: e.PointsAwarded, before: State, after: State) -> None:
    rule = after.rules.get(event.rule)
    facts = {
        "player": after.name_of(event.seat),
        "points": event.points,
        "total": event.total,
        "rule": event.rule,
        "title": rule.title if rule is not None else "",
        "undo": _number(after),
        "over": drafts.after.status == "ended",
    }
    drafts.tell(everybody(after), "awarded", facts)


@tells(e.DiceThrown)
def _rolled(drafts: Drafts, event: e.DiceThrown, before: State, after: State) -> None:
    """Those of a vote stand in its result."""
    rule = after.rules.get(event.rule) if event.rule is not None else None
    if rule is None:
        return
    chains = [one.commitment for one in drafts.events if type(one) is e.DiceCommitted]
    throws = [throw_facts(event, after)]
    facts = {"throws": throws, "new_chains": chains, "rule": rule.number, "title": rule.title}
    facts["lots"] = f.names(after, _lots(drafts, event, before))
    drafts.tell(everybody(after), "rolled", facts)


def _lots(drafts: Drafts, event: e.DiceThrown, before: State) -> Sequence[int]:
    """Among whom a judge was drawn by it, by their sides of the die."""
    events = tuple(drafts.events)
    for one in events[events.index(event) :]:
        if isinstance(one, e.JudgmentInvoked):
            return lots(before, (one.by,) if one.replace_chair else (), one.by)
        if isinstance(one, e.JudgePassed):
            return lots(before, asked_no_more(before, one.was))
    return ()


@tells(e.OrderSet)
def _ordered(drafts: Drafts, event: e.OrderSet, before: State, after: State) -> None:
    facts = {
        "order": [after.name_of(seat) for seat in event.order if seat in after.playing],
        "was": [before.name_of(seat) for seat in order_of_play(before) if seat in before.playing],
        "rule": event.rule,
        "mover": f.mover_name(after),
        "undo": _number(after),
    }
    drafts.tell(everybody(after), "ordered", facts)


@tells(e.ScoreCorrected)
def _score(drafts: Drafts, event: e.ScoreCorrected, before: State, after: State) -> None:
    facts = {
        "what": "score",
        "player": after.name_of(event.seat),
        "was": event.was,
        "now": event.total,
        "undo": _number(after),
        "over": drafts.after.status == "ended",
    }
    drafts.tell(everybody(after), "corrected", facts)


@tells(e.RuleCorrected)
def _rule(drafts: Drafts, event: e.RuleCorrected, before: State, after: State) -> None:
    facts = {
        "what": "rule",
        "number": event.number,
        "title": event.title,
        "text": event.text,
        "text_was": event.text_was,
        "title_was": event.title_was,
        "status": event.status,
        "status_was": event.status_was,
        "undo": _number(after),
        "over": drafts.after.status == "ended",
    }
    drafts.tell(everybody(after), "corrected", facts)


@tells(e.TurnCorrected)
def _turn(drafts: Drafts, event: e.TurnCorrected, before: State, after: State) -> None:
    facts = {
        "what": "turn",
        "turn": event.turn,
        "was": after.name_of(event.was),
        "now": after.name_of(event.mover),
        "due_at": event.due_at,
        "changes": f.most_changes(after),
        "undo": _number(after),
        "over": False,
    }
    others = [seat for seat in everybody(after) if seat != event.mover]
    drafts.tell(others, "corrected", {**facts, "own": False})
    game = Matter("game")
    drafts.tell([event.mover], "corrected", {**facts, "own": True}, tag="?", matter=game)


@tells(e.ActUndone)
def _undone(drafts: Drafts, event: e.ActUndone, before: State, after: State) -> None:
    """Who was alone told of the act is alone told of this."""
    last = before.last_act
    alone = last is not None and last.effect == e.TalkMuted.__name__
    turn = after.turn
    facts = {
        "act": event.act,
        "number": event.number,
        "own": alone,
        "later": bool(event.later),
        "scores": f.score_facts(after),
        "mover": f.mover_name(after) if turn is not None and not turn.over else "",
        "next": next_deadline(after),
    }
    seats = (MODERATOR, last.of) if alone and last is not None else everybody(after)
    drafts.tell(seats, "undone", facts)


@tells(e.TalkMuted)
def _muted(drafts: Drafts, event: e.TalkMuted, before: State, after: State) -> None:
    facts = {"player": after.name_of(event.seat), "muted": event.muted}
    facts["undo"] = _number(after)
    drafts.tell([event.seat], "muted", {**facts, "own": True})
    drafts.tell([MODERATOR], "muted", {**facts, "own": False})


@tells(e.TalkRemoved)
def _removed(drafts: Drafts, event: e.TalkRemoved, before: State, after: State) -> None:
    facts = {"player": after.name_of(event.seat), "number": event.number}
    drafts.tell([event.seat], "talk_removed", {**facts, "own": True})
    drafts.tell([MODERATOR], "talk_removed", {**facts, "own": False})


@tells(e.SuccessorAsked)
def _asked(drafts: Drafts, event: e.SuccessorAsked, before: State, after: State) -> None:
    """Who is asked has no seat yet: the pump writes to them."""
    facts = {"player": after.name_of(event.seat), "name": event.name}
    drafts.tell([event.seat], "successor_asked", {**facts, "own": True})
    drafts.tell([MODERATOR], "successor_asked", {**facts, "own": False})
