"""What the rules' programs are asked, and what comes of it (programs.py).

1. A program is a clause of its rule: it runs while the rule is in force and not set aside (110).
   Several that are called by one thing run in the order of precedence (211), each seeing what the
   one before it did. None hears of what came before it was read (106).
2. It is called by an action of a player's, by the clock, or by what happens; and what it does
   happens too, and may call others: so often a burst, and no more.
3. A call that refuses or breaks does nothing, and stops nothing; what it threw is thrown.
4. A text that cannot be read as a program is refused to its proposer, with its line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.dice import Throws, message_of
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.throwing import next_chain_if_spent
from nomic_mail.game.procedures.winning import goal_reached, won_by_rule
from nomic_mail.game.programs import (
    HAPPENS,
    Broke,
    Call,
    Came,
    Declared,
    Declined,
    Done,
    Given,
    Hook,
    Mistake,
    Program,
    SeenProposal,
    slots_of,
)
from nomic_mail.game.seen import seen, view
from nomic_mail.game.state import Rule, Rules, State
from nomic_mail.game.timers import after_missed
from nomic_mail.game.words import Words

CALLS_MOST = 40  # a burst
IN_TURN = "in turn"


@dataclass(frozen=True, kw_only=True, slots=True)
class Perform(Command):
    """An action of a rule's program: the rule by its lineage, the action by its form, and what the
    player wrote, with what stands in the form's places."""

    rule: int
    form: str
    given: tuple[Given, ...] = ()
    words: Words = ""


@dataclass(frozen=True, slots=True)
class Running:
    """A rule's program in force."""

    rule: Rule
    source: str
    program: Program

    @property
    def hooks(self) -> Sequence[Hook]:
        return self.program.declared.hooks


def source_of(rule: Rule) -> str | None:
    """The text of its program, if it has one."""
    return program_in(rule.clauses)


def program_in(clauses: Sequence[str]) -> str | None:
    for clause in clauses:
        if clause.startswith("program:"):
            source: str = parse_clause(clause).value
            return source
    return None


def digest_of(source: str) -> str:
    return sha256(source.encode()).hexdigest()


def running(state: State) -> tuple[Running, ...]:
    """Rule 1, in their order."""
    if not state.programs:
        return ()
    found = []
    for source, number in mechanics_of(state.rules)["program"].each:
        rule = state.rules.by_number[number]
        program = state.programs.get(rule.lineage)
        if program is not None and not program.rests and program.digest == digest_of(source):
            found.append(Running(rule, source, program))
    return tuple(found)


def declares(state: State, rule: int) -> Declared | None:
    """What the program of the rule with that present number declares."""
    found = state.rules.get(rule)
    program = state.programs.get(found.lineage) if found is not None else None
    return program.declared if program is not None else None


# Reading


def readable(course: Course, change: c.Change) -> tuple[Phrase, ...]:
    """Rule 4; and what is to be told of it before the vote: what it keeps, what can be done by it,
    and what breaks when it is tried."""
    source = program_in(change.effects or ())
    if source is None:
        return ()
    if sum(one.startswith("program:") for one in change.effects or ()) > 1:
        raise Refused("one_program_a_rule", course.cite(106))
    read = course.runs.read(source)
    if not isinstance(read, Declared):
        raise Refused(
            "program_unreadable", course.cite(106), why=_told(read[0]), more=len(read) - 1
        )
    rule = course.state.rules.get(change.target or 0)
    _known_elsewhere(course, read, rule.lineage if rule is not None else 0)
    keeps = tuple(one.name for one in read.names)
    actions = tuple(one.what for one in read.hooks if one.kind == "action")
    others = tuple(_called_by(one) for one in read.hooks if one.kind != "action")
    told = Phrase("program_declares", keeps=keeps, actions=actions, others=others)
    return (told, *_tried(course, source, read))


def _known_elsewhere(course: Course, read: Declared, own: int) -> None:
    """Two rules with one action: nobody could tell which is meant."""
    forms = {_form(one.what): one.what for one in read.hooks if one.kind == "action"}
    for one in running(course.state):
        for hook in one.hooks if one.rule.lineage != own else ():
            if hook.kind == "action" and _form(hook.what) in forms:
                raise Refused(
                    "action_known", course.cite(211), form=hook.what, rule=one.rule.number
                )


def _form(text: str) -> str:
    return " ".join(text.casefold().split())


def _called_by(hook: Hook) -> str:
    before = {"every": "every ", "on": "", "later": "", "decides": "decides "}
    return f"{before.get(hook.kind, '')}{hook.what}"


def _told(mistake: Mistake) -> Phrase:
    if not mistake.line:
        return as_told(mistake.why)
    return Phrase("program_line", line=mistake.line, column=mistake.column, why=mistake.why)


def _tried(course: Course, source: str, read: Declared) -> tuple[Phrase, ...]:
    """Each hook once, with plain arguments, in a copy of the game in which nothing happens."""
    state = course.state
    told = []
    for place, hook in enumerate(read.hooks):
        me = Given(kind="player", number=next(iter(state.playing), 0))
        call = Call(hook=place, given=_plain(hook, me))
        came = course.runs.run(source, read, call, view(state, course.at), lambda sides: 1)
        if isinstance(came, Broke):
            told.append(Phrase("program_would_break", what=hook.what, why=_told(came.mistake)))
            if came.trouble == "lost":
                break  # once is enough to wait for
    return tuple(told)


def _plain(hook: Hook, me: Given) -> tuple[Given, ...]:
    kinds = slots_of(hook.what) if hook.kind == "action" else HAPPENS.get(hook.what, ())
    plain = {
        "number": Given(kind="number", number=1),
        "player": me,
        "text": Given(kind="text", text="a text"),
        "proposal": Given(kind="proposal", number=0),
        "rule": Given(kind="rule", number=101),
    }
    rest = tuple(plain[kind] for kind in kinds)
    return (me, *rest) if hook.kind == "action" else rest


def sync(course: Course) -> None:
    """Programs are read as their rules come to be in force, and end with them."""
    state = course.state
    wanted = {rule.lineage: rule for rule in with_programs(state.rules)}
    for lineage in [one for one in state.programs if one not in wanted]:
        course.happen(e.ProgramEnded(at=course.at, lineage=lineage))
    for lineage, rule in sorted(wanted.items()):
        source = source_of(rule) or ""
        known = course.state.programs.get(lineage)
        digest = digest_of(source)
        if known is not None and known.digest == digest:
            continue
        read = course.runs.read(source)
        mistakes = () if isinstance(read, Declared) else read
        course.happen(
            e.ProgramRead(
                at=course.at,
                rule=rule.number,
                lineage=lineage,
                digest=digest,
                declares=read if isinstance(read, Declared) else Declared(),
                mistakes=mistakes,
            )
        )


def with_programs(rules: Rules) -> tuple[Rule, ...]:
    found = mechanics_of(rules)["program"]
    numbers = {source.rule for source in (*found.sources, *found.overrides)}
    return tuple(rules.by_number[number] for number in sorted(numbers))


# Calling


@dataclass(slots=True)
class Throwing:
    """The throws of one call: all from one link of the chain, one after the other (008)."""

    course: Course
    message: str
    sides: list[int] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    link: str = ""
    _stream: Throws | None = None

    def throw(self, sides: int) -> int:
        chain = self.course.state.chain
        if chain is None:
            raise PermissionError("there are no dice in this game")
        if self._stream is None:
            self.link = self.course.luck.link(chain)
            self._stream = Throws(self.link, self.message)
        face = self._stream.next(sides)
        self.sides.append(sides)
        self.faces.append(face)
        return face


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One call: of whose program, at which place, with what, by whom, in which words and letter."""

    of: Running
    place: int
    given: tuple[Given, ...] = ()
    by: int = 0
    words: str = ""
    letter: str = ""
    also: tuple[SeenProposal, ...] = ()
    due: datetime | None = None

    @property
    def hook(self) -> Hook:
        return self.of.hooks[self.place]


def _call(course: Course, asked: Asked) -> Came:
    """Calls it, and has happen what came of it; a refusal without a throw is nothing."""
    state, rule, hook = course.state, asked.of.rule, asked.hook
    others = [one.rule for one in running(state)]
    seen_now = view(state, course.at, rule.lineage, others, asked.also)
    message = message_of(
        game=state.name,
        event=state.version + 1,
        rule=rule.number,
        called=hook.what,
        by=asked.by,
        letter=asked.letter,
    )
    throwing = Throwing(course, message)
    call = Call(hook=asked.place, given=asked.given)
    came = course.runs.run(
        asked.of.source, asked.of.program.declared, call, seen_now, throwing.throw
    )
    if isinstance(came, Declined) and hook.kind == "action" and not throwing.link:
        return came
    told = {
        "at": course.at,
        "rule": rule.number,
        "lineage": rule.lineage,
        "hook": asked.place,
        "kind": hook.kind,
        "what": hook.what,
        "by": asked.by,
        "interpreter": course.runs.interpreter,
        "args": asked.given,
        "words": asked.words,
        "sides": tuple(throwing.sides),
        "faces": tuple(throwing.faces),
        "link": throwing.link,
        "message": message if throwing.link else "",
        "proven": bool(throwing.link and asked.letter),
        "next_at": after_missed(hook.what, asked.due, course.at)
        if hook.kind == "every" and asked.due is not None
        else None,
    }
    timed = hook.kind in ("every", "later")
    match came:
        case Broke():
            course.happen(
                e.ProgramBroke(**told, trouble=came.trouble, mistake=came.mistake)  # type: ignore[arg-type]
            )
        case Declined():
            if throwing.link or timed:
                course.happen(e.ProgramRan(**told, declined=came.why))  # type: ignore[arg-type]
        case Done():
            if came.effects or throwing.link or timed or hook.kind == "action":
                stamp = _stamp(course, hook.once) if hook.kind == "action" else ""
                course.happen(e.ProgramRan(**told, effects=came.effects, stamp=stamp))  # type: ignore[arg-type]
                _score(course, rule, came)
    if throwing.link:
        next_chain_if_spent(course)
    return came


def _score(course: Course, rule: Rule, done: Done) -> None:
    """Points by this rule, and whoever has won by them (208), or by its word."""
    for effect in done.effects:
        player = course.state.players.get(effect.seat)
        if effect.kind != "points" or player is None or not player.playing or not effect.number:
            continue
        course.happen(
            e.PointsScored(
                at=course.at,
                seat=effect.seat,
                points=effect.number,
                total=player.score + effect.number,
                because=Phrase("by_program"),
                rule=rule.number,
            )
        )
    winners = {effect.seat for effect in done.effects if effect.kind == "win"}
    if winners & set(course.state.playing):
        won_by_rule(course, tuple(sorted(winners & set(course.state.playing))), rule.number)
    elif any(effect.kind == "points" for effect in done.effects):
        goal_reached(course)


# Actions


@decides(Perform)
def perform(course: Course, command: Perform) -> None:
    state = course.state
    if state.status != "running":
        raise Refused("not_started")
    found = [one for one in running(state) if one.rule.lineage == command.rule]
    place = _place(found[0], command.form) if found else None
    if place is None:
        raise Refused("no_such_action", form=command.form)
    of, number = found[0], found[0].rule.number
    hook = of.hooks[place]
    if hook.who and not _may(state, of, hook.who, command.by):
        raise Refused("action_of_an_office", number, form=hook.what, office=hook.who)
    if hook.once and of.program.used.get(f"{place}:{command.by}") == _stamp(course, hook.once):
        raise Refused("action_done_already", number, form=hook.what, once=hook.once)
    me = Given(kind="player", number=command.by)
    came = _call(
        course,
        Asked(
            of=of,
            place=place,
            given=(me, *command.given),
            by=command.by,
            words=command.words,
            letter=command.letter,
        ),
    )
    match came:
        case Declined():
            if not course.events or not isinstance(course.events[-1], e.ProgramRan):
                raise Refused("program_declines", number, why=as_told(came.why))
        case Broke(trouble="missing"):
            raise Refused("programs_not_run", number)


def _place(of: Running, form: str) -> int | None:
    wanted = _form(form)
    for place, hook in enumerate(of.hooks):
        if hook.kind == "action" and _form(hook.what) == wanted:
            return place
    return None


def _may(state: State, of: Running, who: str, seat: int) -> bool:
    if who == IN_TURN:
        return state.turn is not None and state.turn.mover == seat
    return of.program.value(who, 0) == seat


def _stamp(course: Course, once: str) -> str:
    turn, at = course.state.turn, course.at
    week = at.isocalendar()
    return {
        "": "",
        "a turn": f"turn {turn.number if turn is not None else 0}",
        "a circuit": f"circuit {course.state.circuit}",
        "a day": f"day {at.date().isoformat()}",
        "a week": f"week {week.year}-{week.week}",
    }[once]


# What happens, and the clock


def react(course: Course) -> None:
    """Programs hear of what has happened since they last heard, and of what comes of that."""
    state = course.state
    if not state.programs and not with_programs(state.rules):
        course.heard = len(course.events)
    while course.heard < len(course.events) and course.state.status == "running":
        sync(course)
        place, course.heard = course.heard, course.heard + 1
        for name, given, also in _happenings(course, place):
            _hear(course, name, given, also, course.states[place])
    if course.state.status == "running":
        sync(course)


def _hear(
    course: Course,
    name: str,
    given: tuple[Given, ...],
    also: tuple[SeenProposal, ...],
    before: State,
) -> None:
    """Rule 1: each that was read before it happened."""
    for one in running(course.state):
        for place, hook in enumerate(one.hooks):
            if hook.kind != "on" or hook.what != name or one.rule.lineage not in before.programs:
                continue
            if course.calls == CALLS_MOST:
                _cut(course, one, place)
            course.calls += 1
            if course.calls <= CALLS_MOST and course.state.status == "running":
                _call(course, Asked(of=one, place=place, given=given, also=also))


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
            mistake=Mistake(why=f"programs called each other {CALLS_MOST} times at one stroke"),
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
            also = (seen(before.proposals[event.number], event),)
            yield "vote closes", (_proposal(event.number),), also
            name = "adopted" if event.outcome == "adopted" else "defeated"
            yield name, (_proposal(event.number),), also
        case e.PlayerJoined():
            yield "joined", (_player(event.seat),), ()
        case e.PlayerLeft():
            yield "left", (_player(event.seat),), ()
        case e.PointsScored():
            points = Given(kind="number", number=event.points)
            yield "scored", (_player(event.seat), points), ()


def _player(seat: int) -> Given:
    return Given(kind="player", number=seat)


def _proposal(number: int) -> Given:
    return Given(kind="proposal", number=number)


@dataclass(frozen=True, order=True, slots=True)
class Due:
    at: datetime
    rank: int  # in the order of precedence
    place: int
    name: str = ""


def next_due(state: State) -> datetime | None:
    first = _first_due(state)
    return first.at if first is not None else None


def _first_due(state: State) -> Due | None:
    if not state.programs:
        return None
    found = []
    for rank, one in enumerate(running(state)):
        found += [Due(at, rank, place) for place, at in one.program.due.items()]
        for later in one.program.later:
            place = next((n for n, h in enumerate(one.hooks) if h.what == later.name), None)
            if place is not None:
                found.append(Due(later.due, rank, place, later.name))
    return min(found, default=None)


def one_due(course: Course) -> None:
    """The first timer that is due."""
    due = _first_due(course.state)
    if due is None:
        return
    of = running(course.state)[due.rank]
    _call(course, Asked(of=of, place=due.place, due=due.at))
