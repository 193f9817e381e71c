"""Judgments (212, 213): who judges, what is passed on, what stands. How a judge rules is a claim.

Whose word decides is worked out here; the order of the judges is the game's own (`judges`)."""

from datetime import datetime

from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.dice import Fresh
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.procedures.judgment import consented as is_consented
from nomic_mail.game.procedures.judgment import judges, next_mover
from nomic_mail.game.procedures.paradox import paradox_rule, winner_named
from nomic_mail.game.state import State
from tests.kit.referee.closing import goal_that_waited
from tests.kit.referee.walk import Walk

PART = "judgments"


def invoked(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.JudgmentInvoked):
        return
    called = (event.by,) if event.replace_chair else ()
    judge = state.judgment.judge if state.judgment else _next_judge(state, called)
    walk.holds(PART, "by", event.by in state.playing, "a player")
    final = state.judgment is not None and state.judgment.final
    walk.holds(PART, "judge", not final, "nobody: all who could judge have been asked")
    if event.end_debate:
        _end_of_debate(walk)
    if event.replace_chair:
        walk.holds(PART, "replace_chair", bool(_chair(state)), "false: there is no Chairperson")
    due_at = event.at + state.settings.judge_window
    if state.judgment is not None and state.judgment.pending:
        due_at = (
            state.judgment.due_at
        )  # another question gives the judge no more time for the first
    walk.check(PART, judge=judge, due_at=due_at)
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
    walk.check(PART, judge=judgment.judge, stands_at=_stands_at(judgment, state, event))
    free = bool(judgment.pending) or not judgment.overrules
    walk.holds(PART, "judge", free and not judgment.final, "no other ruling: this one stands")
    named = event.winner is None or (
        event.winner in state.playing and paradox_rule(state) is not None
    )
    kept = _on_more(judgment) and event.winner == judgment.winner
    walk.holds(PART, "winner", named or kept, "a player, where a rule lets a ruling name one")
    asked = bool(judgment.accusers) or not event.replace_chair
    walk.holds(PART, "replace_chair", asked, "false: nobody has asked for another chair")
    before = winner_named(state)
    walk.step()
    return goal_that_waited(walk, before)


def _on_more(judgment: OpenJudgment) -> bool:
    """It answers a further question, and takes nothing back."""
    return judgment.ruled and bool(judgment.pending)


def _stands_at(judgment: OpenJudgment, state: State, event: e.JudgmentGiven) -> datetime:
    """A win that is named already is not put off by another question (213)."""
    window = event.at + state.settings.overrule_window
    again = _on_more(judgment) and event.winner is not None and event.winner == judgment.winner
    if again and judgment.stands_at in (event.stands_at, window):
        return event.stands_at
    return window


def overruled(walk: Walk) -> None:
    event, judgment = walk.next, walk.state.judgment
    if not isinstance(event, e.OverruleGiven) or judgment is None:
        walk.holds(PART, "seat", False, "a ruling")
        return walk.step()
    others = [seat for seat in walk.state.playing if seat != judgment.ruled_by]
    good = event.seat in others and event.seat not in judgment.overrules
    walk.holds(PART, "seat", good, "another player, who has not said so yet")
    walk.holds(PART, "seat", judgment.ruled, "nobody: there is no ruling")
    return walk.step()


def consented(walk: Walk) -> None:
    event, judgment = walk.next, walk.state.judgment
    if not isinstance(event, e.ConsentGiven) or judgment is None:
        walk.holds(PART, "seat", False, "a judgment")
        return walk.step()
    others = [seat for seat in walk.state.playing if seat != next_mover(walk.state, event.at)]
    good = event.seat in others and event.seat not in judgment.consents
    walk.holds(PART, "seat", good, "a player, not the next to move, who has not consented yet")
    return walk.step()


def silent(walk: Walk) -> None:
    """When the time after a ruling is over; one that names the winner ends the game instead."""
    event, judgment = walk.next, walk.state.judgment
    due = judgment.stands_at if judgment is not None else None
    good = event is not None and due is not None and event.at >= due
    walk.holds(PART, "at", good and winner_named(walk.state) is None, f"a time from {due} on")
    walk.step()


def passed(walk: Walk) -> None:
    event, state = walk.next, walk.state
    judgment = state.judgment
    if not isinstance(event, e.JudgePassed) or judgment is None:
        walk.holds(PART, "was", False, "a judgment")
        return walk.step()
    why = _why(walk, judgment)
    was = judgment.judge
    if why == "overruled" and judgment.ruled_by is not None:
        was = judgment.ruled_by
    unseated = () if judgment.unseated is None else (judgment.unseated,)
    no_more = (*judgment.tried, was, *judgment.accusers, *unseated)
    judge = _next_judge(state, no_more, was)
    due = event.at + state.settings.judge_window
    if judge is None:
        due = event.at + state.settings.overrule_window
        named = judgment.winner is not None and why != "overruled"
        due = judgment.stands_at or due if named else due
    walk.check(PART, was=was, judge=judge, due_at=due, why=why)
    walk.check(PART, open=why == "overruled" and judge is None)
    before = winner_named(state)
    walk.step()
    return goal_that_waited(walk, before)


def _why(walk: Walk, judgment: OpenJudgment) -> str:
    """Overruled by all others (or by most, where a rule says so), gone, in question, or silent."""
    state = walk.state
    if _overruled(walk, judgment):
        return "overruled"
    if judgment.judge and judgment.judge not in state.playing:
        return "gone"
    last = walk.last
    if isinstance(last, e.JudgmentInvoked) and last.replace_chair and last.by == judgment.judge:
        return "call"
    return "chair" if judgment.pending and judgment.judge in _chair(state) else "silent"


def _overruled(walk: Walk, judgment: OpenJudgment) -> bool:
    if not judgment.ruled:
        return False
    others = [seat for seat in walk.state.playing if seat != judgment.ruled_by]
    agreed = sum(1 for seat in others if seat in judgment.overrules)
    if walk.mechanics["overrule"].value == "majority of others":
        return 2 * agreed > len(others)
    return bool(others) and agreed == len(others)


def moot(walk: Walk, why: str) -> None:
    """111: the text that the question was about is debated no more."""
    judgment = walk.state.judgment
    if judgment is not None and judgment.end_debate and walk.due(PART, e.QuestionMoot) is not None:
        _moot(walk, judgment, why)


def moot_alone(walk: Walk) -> None:
    """With the overruling of the judge who had put the text to the vote."""
    judgment = walk.state.judgment
    if judgment is None or not judgment.end_debate:
        walk.holds(PART, "question", False, "a question whether the debate shall end")
        return walk.step()
    debated = bool(walk.state.live) and not walk.state.polls
    good = _overruled(walk, judgment) and not debated
    walk.holds(PART, "question", good, "no question that is moot: its text is still debated")
    return _moot(walk, judgment, "opened")


def _moot(walk: Walk, judgment: OpenJudgment, why: str) -> None:
    event = walk.next
    left = [one for one in judgment.pending if one != judgment.end_debate]
    stands_at = judgment.stands_at
    if event is not None and not stands_at and judgment.ruled and not left and not judgment.silent:
        stands_at = event.at + walk.state.settings.overrule_window
    walk.check(PART, question=judgment.end_debate, why=why, stands_at=stands_at)
    walk.step()


def settled(walk: Walk) -> None:
    """When the next turn begins, with the consent to it; or, with a ruling that named the winner
    and was not overruled, the game is won (213)."""
    event, state = walk.next, walk.state
    judgment = state.judgment
    if not isinstance(event, e.JudgmentSettled) or judgment is None:
        walk.holds(PART, "ruling", False, "a judgment")
        return walk.step()
    winner, rule = winner_named(state), paradox_rule(state)
    in_time = judgment.stands_at is not None and event.at >= judgment.stands_at
    how = "the next turn has begun by consent"
    if winner is not None and in_time:
        how = "the ruling stands: nobody overruled it in time"
    elif not is_consented(state) and isinstance(_after(walk), e.PeriodBegan):
        how = "the Chairperson has called for proposals"
        asked = (one in judgment.of_chair for one in judgment.questions)
        free = judgment.unseated is None and judgment.winner is None and all(asked)
        walk.holds(PART, "how", free, "no end: there is no consent to a next turn")
    else:
        walk.holds(PART, "how", is_consented(state), "no end: there is no consent to a next turn")
    walk.check(PART, ruling=judgment.ruling, how=how)
    walk.step()
    if winner is None:
        if not isinstance(walk.next, e.ProposalMade | e.PeriodBegan):
            walk.holds(PART, "at", False, "the beginning of the next turn")
        return None
    if walk.due(PART, e.GameWon) is not None:
        walk.check(PART, winners=(winner,), goal=None, rule=rule)
        walk.step()
    if walk.due(PART, e.GameEnded) is not None:
        walk.check(PART, reason=f"{state.name_of(winner)} has won by judgment ({rule})")
        walk.step()
    return None


def _after(walk: Walk) -> e.Event | None:
    rest = walk.events[walk.place + 1 :]
    return rest[0] if rest else None


def _next_judge(state: State, tried: tuple[int, ...], after: int | None = None) -> int | None:
    if state.at is None:
        return None
    order = judges(Course(state, state.at, Fresh(b"")), after)
    return next((seat for seat in order if seat not in tried), None)


def _chair(state: State) -> tuple[int, ...]:
    """No judge in their own cause."""
    turn = state.turn
    return (turn.mover,) if turn is not None and turn.procedure == "chair" else ()
