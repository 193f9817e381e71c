"""What a program says of itself while it is read: the names it keeps, and what calls it.

It is the program's word, by whatever way it comes: each part is looked at as if nobody had made it
easy to say it right.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from nomic_mail.composed import composed
from nomic_mail.game.programs import (
    DECIDES,
    HAPPENS,
    IN_TURN,
    INTERFACE,
    PERIODS,
    SLOTS,
    Declared,
    Hook,
    Named,
    often,
    slots_in,
    words_of,
)
from nomic_mail.game.timers import BadTimer, next_time
from nomic_mail.sandbox.plain import Fault, text
from nomic_mail.sandbox.workers import version

NAMES_MOST = 40
HOOKS_MOST = 60
FORM_CHARS = 120
SLOTS_MOST = 8
NAME = re.compile(r"[^\W\d_][\w -]{0,29}")
OURS = ("player", "players", "point", "points", "score", "scores", "turn")
_SLOT = re.compile(r"<[^<>]*>")


class Declaring:
    """By the interface of that number."""

    def __init__(self, known: Callable[[str], str], interface: int = INTERFACE) -> None:
        self._known = known
        self._interface = interface
        self._names: list[Named] = []
        self._hooks: list[Hook] = []

    def functions(self) -> dict[str, Callable[..., object]]:
        return {"_declare": self.declare}

    def declared(self) -> Declared:
        return Declared(
            names=tuple(self._names),
            hooks=tuple(self._hooks),
            interface=INTERFACE,
            interpreter=version(),
        )

    def is_as(self, declared: Declared) -> bool:
        """The same names and hooks; the interpreter may be a later one."""
        return (tuple(self._names), tuple(self._hooks)) == (declared.names, declared.hooks)

    def declare(self, kind: object, *what: object) -> None:
        if kind == "name":
            self._name(*what)
        else:
            self._hook(*what)

    def _name(self, *what: Any) -> None:
        kind, name, owner, start, least, most, secret, is_open = what
        if name != (visible := text(name)):
            raise Fault(f'"{visible[:40]}" has more in it than is seen')
        if why := self._wrong_name(name):
            raise Fault(why)
        if len(self._names) == NAMES_MOST:
            raise Fault(f"a program has at most {NAMES_MOST} names", limit=True)
        if kind not in ("quantity", "note", "office") or owner not in ("player", "game"):
            raise Fault(f'{name}: owner is "player" or "game"')
        numbers = (start, least, most)
        if any(one is not None and type(one) is not int for one in numbers) or start is None:
            raise Fault(f"{name}: start, least and most are whole numbers")
        if (least is not None and start < least) or (most is not None and start > most):
            raise Fault(f"{name}: it starts at {start}, which is beyond its own bounds")
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

    def _wrong_name(self, name: str) -> str:
        plain = " ".join(composed("NFKC", name).split())
        if plain != name or not NAME.fullmatch(name):
            return f'"{name[:40]}" is no name: letters first, up to 30 of them, one blank between'
        if name.casefold() in OURS:
            return f'"{name}" is a word of the game itself; call it something else'
        if any(one.name.casefold() == name.casefold() for one in self._names):
            return f"{name} is declared twice"
        return ""

    def _hook(self, *what: Any) -> None:
        kind, called, once, who, sealed = what
        called, once, who = text(called), text(once), text(who)
        if type(sealed) is not bool:
            raise Fault("sealed is True or False")
        if len(self._hooks) == HOOKS_MOST:
            raise Fault(f"a program has at most {HOOKS_MOST} hooks", limit=True)
        called = " ".join(called.split())
        if why := self._wrong(text(kind), called, once, who):
            raise Fault(why)
        self._hooks.append(Hook(kind=kind, what=called, once=once, who=who, sealed=sealed))

    def _wrong(self, kind: str, called: str, once: str, who: str) -> str:
        """Why there can be no such hook."""
        if len(called) > FORM_CHARS:
            return f'"{called[:40]}..." has more than {FORM_CHARS} characters'
        if kind == "action":
            return self._wrong_action(called, once, who)
        if kind == "on":
            known = ", ".join(HAPPENS)
            return "" if called in HAPPENS else f'@on("{called}"): what happens is one of {known}'
        twice = any((one.kind, one.what) == (kind, called) for one in self._hooks)
        if kind == "decides":
            return _wrong_decision(called, twice=twice)
        if kind == "every":
            return _wrong_time(called, self._interface)
        if kind == "later":
            return self._wrong_timer(called, twice=twice)
        return f'there is no hook of the kind "{kind[:20]}"'

    def _wrong_timer(self, called: str, *, twice: bool) -> str:
        """Since interface 6 its name may have places for what it is about."""
        places = "<" in called and self._interface >= 6
        if places and (why := _wrong_places(called)):
            return f'@timer("{called}"): {why}'
        if places and {name for name, _ in slots_in(called)} - {"n", "player", "text"}:
            return f'@timer("{called}"): what it is about is <n>, <player> or <text>'
        own = " ".join(_SLOT.sub(" ", called).split()) if places else called
        named = NAME.fullmatch(own)
        why = "stands there twice" if named else "needs a name: letters first, up to 30 of them"
        return f'@timer("{called}") {why}' if twice or not named else ""

    def _wrong_action(self, form: str, once: str, who: str) -> str:
        if why := _wrong_places(form):
            return f'@action("{form}"): {why}'
        try:
            often(once)
        except ValueError:
            known = ", ".join(f'"{one}"' for one in PERIODS)
            return f'@action("{form}"): once is one of {known}, or such as "3 times a week"'
        offices = [one.name for one in self._names if one.kind == "office"]
        if who and who not in (IN_TURN, *offices):
            return f'@action("{form}"): who="{who}" is no office declared above it'
        if any(
            one.kind == "action" and words_of(one.what) == words_of(form) for one in self._hooks
        ):
            return f'@action("{form}") stands there twice: nobody could tell which is meant'
        if why := self._known(form):
            return f'@action("{form}"): {why}'
        return ""


def undeclarable(declared: Declared, known: Callable[[str], str]) -> str:
    """Why no program can have said this, where it did not come of reading one; or nothing."""
    anew = Declaring(known, declared.interface or INTERFACE)
    try:
        for one in declared.names:
            bounds, shown = (one.start, one.least, one.most), (one.secret, one.open)
            anew.declare("name", one.kind, one.name, one.owner, *bounds, *shown)
        for hook in declared.hooks:
            anew.declare("hook", hook.kind, hook.what, hook.once, hook.who, hook.sealed)
    except Fault as fault:
        return fault.mistake.why
    return ""


def _wrong_decision(called: str, *, twice: bool) -> str:
    if called not in DECIDES:
        return f'@decides("{called}"): what is decided is one of {", ".join(DECIDES)}'
    return f'@decides("{called}") stands there twice' if twice else ""


def _wrong_time(called: str, interface: int) -> str:
    try:
        next_time(called, datetime(2000, 1, 1, tzinfo=UTC), strict=True)
    except BadTimer as bad:
        return f"@every: {bad}" if interface >= 8 else f"@every({bad})"
    return ""


def _wrong_places(form: str) -> str:
    """By these alone a line is read: each is known, and stands for itself."""
    slots = slots_in(form)
    known = ", ".join(f"<{one}>" for one in SLOTS)
    unknown = [name for name, _ in slots if name not in SLOTS]
    if unknown or len(slots) < len(_SLOT.findall(form)):
        return f"{f'<{unknown[0]}>' if unknown else 'what stands in < and >'} is none of {known}"
    if "<" in _SLOT.sub("", form) or ">" in _SLOT.sub("", form):
        return "< and > stand around <n>, <player> and their like only"
    if any(not _SLOT.fullmatch(one) for one in _SLOT.sub("<>", form).split() if "<" in one):
        return "leave a blank before each < and after each >"
    offers = [offer for name, offer in slots if name == "choice"]
    if any(sum(map(bool, map(str.strip, one.split("|")))) < 2 for one in offers):
        return "write <choice red|blue>"
    if len(slots) > SLOTS_MOST:
        return f"a line has at most {SLOTS_MOST} places to fill"
    if [name for name, _ in slots].count("text") > 1:
        return "one <text> is all that a line has room for"
    return ""
