"""Judgment (212): a question, a judge, a ruling, and the others' right to overrule it.

1. Any player may invoke it. One judge settles all questions until the next turn is begun; a turn
   begins when its proposal is accepted, and until then the last mover is the one moving.
2. From the invocation on the next turn needs the consent of a majority of the players other than
   its mover. Silence for `overrule_window` after the ruling is consent (house).
3. Until then the others may overrule. An overruled or silent judge is followed by the player before
   the mover, then backwards, never the mover; when none is left, the last ruling stands.
4. 213 takes effect only by a ruling that names the winner and is not overruled.
"""

from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.pro_tem import (
    chair_in_question,
    chair_of,
    pro_tem_of,
    seat_again,
)
from nomic_mail.game.procedures.seating import following, mates_of, replace_chair
from nomic_mail.game.procedures.voting import open_turn_vote
from nomic_mail.game.state import Judgment, Proposal, State


def next_deadline(state: State) -> datetime | None:
    if state.judgment is None or state.status != "running":
        return None
    return state.judgment.stands_at or state.judgment.due_at


def one_moving(state: State) -> int | None:
    """Until the next proposal is accepted, the last mover."""
    return state.moving if state.moving is not None else state.turn.mover if state.turn else None


def begun(state: State) -> bool:
    """A turn begins when its first proposal is accepted, a chair's term with its first call."""
    turn = state.turn
    if turn is None:
        return False
    return bool(turn.step) if turn.procedure == "chair" else bool(state.proposals or state.polls)


def next_mover(state: State) -> int | None:
    """Who may not begin a turn yet: this turn's mover, if it has not begun, or the one after."""
    if state.turn is None:
        return None
    if not begun(state) and not state.turn.over:
        return state.turn.mover
    return following(state, state.turn.counted_from or state.turn.mover)


def judges(course: Course, mover: int | None = None) -> list[int]:
    """Who is asked, in turn: the first by the rule (011, 212), then backwards from the mover."""
    state = course.state
    mover = one_moving(state) if mover is None else mover
    order = list(state.order)
    at = order.index(mover) if mover in order else 0
    backwards = [*reversed(order[:at]), *reversed(order[at:])]
    barred = (mover, *(mates_of(state, mover) if mover is not None else ()))
    players = [seat for seat in backwards if seat in state.playing and seat not in barred]
    if course.mechanics["judge"].value == "moderator":
        return [c.MODERATOR, *players]
    return players


# Asking


def invoke(course: Course, command: c.Judgment) -> None:
    state = course.state
    if state.status != "running" or state.turn is None:
        raise Refused("the house", "the game is not running", "STATUS tells how it stands")
    question = command.question.strip()
    if command.end_debate:
        question = _end_of_debate(course)
    if command.replace_chair:
        question = chair_in_question(course, question)
    if not question:
        raise Refused(
            course.cite(212),
            "a judge needs a question",
            "write JUDGMENT and your question on the same line, or below it",
        )
    barred = chair_of(state) if command.replace_chair else ()
    judge = state.judgment.judge if state.judgment else _next_judge(course, barred)
    if judge is None:
        raise Refused(course.cite(212), "there is nobody who could judge", "ask the Moderator")
    course.happen(
        e.JudgmentInvoked(
            at=course.at,
            by=command.by,
            question=question,
            end_debate=command.end_debate,
            judge=judge,
            due_at=course.at + state.settings.judge_window,
            replace_chair=command.replace_chair,
        )
    )
    if judge != c.MODERATOR and judge not in state.playing:
        pass_on(course, "gone")
    elif judge in barred:
        pass_on(course, "chair")


def _end_of_debate(course: Course) -> str:
    """111 of the later sets: the judge may be asked to end the debate."""
    proposal = course.state.proposal
    if chair_of(course.state):
        raise Refused(
            course.cite_mechanic("procedure"),
            "the discussion runs to the end that the Chairperson has declared",
            "JUDGMENT CHAIR asks whether a lax Chairperson must be replaced",
        )
    if course.mechanics["debate"].value != "proponent or judge":
        raise Refused(
            course.cite_mechanic("debate") if course.mechanics["debate"].rule else course.cite(111),
            "only the proponent decides the time to end the debate",
            "argue with the proponent, or vote against",
        )
    if proposal is None or proposal.withdrawn or course.state.poll is not None:
        raise Refused(course.cite(111), "there is no debate to end", "STATUS tells what is open")
    return f"Shall the debate on {proposal.number} end now?"


def _next_judge(course: Course, tried: tuple[int, ...], mover: int | None = None) -> int | None:
    return next((seat for seat in judges(course, mover) if seat not in tried), None)


# Ruling


def _judgment(course: Course) -> Judgment:
    if course.state.judgment is None:
        raise Refused(
            course.cite(212), "no judgment has been invoked", "JUDGMENT and a question invokes it"
        )
    return course.state.judgment


def rule(course: Course, command: c.Ruling) -> None:
    judgment = _judgment(course)
    gone = command.by != c.MODERATOR and command.by not in course.state.playing
    if command.by != judgment.judge or gone:
        judge = course.state.name_of(judgment.judge)
        raise Refused(
            course.cite(212),
            f"the judge of this question is {judge}",
            "OVERRULE says that you do not accept a ruling",
        )
    text = command.text.strip()
    if not text:
        raise Refused(
            course.cite(212), "a ruling needs its reasons", "write RULING and the text below it"
        )
    if judgment.overrules and judgment.answered == len(judgment.questions):
        raise Refused(
            course.cite(212),
            "others have said OVERRULE already, so the ruling stands or falls as it is",
            "a new question can be ruled on; if the ruling is overruled, another judge decides",
        )
    winner = _named_winner(course, command.winner)
    on_more = judgment.stands_at is None and bool(judgment.ruling) and bool(judgment.answered)
    if on_more and not command.winner:
        winner = judgment.winner  # it answers another question, and takes nothing back
    ending = _debate_to_end(course, command, judgment)
    pro_tem = pro_tem_of(course, command, judgment)
    course.happen(
        e.JudgmentGiven(
            at=course.at,
            judge=judgment.judge,
            text=text,
            winner=winner,
            stands_at=course.at + course.state.settings.overrule_window,
            replace_chair=pro_tem is not None,
        )
    )
    if ending is not None:
        open_turn_vote(course, ending, command.by)
    if pro_tem is None and not on_more:
        seat_again(course)
    elif pro_tem is not None and judgment.unseated is None:
        replace_chair(course, pro_tem, "judgment")


def _debate_to_end(course: Course, command: c.Ruling, judgment: Judgment) -> Proposal | None:
    """111: in the proponent's stead, and before `debate_min` too, if the judge finds it enough."""
    proposal = course.state.proposal
    if not (command.end_debate and judgment.end_debate) or course.state.polls:
        return None
    if proposal is None or proposal.withdrawn or chair_of(course.state):
        return None
    return proposal


def _named_winner(course: Course, name: str) -> int | None:
    wanted = " ".join(name.casefold().split())
    if not wanted:
        return None
    if paradox_rule(course.state) is None:
        raise Refused(
            course.cite(112),
            "winning is by points, and no rule in force lets a ruling name the winner",
            "rule without naming a winner",
        )
    state = course.state
    full = [seat for seat in state.playing if state.name_of(seat).casefold() == wanted]
    part = [s for s in state.playing if wanted in _ends(state.name_of(s).casefold().split())]
    found = full or part
    if len(found) != 1:
        why = "there is no" if not found else "there is more than one"
        raise Refused(
            course.cite(213), f'{why} player called "{name}"', "write the name as SCORES has it"
        )
    return found[0]


def _ends(words: list[str]) -> tuple[str, str]:
    return words[0], words[-1]


def paradox_rule(state: State) -> int | None:
    """The rule that lets a ruling name the winner, where one does (213)."""
    return mechanics_of(state.rules)["paradox"].rule


# Overruling and consent


def overrule(course: Course, command: c.Overrule) -> None:
    judgment = _judgment(course)
    if not judgment.ruling or (judgment.stands_at is None and not judgment.answered):
        raise Refused(
            course.cite(212), "there is no ruling yet that could be overruled", "wait for it"
        )
    if command.by == judgment.judge:
        raise Refused(
            course.cite(212), "a judge does not overrule themselves", "RULING again replaces it"
        )
    if command.by in judgment.overrules:
        raise Refused(course.cite(212), "you have said so already", "")
    course.happen(e.OverruleGiven(at=course.at, seat=command.by))
    _overruled_if_enough(course)


def _overruled_if_enough(course: Course) -> None:
    judgment = course.state.judgment
    if judgment is None or not judgment.answered:
        return
    others = [seat for seat in course.state.playing if seat != judgment.judge]
    agreed = sum(1 for seat in others if seat in judgment.overrules)
    if course.mechanics["overrule"].value == "majority of others":
        enough = 2 * agreed > len(others)
    else:
        enough = bool(others) and agreed == len(others)
    if enough:
        pass_on(course, "overruled")


def pass_on(course: Course, why: e.Passing) -> None:
    """The question goes to the next judge; when none is left, the last ruling stands."""
    judgment = course.state.judgment
    if judgment is None:
        return
    back = judgment.unseated if why == "overruled" else None  # the chair it will be again
    barred = chair_of(course.state) if judgment.accusers else ()
    barred = (back,) if back is not None else barred
    moves = one_moving(course.state) in chair_of(course.state)
    mover = back if moves else None
    judge = _next_judge(course, (*judgment.tried, judgment.judge, *barred), mover)
    if judge is None:
        # 213 wants a ruling that is not overruled; this one only stands for want of another.
        stands = why != "overruled"
        settle(course, "nobody is left to judge, so the last ruling stands", may_win=stands)
        return
    if why == "overruled":
        seat_again(course)
    course.happen(
        e.JudgePassed(
            at=course.at,
            was=judgment.judge,
            judge=judge,
            why=why,
            due_at=course.at + course.state.settings.judge_window,
        )
    )


def consent(course: Course, command: c.Consent) -> None:
    judgment = _judgment(course)
    if command.by == next_mover(course.state):
        raise Refused(
            course.cite(212),
            "the next turn is yours, and the consent is the other players' to give",
            "ask them for it",
        )
    if command.by in judgment.consents:
        raise Refused(course.cite(212), "you have consented already", "")
    course.happen(e.ConsentGiven(at=course.at, seat=command.by))


def consented(state: State) -> bool:
    judgment = state.judgment
    if judgment is None:
        return True
    others = [seat for seat in state.playing if seat != next_mover(state)]
    return 2 * sum(1 for seat in others if seat in judgment.consents) > len(others)


def before_a_turn_begins(course: Course) -> None:
    """212, second paragraph: called when a turn's first proposal would be accepted."""
    if course.state.judgment is None:
        return
    if not consented(course.state):
        judgment = course.state.judgment
        when = judgment.stands_at
        until = f" or after {when:%Y-%m-%d %H:%M} UTC" if when else ""
        raise Refused(
            course.cite(212),
            "judgment has been invoked, and the next turn needs the consent of a majority of the "
            "other players",
            f"propose again when they have written CONSENT{until}",
        )
    settle(course, "the next turn has begun by consent")


def settle(course: Course, how: str, *, may_win: bool = True) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    rule = paradox_rule(course.state)
    winner = judgment.winner if may_win and rule is not None else None
    course.happen(e.JudgmentSettled(at=course.at, how=how, ruling=judgment.ruling))
    if winner is not None and winner in course.state.playing:
        course.happen(e.GameWon(at=course.at, winners=(winner,), goal=None, rule=rule or 213))
        name = course.state.name_of(winner)
        course.happen(e.GameEnded(at=course.at, reason=f"{name} has won by judgment ({rule})"))


# The clock, and who leaves


def tick(course: Course) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    if judgment.stands_at is not None:
        settle(course, "the ruling stands: nobody overruled it in time")
    else:
        pass_on(course, "silent")


def after_leaving(course: Course, seat: int) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    if judgment.judge == seat and judgment.stands_at is None:
        pass_on(course, "gone")
    else:
        _overruled_if_enough(course)
