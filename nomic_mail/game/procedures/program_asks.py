"""What the house decides by a rule's program, where a clause says so: `votes: program`
(programs.py). It is asked at one moment, and what it answers stands in the record.

1. The rule with the clause is asked: its own program has to decide that.
2. One that rests, refuses, breaks or answers what cannot be decides nothing: then the house does.
"""

from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.mechanics import Mechanic
from nomic_mail.game.procedures.program_texts import running
from nomic_mail.game.programs import Broke, Calling, Done, Given
from nomic_mail.game.seen import view


def asked(
    course: Course, mechanic: Mechanic, what: str, each: tuple[tuple[Given, ...], ...]
) -> tuple[int, ...] | None:
    """An answer for each; None is rule 2."""
    state = course.state
    of = next((one for one in running(state) if one.rule.number == mechanic.rule), None)
    hooks = of.hooks if of is not None else ()
    place = next((n for n, h in enumerate(hooks) if (h.kind, h.what) == ("decides", what)), None)
    if of is None or place is None or not each:
        return None
    others = [one.rule for one in running(state)]
    seen_now = view(state, course.at, of.rule.lineage, others)
    calling = Calling(hook=place, each=each)
    came = course.runs.run(of.source, of.program.declared, calling, seen_now, _no_dice)
    told = {
        "at": course.at,
        "rule": of.rule.number,
        "lineage": of.rule.lineage,
        "hook": place,
        "kind": "decides",
        "what": what,
        "interpreter": course.runs.interpreter,
    }
    match came:
        case Broke():
            course.happen(
                e.ProgramBroke(**told, trouble=came.trouble, mistake=came.mistake)  # type: ignore[arg-type]
            )
        case Done() if len(came.answers) == len(each):
            course.happen(e.ProgramAsked(**told, each=each, answers=came.answers))  # type: ignore[arg-type]
            return came.answers
    return None


def _no_dice(sides: int) -> int:
    raise LookupError(sides)  # what decides something throws none
