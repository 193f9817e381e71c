"""Whoever runs programs (`Runs`): reads one, and calls it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from itertools import count as count_from
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from nomic_mail.clock import Clock
from nomic_mail.game.programs import (
    DECIDES,
    INTERFACE,
    AnswerKind,
    Broke,
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Given,
    Mistake,
    Named,
    Run,
    SeenPlayer,
    Throw,
    Unread,
    View,
)
from nomic_mail.game.timers import DAYS
from nomic_mail.rulesets.programs import interface as shown
from nomic_mail.sandbox.acts import Doing, other, shown_number
from nomic_mail.sandbox.declaring import Declaring
from nomic_mail.sandbox.mistakes import UNTOLD, annotated, at, in_its_shape, of_types, with_held
from nomic_mail.sandbox.plain import Fault, clean, plain
from nomic_mail.sandbox.prelude import ASK, CALL
from nomic_mail.sandbox.spending import Allowance, Spending
from nomic_mail.sandbox.workers import GENEROUS, POOL, SECONDS, NoInterpreter, version

if TYPE_CHECKING:
    from pydantic_monty import MontySession

OVER = "the call is over"
AT_ONCE = 1e-9  # seconds: types are checked, and nothing runs
READ_MOST = 256
ALL_TAKEN = "there is no time left to try the programs of this letter; send it by itself, later"


class NotRead(Exception):
    """It could not be told: no fault of the program's, as far as one can see."""


class Sandbox:
    """`known` says why the words of an action cannot be its own, of what is proposed and of nothing
    else: what was adopted runs, whatever words are read since. By `clock` it is counted how long
    each program takes. What a letter proposes has the allowance of that letter. `step("calling")`
    is called in the middle of a call, whenever its program asks something of us."""

    def __init__(
        self,
        known: Callable[[str], str] = lambda form: "",
        clock: Clock | None = None,
        step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._pool = POOL
        self._spending = Spending(clock)
        self._step = step
        self._known = known
        self._read: dict[tuple[str, int], Declared | tuple[Mistake, ...]] = {}
        self._allowance: Allowance | None = None

    def of_a_letter(self, game: str) -> "Sandbox":
        """The same one, for one letter to that game."""
        mine = copy(self)
        mine._allowance = self._spending.letter(game)
        return mine

    @property
    def interpreter(self) -> str:
        return version()

    def read(
        self, source: str, *, proposed: bool = False, interface: int = INTERFACE
    ) -> Declared | tuple[Mistake, ...]:
        """What it declares, or what is wrong with it, each with its line."""
        if not self.interpreter:
            return ()
        of = self._allowance if proposed else None
        try:
            if (source, interface) not in self._read:
                if len(self._read) >= READ_MOST:
                    self._read.clear()
                self._read[source, interface] = self._read_now(source, interface, of)
            read = self._read[source, interface]
            if proposed and isinstance(read, Declared) and any(map(self._known, _forms(read))):
                read = self._read_to_its_end(source, interface, of, self._known)
        except NotRead as lost:  # not kept: another time it may be told
            return (Unread(why=str(lost)),)
        return replace(read, interface=interface) if isinstance(read, Declared) else read

    def _read_now(
        self, source: str, interface: int, of: "Allowance | None"
    ) -> Declared | tuple[Mistake, ...]:
        if of is not None and of.left <= 0:
            raise NotRead(ALL_TAKEN)
        with counted(of):
            wrong = in_its_shape(source, interface)
        if wrong or (wrong := self._types(source, interface, of)):
            return wrong
        return self._read_to_its_end(source, interface, of, _nothing_known)

    def _read_to_its_end(
        self,
        source: str,
        interface: int,
        of: "Allowance | None",
        known: Callable[[str], str],
    ) -> Declared | tuple[Mistake, ...]:
        why = ""
        for seconds in tries(of):
            declaring = Declaring(known, interface)
            with counted(of):
                functions, guard = declaring.functions(), Guard(self._step, interface)
                came = self._within(source, functions, _nothing_seen(), None, seconds, None, guard)
                guard.let_through()
            if came is None:
                return declaring.declared()
            if isinstance(came, str):
                return (Mistake(why=f"it refuses while it is read: {came}"),)
            if came.trouble not in ("lost", "missing"):
                return (came.mistake,)
            why = came.mistake.why
        raise NotRead(why or ALL_TAKEN)

    def _types(self, source: str, interface: int, of: "Allowance | None") -> tuple[Mistake, ...]:
        """What the type checker finds. An office may be given away between two looks at who holds
        it: what is right where they are two is right."""
        held, called = (annotated(source, interface, held=one) for one in (True, False))
        wrong = self._checked(source, held, interface, of)
        if wrong and held != called and not self._checked(source, called, interface, of):
            return ()
        return wrong

    def _checked(
        self, source: str, typed: str, interface: int, of: "Allowance | None"
    ) -> tuple[Mistake, ...]:
        """Nothing of it runs: only what has no time left is right."""
        try:
            import pydantic_monty as monty
        except ImportError:
            raise NotRead("the interpreter cannot be loaded") from None
        checks = {"type_check": True, "type_check_stubs": with_held(shown(interface))}
        why = ""
        for seconds in (AT_ONCE, *last_try(of)):
            try:
                with (
                    counted(of),
                    self._pool.session(seconds, type_check_format="concise", **checks) as session,
                ):
                    _feed(session, typed, {})
            except monty.MontyTypingError as wrong:
                return of_types(str(wrong.display()), source, interface)
            except monty.MontySyntaxError as wrong:
                return (at(source, wrong),)
            except monty.MontyRuntimeError:
                return ()  # its types are right, and it was not to run
            except (monty.MontyError, TimeoutError, OSError) as trouble:
                slow = isinstance(trouble, monty.MontyCrashedError) and trouble.timed_out
                why = "it is too intricate to be checked; make it plainer" if slow else ""
            except NoInterpreter as none:
                raise NotRead(str(none)) from None
            else:
                return ()
        raise NotRead(why or "it could not be checked now; please try again")

    def run(self, what: Run) -> Came:
        if not self.interpreter:
            return Broke(trouble="missing", mistake=Mistake(why=""))
        source, declared, call = what.source, what.declared, what.call
        of = self._allowance if what.proposed else None
        # What is only proposed keeps nothing yet
        hides = not what.proposed and any(one.secret for one in declared.names)
        throws, secret = Repeated(what.throw), Repeated(what.secretly or what.throw)
        came: Came = _lost(ALL_TAKEN)
        for seconds in tries(of) if of is not None else self._spending.tries(source):
            asked, answer = len(call.each), _answer_of(declared, call)
            again = throws.again(), secret.again()
            doing = Doing(declared, what.view, *again, hides, asked, answer)
            functions = doing.functions()
            with counted(of) if of is not None else self._spending.counted(source):
                shown = seen(what.view, declared)
                guard = Guard(self._step, declared.interface, hides)
                ended = self._within(source, functions, shown, call, seconds, declared, guard)
                guard.let_through()
            if isinstance(ended, str):
                hears = declared.hooks[call.hook].kind == "on" and declared.interface >= 5
                all_hear = hears or doing.dealt  # nobody has asked, or all are told
                came = Declined(why=UNTOLD if hides and all_hear else ended)
            elif isinstance(ended, Broke):
                came = ended
            else:
                came = Done(effects=tuple(doing.effects), answers=tuple(doing.answers))
            if not (isinstance(came, Broke) and came.trouble == "lost"):
                break
        return came

    def _within(
        self,
        source: str,
        functions: Mapping[str, Callable[..., object]],
        view: Mapping[str, object],
        call: Calling | None,
        seconds: float,
        declared: Declared | None,
        guard: "Guard",
    ) -> Broke | str | None:
        """Loads it, and calls one of its functions; a text is its own refusal."""
        try:
            import pydantic_monty as monty
        except ImportError:
            why = "the interpreter for programs cannot be loaded"
            return Broke(trouble="missing", mistake=Mistake(why=why))
        declaring = None
        if declared is not None:
            declaring = Declaring(_nothing_known, declared.interface)
        first = {**functions, **(declaring.functions() if declaring else {})}
        lookup = {name: guard.ed(one) for name, one in first.items()}
        try:
            interface = declared.interface if declared is not None else INTERFACE
            with self._pool.after_prelude(seconds, interface) as session:
                _feed(session, source, lookup, _view=view)
                guard.loaded = True
                if declaring and declared and not declaring.is_as(declared):
                    raise Fault("it declares otherwise than when it was read")
                if call is not None and call.each:
                    _feed(session, ASK, lookup, _at=call.hook, _each=list(map(_handed, call.each)))
                elif call is not None:
                    _feed(session, CALL, lookup, _at=call.hook, _all=_handed(call.given))
        except Fault as fault:
            guard.broken = guard.broken or fault
        except monty.MontyRuntimeError as error:
            if guard.broken is None:
                return _ended(error, source, in_secret=guard.hides)
            place = at(source, error)
            guard.broken.stands(place.line, place.column)
        except monty.MontySyntaxError as error:
            return Broke(trouble="error", mistake=at(source, error))
        except monty.MontyCrashedError:
            return _lost("it could not be run to its end: it took too long, or too much memory")
        except (monty.MontyError, TimeoutError, OSError) as error:
            return _lost(f"it could not be run: {type(error).__name__}")
        except NoInterpreter as none:
            return Broke(trouble="missing", mistake=Mistake(why=str(none)))
        if guard.broken is not None:
            return Broke(trouble=guard.broken.trouble, mistake=guard.broken.mistake)
        return None


class Repeated:
    """A call that is tried again has the throws that it had."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self._thrown: list[int] = []

    def again(self) -> Throw:
        place = count_from(0)

        def thrown(sides: int) -> int:
            if (now := next(place)) == len(self._thrown):
                self._thrown.append(self._throw(sides))
            return self._thrown[now]

        return thrown


def _nothing_known(form: str) -> str:
    return ""


def _forms(read: Declared) -> Iterator[str]:
    return (one.what for one in read.hooks if one.kind == "action")


def tries(of: Allowance | None) -> Iterator[float]:
    """How many seconds it has to be read or tried, and the next time. Of an allowance there is a
    next time where the first took little: not time was lacking then, but a worker died."""
    if of is None:
        yield from (SECONDS, GENEROUS)
        return
    if of.left > 0:
        yield min(of.left, SECONDS)
    if of.left >= SECONDS:
        yield SECONDS


def last_try(of: Allowance | None) -> tuple[float, ...]:
    if of is None:
        return (GENEROUS,)
    return (min(of.left, SECONDS),) if of.left > 0 else ()


def counted(of: Allowance | None) -> AbstractContextManager[None]:
    return nullcontext() if of is None else of.counted()


def _answer_of(declared: Declared, call: Calling) -> AnswerKind | None:
    hook = declared.hooks[call.hook]
    return DECIDES[hook.what][1] if hook.kind == "decides" else None


class Guard:
    """Around each function of ours: what it raises says nothing of us, and after a fault it does
    nothing more, whatever the program catches. What stops the server is no program's to catch."""

    def __init__(self, step: Callable[[str], None], interface: int, hides: bool = False) -> None:
        self.hides = hides  # what an exception says
        self._interface = interface
        self.broken: Fault | None = None
        self.stopped: BaseException | None = None
        self.loaded = False
        self._step = step

    def ed(self, act: Callable[..., object]) -> Callable[..., object]:
        declares = isinstance(getattr(act, "__self__", None), Declaring)

        def guarded(*given: object, **named: object) -> object:
            if self.broken is not None or self.stopped is not None:
                raise RuntimeError(OVER)
            try:
                self._step("calling")
                if named or declares == self.loaded:
                    raise Fault(self._not_now())
                plain(list(given), 40)
                return act(*given)
            except PermissionError as refused:
                raise PermissionError(str(refused)) from None
            except Fault as fault:
                self.broken = fault
            except Exception as error:
                self.broken = Fault(f"it cannot be done ({type(error).__name__})")
            except BaseException as stopped:  # an interrupt, an exit
                self.stopped = stopped
            raise RuntimeError(OVER)

        return guarded

    def _not_now(self) -> str:
        if self._interface < 8:
            return (
                "names are declared, and hooks made, when a program is read, and nothing is done"
                " then"
            )
        if self.loaded:
            return "names and what calls a rule stand at the top of a program, and in no function"
        return 'nothing is done as a program is read: @on("begins") is called as its rule begins'

    def let_through(self) -> None:
        """What stops the server."""
        if self.stopped is not None:
            raise self.stopped


def _feed(
    session: "MontySession", code: str, lookup: Mapping[str, Callable[..., object]], **inputs: Any
) -> None:
    session.feed_run(
        code, inputs=inputs, external_lookup=dict(lookup), print_callback=lambda *printed: None
    )


def _handed(given: Sequence[Given]) -> list[list[object]]:
    return [[one.kind, shown_number(one.number), one.text] for one in given]


def _ended(error: Any, source: str, *, in_secret: bool) -> Broke | str:
    """By an exception: its own refusal, a limit, or a mistake with its line. What no program can
    rely on, how fast it is and how much the system lets a process have, is no fault of its own."""
    raised = error.exception()
    name, told = type(raised).__name__, str(raised)
    if name == "PermissionError":
        return clean(told)[:500] or "it refuses"
    if not error.traceback():  # from without: no program can raise it so
        if name == "TimeoutError" and "time limit exceeded" in told:
            return _lost("it took too long")
        if name == "MemoryError" and told.endswith("was terminated"):
            return _lost("it took too much memory")
    trouble = "limit" if name in ("MemoryError", "RecursionError") else "error"
    mistake = at(source, error, in_secret=in_secret)
    return Broke(trouble=trouble, mistake=mistake)  # type: ignore[arg-type]


def _lost(why: str) -> Broke:
    return Broke(trouble="lost", mistake=Mistake(why=why))


# What it sees


def _nothing_seen() -> dict[str, object]:
    from datetime import UTC, datetime

    return seen(View(now=datetime(2000, 1, 1, tzinfo=UTC)), Declared())


def seen(view: View, declared: Declared) -> dict[str, object]:
    values: dict[str, object] = {}
    for named in declared.names:
        values[f"/{named.name}"] = _kept(named, view.values)
    for lineage, elsewhere in sorted(view.elsewhere.items()):
        found = other(view, elsewhere.title)
        if view.titles is None and (found is None or found[0] != lineage):
            continue
        of = elsewhere.title if view.titles is None else lineage
        for named in elsewhere.declared.names:
            if not named.secret:
                values[f"{of}/{named.name}"] = _kept(named, elsewhere.values)
    return {
        "players": _players(view.players),
        "gone": _players(view.gone),
        "order": list(view.order),
        "rules": [
            [shown_number(r.number), r.title, r.status, shown_number(r.first)] for r in view.rules
        ],
        "proposals": [
            [
                p.number,
                p.title,
                p.kind,
                shown_number(p.rule or 0),
                p.by,
                p.outcome,
                list(p.voted_for),
                list(p.voted_against),
                list(p.abstained),
                list(p.absent),
                list(p.missing),
                [
                    [c.kind, shown_number(c.rule), shown_number(c.now), shown_number(c.first)]
                    for c in p.changes
                ],
                list(p.voted),
            ]
            for p in view.proposals
        ],
        "turn": view.turn,
        "circuit": view.circuit,
        "today": view.now.date().isoformat(),
        "weekday": DAYS[view.now.weekday()],
        "clock": [
            view.now.date().isoformat(),
            DAYS[view.now.weekday()],
            view.now.hour,
            view.now.minute,
            int(view.now.timestamp()) // 3600,
        ],
        "values": values,
        "titles": None if view.titles is None else {t: str(n) for t, n in view.titles.items()},
    }


def _players(seen: Sequence[SeenPlayer]) -> list[list[object]]:
    return [
        [
            one.seat,
            one.name,
            one.score,
            one.in_turn,
            one.away,
            [*map(str.lower, one.former)],
            one.active,
        ]
        for one in seen
    ]


def _kept(named: Named, values: Mapping[str, Mapping[int, int | str]]) -> dict[str, object]:
    start: int | str = "" if named.kind == "note" else named.start
    return {"start": start, "by": dict(values.get(named.name, {}))}
