"""Every leaf of a JSON value, and what somebody might alter it to."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

Path = tuple[str | int, ...]
Altered = tuple[Path, str, Any]  # where, what was done, what stands there then

WORDS = (
    ("for", "against", "abstain"),
    ("adopted", "defeated", "lapsed", "void", "withdrawn"),
    ("enact", "amend", "repeal", "transmute"),
    ("keep", "drop", "bind"),
    ("mutable", "immutable", "typeless"),
    ("turns", "chair"),
    ("silent", "gone", "overruled", "chair"),
    ("voted", "declined", "withdrawn"),
    ("judgment", "overruled", "gone"),
    ("missing turn", "missing ballot", "one player left", "several winners"),
)
TIME = re.compile(r"\d{4}-\d\d-\d\dT.*Z")
LETTERS = re.compile(r"[0-9a-f]{64}")


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """What is empty is a leaf as well."""
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value)
    elif isinstance(value, list):
        inner = list(range(len(value)))
    for key in inner:
        yield from leaves(value[key], (*path, key))
    if not inner:
        yield path


def get(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: Path, new: Any) -> None:
    get(value, path[:-1])[path[-1]] = new


def others(value: Any) -> list[Any]:
    """Of the same type, mostly: what a forger would choose."""
    if isinstance(value, dict | list) or value is None:
        return [1, "1"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if TIME.fullmatch(value):
        moment = datetime.fromisoformat(value)
        later, earlier = moment + timedelta(seconds=1), moment - timedelta(seconds=1)
        return [one.isoformat().replace("+00:00", "Z") for one in (later, earlier)]
    if LETTERS.fullmatch(value):
        return [value[:-1] + ("1" if value[-1] == "0" else "0")]
    found = [word for group in WORDS if value in group for word in group if word != value]
    return found or [value + "."]


def without(value: Any) -> Iterator[tuple[Path, Any, Any]]:
    """(where, key, what) of each member of each dict and list."""
    if isinstance(value, dict):
        for key in list(value):
            yield (), key, value[key]
            for path, inner, what in without(value[key]):
                yield (key, *path), inner, what
    elif isinstance(value, list):
        for place, one in enumerate(list(value)):
            yield (), place, one
            for path, inner, what in without(one):
                yield (place, *path), inner, what


def alterations(value: Any, path: Path = ()) -> Iterator[Altered]:
    """Of each leaf and of all that holds it, every way in which one of them can be another. Nothing
    that is equal to what stood there."""
    if isinstance(value, dict):
        for key in value:
            yield path, f"{key} taken out", {one: value[one] for one in value if one != key}
        yield path, "a key more", {**value, "more": 1}
        for key in value:
            yield from alterations(value[key], (*path, key))
    elif isinstance(value, list):
        yield from ((path, told, new) for told, new in of_a_list(value) if new != value)
        for place, one in enumerate(value):
            yield from alterations(one, (*path, place))
    else:
        yield from ((path, f"made {new!r}", new) for new in (*others(value), *_likes(value)))


def of_a_list(value: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    yield "one more", [*value, 1]
    for place in range(len(value)):
        before, one, after = value[:place], value[place], value[place + 1 :]
        yield f"{place} dropped", [*before, *after]
        yield f"{place} doubled", [*before, one, one, *after]
        if after:
            yield f"{place} swapped", [*before, after[0], one, *after[1:]]


def _likes(value: Any) -> list[Any]:
    """What a careless reader takes for the same."""
    if value is None:
        return [False, 0]
    if isinstance(value, bool):
        return [int(value), str(value).lower(), None]
    if isinstance(value, int):
        return [str(value), float(value), None]
    return [None, f" {value}", value[:-1]] if value else [None, " "]


def altered(value: Any, path: Path, new: Any) -> Any:
    """A copy in which that stands there; what lies off the path is shared."""
    if not path:
        return new
    made = value.copy()
    made[path[0]] = altered(value[path[0]], path[1:], new)
    return made
