"""What a rule's program is to the core: what it declares, what it is asked, and what comes of it.

1. The core runs nothing. `decide` is handed whoever does (`Runs`), as it is handed its luck: the
   same source, call, view and throws give the same effects, so a record is checked by running it
   again, and `evolve` reads what came of it in the events.
2. A seat is a number here, and 0 is the whole game, or nobody. Names are what people see.
3. A call that refuses or breaks did nothing; what it threw is thrown all the same (008).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.numbers import as_texts, read_number
from nomic_mail.game.timers import is_calendar, next_time
from nomic_mail.game.words import Words

Kept = int | str  # a number of a quantity, a text of a note, the seat that holds an office
NameKind = Literal["quantity", "note", "office"]
HookKind = Literal["action", "on", "every", "later", "decides"]
EffectKind = Literal[
    "set", "points", "say", "win", "later", "hours", "cancel", "reveal", "veto", "lapse"
]
Stays = Literal["", "immutable", "turns"]  # why a rule cannot lapse
AnswerKind = Literal["number", "player", "yes"]  # yes or no is True or False
Trouble = Literal["error", "limit", "missing", "lost", "cascade", "room"]

INTERFACE = 8  # the number of what a program can use; each keeps that with which it was read


def interface_by(reading: int) -> int:
    """That of what is read under this reading of the law."""
    since = {15: INTERFACE, 14: 7, 13: 6, 12: 5, 11: 4, 10: 3, 9: 2}
    return next((number for first, number in since.items() if reading >= first), 1)


# What happens in a game, as `@on` names it, and the kinds of what the hook is given.
HAPPENS: Mapping[str, tuple[str, ...]] = {
    "begins": (),  # its own rule, once
    "started": (),
    "turn begins": ("player",),  # nobody, in open play
    "turn ends": ("player",),
    "circuit begins": (),
    "proposed": ("proposal",),
    "vote opens": ("proposal",),
    "vote closes": ("proposal",),
    "adopted": ("proposal",),
    "defeated": ("proposal",),
    "joined": ("player",),
    "left": ("player",),
    "scored": ("player", "number"),
}
IN_TURN = "in turn"  # who may do an action; no office is called so
# What a program may be asked to decide, where a clause says so: what it is given, and the kind of
# what it answers.
DECIDES: Mapping[str, tuple[tuple[str, ...], AnswerKind]] = {
    "votes": (("player", "proposal"), "number"),  # votes: program
    "next": (("player",), "player"),  # order: program
    "eligible": (("player", "proposal"), "yes"),  # eligible: program
    "may propose": (("player",), "yes"),  # may propose: program
    "adopted": (("proposal",), "yes"),  # adoption: program
    "winner": ((), "player"),  # victory: program
}
PERIODS = ("a turn", "a circuit", "a day", "a week")
_OFTEN = re.compile(rf"(?:([1-9]|1\d|20) times )?({'|'.join(PERIODS)})")


def often(once: str) -> tuple[int, str]:
    """ "3 times a week": how often, and in what; None of it is (1, ""). Raises ValueError."""
    found = _OFTEN.fullmatch(once)
    if once and found is None:
        raise ValueError(once)
    return (int(found[1] or 1), found[2]) if found is not None else (1, "")


def how_often(once: str) -> str:
    """In words."""
    return f"once {once}" if once in PERIODS else once


class Named(Struct, frozen=True, kw_only=True):
    """Something a program keeps, for each player or for the whole game. `start`, `least` and `most`
    are those of a quantity; what is `secret` is its owner's to see."""

    kind: NameKind
    name: str
    owner: Literal["player", "game"] = "player"
    start: int = 0
    least: int | None = 0
    most: int | None = None
    secret: bool = False
    open: bool = False  # to rules of lower status, too


class Hook(Struct, frozen=True, kw_only=True):
    """What a program is called by: the form of an action, what happens, a time, a name. Of an
    action, `once` ("a turn", "3 times a week") bounds how often each may, `who` is
    the office that alone may, and what is `sealed` stands in the record without its words."""

    kind: HookKind
    what: str
    once: str = ""
    who: str = ""
    sealed: bool = False


class Declared(Struct, frozen=True, kw_only=True):
    """All that a program says of itself when it is loaded, in its own order: a hook is called by
    its place among `hooks`."""

    names: tuple[Named, ...] = ()
    hooks: tuple[Hook, ...] = ()
    interface: int = 0
    interpreter: str = ""


NOTHING = Declared()


class Mistake(Struct, frozen=True, kw_only=True):
    """Why a program is none, or breaks, and where: lines and columns from 1, 0 where unknown."""

    why: Words
    line: int = 0
    column: int = 0


class Unread(Mistake, frozen=True, kw_only=True):
    """It could not be told what is wrong with it, if anything: no fault of the program's."""


class SeenPlayer(Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    score: int
    in_turn: bool = False
    away: bool = False
    former: tuple[str, ...] = ()  # what they were called before (since reading 9)
    active: bool = True  # counted among the voters (since reading 9)


class SeenRule(Struct, frozen=True, kw_only=True):
    number: int
    title: str
    status: str
    text: Words = ""
    first: int = 0  # the number that it was born with


class SeenChange(Struct, frozen=True, kw_only=True):
    """One of those that a proposal makes: the number of its rule (0 of a new one), that which it
    has `now` that it is adopted, or would have (0 where it is gone, or where that is not known yet,
    as rules are numbered by adoption), and what it was born with (0 of a new one until then)."""

    kind: str
    rule: int = 0
    now: int = 0
    first: int = 0


class SeenProposal(Struct, frozen=True, kw_only=True):
    """With its votes once they are counted, and none before."""

    number: int
    by: int
    title: str
    kind: str
    text: Words = ""  # of several changes all, one below the other
    rule: int | None = None
    outcome: str = ""
    voting: bool = False
    voted: tuple[int, ...] = ()  # in the order in which they did; also while it is open
    voted_for: tuple[int, ...] = ()
    voted_against: tuple[int, ...] = ()
    abstained: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()  # while it is voted on: who has not voted (since reading 9)
    changes: tuple[SeenChange, ...] = ()  # of which kind, title and rule tell the first


class Elsewhere(Struct, frozen=True, kw_only=True):
    """What another rule's program keeps, under the title of its rule. A rule of lower status may
    not change it, if it is not `open` (110)."""

    title: str
    declared: Declared
    values: Mapping[str, Mapping[int, Kept]]
    open: bool = False


class View(Struct, frozen=True, kw_only=True):
    """What a program may see: never an open ballot, an address or a letter. `values` are its own,
    by name and seat; what is not there is as it starts. `gone` are those who are told of and play
    no more, `order` is that of the turns; `waiting` is how many timers it has set, where these have
    an end (since reading 6), and `room` how much it can still write at this stroke (since reading
    12; `weight`). By `titles`, as `plain_title` has them, others are found; before reading 7 by
    those they have. `stays`: why its own rule cannot lapse, if it cannot."""

    now: datetime
    turn: int = 0
    circuit: int = 0
    players: tuple[SeenPlayer, ...] = ()
    gone: tuple[SeenPlayer, ...] = ()
    order: tuple[int, ...] = ()
    waiting: int | None = None
    room: int | None = None
    titles: Mapping[str, int] | None = None
    stays: Stays = ""
    rules: tuple[SeenRule, ...] = ()
    proposals: tuple[SeenProposal, ...] = ()
    values: Mapping[str, Mapping[int, Kept]] = field(default_factory=dict)
    elsewhere: Mapping[int, Elsewhere] = field(default_factory=dict)  # by lineage


# What fills a slot of an action's form: a number, a text or a choice, or by its kind and number a
# seat, a proposal or a rule.
class Given(Struct, frozen=True, kw_only=True):
    kind: Literal["number", "text", "player", "proposal", "rule"]
    number: int = 0
    text: Words = ""


class Calling(Struct, frozen=True, kw_only=True):
    """`hook` is its place in `Declared.hooks`; `given` are its arguments: of an action the one who
    acts (a player) comes first. What decides something is asked once for `each`."""

    hook: int
    given: tuple[Given, ...] = ()
    each: tuple[tuple[Given, ...], ...] = ()


class Effect(Struct, frozen=True, kw_only=True):
    """One thing that a program does, in its order.

    set      `name` of `seat` (0: the game's) becomes `number`, or `text` of a note; `of` is the
             lineage of another rule whose name it is
    points   `seat` gets so many points (208 sees them)
    say      `text` to `seat`, or to all
    win      `seat` has won
    later    the hook called `name` is called in `number` days
    hours    the same, in `number` hours (since interface 3)
    cancel   the hooks called `name` that wait to be called so are not
             of these three, `text` is what fills the places of the name, as `written_order` has it
             (since interface 6); where nothing does, all of that name are cancelled
    reveal   the sealed actions called `name` open
    veto     the proposal of that number, which is voted on, is not adopted
    lapse    its own rule is repealed as the call ends (since interface 8)"""

    kind: EffectKind
    name: str = ""
    seat: int = 0
    number: int = 0
    text: Words = ""
    of: int = 0


A_THING = 100  # characters that it takes to write one down, about, besides its text
ONE_WRITES = 400_000
ALL_WRITE = 1_000_000


def weight(effects: Sequence[Effect]) -> int:
    """How many characters of a record they are, about."""
    return sum(A_THING + len(one.text) for one in effects)


class Done(Struct, frozen=True, kw_only=True):
    effects: tuple[Effect, ...] = ()
    answers: tuple[int, ...] = ()  # of what decides something, to each: a number, a seat, 1 for yes


class Declined(Struct, frozen=True, kw_only=True):
    """The program's own no, in its words."""

    why: Words


class Broke(Struct, frozen=True, kw_only=True):
    """It broke: an error or a limit of its own; or `room`, where it wrote too much together with
    what was written before it; or `missing`, where no interpreter is installed, or `lost`, where
    the house could not run it to its end (time, a worker that died)."""

    trouble: Trouble
    mistake: Mistake


class Later(Struct, frozen=True, kw_only=True):
    """A call that a program has asked for: of the hook of that name, at that moment; `about` is
    what fills the places of the name, as `written_order` has it. Of a record it may be unknown."""

    name: str
    due: datetime
    about: str = ""

    @property
    def given(self) -> tuple[Given, ...]:
        try:
            return read_order_of(self.about) if self.about else ()
        except (ValueError, TypeError):
            return ()


class Order(Struct, frozen=True, kw_only=True):
    """What somebody has written of a sealed action, and nobody reads before it is revealed: its
    words, what fills the form's places (as `written_order` has it), and its letter. `number` is its
    place in the ledger. Of a record they may be unknown."""

    hook: int
    seat: int
    number: int
    words: str
    order: str
    letter: str
    period: str = ""  # in which it was written, as `used` has it


def written_order(given: Sequence[Given]) -> str:
    told = [[one.kind, as_texts(one.number), one.text] for one in given]
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True)


def read_order_of(written: str) -> tuple[Given, ...]:
    return tuple(
        Given(kind=kind, number=read_number(str(number)), text=text)
        for kind, number, text in json.loads(written)
    )


class Program(Struct, frozen=True, kw_only=True):
    """A rule's program in a game: what it declares, and what it keeps, by name and seat. `digest`
    is of the source that was read. `due` is when each `every` is called next, by its place;
    `titles` are those of other rules with programs when it was read, each with whose it was. `used`
    tells in which turn, circuit, day or week each bounded action was last done, by its place and
    seat, and how often in it, where that is more than once. It rests where it has been `broken` so
    often in a row; `breakers` are those whose actions did."""

    digest: str
    declared: Declared
    values: Mapping[str, Mapping[int, Kept]] = field(default_factory=dict)
    due: Mapping[int, datetime] = field(default_factory=dict)
    later: tuple[Later, ...] = ()
    used: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[Order, ...] = ()
    broken: int = 0
    breakers: frozenset[int] = frozenset()
    rests: bool = False
    titles: Mapping[str, int] | None = None

    def paused(self, by: timedelta, until: datetime) -> "Program":
        """So much later; but what is due at a time of the day or week stays there."""
        due = {}
        for place, when in self.due.items():
            what = self.declared.hooks[place].what
            if not is_calendar(what):
                due[place] = when + by
            else:
                due[place] = when if when > until else next_time(what, until)
        later = tuple(replace(one, due=one.due + by) for one in self.later)
        return replace(self, due=due, later=later)

    def done(self, place: int, seat: int, period: str) -> int:
        """How often the action was done by them in that turn, circuit, day or week."""
        last, _, times = self.used.get(f"{place}:{seat}", "").partition(", ")
        return int(times or 1) if period and last == period else 0

    def pending(self, place: int, seat: int, period: str) -> tuple[Order, ...]:
        """Their sealed actions of that kind and time, which nobody has opened."""
        mine = (place, seat, period)
        return tuple(one for one in self.orders if (one.hook, one.seat, one.period) == mine)

    def first(self, name: str) -> Later | None:
        """The next that is due of those called so; of two at once the one that was set first."""
        return min((one for one in self.later if one.name == name), key=_when, default=None)

    @property
    def hides(self) -> bool:
        return any(one.secret for one in self.declared.names)

    def value(self, name: str, seat: int) -> Kept:
        """As it starts, where nothing has changed it."""
        named = next(one for one in self.declared.names if one.name == name)
        start: Kept = "" if named.kind == "note" else named.start
        return self.values.get(name, {}).get(seat, start)


def _when(one: Later) -> datetime:
    return one.due


GONE_MOST = 50


class GoneAction(Struct, frozen=True, kw_only=True):
    """An action that there was until then: by the rule of that lineage, which had that number."""

    form: str
    lineage: int
    rule: int
    at: datetime
    sealed: bool = False


def gone_with(
    known: tuple[GoneAction, ...], program: Program, new: Declared, like: GoneAction
) -> tuple[GoneAction, ...]:
    """With those that the rule has no more; the last that have gone are known."""
    still = {one.what for one in new.hooks if one.kind == "action"}
    had = [one for one in program.declared.hooks if one.kind == "action"]
    gone = [replace(like, form=one.what, sealed=one.sealed) for one in had if one.what not in still]
    if not gone:
        return known
    again = {words_of(one.form) for one in gone}
    return (*(one for one in known if words_of(one.form) not in again), *gone)[-GONE_MOST:]


def plain_title(title: str) -> str:
    """Capitals and blanks do not matter."""
    return " ".join(title.lower().split())


SLOTS: Mapping[str, str] = {
    "n": "number",
    "player": "player",
    "rule": "rule",
    "proposal": "proposal",
    "word": "text",
    "text": "text",
    "choice": "text",
}
_SLOT = re.compile(r"<\s*([a-z]+)(?:\s+([^<>]*?))?\s*>", re.I)


def slots_in(form: str) -> tuple[tuple[str, str], ...]:
    """The places in the form of an action, each with what it offers to choose from."""
    return tuple((found[1].lower(), found[2] or "") for found in _SLOT.finditer(form))


def slots_of(form: str) -> tuple[str, ...]:
    """The kinds of what fills them."""
    return tuple(SLOTS.get(name, "text") for name, _ in slots_in(form))


TOLD_MOST = 100  # characters of a text that a timer is about


def filled(form: str, given: Sequence[Given], name_of: Callable[[int], str]) -> str:
    """With what fills its places, on one line: a program's own lines would stand in letters as if
    they were ours."""
    told = (_told(one, name_of) for one in given)
    return " ".join(_SLOT.sub(lambda slot: next(told, slot[0]), form).split())


def _told(one: Given, name_of: Callable[[int], str]) -> str:
    if one.kind == "player":
        return name_of(one.number)
    if one.kind == "number":
        return str(one.number)
    return one.text if len(one.text) <= TOLD_MOST else f"{one.text[: TOLD_MOST - 3]}..."


def words_of(form: str) -> str:
    """Two forms with the same words around their places are one to whoever reads a line; but what
    is to be chosen from tells them apart."""
    plain = " ".join(form.casefold().split())
    return _SLOT.sub(lambda slot: slot[0] if "|" in slot[0] else "<>", plain)


Throw = Callable[[int], int]  # of so many sides
Came = Done | Declined | Broke


class Run(Struct, frozen=True):
    """One call of a program, and all that it may see. What it throws in secret is thrown otherwise,
    where `secretly` is there. For what is only `proposed` there may be less time."""

    source: str
    declared: Declared
    call: Calling
    view: View
    throw: Throw
    proposed: bool = False
    secretly: Throw | None = None


class Runs(Protocol):
    """Whoever runs programs. `interpreter` names it with its version, and is empty where there is
    none; then nothing is read, and no mistake is told."""

    @property
    def interpreter(self) -> str: ...
    def read(
        self, source: str, *, proposed: bool = ..., interface: int = ...
    ) -> Declared | tuple[Mistake, ...]: ...
    def run(self, what: Run) -> Came: ...


class NoneRuns:
    """Where programs cannot be run."""

    interpreter = ""

    def read(
        self, source: str, *, proposed: bool = False, interface: int = INTERFACE
    ) -> Declared | tuple[Mistake, ...]:
        return ()

    def run(self, what: Run) -> Came:
        return Broke(trouble="missing", mistake=Mistake(why=""))


NONE = NoneRuns()
