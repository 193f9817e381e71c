"""Whether a lax Chairperson must be replaced, and who takes the chair then (202 with a chair, (e)).

1. The chair is no judge of it, whatever other rules say, nor is anybody who asked. The ruling
   seats the first who asked, at once; whoever is unseated comes back if the ruling is overruled.
2. The question is about one chair: it falls when that chair refuses or leaves.
"""

from nomic_mail.game import commands as c
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.procedures.seating import replace_chair
from nomic_mail.game.state import State


def chair_of(state: State) -> tuple[int, ...]:
    """On whether the chair must be replaced the chair is no judge, whatever other rules say."""
    return (state.turn.mover,) if state.turn is not None and state.is_chaired else ()


def chair_in_question(course: Course, reason: str) -> str:
    chair = chair_of(course.state)
    if not chair:
        raise Refused("no_chair_to_replace", course.cite(202))
    name = course.state.name_of(chair[0])
    asked = f"Must {name} be replaced as Chairperson?"
    return f"{asked} {reason}" if reason else asked


def pro_tem_of(course: Course, command: c.Ruling, judgment: OpenJudgment) -> int | None:
    """202(e): the one who called for judgment takes the chair, as soon as it is decided."""
    if not command.replace_chair:
        return None
    playing = course.state.playing
    accuser = next((seat for seat in judgment.accusers if seat in playing), None)
    if accuser is None or not chair_of(course.state):
        raise Refused("nobody_asked_for_a_chair", course.cite(202))
    if accuser in chair_of(course.state) and judgment.unseated is None:
        raise Refused("who_asked_has_the_chair", course.cite(202))
    return accuser


def seat_again(course: Course) -> None:
    """A ruling that is overruled, or replaced by another, has replaced nobody."""
    judgment = course.state.judgment
    before = judgment.unseated if judgment is not None else None
    if before is not None and before in course.state.playing:
        replace_chair(course, before, "overruled")
