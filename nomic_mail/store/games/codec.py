"""Events and states to text and back.

1. The written form of an event is canonical JSON: keys sorted, no blanks. Hashes cover it as first
   written, so it is stored and never made again.
2. Sealed fields are written apart; an event can be read without them.
3. An older form of an event is lifted by its kind's upcasters before it is read. What is sealed,
   blank or erasable is said by each kind.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from nomic_mail.game.events import KINDS, Event
from nomic_mail.game.state import State

STATE_FORM = 6

# The sealed part of an event that came in a record, with its seal closed.
UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Written:
    kind: str
    form: int
    public: str
    sealed: str | None


def canonical(fields: object) -> str:
    return msgspec.json.encode(fields, order="sorted").decode()


def write(event: Event) -> Written:
    kind = type(event)
    fields = msgspec.to_builtins(event, str_keys=True)
    if "change" in fields and not fields["change"]["reason"]:
        del fields["change"]["reason"]  # as it was written when no change had any
    hidden = {name: fields.pop(name) for name in kind.SEALED}
    fields["event"] = kind.__name__
    sealed = canonical(hidden) if hidden else None
    return Written(kind.__name__, kind.VERSION, canonical(fields), sealed)


class Unreadable(ValueError):
    """What stands in the database is not what was ever written there."""


def read(written: Written) -> Event:
    try:
        return _read(written)
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError) as bad:
        raise Unreadable(f"this {written.kind} cannot be read: {bad}") from bad


def _read(written: Written) -> Event:
    fields = msgspec.json.decode(written.public)
    fields.pop("event", None)
    kind = KINDS[written.kind]
    if written.sealed:
        fields.update(msgspec.json.decode(written.sealed))
    elif written.sealed == UNKNOWN or kind.ERASABLE:
        fields = {**_blank(kind), **fields}
    for form in range(written.form, kind.VERSION):
        fields = kind.UPCASTERS[form](fields)
    return msgspec.convert(fields, type=kind, strict=False, str_keys=True)


def _blank(kind: type[Event]) -> dict[str, str]:
    return {name: kind.BLANK.get(name, "") for name in kind.SEALED}


def read_public(kind: str, form: int, public: str, opened: str | None = None) -> Event:
    """The event as far as it is public; what is sealed is left blank, unless its seal has been
    opened. Raises ValueError."""
    if kind not in KINDS:
        raise ValueError(f"there is no event called {kind}")
    return read(Written(kind, form, public, opened or UNKNOWN))


def read_strictly(kind: str, form: int, public: str, opened: str | None = None) -> Event:
    """The same of a stranger's file. Raises ValueError, too, where something stands there that the
    event would not write of itself: a number as text, a field that no such event has."""
    event = read_public(kind, form, public, opened)
    own = {**msgspec.to_builtins(event, str_keys=True), "event": kind}
    for text in (public, opened or "{}"):
        if strange := _strange(msgspec.json.decode(text), own):
            raise Unreadable(f"{'.'.join(strange)} is nothing that a {kind} has so")
    return event


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


def write_state(state: State) -> str:
    return canonical(msgspec.to_builtins(state, str_keys=True))


def read_state(text: str) -> State:
    try:
        return msgspec.convert(msgspec.json.decode(text), type=State, strict=False, str_keys=True)
    except (msgspec.MsgspecError, ValueError, TypeError) as bad:
        raise Unreadable(f"this snapshot cannot be read: {bad}") from bad
