"""Judgments (212, 213): who judges, what is passed on, what stands. How a judge rules is a claim.

Whose word decides is worked out here; the order of the judges is the game's own (`judges`)."""

from nomic_mail.archive.verify.walk import Walk
from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.procedures.judgment import consented as is_consented
from nomic_mail.game.procedures.judgment import judges, next_mover, paradox_rule
from nomic_mail.game.state import State

PART = "judgments"


def invoked(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.JudgmentInvoked):
        return
    barred = _chair(state) if event.replace_chair else ()
    judge = state.judgment.judge if state.judgment else _next_judge(state, barred)
    walk.holds(PART, "by", event.by in state.playing, "a player")
    if event.end_debate:
        _end_of_debate(walk)
    if event.replace_chair:
        walk.holds(PART, "replace_chair", bool(_chair(state)), "false: there is no Chairperson")
    walk.check(PART, judge=judge, due_at=event.at + state.settings.judge_window)
    walk.step()


def _end_of_debate(walk: Walk) -> None:
    """111, where a rule lets the judge do so. In a term the chair's own times run to their end."""
    state = walk.state
    proposal, allowed = state.proposal, walk.mechanics["debate"].value == "proponent or judge"
    open_debate = proposal is not None and not proposal.withdrawn and not state.polls
    good = allowed and open_debate and not _chair(state)
    walk.holds(PART, "end_debate", good, "false: there is no debate that a judge could end")


def given(walk: Walk) -> None:
    event, state = walk.next, walk.state
    judgment = state.judgment
    if not isinstance(event, e.JudgmentGiven) or judgment is None:
        walk.holds(PART, "judge", False, "a question")
        return walk.step()
    walk.check(PART, judge=judgment.judge, stands_at=event.at + state.settings.overrule_window)
    named = event.winner is None or (
        event.winner in state.playing and paradox_rule(state) is not None
    )
    walk.holds(PART, "winner", named, "a player, where a rule lets a ruling name the winner")
    asked = bool(judgment.accusers) or not event.replace_chair
    walk.holds(PART, "replace_chair", asked, "false: nobody has asked for another chair")
    return walk.step()


def overruled(walk: Walk) -> None:
    event, judgment = walk.next, walk.state.judgment
    if not isinstance(event, e.OverruleGiven) or judgment is None:
        walk.holds(PART, "seat", False, "a ruling")
        return walk.step()
    others = [seat for seat in walk.state.playing if seat != judgment.judge]
    good = event.seat in others and event.seat not in judgment.overrules
    walk.holds(PART, "seat", good, "another player, who has not said so yet")
    return walk.step()


def consented(walk: Walk) -> None:
    event, judgment = walk.next, walk.state.judgment
    if not isinstance(event, e.ConsentGiven) or judgment is None:
        walk.holds(PART, "seat", False, "a judgment")
        return walk.step()
    others = [seat for seat in walk.state.playing if seat != next_mover(walk.state)]
    good = event.seat in others and event.seat not in judgment.consents
    walk.holds(PART, "seat", good, "a player, not the next to move, who has not consented yet")
    return walk.step()


def passed(walk: Walk) -> None:
    event, state = walk.next, walk.state
    judgment = state.judgment
    if not isinstance(event, e.JudgePassed) or judgment is None:
        walk.holds(PART, "was", False, "a judgment")
        return walk.step()
    barred = _chair(state) if judgment.accusers else ()
    judge = _next_judge(state, (*judgment.tried, judgment.judge, *barred))
    due = event.at + state.settings.judge_window
    walk.check(PART, was=judgment.judge, judge=judge, due_at=due, why=_why(walk))
    return walk.step()


def _why(walk: Walk) -> str:
    """Overruled by all others (or by most, where a rule says so), gone, in question, or silent."""
    state, judgment = walk.state, walk.state.judgment
    if judgment is None:
        return ""
    if bool(judgment.answered) and _overruled(walk):
        return "overruled"
    if judgment.judge and judgment.judge not in state.playing:
        return "gone"
    asked = isinstance(walk.last, e.JudgmentInvoked) and walk.last.replace_chair
    return "chair" if asked and judgment.judge in _chair(state) else "silent"


def _overruled(walk: Walk) -> bool:
    state, judgment = walk.state, walk.state.judgment
    if judgment is None:
        return False
    others = [seat for seat in state.playing if seat != judgment.judge]
    agreed = sum(1 for seat in others if seat in judgment.overrules)
    if walk.mechanics["overrule"].value == "majority of others":
        return 2 * agreed > len(others)
    return bool(others) and agreed == len(others)


def settled(walk: Walk) -> None:
    """213: with a ruling that named a winner and was not overruled, the game is won."""
    event, state = walk.next, walk.state
    judgment = state.judgment
    if not isinstance(event, e.JudgmentSettled) or judgment is None:
        walk.holds(PART, "ruling", False, "a judgment")
        return walk.step()
    overruled = bool(judgment.answered) and _overruled(walk)
    walk.check(PART, ruling=judgment.ruling, how=_how(walk, event, overruled))
    walk.step()
    winner, rule = judgment.winner, paradox_rule(state)
    if winner is None or winner not in state.playing or rule is None or overruled:
        return None
    if walk.due(PART, e.GameWon) is not None:
        walk.check(PART, winners=(winner,), goal=None, rule=rule)
        walk.step()
    if walk.due(PART, e.GameEnded) is not None:
        walk.check(PART, reason=f"{state.name_of(winner)} has won by judgment ({rule})")
        walk.step()
    return None


def _how(walk: Walk, event: e.JudgmentSettled, overruled: bool) -> str:
    judgment = walk.state.judgment
    if judgment is not None and not overruled and judgment.stands_at is not None:
        if event.at >= judgment.stands_at:
            return "the ruling stands: nobody overruled it in time"
        return "the next turn has begun by consent"
    if _next_is_begun(walk) and is_consented(walk.state):
        return "the next turn has begun by consent"
    return "nobody is left to judge, so the last ruling stands"


def _next_is_begun(walk: Walk) -> bool:
    place = walk.place + 1
    after = walk.events[place] if place < len(walk.events) else None
    return isinstance(after, e.ProposalMade | e.PeriodBegan)


def _next_judge(state: State, tried: tuple[int, ...]) -> int | None:
    if state.at is None:
        return None
    order = judges(Course(state, state.at, b""))
    return next((seat for seat in order if seat not in tried), None)


def _chair(state: State) -> tuple[int, ...]:
    """No judge in their own cause."""
    turn = state.turn
    return (turn.mover,) if turn is not None and turn.procedure == "chair" else ()
