"""What the rules' programs did: read, run, broken, gone. They are outcomes like any: nothing is run
to read them."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from nomic_mail.game.events.kind import Event
from nomic_mail.game.programs import (
    NOTHING,
    Declared,
    Effect,
    Given,
    GoneAction,
    HookKind,
    Kept,
    Later,
    Mistake,
    Order,
    Program,
    Trouble,
    often,
)
from nomic_mail.game.quantities import counted
from nomic_mail.game.record.parts import Record
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.state import State
from nomic_mail.game.timers import next_time
from nomic_mail.game.unchanging import without
from nomic_mail.game.words import Words

RESTS_AFTER = 3


def period(state: State, at: datetime, once: str) -> str:
    """The turn, circuit, day or week that it is, where so often an action may be done."""
    turn, week = state.turn, at.isocalendar()
    return {
        "": "",
        "a turn": f"turn {turn.number if turn is not None else 0}",
        "a circuit": f"circuit {state.circuit}",
        "a day": f"day {at.date().isoformat()}",
        "a week": f"week {week.year}-{week.week}",
    }[often(once)[1]]


class ProgramRead(Event, frozen=True, kw_only=True):
    """A rule's program is in force from here on. It keeps the values of the names that it still
    declares in the same way. With `mistakes` it is none that can run, and rests."""

    COMES_OF_A_COUNT = True

    rule: int
    lineage: int
    digest: str
    declares: Declared
    mistakes: tuple[Mistake, ...] = ()

    def fold(self, state: State) -> State:
        old = state.programs.get(self.lineage) or Program(digest="", declared=Declared())
        still = {one.name for one in self.declares.names if one in old.declared.names}
        still |= {one.name for one in self.declares.names if self._alike(old, one.name)}
        hooks = self.declares.hooks
        orders, used = self._of_actions(old, state.reading)
        later = tuple(one for one in old.later if any(h.what == one.name for h in hooks))
        was_due = {old.declared.hooks[n].what: due for n, due in old.due.items()}
        new = Program(
            digest=self.digest,
            declared=self.declares,
            values={name: kept for name, kept in old.values.items() if name in still},
            due={
                place: was_due.get(hook.what) or next_time(hook.what, self.at)
                for place, hook in enumerate(hooks)
                if hook.kind == "every"
            },
            later=later,
            used=used,
            orders=orders,
            rests=bool(self.mistakes),
            titles=state.rules.titled(self.lineage) if state.reading >= 7 else None,
        )
        rules = state.rules.keeping(self.lineage, counted(self.declares.names))
        programs, gone = {**state.programs, self.lineage: new}, _gone(self, state, self.declares)
        return replace(state, rules=rules, programs=programs, gone=gone)

    def keep(self, record: Record, before: State) -> None:
        record.secretive |= any(one.secret for one in self.declares.names)

    def _alike(self, old: Program, name: str) -> bool:
        """Of the same kind and owner; its bounds may be others."""
        kinds = [
            {(one.kind, one.owner) for one in declared.names if one.name == name}
            for declared in (old.declared, self.declares)
        ]
        return bool(kinds[0]) and kinds[0] == kinds[1]

    def _of_actions(
        self, old: Program, reading: int
    ) -> tuple[tuple[Order, ...], Mapping[str, str]]:
        """What is sealed waits while its action stands, and how often one was done counts on.
        Before reading 6 the one went with any hook that changed, and the other always."""
        was, hooks = old.declared.hooks, self.declares.hooks
        if reading < 6:
            return old.orders if [*hooks] == [*was] else (), {}
        now = {(h.what, h.sealed): n for n, h in enumerate(hooks) if h.kind == "action"}
        moved = {n: now[h.what, h.sealed] for n, h in enumerate(was) if (h.what, h.sealed) in now}
        orders = tuple(replace(o, hook=moved[o.hook]) for o in old.orders if o.hook in moved)
        used = {}
        for key, stamp in old.used.items():
            place, _, seat = key.partition(":")
            if int(place) in moved:
                used[f"{moved[int(place)]}:{seat}"] = stamp
        return orders, used

    def moment(self, story: Story) -> Moment:
        names = tuple(one.name for one in self.declares.names)
        actions = tuple(one.what for one in self.declares.hooks if one.kind == "action")
        facts = {"rule": self.rule, "keeps": names, "actions": actions}
        return Moment(self.at, "program", {**facts, "mistakes": bool(self.mistakes)})


class ProgramEnded(Event, frozen=True, kw_only=True):
    """Its rule is gone, or has no program any more: what it kept leaves play."""

    COMES_OF_A_COUNT = True
    MOMENT = ()

    lineage: int

    def fold(self, state: State) -> State:
        rules = replace(state.rules, keeps=without(state.rules.keeps, self.lineage))
        programs, gone = without(state.programs, self.lineage), _gone(self, state, NOTHING)
        return replace(state, rules=rules, programs=programs, gone=gone)


def _gone(event: ProgramRead | ProgramEnded, state: State, new: Declared) -> tuple[GoneAction, ...]:
    """Of a rule that is repealed, its own event has told."""
    rule = next((one for one in state.rules if one.lineage == event.lineage), None)
    return state.gone_by(rule, event.at, new) if rule else state.gone


class _Called(Event, frozen=True, kw_only=True):
    """One call of a program: of the hook at that place, by a seat, with these `args`, in the
    `words` of who acts. If it threw dice, `link` is the one that all its throws were drawn from,
    over `message`, in their order (008); what it threw in secret was drawn from the seed of the
    chain, over the same. `next_at` is when a timer is due again; `opens` the place of the sealed
    action that is revealed by it."""

    COMES_OF_A_COUNT = True
    BESIDE = ("secret_sides", "secret_faces")

    rule: int
    lineage: int
    hook: int
    kind: HookKind
    what: str
    by: int = 0
    args: tuple[Given, ...] = ()
    words: Words = ""
    sides: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    link: str = ""
    message: str = ""
    secret_sides: tuple[int, ...] = ()
    secret_faces: tuple[int, ...] = ()
    proven: bool = False
    next_at: datetime | None = None
    interpreter: str = ""
    opens: int = 0

    def called(self, state: State) -> State:
        """The link is spent, the timer is set anew, however it went."""
        program = state.programs.get(self.lineage)
        if program is None:
            return state
        if self.kind == "every" and self.next_at is not None:
            program = replace(program, due={**program.due, self.hook: self.next_at})
        if self.kind == "later":
            done = program.first(self.what)
            left = tuple(one for one in program.later if one is not done)
            program = replace(program, later=left)
        if self.opens:
            orders = tuple(one for one in program.orders if one.number != self.opens)
            program = replace(program, orders=orders)
        programs = {**state.programs, self.lineage: program}
        dealt = state.dealing if self.secret_faces else state.dealt
        return replace(state, programs=programs, chain=state.drawn(self.link), dealt=dealt)

    def due(self, state: State) -> datetime:
        """By the clock that it saw: of a timer, however late, when it was due."""
        program = state.programs.get(self.lineage)
        if program is None or self.kind not in ("every", "later"):
            return self.at
        if self.kind == "every":
            return program.due.get(self.hook, self.at)
        first = program.first(self.what)
        return first.due if first is not None else self.at

    @property
    def throws(self) -> str:
        return ", ".join(f"{f} of {s}" for f, s in zip(self.faces, self.sides, strict=True))


class ProgramRan(_Called, frozen=True, kw_only=True):
    """What came of it, in its order; or, where it refused after a throw, what it `declined` with.
    `stamp` is of the turn, circuit, day or week in which a bounded action is done, and how often it
    was, where that is more than once."""

    effects: tuple[Effect, ...] = ()
    declined: Words = ""
    stamp: str = ""

    def fold(self, state: State) -> State:
        due = self.due(state)
        state = self.called(state)
        programs = dict(state.programs)
        for effect in self.effects:
            lineage = effect.of or self.lineage
            if lineage in programs:
                at = due if effect.kind == "hours" else self.at
                programs[lineage] = _after(programs[lineage], effect, at)
        own = programs.get(self.lineage)
        if own is not None and not self.declined:
            used = {**own.used, f"{self.hook}:{self.by}": self.stamp} if self.stamp else own.used
            programs[self.lineage] = replace(own, broken=0, breakers=frozenset(), used=used)
        keeps = any(effect.kind == "set" for effect in self.effects) and state.rules.goal_is_kept
        asked = state.goal_asked_anew if keeps else state.asked
        return replace(state, programs=programs, asked=asked)

    def moment(self, story: Story) -> Moment:
        facts = {
            "rule": self.rule,
            "by": story.state.name_of(self.by) if self.by else "",
            "words": self.words or self.what,
            "declined": self.declined,
            "changes": changes(self, story.state),
            "throws": self.throws,
        }
        return Moment(self.at, "ran", facts)


class ProgramAsked(_Called, frozen=True, kw_only=True):
    """It was asked to decide something (`what`), for `each`; these are its `answers`: numbers, or
    seats. What was made of them stands in the event that follows. A `lineage` of 0 is of a program
    that stood when the vote opened, and does no more."""

    MOMENT = ()

    each: tuple[tuple[Given, ...], ...]
    answers: tuple[int, ...]

    def fold(self, state: State) -> State:
        program = state.programs.get(self.lineage)
        if program is None:
            return state
        program = replace(program, broken=0, breakers=frozenset())
        return replace(state, programs={**state.programs, self.lineage: program})


class OrderSealed(Event, frozen=True, kw_only=True):
    """Somebody has written a sealed action: it does nothing, and nobody reads it, before it is
    revealed. The last of each player is kept; where it is bounded, the last so many of each turn,
    day or week. `changed` says that it takes the place of an earlier one."""

    MOMENT = ("sealed", "seat", "rule", "what", "changed")
    SEALED = ("words", "order", "letter")

    rule: int
    lineage: int
    hook: int
    what: str
    seat: int
    changed: bool
    words: str
    order: str
    letter: str

    def fold(self, state: State) -> State:
        program = state.programs.get(self.lineage)
        if program is None:
            return state
        new = Order(
            hook=self.hook,
            seat=self.seat,
            number=state.version + 1,
            words=self.words,
            order=self.order,
            letter=self.letter,
            period=period(state, self.at, program.declared.hooks[self.hook].once),
        )
        once = program.declared.hooks[self.hook].once
        mine = program.pending(self.hook, self.seat, new.period)
        room = often(once)[0] - program.done(self.hook, self.seat, new.period)
        gone = mine[: max(0, len(mine) + 1 - room)]
        orders = (*(one for one in program.orders if one not in gone), new)
        program = replace(program, orders=orders)
        return replace(state, programs={**state.programs, self.lineage: program})


class ProgramBroke(_Called, frozen=True, kw_only=True):
    """It did nothing; after so often in a row it rests. Where the house could not run it, or others
    left it no room, that is no fault of its own. What breaks by the actions of one player counts
    once, so that nobody lays a rule to rest alone; what breaks for everybody rests (since reading
    9)."""

    trouble: Trouble
    mistake: Mistake

    def fold(self, state: State) -> State:
        state = self.called(state)
        program = state.programs.get(self.lineage)
        if program is None or self.trouble in ("missing", "room"):
            return state
        again = state.reading >= 9 and self.by in program.breakers
        breakers = program.breakers | ({self.by} if self.by else set())
        broken = program.broken + (0 if again else 1)
        everybody = state.reading >= 9 and breakers >= {*state.playing}
        rests = broken >= RESTS_AFTER or everybody
        program = replace(program, broken=broken, breakers=breakers, rests=rests)
        return replace(state, programs={**state.programs, self.lineage: program})

    def rests_now(self, state: State) -> bool:
        program = self.fold(state).programs.get(self.lineage)
        return program is not None and program.rests

    def moment(self, story: Story) -> Moment:
        facts = {
            "rule": self.rule,
            "what": self.what,
            "why": self.mistake.why,
            "line": self.mistake.line,
            "rests": self.rests_now(story.state),
        }
        return Moment(self.at, "broke", facts)


class ValueCorrected(Event, frozen=True, kw_only=True):
    """By the Moderator: what a rule's program keeps was wrong. Of a note it is the texts that tell,
    else the numbers; an office is held by the seat of that number."""

    rule: int
    lineage: int
    name: str
    seat: int
    was: int = 0
    now: int = 0
    text_was: Words = ""
    text: Words = ""

    def fold(self, state: State) -> State:
        program = state.programs.get(self.lineage)
        if program is None:
            return state
        value: Kept = self.text if self._kind(program) == "note" else self.now
        kept = {**program.values.get(self.name, {}), self.seat: value}
        program = replace(program, values={**program.values, self.name: kept})
        asked = state.goal_asked_anew if state.rules.goal_is_kept else state.asked
        return replace(state, asked=asked, programs={**state.programs, self.lineage: program})

    def moment(self, story: Story) -> Moment:
        facts = self.facts(story.state)
        if self.is_secret(story.state):
            facts |= {"was": "(secret)", "now": "(secret)"}
        return Moment(self.at, "value_corrected", facts)

    def is_secret(self, state: State) -> bool:
        program = state.programs.get(self.lineage)
        names = program.declared.names if program is not None else ()
        return any(one.secret for one in names if one.name == self.name)

    def _kind(self, program: Program) -> str:
        return next((one.kind for one in program.declared.names if one.name == self.name), "")

    def facts(self, state: State) -> dict[str, object]:
        program = state.programs.get(self.lineage)
        kind = self._kind(program) if program is not None else ""
        was: Kept = self.was
        now: Kept = self.now
        if kind == "note":
            was, now = self.text_was, self.text
        elif kind == "office":
            was, now = _holder(state, self.was), _holder(state, self.now)
        whose = state.name_of(self.seat) if self.seat else ""
        return {"rule": self.rule, "name": self.name, "whose": whose, "was": was, "now": now}


class ProgramRested(Event, frozen=True, kw_only=True):
    """By the Moderator's word nothing calls it (`rests`), or it is called again."""

    MOMENT = ("rested", "rule", "rests")

    rule: int
    lineage: int
    rests: bool

    def fold(self, state: State) -> State:
        program = state.programs.get(self.lineage)
        if program is None:
            return state
        program = replace(program, rests=self.rests, broken=0, breakers=frozenset())
        return replace(state, programs={**state.programs, self.lineage: program})


def _after(program: Program, effect: Effect, at: datetime) -> Program:
    if effect.kind in ("later", "hours"):
        hours = effect.number * (24 if effect.kind == "later" else 1)
        new = Later(name=effect.name, due=at + timedelta(hours=hours), about=effect.text)
        return replace(program, later=(*program.later, new))
    if effect.kind == "cancel":
        left = (o for o in program.later if o.name != effect.name or not _is_about(o, effect))
        return replace(program, later=tuple(left))
    kind = next((one.kind for one in program.declared.names if one.name == effect.name), None)
    if effect.kind != "set" or kind is None:
        return program
    value: Kept = effect.text if kind == "note" else effect.number
    kept: Mapping[int, Kept] = {**program.values.get(effect.name, {}), effect.seat: value}
    return replace(program, values={**program.values, effect.name: kept})


def _is_about(one: Later, effect: Effect) -> bool:
    return effect.text in ("", one.about)


def changes(
    event: ProgramRan, before: State, secrets_of: int = 0
) -> tuple[tuple[str, str, Kept, Kept], ...]:
    """Each value that is another in the end: whose (nobody's: the game's), its name, what it was
    and what it is. An office is held by whom a name says. What is secret is in none; with
    `secrets_of` a seat, what is theirs is, and nothing else."""
    first: dict[tuple[int, str, int], Kept] = {}
    last: dict[tuple[int, str, int], Kept] = {}
    for effect in event.effects:
        program = before.programs.get(effect.of or event.lineage)
        if effect.kind != "set" or program is None:
            continue
        named = next((one for one in program.declared.names if one.name == effect.name), None)
        if named is None or named.secret != bool(secrets_of):
            continue
        if secrets_of and effect.seat != secrets_of:
            continue
        key = (effect.of or event.lineage, effect.name, effect.seat)
        was: Kept = program.value(effect.name, effect.seat)
        now: Kept = effect.text if named.kind == "note" else effect.number
        if named.kind == "office":
            was, now = _holder(before, int(was)), _holder(before, effect.number)
        first.setdefault(key, was)
        last[key] = now
    return tuple(
        (before.name_of(seat) if seat else "", name, first[lineage, name, seat], now)
        for (lineage, name, seat), now in last.items()
        if now != first[lineage, name, seat]
    )


def _holder(state: State, seat: int) -> str:
    return state.name_of(seat) if seat else "nobody"
