"""Whoever runs programs (`Runs`): reads one, and calls it."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nomic_mail.game.programs import (
    DECIDES,
    HAPPENS,
    ONCE,
    SLOTS,
    Broke,
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Hook,
    Mistake,
    Named,
    Throw,
    View,
    slots_in,
)
from nomic_mail.game.timers import DAYS, BadTimer, next_time
from nomic_mail.rulesets.programs import interface
from nomic_mail.sandbox.acts import Doing, other
from nomic_mail.sandbox.plain import Fault, clean, plain, text
from nomic_mail.sandbox.prelude import CALL, PRELUDE
from nomic_mail.sandbox.workers import GENEROUS, POOL, SECONDS, NoInterpreter, version

if TYPE_CHECKING:
    from pydantic_monty import MontySession

INTERFACE = 1
NAMES_MOST = 40
HOOKS_MOST = 60
NAME = re.compile(r"[^\W\d_][\w -]{0,29}")
OVER = "the call is over"


class Sandbox:
    """`known` says why the words of an action cannot be its own."""

    def __init__(self, known: Callable[[str], str] = lambda form: "") -> None:
        self._pool = POOL
        self._known = known
        self._read = lru_cache(maxsize=256)(self._read_once)

    @property
    def interpreter(self) -> str:
        return version()

    def read(self, source: str) -> Declared | tuple[Mistake, ...]:
        """What it declares, or what is wrong with it, each with its line."""
        if not self.interpreter:
            return ()
        return self._read(source)

    def _read_once(self, source: str) -> Declared | tuple[Mistake, ...]:
        if wrong := self._types(source):
            return wrong
        declaring = Declaring(self._known)
        came = self._within(source, declaring.functions(), _nothing_seen(), None)
        if isinstance(came, Broke):
            return (came.mistake,)
        if isinstance(came, str):
            return (Mistake(why=f"it refuses while it is read: {came}"),)
        return declaring.declared()

    def _types(self, source: str) -> tuple[Mistake, ...]:
        import pydantic_monty as monty

        checks = {"type_check": True, "type_check_stubs": interface()}
        try:
            with self._pool.session(1e-9, type_check_format="concise", **checks) as session:
                session.feed_run(annotated(source))
        except monty.MontyTypingError as wrong:
            return _mistakes(str(wrong.display()))
        except monty.MontySyntaxError as wrong:
            return (_at(source, wrong),)
        except monty.MontyCrashedError:
            return (Mistake(why="it is too intricate to be checked; make it plainer"),)
        except (monty.MontyError, TimeoutError):
            pass  # its types are right; it was not to run
        except NoInterpreter as none:
            return (Mistake(why=str(none)),)
        return ()

    def run(self, source: str, declared: Declared, call: Calling, view: View, throw: Throw) -> Came:
        if not self.interpreter:
            return Broke(trouble="missing", mistake=Mistake(why=""))
        thrown: list[int] = []

        def again(sides: int) -> int:
            """A call that is tried again has the throws that it had."""
            if place[0] == len(thrown):
                thrown.append(throw(sides))
            place[0] += 1
            return thrown[place[0] - 1]

        came: Came = Done()
        for seconds in (SECONDS, GENEROUS):
            place = [0]
            doing = Doing(declared, view, again)
            ended = self._within(
                source, doing.functions(), seen(view, declared), call, seconds, declared
            )
            if isinstance(ended, str):
                came = Declined(why=ended)
            elif isinstance(ended, Broke):
                came = ended
            else:
                came = Done(effects=tuple(doing.effects))
            if not (isinstance(came, Broke) and came.trouble == "lost"):
                break
        return came

    def _within(
        self,
        source: str,
        functions: Mapping[str, Callable[..., object]],
        view: Mapping[str, object],
        call: Calling | None,
        seconds: float = SECONDS,
        declared: Declared | None = None,
    ) -> Broke | str | None:
        """Loads it, and calls one of its functions; a text is its own refusal."""
        import pydantic_monty as monty

        declaring = Declaring(lambda form: "") if declared is not None else None
        guard = Guard()
        first = {**functions, **(declaring.functions() if declaring else {})}
        lookup = {name: guard.ed(one) for name, one in first.items()}
        try:
            with self._pool.session(seconds) as session:
                _feed(session, PRELUDE, lookup, _view=view)
                _feed(session, source, lookup)
                guard.loaded = True
                if declaring is not None and not declaring.is_as(declared):
                    raise Fault("it declares otherwise than when it was read")
                if call is not None:
                    given = [[one.kind, one.number, one.text] for one in call.given]
                    _feed(session, CALL, lookup, _at=call.hook, _all=given)
        except Fault as fault:
            guard.broken = guard.broken or fault
        except monty.MontyRuntimeError as error:
            if guard.broken is None:
                return _ended(error, source)
            place = _at(source, error)
            guard.broken.stands(place.line, place.column)
        except monty.MontySyntaxError as error:
            return Broke(trouble="error", mistake=_at(source, error))
        except monty.MontyCrashedError:
            return _lost("it could not be run to its end: it took too long, or too much memory")
        except (monty.MontyError, TimeoutError, OSError) as error:
            return _lost(f"it could not be run: {type(error).__name__}")
        except NoInterpreter as none:
            return Broke(trouble="missing", mistake=Mistake(why=str(none)))
        if guard.broken is not None:
            trouble = "limit" if guard.broken.limit else "error"
            return Broke(trouble=trouble, mistake=guard.broken.mistake)  # type: ignore[arg-type]
        return None


class Guard:
    """Around each function of ours: what it raises says nothing of us, and after a fault it does
    nothing more, whatever the program catches."""

    def __init__(self) -> None:
        self.broken: Fault | None = None
        self.loaded = False

    def ed(self, act: Callable[..., object]) -> Callable[..., object]:
        declares = isinstance(getattr(act, "__self__", None), Declaring)

        def guarded(*given: object, **named: object) -> object:
            if self.broken is not None:
                raise RuntimeError(OVER)
            try:
                if named or declares == self.loaded:
                    raise Fault(
                        "names are declared, and hooks made, when a program is read, and nothing"
                        " is done then"
                    )
                plain(list(given), 40)
                return act(*given)
            except PermissionError as refused:
                raise PermissionError(str(refused)) from None
            except Fault as fault:
                self.broken = fault
            except Exception as error:
                self.broken = Fault(f"it cannot be done ({type(error).__name__})")
            raise RuntimeError(OVER)

        return guarded


def _feed(
    session: "MontySession", code: str, lookup: Mapping[str, Callable[..., object]], **inputs: Any
) -> None:
    session.feed_run(
        code, inputs=inputs, external_lookup=dict(lookup), print_callback=lambda *printed: None
    )


def _ended(error: Any, source: str) -> Broke | str:
    """By an exception: its own refusal, a limit, or a mistake with its line."""
    raised = error.exception()
    if type(raised) is PermissionError:
        return clean(str(raised))[:500] or "it refuses"
    name = type(raised).__name__
    if name in ("TimeoutError",):
        return _lost("it took too long")
    mistake = _at(source, error)
    trouble = "limit" if name in ("MemoryError", "RecursionError") else "error"
    return Broke(trouble=trouble, mistake=mistake)  # type: ignore[arg-type]


def _lost(why: str) -> Broke:
    return Broke(trouble="lost", mistake=Mistake(why=why))


def _at(source: str, error: Any) -> Mistake:
    """Where in the program it is: the innermost of its own lines."""
    raised = error.exception()
    told = clean(str(raised))[:200]
    why = f"{type(raised).__name__}: {told}" if told else type(raised).__name__
    lines = source.count("\n") + 1
    frames = [one for one in error.traceback() if 0 < one.line <= lines]
    own = [one for one in frames if _is_line(source, one)]
    place = own[-1] if own else None
    where = {"line": place.line, "column": place.column} if place is not None else {}
    return Mistake(why=_instead(why), **where)


def _is_line(source: str, frame: Any) -> bool:
    """A frame of the program and not of what is around it, whose lines are others."""
    told = (frame.source_line or "").strip()
    return bool(told == source.split("\n")[frame.line - 1].strip())


INSTEAD = {
    "class inheritance": "write a plain class without a base",
    "'del'": "use d.pop(key) in place of del",
    "yield": "return a list in place of yield",
    "property": "call a method in place of a property",
}


def _instead(why: str) -> str:
    cure = next((cure for sign, cure in INSTEAD.items() if sign in why), "")
    return f"{why}; {cure}" if cure else why


_CONCISE = re.compile(r"^[^:\n]*:(\d+):(\d+): error\[[\w-]*\]:? ?(.*)$", re.M)


def _mistakes(told: str) -> tuple[Mistake, ...]:
    found = [
        Mistake(why=clean(one[3])[:300].replace("`", '"'), line=int(one[1]), column=int(one[2]))
        for one in _CONCISE.finditer(told)
    ]
    return tuple(found[:20]) or (Mistake(why=clean(told)[:300]),)


# What it says of itself


class Declaring:
    def __init__(self, known: Callable[[str], str]) -> None:
        self._known = known
        self._names: list[Named] = []
        self._hooks: list[Hook] = []

    def functions(self) -> dict[str, Callable[..., object]]:
        return {"_declare": self._declare}

    def declared(self) -> Declared:
        return Declared(
            names=tuple(self._names),
            hooks=tuple(self._hooks),
            interface=INTERFACE,
            interpreter=version(),
        )

    def is_as(self, declared: Declared | None) -> bool:
        """The same names and hooks; the interpreter may be a later one."""
        own = (tuple(self._names), tuple(self._hooks))
        return declared is None or own == (declared.names, declared.hooks)

    def _declare(self, kind: object, *what: object) -> None:
        if kind == "name":
            self._name(*what)
        else:
            self._hook(*what)

    def _name(self, *what: Any) -> None:
        kind, name, owner, start, least, most, secret, is_open = what
        name = text(name)
        if not NAME.fullmatch(name):
            raise Fault(f'"{name[:40]}" is no name: letters, up to 30 of them')
        if any(one.name == name for one in self._names):
            raise Fault(f"{name} is declared twice")
        if len(self._names) == NAMES_MOST:
            raise Fault(f"a program has at most {NAMES_MOST} names", limit=True)
        if kind not in ("quantity", "note", "office") or owner not in ("player", "game"):
            raise Fault(f'{name}: owner is "player" or "game"')
        numbers = (start, least, most)
        if any(one is not None and type(one) is not int for one in numbers) or start is None:
            raise Fault(f"{name}: start, least and most are whole numbers")
        if type(secret) is not bool or type(is_open) is not bool:
            raise Fault(f"{name}: secret and open are True or False")
        self._names.append(
            Named(
                kind=kind,
                name=name,
                owner=owner,
                start=start,
                least=least,
                most=most,
                secret=secret,
                open=is_open,
            )
        )

    def _hook(self, *what: Any) -> None:
        kind, called, once, who = what
        called, once, who = text(called), text(once), text(who)
        if len(self._hooks) == HOOKS_MOST:
            raise Fault(f"a program has at most {HOOKS_MOST} hooks", limit=True)
        called = " ".join(called.split())[:120]
        if why := self._wrong(kind, called, once, who):
            raise Fault(why)
        self._hooks.append(Hook(kind=kind, what=called, once=once, who=who))

    def _wrong(self, kind: str, called: str, once: str, who: str) -> str:
        """Why there can be no such hook."""
        if kind == "on" and called not in HAPPENS:
            return f'@on("{called}"): what happens is one of {", ".join(HAPPENS)}'
        if kind == "decides" and called not in DECIDES:
            return f'@decides("{called}"): one of {", ".join(DECIDES)}'
        if kind == "every":
            from datetime import UTC, datetime

            try:
                next_time(called, datetime(2000, 1, 1, tzinfo=UTC))
            except BadTimer as bad:
                return f"@every({bad})"
        if kind == "action":
            return self._wrong_action(called, once, who)
        return ""

    def _wrong_action(self, form: str, once: str, who: str) -> str:
        for name, offers in slots_in(form):
            if name not in SLOTS:
                known = ", ".join(f"<{one}>" for one in SLOTS)
                return f'@action("{form}"): <{name}> is none of {known}'
            if name == "choice" and "|" not in offers:
                return f'@action("{form}"): write <choice red|blue>'
        if once and once not in ONCE:
            return f'@action("{form}"): once is one of {", ".join(ONCE)}'
        offices = [one.name for one in self._names if one.kind == "office"]
        if who and who not in ("in turn", *offices):
            return f'@action("{form}"): who="{who}" is no office declared above it'
        forms = [one.what.casefold() for one in self._hooks if one.kind == "action"]
        if form.casefold() in forms:
            return f'@action("{form}") stands there twice'
        if why := self._known(form):
            return f'@action("{form}"): {why}'
        return ""


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
        if found is None or found[0] != lineage:
            continue
        for named in elsewhere.declared.names:
            if not named.secret:
                values[f"{elsewhere.title}/{named.name}"] = _kept(named, elsewhere.values)
    return {
        "players": [[p.seat, p.name, p.score, p.in_turn, p.away] for p in view.players],
        "rules": [[r.number, r.title, r.status] for r in view.rules],
        "proposals": [
            [
                p.number,
                p.title,
                p.kind,
                p.rule or 0,
                p.by,
                p.outcome,
                list(p.voted_for),
                list(p.voted_against),
                list(p.abstained),
                list(p.absent),
            ]
            for p in view.proposals
        ],
        "turn": view.turn,
        "circuit": view.circuit,
        "today": view.now.date().isoformat(),
        "weekday": DAYS[view.now.weekday()],
        "values": values,
    }


def _kept(named: Named, values: Mapping[str, Mapping[int, int | str]]) -> dict[str, object]:
    start: int | str = "" if named.kind == "note" else named.start
    return {"start": start, "by": dict(values.get(named.name, {}))}


# The types of what an action's function is given


TYPES = {"number": "int", "player": "Player", "text": "str", "proposal": "Proposal", "rule": "Rule"}
_DECORATED = re.compile(
    r'^(@(?P<kind>action|on)\(\s*(?P<q>["\'])(?P<what>[^"\']*)(?P=q).*\)[ \t]*\n)'
    r"(?P<head>def[ \t]+\w+[ \t]*\()(?P<given>[\w, \t]*)\)(?P<rest>[^\n]*:)",
    re.M,
)


def annotated(source: str) -> str:
    """With the types that the form of an action gives to the names of its function, so that they
    are checked as well; each line stays where it is."""
    return _DECORATED.sub(_with_types, source)


def _with_types(found: re.Match[str]) -> str:
    names = [one.strip() for one in found["given"].split(",") if one.strip()]
    what = " ".join(found["what"].split())
    if found["kind"] == "action":
        kinds = ["player", *(SLOTS.get(name, "text") for name, _ in slots_in(what))]
    else:
        kinds = list(HAPPENS.get(what, ()))
    if len(kinds) != len(names):
        return found[0]
    typed = ", ".join(f"{name}: {TYPES[kind]}" for name, kind in zip(names, kinds, strict=True))
    return f"{found[1]}{found['head']}{typed}){found['rest']}"
