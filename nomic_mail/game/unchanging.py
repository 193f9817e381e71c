"""What never changes, and what is found out about it once, however many ask."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Self, TypeVar

Found = TypeVar("Found")
Of = TypeVar("Of", bound="Unchanging")
T = TypeVar("T")


class Unchanging:
    """Whatever is found lives as long as this, and goes with it: what comes of a change is another
    one, of which nothing is known yet."""

    __slots__ = ("_found",)
    _found: dict[Callable[[Any], Any], Any]

    def once(self, find: Callable[[Self], Found]) -> Found:
        try:
            known = self._found
        except AttributeError:
            known = {}
            object.__setattr__(self, "_found", known)
        if find not in known:
            known[find] = find(self)
        found: Found = known[find]
        return found


class Once(Generic[Of, Found]):
    """A property of one."""

    def __init__(self, find: Callable[[Of], Found]) -> None:
        self._find = find

    def __get__(self, of: Of, kind: type[Of]) -> Found:
        try:
            found: Found = of._found[self._find]
        except (AttributeError, KeyError):
            return of.once(self._find)
        return found


def without(mapping: Mapping[int, T], key: int) -> dict[int, T]:
    return {kept: value for kept, value in mapping.items() if kept != key}
