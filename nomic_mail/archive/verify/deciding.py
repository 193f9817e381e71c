"""A record, decided again: each cause with the luck that came out, and what follows from it held
against what the ledger says, event by event and field by field.

1. What is decided again stands on the ledger as it is: after each cause its events are what
   happened, so one altered event is told once, and hides no other.
2. Each stretch is decided by its own reading of the law; what the present one would decide
   otherwise is no difference, and told. What a ledger holds from before it told
   its causes is not decided again (`older.py`); from the first reading on, nothing is without a
   cause but the beginning of the game, and the readings themselves.
3. When a timer is due that names a zone is by the table of zones that the server had: where another
   table has its clocks otherwise, by three hours at most, what hangs on that is not decided again.
4. What a person said or chose is a claim (`claims.py`), and so is luck, but for what was promised.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.archive.verify import older
from nomic_mail.archive.verify.bounds import beyond, unheard
from nomic_mail.archive.verify.luck import Dealt, Published, is_drawn, link_of, promised
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.sentences import as_in
from nomic_mail.archive.verify.zones import as_timed, hangs_on_zones, same_but_for_zones
from nomic_mail.game import events as e
from nomic_mail.game.course import Cause, Refusal, Steps
from nomic_mail.game.decide import READING, decide, found
from nomic_mail.game.evolve import evolve
from nomic_mail.game.matching import steps
from nomic_mail.game.programs import (
    INTERFACE,
    NONE,
    Broke,
    Came,
    Declared,
    Mistake,
    Run,
    Runs,
    Unread,
)
from nomic_mail.game.state import State
from nomic_mail.game.words import is_program
from nomic_mail.written.words import NO_ADDRESS, WITHHELD

PARTS: Mapping[str, str] = {
    "acts": "acts of moderators",
    "discretion": "what moderators did of their own",
    "judgments": "judgments",
    "people": "players",
    "play": "the game, its dice and settings",
    "programs": "what the rules' programs did",
    "proposals": "proposals",
    "turns": "turns",
    "votes": "votes, and what they bring",
}
LUCK, READINGS = "throws and the shuffle", "readings of the law"

Caused = Iterable[tuple[e.Event, Cause | None]]


class Followed(Struct):
    """What came of one cause; `begins` is its first event's place in the ledger."""

    begins: int
    cause: Cause | None
    events: list[e.Event] = field(default_factory=list)


class NotRun(Exception):
    """A rule's program would have to run, and cannot here."""


class Rerun:
    """Programs, run again by the interpreter that ran them, or not at all."""

    def __init__(self, runs: Runs, report: Report) -> None:
        self._runs, self._report = runs, report
        self.interpreter = runs.interpreter

    def has_all(self, state: State) -> bool:
        """Whether the text of each program in force is told whole."""
        rules = state.rules.by_number.values() if state.programs else ()
        clauses = (one for rule in rules for one in rule.clauses if is_program(one))
        return not any(map(self._is_withheld, clauses))

    def _is_withheld(self, source: str) -> bool:
        told = (WITHHELD, NO_ADDRESS)
        return bool(self._report.withheld) and any(gone in source for gone in told)

    def did(self, events: Iterable[e.Event]) -> bool:
        """Whether it was the same that ran what these tell of, as far as it was its fault."""
        return all(map(self._the_same, events))

    def _the_same(self, one: e.Event) -> bool:
        match one:
            case e.ProgramBroke(trouble="missing" | "lost"):
                return False
            case e.ProgramBroke(trouble="cascade"):
                return True  # cut by the house
            case e.ProgramRan() | e.ProgramBroke() | e.ProgramAsked():
                return one.interpreter == self.interpreter
            case e.ProgramRead():
                return one.declares.interpreter == self.interpreter
            case e.ProposalMade() | e.ProposalRevised():
                return all(told.code != "program_not_tried" for told in one.warnings)
        return True

    def read(
        self, source: str, *, proposed: bool = False, interface: int = INTERFACE
    ) -> Declared | tuple[Mistake, ...]:
        if not self.interpreter or self._is_withheld(source):
            raise NotRun
        read = self._runs.read(source, interface=interface)
        if isinstance(read, tuple) and any(isinstance(one, Unread) for one in read):
            raise NotRun  # by this machine's trouble, as in `run`
        return read

    def run(self, what: Run) -> Came:
        if not self.interpreter or self._is_withheld(what.source):
            raise NotRun
        came = self._runs.run(what)
        if isinstance(came, Broke) and came.trouble in ("missing", "lost"):
            raise NotRun  # by this machine's trouble, and it was none where it was played
        return came


def check_decisions(caused: Caused, report: Report, runs: Runs) -> None:
    again = Again(report, runs=runs)
    for came in each_cause(caused):
        again.check(came)


def each_cause(caused: Caused, begins: int = 0) -> Iterator[Followed]:
    """A reading is by itself, as what it is read for comes after it; before there are causes, so is
    each event."""
    now, causes = Followed(begins, None), False
    for place, (event, cause) in enumerate(caused, begins):
        causes = causes or cause is not None or bool(getattr(event, "reading", 0))
        if now.events and (cause is not None or isinstance(event, e.LawRead) or not causes):
            yield now
            now = Followed(place, cause)
        now.cause = cause if not now.events else now.cause
        now.events.append(event)
    if now.events:
        yield now


class Again:
    """`state` is the one before what is checked next."""

    def __init__(self, report: Report, state: State | None = None, runs: Runs = NONE) -> None:
        self._report = report
        self._runs = Rerun(runs, report)
        self._dealt = Dealt()
        self.state = state if state is not None else State()

    def check(self, came: Followed) -> None:
        first = came.events[0]
        self._check_readings(came)
        if came.cause is not None:
            self._decided(came, came.cause)
        elif isinstance(first, e.GameCreated) and first.reading:
            self._founded(came, first)
        elif not isinstance(first, e.LawRead) and not self.state.reading:
            self._undecided(came)
        elif not isinstance(first, e.LawRead) or len(came.events) > 1:
            self._differs(came.begins, "cause", "nothing", "a cause of what follows")
        for place, event in enumerate(came.events, came.begins):
            self._past(place, event, older=not came.cause and not self.state.reading)

    def _founded(self, came: Followed, first: e.GameCreated) -> None:
        numbers = {rule.number for rule in first.rules}
        born = all(rule.lineage == rule.number and not rule.history for rule in first.rules)
        if not born or len(numbers) < len(first.rules):
            where, says = _where(came.begins, first, "rules"), [rule.number for rule in first.rules]
            wanted = "rules that begin with the game, each with a number of its own"
            self._report.differs(PARTS["play"], where, says, wanted)
        if first.settings.moderator_plays == "yes" and 13 in numbers:
            where = _where(came.begins, first, "settings")
            self._report.differs(PARTS["play"], where, "yes", "no Moderator who plays (013)")
        luck = Published(came.events)
        given = (first.name, first.title, first.ruleset, first.rules, first.settings, first.at)
        try:
            events = found(*given, luck, first.guides)
            created = replace(cast("e.GameCreated", events[0]), reading=first.reading)
            made = Steps.of((created, *events[1:]), State())
        except BROKEN as trouble:
            told = f"nothing that a game can begin with: {trouble!r}"
            self._differs(came.begins, "", type(first).__name__, told)
            return
        self._compare(came, made)

    def _check_readings(self, came: Followed) -> None:
        for place, event in enumerate(came.events, came.begins):
            reading = getattr(event, "reading", 0)
            where = _where(place, event, "reading")
            if reading > READING:
                self._report.later = True
                comes_out = f"{READING} at most: a later version of nomic-mail has to check this"
                self._report.differs(READINGS, where, reading, comes_out)
            elif isinstance(event, e.LawRead):
                later = reading > self.state.reading
                self._report.same(READINGS, where, later, True)

    def _decided(self, came: Followed, cause: Cause) -> None:
        at, luck, reading = cause.at, Published(came.events), self.state.reading
        for name, wanted in unheard(self.state, cause.command, at):
            says = repr(getattr(cause.command, name))
            self._differs(came.begins, f"cause.{name}", says, wanted)
        if not reading:
            wanted = "nothing: no reading of the law stands before it"
            self._differs(came.begins, "cause", _name(cause), wanted)
        if not self._runs.did(came.events) or not self._runs.has_all(self.state):
            self._undecided(came)
            return
        try:
            made = decide(self.state, cause.command, at, luck, reading, self._runs)
        except NotRun:
            self._undecided(came)
            return
        except BROKEN as trouble:
            told = f"nothing that can be decided: {trouble!r}"
            self._differs(came.begins, "cause", _name(cause), told)
            return
        if self._hangs_on_zones(came, cause, made):
            self._undecided(came)
        elif not isinstance(made, Refusal):
            self._compare(came, made)
            if reading < READING:
                self._read_anew(came, cause, made)
        elif self._withheld(cause.command, made):
            self._undecided(came)
        else:
            self._differs(came.begins, "cause", _name(cause), made)

    def _read_anew(self, came: Followed, cause: Cause, made: Steps) -> None:
        """Whether the present reading of the law would decide it otherwise."""
        state, luck = self.state.read_by(READING), Published(came.events)
        try:
            now = decide(state, cause.command, cause.at, luck, READING, self._runs)
        except (NotRun, *BROKEN):
            return
        if isinstance(now, Refusal) or list(now) != list(made):
            self._report.otherwise.append(came.begins + 1)

    def _hangs_on_zones(self, came: Followed, cause: Cause, made: Steps | Refusal) -> bool:
        """Whether it comes out only as the server's table of zones had their clocks (rule 3)."""
        says = came.events
        if not hangs_on_zones(self.state):
            return False
        if not isinstance(made, Refusal) and list(made) == says:
            return False
        timed, luck = as_timed(self.state, says, cause.at), Published(says)
        try:
            made = decide(timed, cause.command, cause.at, luck, self.state.reading, self._runs)
        except (NotRun, *BROKEN):
            return False
        if isinstance(made, Refusal) or len(made) != len(says):
            return False
        return all(map(same_but_for_zones, says, made))

    def _undecided(self, came: Followed) -> None:
        self._report.undecided += len(came.events)
        ends = came.begins + len(came.events)
        self._report.undecided_to = max(self._report.undecided_to, ends)

    def _compare(self, came: Followed, made: Sequence[e.Event]) -> None:
        """Kinds that are missing, or too many, are told as such; what stands beside its like is
        compared."""
        says = came.events
        kinds, wanted = [list(map(type, events)) for events in (says, made)]
        for _, a, b, c, d in steps(kinds, wanted):
            for inner in range(max(b - a, d - c)):
                place = came.begins + min(a + inner, b - 1 if b > a else a)
                one = says[a + inner] if a + inner < b else None
                other = made[c + inner] if c + inner < d else None
                self._same(place, one, other)

    def _same(self, place: int, says: e.Event | None, made: e.Event | None) -> None:
        if says is None or made is None or type(says) is not type(made):
            told = [type(one).__name__ if one is not None else "nothing" for one in (says, made)]
            self._report.differs(_part(says or made), _where(place, says), *told)
            return
        made, unsure = as_in(says, made, self.state), False
        for name in says.__struct_fields__:
            own, other = getattr(says, name), getattr(made, name)
            if own != other and name == "warnings" and self._withheld(says):
                unsure = True  # it warns of words: those withheld may have been others
            elif own == other or not self._withheld(own, other):
                self._report.same(_part(says), _where(place, says, name), own, other)
            else:
                unsure = unsure or not _but_for_words(own, other)
        if unsure:
            self._report.hangs_on_words(place)

    def _withheld(self, *values: Any) -> bool:
        return bool(self._report.withheld) and any(
            gone in repr(one) for one in values for gone in (WITHHELD, NO_ADDRESS)
        )

    def _past(self, place: int, event: e.Event, *, older: bool) -> None:
        state = self.state
        try:
            if state.at is not None and event.at < state.at:
                wanted = f"not before {state.at}"
                self._report.differs("times", _where(place, event, "at"), event.at, wanted)
            if is_drawn(event):
                link, where = link_of(event), _where(place, event, "link")
                self._report.same(LUCK, where, link, promised(link, state.chain))
            for name, wanted in beyond(state, event):
                where, says = _where(place, event, name), getattr(event, name)
                self._report.differs(_part(event), where, says, wanted)
            for at, one, name, says, wanted in self._dealt.opened(place, event, state):
                self._report.same(LUCK, _where(at, one, name), says, wanted)
            if older:
                _older(self._report, place, state, event)
            self.state = evolve(state, event)
        except BROKEN as trouble:
            told = f"nothing that can be worked out: {trouble!r}"
            self._differs(place, "", type(event).__name__, told)

    def _differs(self, place: int, key: str, says: str, comes_out: Any) -> None:
        where = f"ledger.entries[{place}].public" + (f".{key}" if key else "")
        self._report.differs("the ledger's chain", where, says, comes_out)


def _but_for_words(own: Any, other: Any) -> bool:
    """Whether they are the same, wherever no words are withheld."""
    if isinstance(own, str) and isinstance(other, str):
        return own == other or any(gone in own + other for gone in (WITHHELD, NO_ADDRESS))
    if type(own) is not type(other):
        return False
    if isinstance(own, Struct):
        names = own.__struct_fields__
        return all(_but_for_words(getattr(own, x), getattr(other, x)) for x in names)
    if isinstance(own, Mapping):
        inner = (_but_for_words(own[key], other.get(key)) for key in own)
        return own.keys() == other.keys() and all(inner)
    if isinstance(own, tuple):
        return len(own) == len(other) and all(map(_but_for_words, own, other))
    return bool(own == other)


def _older(report: Report, place: int, state: State, event: e.Event) -> None:
    for part, name, comes_out in older.worked_out(state, event):
        report.same(part, _where(place, event, name), getattr(event, name), comes_out)


def _part(event: e.Event | None) -> str:
    return PARTS.get(type(event).__module__.rpartition(".")[2], "the game")


def _where(place: int, event: e.Event | None, name: str = "") -> str:
    inner = f".{name}" if name else ""
    told = f" ({type(event).__name__})" if event is not None else ""
    return f"ledger.entries[{place}].public{inner}{told}"


def _name(cause: Cause) -> str:
    return type(cause.command).__name__
