"""When the rules' programs are called: by what happens, and by the clock (programs.py).

1. Several that are called by one thing run in the order of precedence (211), each seeing what the
   one before it did. None hears of what came before it was read (106).
2. What a program does happens too, and may call others: so often a burst, and no more.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct

from nomic_mail.game import events as e
from nomic_mail.game.course import Course
from nomic_mail.game.procedures.program_calls import OneCall, call_it
from nomic_mail.game.procedures.program_texts import Running, running, sync, with_programs
from nomic_mail.game.procedures.winning import kept_enough
from nomic_mail.game.programs import Given, Mistake, SeenProposal, filled
from nomic_mail.game.seen import seen
from nomic_mail.game.state import State

CALLS_MOST = 40  # a burst


def react(course: Course) -> None:
    """Programs hear of what has happened since they last heard, and of what comes of that. Those of
    the rules that a game begins with hear of its beginning (since reading 10; before, of nothing
    before the second turn)."""
    state = course.state
    begins = state.reading >= 10 and course.states[0].status == "forming"
    if not state.programs and not with_programs(state.rules):
        course.heard = len(course.events)
    begins = begins and course.heard == 0 and course.state.status == "running"
    if begins:
        sync(course)
        for place, event in enumerate(tuple(course.events)):
            if begun := _begun(event, course.states[place]):
                _hear(course, "begins", (), (), (begun,))
    while course.state.status == "running":
        sync(course)
        if course.heard == len(course.events):
            break
        place, course.heard = course.heard, course.heard + 1
        if isinstance(course.events[place], e.ProgramRead | e.ProgramEnded):
            kept_enough(course)
        begun = not begins and _begun(course.events[place], course.states[place])
        if begun:
            _hear(course, "begins", (), (), (begun,))
        for name, given, also in _happenings(course, place):
            known = course.state if begins else course.states[place]
            _hear(course, name, given, also, known.programs, _echo(course, place))


def _echo(course: Course, place: int) -> tuple[int, int] | None:
    """The lineage and place of a hook that gave those points as it heard of others: it would hear
    of its own for ever (before interface 5 it did, until it was cut)."""
    scored = course.events[place]
    while place and isinstance(course.events[place], e.PointsScored):
        place -= 1
    ran = course.events[place]
    if not (isinstance(scored, e.PointsScored) and isinstance(ran, e.ProgramRan)):
        return None
    if (ran.kind, ran.what, ran.rule) != ("on", "scored", scored.rule):
        return None
    known = course.state.programs.get(ran.lineage)
    is_left_out = known is not None and known.declared.interface >= 5
    return (ran.lineage, ran.hook) if is_left_out else None


def _begun(event: e.Event, before: State) -> int:
    """The lineage of a rule whose program begins; not of one that has another now."""
    if isinstance(event, e.ProgramRead) and event.lineage not in before.programs:
        return event.lineage
    return 0


def _hear(
    course: Course,
    name: str,
    given: tuple[Given, ...],
    also: tuple[SeenProposal, ...],
    whose: Collection[int],
    echo: tuple[int, int] | None = None,
) -> None:
    """Rule 1: `whose` are the lineages of those that were read before it happened."""
    for one in running(course.state):
        for place, hook in enumerate(one.hooks):
            if hook.kind != "on" or hook.what != name or one.rule.lineage not in whose:
                continue
            if (one.rule.lineage, place) == echo:
                continue
            if course.calls == CALLS_MOST:
                _cut(course, one, place)
            course.calls += 1
            if course.calls <= CALLS_MOST and course.state.status == "running":
                call_it(course, OneCall(of=one, place=place, given=given, also=also))


def _cut(course: Course, one: Running, place: int) -> None:
    """Rule 2: programs that call each other for ever."""
    course.happen(
        e.ProgramBroke(
            at=course.at,
            rule=one.rule.number,
            lineage=one.rule.lineage,
            hook=place,
            kind="on",
            what=one.hooks[place].what,
            trouble="cascade",
            mistake=Mistake(why=""),
        )
    )


Happening = tuple[str, tuple[Given, ...], tuple[SeenProposal, ...]]


def _happenings(course: Course, place: int) -> Iterator[Happening]:
    """What programs call it that has happened there, in their order."""
    event, before = course.events[place], course.states[place]
    match event:
        case e.GameStarted():
            yield "started", (), ()
        case e.TurnBegan():
            if event.circuit > before.circuit:
                yield "circuit begins", (), ()
            yield "turn begins", (_player(event.mover),), ()
        case e.TurnEnded():
            yield "turn ends", (_player(event.mover),), ()
        case e.ProposalMade():
            yield "proposed", (_proposal(event.number),), ()
        case e.VotingOpened() if event.number > 0:
            yield "vote opens", (_proposal(event.number),), ()
        case e.VotingClosed() if event.number in before.proposals:
            proposal, since = before.proposals[event.number], course.events[place:]
            poll = before.polls.get(event.number)
            also = (seen(proposal, before.rules, event, since, poll),)
            yield "vote closes", (_proposal(event.number),), also
            name = "adopted" if event.outcome == "adopted" else "defeated"
            yield name, (_proposal(event.number),), also
        case e.PlayerJoined():
            yield "joined", (_player(event.seat),), ()
        case e.PlayerLeft():
            yield "left", (_player(event.seat),), ()
        case e.PointsScored():
            points = Given(kind="number", number=int(event.points))
            yield "scored", (_player(event.seat), points), ()


def _player(seat: int) -> Given:
    return Given(kind="player", number=seat)


def _proposal(number: int) -> Given:
    return Given(kind="proposal", number=number)


class Timed(Struct, frozen=True, order=True):
    at: datetime
    rank: int  # in the order of precedence
    place: int
    name: str = ""


def next_due(state: State) -> datetime | None:
    first = _first_due(state)
    return first.at if first is not None else None


def _first_due(state: State) -> Timed | None:
    if not state.programs:
        return None
    found = []
    for rank, one in enumerate(running(state)):
        found += [Timed(at, rank, place) for place, at in one.program.due.items()]
        if one.program.later:
            places = _timers(one, state.reading)
            found += [
                Timed(later.due, rank, places[later.name], later.name)
                for later in one.program.later
                if later.name in places
            ]
    return min(found, default=None)


def _timers(of: Running, reading: int) -> dict[str, int]:
    """The places of those that wait, by what they are called: of equal names the first. Before
    reading 6 it might be whatever was called so."""
    named = [
        (hook.what, place)
        for place, hook in enumerate(of.hooks)
        if hook.kind == "later" or reading < 6
    ]
    return dict(reversed(named))


def one_due(course: Course) -> None:
    """The first timer that is due."""
    due = _first_due(course.state)
    if due is None:
        return
    of = running(course.state)[due.rank]
    alarm = of.program.first(due.name)
    about = alarm.given if alarm is not None else ()
    told = about and not of.program.hides
    words = filled(due.name, about, course.state.name_of) if told else ""
    call_it(course, OneCall(of=of, place=due.place, given=about, words=words, due=due.at))
