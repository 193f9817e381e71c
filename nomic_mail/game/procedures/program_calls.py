"""One call of a rule's program, and what comes of it (programs.py).

1. What it does is an event; points that it gives are scored by its rule (208).
2. A call that refuses or breaks does nothing, and stops nothing; what it threw is thrown (008).
"""

from datetime import datetime
from typing import Any

from msgspec import Struct, field

from nomic_mail.game import events as e
from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.dice import Drawn, Throws, message_of
from nomic_mail.game.events.programs import period
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase, as_told, within
from nomic_mail.game.procedures.program_texts import Running, head, run, running, standing
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.throwing import next_chain_if_spent
from nomic_mail.game.procedures.vetoing import spared, vetoed
from nomic_mail.game.procedures.winning import goal_reached, kept_enough, won_by_rule
from nomic_mail.game.programs import (
    A_THING,
    ALL_WRITE,
    IN_TURN,
    ONE_WRITES,
    Broke,
    Calling,
    Came,
    Declined,
    Done,
    Given,
    Hook,
    SeenProposal,
    how_often,
    often,
    read_order_of,
    slots_of,
    weight,
)
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import State
from nomic_mail.game.timers import after_missed, there
from nomic_mail.game.words import Words


class Perform(Command, frozen=True, kw_only=True):
    """An action of a rule's program: the rule by its lineage, the action by its form, and what the
    player wrote, with what stands in the form's places."""

    rule: int
    form: str
    given: tuple[Given, ...] = ()
    words: Words = ""


class PerformSealed(Command, frozen=True, kw_only=True):
    """A sealed action: what fills the places of its form stands in `order`, and is sealed."""

    SEALED = ("words", "order", "letter")

    rule: int
    form: str
    words: str = ""
    order: str = ""


class Throwing(Struct):
    """The throws of one call: all from one link of the chain, one after the other (008); in secret,
    from its seed. `late` is that there was no more dealing from it."""

    course: Course
    message: str
    sides: list[int] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    secret_sides: list[int] = field(default_factory=list)
    secret_faces: list[int] = field(default_factory=list)
    link: str = ""
    late: bool = False
    _stream: Throws | None = None
    _secret: Drawn | None = None

    def throw(self, sides: int) -> int:
        chain = self.course.state.chain
        if chain is None:
            raise LookupError(self.message)  # no game that runs is without dice
        if self._stream is None:
            self.link = self.course.luck.link(chain)
            self._stream = Throws(self.link, self.message)
        face = self._stream.next(sides)
        self.sides.append(sides)
        self.faces.append(face)
        return face

    def secretly(self, sides: int) -> int:
        """The last link is the seed itself: who has it knows what is dealt."""
        chain = self.course.state.chain
        if chain is None or chain.length - chain.used <= 1:
            self.late = True
            raise LookupError(self.message)  # the next one is announced behind this call
        if self._secret is None:
            self._secret = self.course.luck.secret(chain, self.message)
        face = self._secret.next(sides)
        self.secret_sides.append(sides)
        self.secret_faces.append(face)
        return face

    @property
    def told(self) -> dict[str, Any]:
        """What an event tells of it."""
        return {
            "sides": tuple(self.sides),
            "faces": tuple(self.faces),
            "link": self.link,
            "secret_sides": tuple(self.secret_sides),
            "secret_faces": tuple(self.secret_faces),
            "message": self.message if self.thrown else "",
        }

    @property
    def thrown(self) -> bool:
        return bool(self.link or self.secret_faces)


class OneCall(Struct, frozen=True, kw_only=True):
    """One call: of whose program, at which place, with what, by whom, in which words and letter. To
    one that was `due` at a time it is that time, however late it is called."""

    of: Running
    place: int
    given: tuple[Given, ...] = ()
    by: int = 0
    words: str = ""
    letter: str = ""
    also: tuple[SeenProposal, ...] = ()
    due: datetime | None = None
    opens: int = 0

    @property
    def hook(self) -> Hook:
        return self.of.hooks[self.place]


def call_it(course: Course, call: OneCall) -> Came:
    """Calls it, and has happen what came of it; a refusal without a throw is nothing."""
    state, rule, hook = course.state, call.of.rule, call.hook
    course.due = course.due or call.due
    message = message_of(
        game=state.name,
        event=state.version + 1,
        rule=rule.number,
        called=hook.what,
        by=call.by,
        letter=call.letter,
    )
    throwing = Throwing(course, message)
    calling = Calling(hook=call.place, given=call.given)
    due = there(hook.what, call.due) if call.due is not None else None
    secretly = throwing.secretly
    came = run(course, call.of, calling, throwing.throw, call.also, due, secretly=secretly)
    thrown = throwing.thrown
    if isinstance(came, Declined) and hook.kind == "action" and not (thrown or call.opens):
        return came
    told = {
        **head(course, call.of, call.place),
        **throwing.told,
        "by": call.by,
        "opens": call.opens,
        "args": call.given,
        "words": call.words,
        "proven": bool(thrown and call.letter),
        "next_at": after_missed(hook.what, call.due, course.at)
        if hook.kind == "every" and call.due is not None
        else None,
    }
    timed = hook.kind in ("every", "later")
    match came:
        case Broke():
            trouble = came.trouble
            if trouble == "room" and not _filled_by_others(course, call):
                trouble = "limit"
            course.happen(e.ProgramBroke(**told, trouble=trouble, mistake=came.mistake))
        case Declined():
            if thrown or timed or call.opens or _is_told(call):
                course.written[rule.lineage] += A_THING + len(came.why)
                course.happen(e.ProgramRan(**told, declined=came.why))
        case Done():
            course.written[rule.lineage] += weight(came.effects)
            if came.effects or thrown or timed or hook.kind == "action":
                stamp = _stamp(course, call) if hook.once else ""
                course.happen(e.ProgramRan(**told, effects=came.effects, stamp=stamp))
                _score(course, rule, came)
            _veto(course, call, came)
            if not call.opens or state.reading < 6:
                _reveal(course, call, came)
            _lapse(course, rule, came)
    if thrown or throwing.late:
        next_chain_if_spent(course, to_deal=throwing.late)
    return came


def _filled_by_others(course: Course, call: OneCall) -> bool:
    """What had no room left, by what other rules have written, or by itself at another time that is
    made up for now: it is told, and nothing that a rule should rest for."""
    own = course.written[call.of.rule.lineage]
    at_once = call.due is None or call.due == course.due
    return not at_once or ALL_WRITE - course.written.total() < ONE_WRITES - own


def _is_told(call: OneCall) -> bool:
    """Whatever happened, the rule did nothing about it: before interface 5 nobody heard of that."""
    return call.hook.kind == "on" and call.of.program.declared.interface >= 5


def _stamp(course: Course, call: OneCall) -> str:
    """Of what was sealed, when it was written."""
    opened = [one for one in call.of.program.orders if one.number == call.opens]
    when = opened[0].period if opened else period(course.state, course.at, call.hook.once)
    times = call.of.program.done(call.place, call.by, when) + 1
    return when if times == 1 else f"{when}, {times}"


def _veto(course: Course, call: OneCall, done: Done) -> None:
    for effect in [one for one in done.effects if one.kind == "veto"]:
        poll = course.state.polls.get(effect.number)
        if poll is not None and poll.vetoed is None and not spared(course.state, poll.number):
            vetoed(course, effect.number, call.by, call.of.rule.number)


def _lapse(course: Course, rule: Rule, done: Done) -> None:
    """Last of all that it does; whoever is at the goal that holds without it has won (208)."""
    here = any(one.lineage == rule.lineage for one in course.state.rules)
    if here and course.state.status == "running" and _lapses(done):
        course.happen(e.RuleLapsed(at=course.at, rule=rule.number, lineage=rule.lineage))
        goal_reached(course)


def _lapses(done: Done) -> bool:
    return any(effect.kind == "lapse" for effect in done.effects)


def _reveal(course: Course, call: OneCall, done: Done) -> None:
    """Each sealed action that is opened happens now, in the order in which they were written; what
    these reveal is opened after them, each once (since reading 6). They may name the proposal that
    has just been voted on (since reading 9)."""
    forms, of = _revealed(done), call.of
    also = call.also if course.state.reading >= 9 else ()
    while forms:
        form, known = forms.pop(0), course.state.programs[of.rule.lineage]
        for order in sorted(known.orders, key=lambda one: one.number):
            now = [one for one in running(course.state) if one.rule.lineage == of.rule.lineage]
            if not now or now[0].hooks[order.hook].what != form:
                continue
            me = Given(kind="player", number=order.seat)
            given = read_order_of(order.order) if order.order else ()
            came = call_it(
                course,
                OneCall(
                    of=now[0],
                    place=order.hook,
                    given=(me, *given),
                    by=order.seat,
                    words=order.words,
                    letter=order.letter,
                    opens=order.number,
                    also=also,
                ),
            )
            if course.state.reading >= 6:
                forms += _revealed(came)


def _revealed(came: Came) -> list[str]:
    effects = came.effects if isinstance(came, Done) else ()
    return [one.name for one in effects if one.kind == "reveal"]


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
    elif any(effect.kind == "set" for effect in done.effects):
        kept_enough(course)


# Actions


@decides(Perform)
def perform(course: Course, command: Perform) -> None:
    of, place = _allowed(course, command.rule, command.form, command.by, sealed=False)
    number = of.rule.number
    kinds = tuple(one.kind for one in command.given)
    if course.state.reading >= 10 and kinds != slots_of(command.form):
        raise Refused("no_such_action", form=command.form)
    me = Given(kind="player", number=command.by)
    came = call_it(
        course,
        OneCall(
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
            if not any(isinstance(one, e.ProgramRan) for one in course.events):
                raise Refused("program_declines", number, why=as_told(within(came.why)))
        case Broke(trouble="missing"):
            raise Refused("programs_not_run", number)


@decides(PerformSealed)
def seal(course: Course, command: PerformSealed) -> None:
    """The last one of each player counts, or the last so many; it is tried when it is revealed."""
    of, place = _allowed(course, command.rule, command.form, command.by, sealed=True)
    hook = of.hooks[place]
    now = period(course.state, course.at, hook.once)
    left = often(hook.once)[0] - of.program.done(place, command.by, now)
    course.happen(
        e.OrderSealed(
            at=course.at,
            rule=of.rule.number,
            lineage=of.rule.lineage,
            hook=place,
            what=hook.what,
            seat=command.by,
            changed=len(of.program.pending(place, command.by, now)) >= left,
            words=command.words,
            order=command.order,
            letter=command.letter,
        )
    )


def _allowed(
    course: Course, lineage: int, form: str, by: int, *, sealed: bool
) -> tuple[Running, int]:
    """The program with the place of the action, if this player may do it now."""
    state = course.state
    found = [one for one in standing(state) if one.rule.lineage == lineage]
    place = _place(found[0], form) if found else None
    if place is None:
        raise _not_there(course, lineage, form)
    if found[0].hooks[place].sealed != sealed:
        raise Refused("no_such_action", form=form)
    of, number = found[0], found[0].rule.number
    hook = of.hooks[place]
    if of.program.rests:
        raise Refused("program_rests", number)
    if hook.who and _whose(state, of, hook.who) != by:
        raise _of_another(state, of, hook)
    times, now = often(hook.once)[0], period(state, course.at, hook.once)
    if of.program.done(place, by, now) >= times:
        once, unit = how_often(hook.once), hook.once.split()[-1]
        raise Refused("action_done_already", number, form=hook.what, once=once, unit=unit)
    return of, place


def _not_there(course: Course, lineage: int, form: str) -> Refused:
    """Whose it was, and since when it is gone, or why its rule does not run."""
    state = course.state
    rule = next((one for one in state.rules if one.lineage == lineage), None)
    gone = next((one for one in state.gone if (one.lineage, one.form) == (lineage, form)), None)
    aside = mechanics_of(state.rules).void.get(rule.number) if rule is not None else None
    program = state.programs.get(lineage)
    if rule and aside and program and any(one.what == form for one in program.declared.hooks):
        law = course.cite(110)
        return Refused("action_set_aside", law, form=form, rule=rule.number, why=aside)
    if gone is None:
        return Refused("no_such_action", form=form)
    if rule is not None:
        return Refused("action_amended", form=form, rule=rule.number, at=gone.at)
    return Refused("action_repealed", form=form, rule=gone.rule, at=gone.at)


def _of_another(state: State, of: Running, hook: Hook) -> Refused:
    """Whose it is, so that who reads it knows whom to ask."""
    form, office, number = hook.what, hook.who, of.rule.number
    holder = _whose(state, of, office)
    if not holder:
        return Refused("action_of_nobody", number, form=form, office=office)
    name = state.name_of(holder)
    return Refused("action_of_holder", number, form=form, office=office, holder=name)


def _place(of: Running, form: str) -> int | None:
    for place, hook in enumerate(of.hooks):
        if hook.kind == "action" and hook.what == form:
            return place
    return None


def _whose(state: State, of: Running, who: str) -> int:
    """The seat that has that office, or the turn; 0 where nobody has."""
    if who == IN_TURN:
        return state.turn.mover if state.turn is not None else 0
    return int(of.program.value(who, 0))
