"""Numbers of rules that one of several changes has made, to text and back: "301.2"; and points in
parts: "7/2".

1. Where a kind has a number such a text can stand, and nowhere else is it read as one: a title can
   be the same. Parts can stand where a kind has points.
2. Hardly any game has one: what cannot hold any is read as it always was.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.numbers import PartNumber, is_part, read_number
from nomic_mail.game.part_points import POINTS, PartPoints, is_written, read_written

T = TypeVar("T")
_SOME = re.compile(r'"\d{1,7}(?:\.\d{1,2}){1,2}"|"-?\d+/\d+"')
_FREE = 2**62  # from here on no points are

# Where numbers are in a kind: True is one, POINTS are some, a type one with fields, a list is of
# many, a pair of keys and values.
Plan = Any


def told(value: object) -> str:
    """What JSON has no form for."""
    if isinstance(value, PartNumber):
        return str(value)
    if isinstance(value, PartPoints):
        return value.written
    raise NotImplementedError


def read_as(kind: type[T], plain: Any, text: str | bytes) -> T:
    """Of plain values, that `text` is. Raises what msgspec raises."""
    some = _SOME.search(text if isinstance(text, str) else text.decode())
    if some is None:
        return msgspec.convert(plain, type=kind, strict=False, str_keys=True)
    seen = dict[int, int]()
    made = msgspec.convert(_counted(plain, kind, seen), type=kind, strict=False, str_keys=True)
    found: T = _numbered(made, kind, seen)
    return found


@cache
def _plan_of(kind: Any) -> Plan:
    if kind is int:
        return True
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return POINTS if POINTS in inner else _plan_of(inner[0])
    if origin in (Union, UnionType):
        return next((found for one in inner if (found := _plan_of(one))), None)
    if origin in (tuple, list, frozenset):
        one = _plan_of(inner[0])
        return [one] if one is not None else None
    if isinstance(origin, type) and issubclass(origin, Mapping):
        pair = tuple(map(_plan_of, inner))
        return pair if any(pair) else None
    return None


@cache
def _fields(kind: type[Struct]) -> dict[str, Plan]:
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _plan_of(hints[name]) for name in kind.__struct_fields__}
    return {name: plan for name, plan in found.items() if plan is not None}


def _counted(plain: Any, plan: Plan, seen: dict[int, int]) -> Any:
    """With a plain number for each such text."""
    if plan in (True, POINTS):
        if not isinstance(plain, str):
            return plain
        if plan is True and is_part(plain):
            meant = read_number(plain)
            seen[int(meant)] = meant
            return int(meant)
        if plan is POINTS and is_written(plain):
            seen[number := _FREE + len(seen)] = read_written(plain)
            return number
        return plain
    if isinstance(plan, list) and isinstance(plain, list | tuple):
        return [_counted(one, plan[0], seen) for one in plain]
    if isinstance(plan, tuple) and isinstance(plain, dict):
        keys, values = plan
        return {_counted(k, keys, seen): _counted(v, values, seen) for k, v in plain.items()}
    if isinstance(plan, type) and isinstance(plain, dict):
        known = _fields(plan)
        return {key: _counted(one, known.get(key), seen) for key, one in plain.items()}
    return plain


def _numbered(made: Any, plan: Plan, seen: dict[int, int]) -> Any:
    """With the number itself for each of these."""
    if plan in (True, POINTS):
        return seen.get(made, made)
    if made is None or plan is None:
        return made
    if isinstance(plan, list):
        return type(made)(_numbered(one, plan[0], seen) for one in made)
    if isinstance(plan, tuple):
        keys, values = plan
        return {_numbered(k, keys, seen): _numbered(v, values, seen) for k, v in made.items()}
    inner = _fields(plan)
    now = {name: _numbered(getattr(made, name), one, seen) for name, one in inner.items()}
    changed = {name: one for name, one in now.items() if one is not getattr(made, name)}
    return replace(made, **changed) if changed else made
