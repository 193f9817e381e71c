"""What never changes, and what is found out about it once, however many ask."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

Found = TypeVar("Found")
Of = TypeVar("Of", bound="Unchanging")
T = TypeVar("T")
_FOUND = "found"


class Unchanging(Struct, frozen=True, dict=True):
    """Whatever is found lives as long as this, and goes with it: what comes of a change is another
    one, of which nothing is known yet."""

    def once(self, find: Callable[[Self], Found]) -> Found:
        known: dict[Callable[[Any], Any], Any]
        try:
            known = self.__dict__[_FOUND]
        except KeyError:
            known = self.__dict__[_FOUND] = {}
        if find not in known:
            known[find] = find(self)
        found: Found = known[find]
        return found


class Once(Generic[Of, Found]):
    """A property of one, which then has it by the property's own name."""

    def __init__(self, find: Callable[[Of], Found]) -> None:
        self._find, self._name = find, ""

    def __set_name__(self, kind: type[Of], name: str) -> None:
        self._name = name

    def __get__(self, of: Of, kind: type[Of]) -> Found:
        of.__dict__[self._name] = found = self._find(of)
        return found


def without(mapping: Mapping[int, T], key: int) -> dict[int, T]:
    return {kept: value for kept, value in mapping.items() if kept != key}
