"""What the house decides by a rule's program, where a clause says so: `votes: program`
(programs.py). It is asked at one moment, and what it answers stands in the record.

1. The rule with the clause is asked: its own program has to decide that.
2. One that rests, refuses, breaks or answers what cannot be decides nothing: then the house does.
"""

from collections.abc import Callable

from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.course import Course
from nomic_mail.game.mechanics import Mechanic
from nomic_mail.game.procedures.program_texts import Running, head, run, running
from nomic_mail.game.programs import Broke, Calling, Done, Given, SeenProposal


def asked(
    course: Course,
    mechanic: Mechanic,
    each: tuple[tuple[Given, ...], ...],
    also: tuple[SeenProposal, ...] = (),
    told_if: Callable[[tuple[int, ...]], bool] = lambda answers: True,
) -> tuple[int, ...] | None:
    """An answer for each; None is rule 2, or a clause that asks no program. It may see `also`. An
    answer is written down where it is `told_if`, or where it was broken before."""
    of = next((one for one in running(course.state) if one.rule.number == mechanic.rule), None)
    if of is None or not is_asked(mechanic.value):
        return None
    return ask(course, of, mechanic.kind.asks, each, also, told_if)


def ask(
    course: Course,
    of: Running,
    what: str,
    each: tuple[tuple[Given, ...], ...],
    also: tuple[SeenProposal, ...] = (),
    told_if: Callable[[tuple[int, ...]], bool] = lambda answers: True,
    stood: bool = False,
) -> tuple[int, ...] | None:
    """Of one that `stood` and does no more, nothing is told to the one that its rule has now."""
    place = next((n for n, h in enumerate(of.hooks) if (h.kind, h.what) == ("decides", what)), None)
    if place is None or not each:
        return None
    state, told = course.state, head(course, of, place)
    if stood:
        state = replace(state, programs={**state.programs, of.rule.lineage: of.program})
        told["lineage"] = 0
    came = run(course, of, Calling(hook=place, each=each), _no_dice, also, state=state)
    match came:
        case Broke():
            course.happen(e.ProgramBroke(**told, trouble=came.trouble, mistake=came.mistake))
        case Done() if len(came.answers) == len(each):
            if told_if(came.answers) or of.program.broken:
                course.happen(e.ProgramAsked(**told, each=each, answers=came.answers))
            return came.answers
    return None


def is_asked(value: object) -> bool:
    """Whether a clause of that value asks the program of its rule."""
    return PROGRAM in (value, getattr(value, "by", ""))


def _no_dice(sides: int) -> int:
    raise LookupError(sides)  # what decides something throws none
