"""What would come of moves by the rules' programs: done in a copy of the game that nobody keeps.

1. The copy holds no secret but the asker's own. Of what others keep secret it has what they began
   with, of sealed actions and ballots only the asker's, and of timers of a rule that keeps secrets
   only those that are about nothing: whatever a program makes of what it sees, it can tell nothing
   of them.
2. It throws dice of its own: those to come are not in it.
3. A draft comes into force first, as it would when adopted. What is tried is done after it, one
   line after the other, each seeing what the one before did.
4. It can be tried as of a moment to come: until then only the rules' timers are called. Votes and
   turns stand still, as the copy has not everybody's ballots.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refusal, Refused, Steps
from nomic_mail.game.decide import decide
from nomic_mail.game.dice import Chance
from nomic_mail.game.numbers import part_of
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.procedures.program_calls import OneCall, Perform, PerformSealed, call_it
from nomic_mail.game.procedures.program_counts import counts
from nomic_mail.game.procedures.program_texts import (
    Running,
    given_to,
    head,
    program_of,
    run,
    running,
    sync,
)
from nomic_mail.game.procedures.program_times import next_due, one_due, react
from nomic_mail.game.procedures.proposing import forewarned
from nomic_mail.game.procedures.seating import seats_called, who_is_called
from nomic_mail.game.programs import (
    INTERFACE,
    Broke,
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Given,
    Hook,
    Kept,
    Later,
    Mistake,
    Program,
    Run,
    Runs,
    SeenChange,
    SeenProposal,
    written_order,
)
from nomic_mail.game.rules import Changes, applied, checked
from nomic_mail.game.state import State

TIMERS_MOST = 200  # until the moment as of which it is tried


class Attempt(Struct, frozen=True, kw_only=True):
    """What is tried: an action; or `hook`, what a program is called by besides."""

    line: str
    by: int
    act: Perform | PerformSealed | None = None
    hook: str = ""


class Trial(Struct, frozen=True, kw_only=True):
    """What came of a line; nothing is the draft's. A text is what is to be asked about it."""

    line: str
    by: int
    result: Steps | Refusal | str


Of = TypeVar("Of")
Reads = Callable[[str, State], Attempt | str]


class Trier(Struct, frozen=True, kw_only=True):
    """Who asks, when, and by whose chance; `runs` runs programs, and `reads` a line as it is read
    in that state of the game. `until` is the moment to come as of which it is tried."""

    seat: int
    at: datetime
    luck: Chance
    runs: Runs
    reads: Reads
    until: datetime | None = None


def tried(state: State, command: c.Try, by: Trier) -> tuple[Trial, ...]:
    state, found = copied(state, by.seat, by.luck), list[Trial]()
    by = replace(by, runs=InLittleTime(by.runs))
    if command.changes:
        begun = _drafted(state, command.changes, by)
        found.append(Trial(line="", by=by.seat, result=begun))
        if isinstance(begun, Refusal):
            return tuple(found)
        state = begun.after
    if by.until is not None:
        waited, by = _until(state, by.until, by), replace(by, at=by.until)
        line = f"Until {by.at:%Y-%m-%d %H:%M}"
        state = waited.after
        if waited:
            found.append(Trial(line=line, by=by.seat, result=waited))
        if _is_due(state, by.at):
            often = Refusal("timers_until_then", most=TIMERS_MOST)
            return (*found, Trial(line=line, by=by.seat, result=often))
    for line in command.lines:
        move = by.reads(line, state)
        result: Steps | Refusal | str = move if isinstance(move, str) else _done(state, move, by)
        who = by.seat if isinstance(move, str) else move.by
        found.append(Trial(line=line, by=who, result=result))
        state = result.after if isinstance(result, Steps) else state
    return tuple(found)


# The copy


def copied(state: State, seat: int, luck: Chance) -> State:
    """Rules 1 and 2."""
    polls = {
        number: replace(
            one,
            ballots=_own(one.ballots, seat),
            retracted=_own(one.retracted, seat),
            stood=None,
        )
        for number, one in state.polls.items()
    }
    programs = {lineage: _without_secrets(one, seat) for lineage, one in state.programs.items()}
    chain = luck.chain(1) if state.chain is not None else None
    return replace(state, polls=polls, programs=programs, chain=chain, dealt=())


def _own(kept: Mapping[int, Of], seat: int) -> Mapping[int, Of]:
    return {one: value for one, value in kept.items() if one == seat}


def _without_secrets(program: Program, seat: int) -> Program:
    secret = {one.name for one in program.declared.names if one.secret}
    values: dict[str, Mapping[int, Kept]] = {
        name: _own(kept, seat) if name in secret else kept for name, kept in program.values.items()
    }
    orders = tuple(one for one in program.orders if one.seat == seat)
    later = tuple(one for one in program.later if not (program.hides and one.about))
    return replace(program, values=values, orders=orders, later=later)


class InLittleTime:
    """Whoever runs programs, with the little time that what is only proposed has."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    @property
    def interpreter(self) -> str:
        return self._runs.interpreter

    def read(
        self, source: str, *, proposed: bool = False, interface: int = INTERFACE
    ) -> Declared | tuple[Mistake, ...]:
        return self._runs.read(source, proposed=True, interface=interface)

    def run(self, what: Run) -> Came:
        return self._runs.run(replace(what, proposed=True))


def warnings_of(state: State, written: c.Preview, by: Trier) -> tuple[Phrase, ...]:
    """What a proposal would be told with, but for one that is not in proper form."""
    try:
        return forewarned(_course(state, replace(by, runs=InLittleTime(by.runs))), written)
    except Refused:
        return ()


# What is tried


def _course(state: State, by: Trier) -> Course:
    return Course(state, max(by.at, state.at) if state.at else by.at, by.luck, by.runs)


def _drafted(state: State, changes: Changes, by: Trier) -> Steps | Refusal:
    """Rule 3; refused as the proposal itself would be."""
    course = _course(state, by)
    try:
        changes = checked(changes, state.rules)
        programs = [program_of(course, one) for one in changes]
        counts(course, changes, [one[1] if one is not None else None for one in programs])
    except Refused as refused:
        return refused.refusal
    for place, change in enumerate(changes, 1):
        number, rules = part_of(state.next_number, place, len(changes)), course.state.rules
        course.happen(applied(change, number, rules, course.at, state.circuit, None))
    sync(course)
    react(course)
    return Steps(course.events, course.states)


def _until(state: State, until: datetime, by: Trier) -> Steps:
    """Rule 4: each timer at its time, in a course of its own."""
    steps = Steps((), (state,))
    for _ in range(TIMERS_MOST):
        if not _is_due(steps.after, until):
            break
        due = next_due(steps.after)
        course = _course(steps.after, replace(by, at=due or until))
        one_due(course)
        react(course)
        steps = steps.then(Steps(course.events, course.states))
    return steps


def _is_due(state: State, until: datetime) -> bool:
    due = next_due(state) if state.status == "running" else None
    return due is not None and due <= until


def _done(state: State, move: Attempt, by: Trier) -> Steps | Refusal:
    if move.act is not None:
        return decide(state, replace(move.act, by=move.by), by.at, by.luck, runs=by.runs)
    try:
        return _called(state, move, by)
    except Refused as refused:
        return refused.refusal


def _called(state: State, move: Attempt, by: Trier) -> Steps:
    """What a program is called by besides. A timer may say what it is about, "rent of Bob"; else
    the player is whoever it is tried as, and a proposal one of theirs, for which everybody was or
    against."""
    heard = _hearing(running(state), move.hook)
    about = tuple[Given, ...]()
    if not heard:
        heard, about = _about(state, move.hook)
    if not heard:
        known = {hook.what for one in running(state) for hook in one.hooks if hook.kind != "action"}
        if not known:
            raise Refused("no_hooks", what=move.hook)
        raise Refused("no_such_hook", what=move.hook, known=tuple(sorted(known)))
    course = _course(_with_timers(state, heard, move.by, about, by.at), by)
    for lineage, place in [(of.rule.lineage, place) for of, place in heard]:
        now = [one for one in running(course.state) if one.rule.lineage == lineage]
        if now and course.state.status == "running":
            _call(course, now[0], place, move, about)
    react(course)
    return Steps(course.events, course.states)


def _hearing(all_of: Sequence[Running], what: str) -> list[tuple[Running, int]]:
    """What happens, a time or a timer of that name, if there is any; else what is decided, which
    `decides` before it says, too."""
    wanted = what.casefold()
    named = wanted.removeprefix("decides ")
    called = [
        (one, place, hook.kind == "decides")
        for one in all_of
        for place, hook in enumerate(one.hooks)
        if hook.kind != "action" and hook.what.casefold() == named
    ]
    happens = [(one, place) for one, place, decides in called if not decides]
    asked = [(one, place) for one, place, decides in called if decides]
    return happens if happens and named == wanted else asked


def _about(state: State, what: str) -> tuple[list[tuple[Running, int]], tuple[Given, ...]]:
    """Timers whose places are filled so, and what with."""
    for one in running(state):
        for place, hook in enumerate(one.hooks):
            form = re.sub(r"<\w+>", "(.+)", re.escape(hook.what))
            found = re.fullmatch(form, what, re.IGNORECASE) if hook.kind == "later" else None
            if found is not None and found.groups():
                kinds = zip(given_to(hook), found.groups(), strict=True)
                about = [_filled(state, kind, said) for kind, said in kinds]
                if None not in about:
                    return [(one, place)], tuple(filter(None, about))
    return [], ()


def _filled(state: State, kind: str, said: str) -> Given | None:
    if kind == "player":
        seats = seats_called(said, *who_is_called(state))
        return Given(kind="player", number=seats[0]) if len(seats) == 1 else None
    if kind == "text":
        return Given(kind="text", text=said)
    return Given(kind="number", number=int(said)) if re.fullmatch("[0-9]{1,9}", said) else None


def _with_timers(
    state: State,
    heard: Sequence[tuple[Running, int]],
    by: int,
    about: tuple[Given, ...],
    at: datetime,
) -> State:
    """A timer that is called has been set, about what it is called with."""
    programs = dict(state.programs)
    for of, place in heard:
        if of.hooks[place].kind == "later":
            program = programs[of.rule.lineage]
            kinds = given_to(of.hooks[place])
            given = about or tuple(_plainly(kind, by, None) for kind in kinds)
            told = written_order(given) if given else ""
            set_now = Later(name=of.hooks[place].what, due=at, about=told)
            later = (set_now, *program.later)
            programs[of.rule.lineage] = replace(program, later=later)
    return replace(state, programs=programs)


def _call(course: Course, of: Running, place: int, move: Attempt, about: tuple[Given, ...]) -> None:
    hook, state = of.hooks[place], course.state
    proposal = _proposal(state, hook, move.by)
    if hook.kind == "decides":
        _ask(course, of, place, proposal)
        return
    given = about or tuple(_plainly(kind, move.by, proposal) for kind in given_to(hook))
    due = course.at if hook.kind in ("every", "later") else None
    came = call_it(course, OneCall(of=of, place=place, given=given, also=(proposal,), due=due))
    if isinstance(came, Declined) and not due:
        raise Refused("program_declines", of.rule.number, why=as_told(came.why))


def _ask(course: Course, of: Running, place: int, proposal: SeenProposal) -> None:
    """It is asked of each player, where it is given one."""
    kinds, told = given_to(of.hooks[place]), head(course, of, place)
    seats = course.state.playing if "player" in kinds else course.state.playing[:1]
    each = tuple(tuple(_plainly(kind, seat, proposal) for kind in kinds) for seat in seats)
    came = run(course, of, Calling(hook=place, each=each), _no_dice, (proposal,))
    match came:
        case Broke():
            course.happen(e.ProgramBroke(**told, trouble=came.trouble, mistake=came.mistake))
        case Declined():
            raise Refused("program_declines", of.rule.number, why=as_told(came.why))
        case Done():
            course.happen(e.ProgramAsked(**told, each=each, answers=came.answers))


def _proposal(state: State, hook: Hook, by: int) -> SeenProposal:
    lost, counted = hook.what == "defeated", hook.what in ("adopted", "defeated", "vote closes")
    asks = hook.kind == "decides"
    everybody = state.playing if counted else ()
    made = state.next_number
    first = made if counted and not (lost or asks) else 0
    return SeenProposal(
        number=state.next_number,
        by=by,
        title="",
        kind="enact",
        changes=(SeenChange(kind="enact", now=made, first=first),),
        outcome=("defeated" if lost else "adopted") if counted and not asks else "",
        voting=hook.what == "vote opens",
        voted=everybody,
        voted_for=() if lost else everybody,
        voted_against=everybody if lost else (),
    )


def _plainly(kind: str, by: int, proposal: SeenProposal | None) -> Given:
    if kind == "player":
        return Given(kind="player", number=by)
    if kind == "text":
        return Given(kind="text", text="a text")
    if kind == "proposal" and proposal is not None:
        return Given(kind="proposal", number=proposal.number)
    return Given(kind="number", number=1)


def _no_dice(sides: int) -> int:
    raise LookupError(sides)
