"""Events, their causes and states to text and back.

1. The written form of an event is canonical JSON: keys sorted, no blanks. Hashes cover it as first
   written, so it is stored and never made again.
2. The first event that comes of a command holds it, as its `cause`: its name, when it was decided,
   and whatever in it does not go without saying.
3. Words and secrets are committed to (words.py). Before the form COMMITTED words stood as they
   were, and all that was secret in an event was sealed as one; no cause was told. Before CODED what
   events say were sentences; before CLOSED it was told what a letter was believed by.
4. The first entry of a burst may also hold `letters`: what commits to each letter that all players
   were sent because of the burst before it. Nothing of a game follows from it.
5. An older form of an event is lifted by its kind's upcasters before it is read. What is sealed,
   blank or erasable is said by each kind.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from nomic_mail.game import commands as c
from nomic_mail.game.course import Cause
from nomic_mail.game.events import KINDS, Event
from nomic_mail.game.phrase import SENTENCE
from nomic_mail.game.state import State
from nomic_mail.written import numbers, words
from nomic_mail.written.words import WITHHELD, Committing

STATE = 14  # one higher where a field of a state comes to mean something else
COMMITTED = 3
CODED = 4
CLOSED = 5
NEWEST = max(kind.VERSION for kind in KINDS.values())

# What is sealed in an event that came in a record, with nothing opened.
UNKNOWN = ""
CAUSE, LETTERS = "cause", "letters"
_MADE = re.compile("[0-9a-f]{64}")


class Written(Struct, frozen=True):
    kind: str
    form: int
    public: str
    sealed: str | None


def canonical(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _builtins(value: object) -> Any:
    return msgspec.to_builtins(value, str_keys=True, enc_hook=numbers.told)


def write(
    event: Event, cause: Cause | None, key: bytes, letters: Sequence[str] | None = None
) -> Written:
    """`key` is what its salts are made of, and nobody else's."""
    kind, committing = type(event), Committing(key)
    fields = {**_plain(event, kind.SEALED, committing), "event": kind.__name__}
    if cause is not None:
        fields[CAUSE] = _cause(cause, committing)
    if letters is not None:
        fields[LETTERS] = list(letters)
    public = canonical(fields)
    if "@" in public:
        public = canonical(committing.addresses_in(fields))
    sealed = canonical(committing.opened) if committing.opened else None
    return Written(kind.__name__, kind.VERSION, public, sealed)


def _plain(told: Event | c.Command, sealed: tuple[str, ...], to: Committing) -> dict[str, Any]:
    plain = _builtins(told)
    for change in (plain.get("change"), *plain.get("more", ())):
        for name in ("reason", "chosen") if change else ():
            if change[name] in ("", None):
                del change[name]  # as it was written when no change had any
    if isinstance(told, Event):
        plain = {name: one for name, one in plain.items() if one or name not in told.BESIDE}
    plan = words.plan_of(type(told)) or {}
    secrets = {name: to.secret(plain.pop(name)) for name in sealed if name not in plan}
    return {**to.all_in(plain, plan), **secrets}


def _cause(cause: Cause, to: Committing) -> dict[str, Any]:
    command, kind = cause.command, type(cause.command)
    plain = _plain(command, kind.SEALED, to)
    for name, default in _defaults(kind).items():
        value = getattr(command, name)
        if isinstance(value, list):
            value = tuple(value)  # as an act that came as JSON has it
        if name in kind.PRIVATE or value == default:
            del plain[name]
    closed = {name: to.closed(plain[name]) for name in kind.CLOSED if name in plain}
    return {
        **plain,
        **closed,
        "command": kind.__name__,
        "decided_at": msgspec.to_builtins(cause.at),
    }


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """What each of its fields is where nothing is said of it."""
    names, given = kind.__struct_fields__, kind.__struct_defaults__
    least = len(names) - len(given)
    return dict(zip(names, (*(NODEFAULT,) * least, *given), strict=True))


class Unreadable(ValueError):
    """What stands in the database is not what was ever written there."""


_BAD = (
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)


def read(written: Written) -> Event:
    """Raises Unreadable, which is a ValueError."""
    try:
        return _read(written)
    except _BAD as bad:
        raise Unreadable(f"this {written.kind} cannot be read: {bad}") from bad


def _read(written: Written) -> Event:
    return _made(_lifted(_fields(written), written), written)


def _fields(written: Written, *, strictly: bool = False) -> dict[str, Any]:
    """Of the event, in its form, as far as they are told."""
    fields: dict[str, Any] = msgspec.json.decode(written.public)
    fields.pop("event", None)
    kind = KINDS[written.kind]
    if written.form > kind.VERSION:
        raise Unreadable(f"form {written.form} is of a later program: {kind.VERSION} is known here")
    if written.form >= COMMITTED:
        if written.sealed is None and not kind.ERASABLE and words.all_made(fields):
            raise Unreadable("what it commits to is lost")
        fields.pop(CAUSE, None)
        if LETTERS in fields and letters_of(fields) is None:
            raise Unreadable(f"{LETTERS} is no list of what commits to letters")
        fields.pop(LETTERS, None)
        if strictly:
            _is_committed_to(kind, fields, written.form)
        fields = words.said(fields, _opened(written.sealed), _instead(kind))
    elif written.sealed:
        sealed = msgspec.json.decode(written.sealed)
        if strictly and (both := sorted(sealed.keys() & fields.keys())):
            raise Unreadable(f"{both[0]} is sealed and told")
        fields.update(sealed)
    elif written.sealed == UNKNOWN or kind.ERASABLE:
        fields = {**_blank(kind), **fields}
    return fields


def _made(fields: dict[str, Any], written: Written) -> Event:
    return numbers.read_as(KINDS[written.kind], fields, written.public)


def _lifted(fields: dict[str, Any], written: Written) -> dict[str, Any]:
    kind = KINDS[written.kind]
    for form in range(written.form, kind.VERSION):
        if form in kind.UPCASTERS:
            fields = kind.UPCASTERS[form](fields)
    return fields


def letters_of(public: Mapping[str, Any]) -> list[str] | None:
    """What commits to the letters of the burst before; None where no entry says that."""
    told = public.get(LETTERS)
    if not isinstance(told, list):
        return None
    made = [one for one in told if isinstance(one, str) and _MADE.fullmatch(one)]
    return made if made == told else None


def read_cause(written: Written) -> Cause | None:
    """Why it happened; None where it came of what came before it, or where nobody was told."""
    if written.form < COMMITTED:
        return None
    try:
        told = msgspec.json.decode(written.public).get(CAUSE)
        return _read_cause(told, written) if told is not None else None
    except _BAD as bad:
        raise Unreadable(f"what this {written.kind} came of cannot be read: {bad}") from bad


def _read_cause(told: dict[str, Any], written: Written) -> Cause:
    kind, opened = c.KINDS[told.pop("command")], _opened(written.sealed)
    _is_committed_to(kind, told, written.form)
    moment = told.pop("decided_at")
    at = msgspec.convert(moment, type=datetime)
    plain = words.said(told, opened, _instead(kind))
    command = numbers.read_as(kind, plain, written.public)
    if strange := sorted(plain.keys() - set(kind.__struct_fields__)):
        raise Unreadable(f"{strange[0]} is nothing that a {kind.__name__} has")
    if strange := _strange(plain, _builtins(command)):
        raise Unreadable(f"{'.'.join(strange)} is nothing that a {kind.__name__} has so")
    if msgspec.to_builtins(at) != moment:
        raise Unreadable(f"{moment} is no moment as it is written")
    return Cause(command, at)


def _opened(sealed: str | None) -> words.Opened:
    return msgspec.json.decode(sealed, type=dict[str, tuple[str, str]]) if sealed else {}


def _instead(kind: type[Event] | type[c.Command]) -> Callable[[str], str]:
    """What stands for a field that is not opened."""
    return lambda name: kind.BLANK.get(name, "") if name in _secret(kind) else WITHHELD


def _secret(kind: type[Event] | type[c.Command]) -> tuple[str, ...]:
    return kind.SEALED + (kind.CLOSED if issubclass(kind, c.Command) else ())


def _blank(kind: type[Event]) -> dict[str, str]:
    return {name: kind.BLANK.get(name, "") for name in kind.SEALED}


def secrets_in(public: Mapping[str, Any]) -> frozenset[str]:
    """What is committed to in a public part, and not for everybody: what the fields say that its
    event, or the command that it came of, has sealed."""
    cause = public.get(CAUSE) or {}
    kind = c.KINDS.get(cause["command"]) if cause else None
    told = (KINDS[public["event"]], public), (kind, cause)
    found = (
        made
        for kind, values in told
        if kind is not None
        for name in kind.SEALED
        for made in words.all_made(values.get(name))
    )
    return frozenset(found)


def closed_in(public: Mapping[str, Any]) -> frozenset[str]:
    """What is committed to in it and never opens."""
    cause = public.get(CAUSE) or {}
    names = c.KINDS[cause["command"]].CLOSED if cause else ()
    return frozenset(made for name in names for made in words.all_made(cause.get(name)))


def read_strictly(written: Written) -> Event:
    """Of a stranger's file. Raises Unreadable, too, where something stands there that the event
    would not write of itself: a number as text, a field that no such event has."""
    if written.kind not in KINDS:
        raise Unreadable(f"there is no event called {written.kind}")
    try:
        return _read_strictly(written)
    except _BAD as bad:
        raise Unreadable(f"this {written.kind} cannot be read: {bad}") from bad


def _read_strictly(written: Written) -> Event:
    told = _fields(written, strictly=True)
    if written.form >= CODED and _says(told, SENTENCE):
        raise Unreadable("an event of this form says things by their codes")
    lifted = _lifted(told, written)
    event = _made(lifted, written)
    if strange := _strange(lifted, _builtins(event)):
        raise Unreadable(f"{'.'.join(strange)} is nothing that it has so")
    return event


def _says(told: Any, code: str) -> bool:
    if isinstance(told, dict):
        return told.get("code") == code or any(_says(one, code) for one in told.values())
    return isinstance(told, list) and any(_says(one, code) for one in told)


def _is_committed_to(kind: type[Event] | type[c.Command], told: dict[str, Any], form: int) -> None:
    plan = _committed(kind, form)
    if name := words.bare(told, plan):
        raise Unreadable(f"{name} is not committed to")
    if name := words.misplaced(told, plan):
        raise Unreadable(f"{name} is nothing that is committed to so")


def _committed(kind: type[Event] | type[c.Command], form: int = NEWEST) -> dict[str, Any]:
    """Where its words and its secrets are."""
    secret = _secret(kind) if form >= CLOSED else kind.SEALED
    return {**dict.fromkeys(secret, True), **(words.plan_of(kind) or {})}


def beside_words(public: dict[str, Any]) -> set[str]:
    """What is committed to in a public part where nobody's words are: addresses, it says."""
    told = {name: value for name, value in public.items() if name not in (CAUSE, LETTERS)}
    found = words.beside(told, _committed(KINDS[public["event"]]))
    if cause := public.get(CAUSE):
        found += words.beside(cause, _committed(c.KINDS[cause["command"]]))
    return set(found)


def _strange(said: Any, own: Any) -> list[str]:
    """Where something stands that is not in `own`, the event as it writes itself; what only `own`
    has does not matter."""
    if isinstance(said, dict) and isinstance(own, dict):
        for key, value in said.items():
            if key not in own:
                return [str(key)]
            if found := _strange(value, own[key]):
                return [str(key), *found]
        return []
    if isinstance(said, list) and isinstance(own, list | tuple) and len(said) == len(own):
        inner = (_strange(one, other) for one, other in zip(said, own, strict=True))
        return next((found for found in inner if found), [])
    return [] if type(said) is type(own) and said == own else [repr(said)]


@cache
def state_form(kind: type[Struct] = State) -> int:
    """What a state is made of: who has one that is made otherwise folds the ledger anew."""
    told = canonical((STATE, msgspec.json.schema(kind)))
    return int.from_bytes(sha256(told.encode()).digest()[:4]) >> 1


def write_state(state: State) -> str:
    return canonical(_builtins(state))


def read_state(text: str) -> State:
    try:
        return numbers.read_as(State, msgspec.json.decode(text), text)
    except (msgspec.MsgspecError, ValueError, TypeError) as bad:
        raise Unreadable(f"this snapshot cannot be read: {bad}") from bad
