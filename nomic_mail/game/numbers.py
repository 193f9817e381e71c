"""The number of a rule that one of several changes in a proposal has made, 301.2 (108), or that
stands in an outline: 1.4.2; and which numbers are taken.

1. It is a number, and goes wherever one goes. It comes after 301 and before 302, and what comes
   next after it is 302.
2. It is told and written as text, since 301.1 and 301.10 are two.
3. It is printed as the rules write it: with three digits where they say "rule 006", and else as 6.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.part_points import PartPoints

MOST_PARTS = 99
# As parts of patterns: one with points in it; any, behind which a full stop ends a sentence; one
# that is printed, with three digits at least. What they match, `read_number` reads.
POINTED = r"(?:[1-9]\d{0,2}(?:\.[1-9]\d?){2}|[1-9]\d{0,5}\.[1-9]\d?)"
NUMBER = rf"(?:{POINTED}|\d{{1,6}})(?!\d|\.\d)"
PRINTED = r"(?:[1-9]\d{2,5}\.[1-9]\d?|\d{3,6})"
_ABOVE = 2_000_000_000  # every number of a rule is below that, and all of these fit into 32 bits
_DEEPER = 2_100_000_000  # from here on they have two points, and at most three digits before them
_POINTED = re.compile(POINTED)
_WITH_NOUGHTS = re.compile(r"\brules?\s0\d\d\b", re.I)
DIGITS = 3
_DIGITS: ContextVar[int] = ContextVar(
    "digits", default=DIGITS
)  # of the rules that are being told of
T = TypeVar("T")


class PartNumber(int):
    """`whole` is the number of the proposal, `place` counts its changes from 1. In an outline
    `whole` is the first of the numbers, and `place` the second; `below` is the third, or 0."""

    whole: int
    place: int
    below: int

    def __new__(cls, whole: int, place: int, below: int = 0) -> "PartNumber":
        many = MOST_PARTS + 1
        counted = whole * many + place
        made = super().__new__(cls, _DEEPER + counted * many + below if below else _ABOVE + counted)
        made.whole, made.place, made.below = whole, place, below
        return made

    def __getnewargs__(self) -> tuple[int, int, int]:  # type: ignore[override]
        return self.whole, self.place, self.below

    def __str__(self) -> str:
        return f"{self.whole}.{self.place}" + (f".{self.below}" if self.below else "")

    def __repr__(self) -> str:
        return str(self)

    def __format__(self, spec: str) -> str:
        """`301.1`, though three digits are asked for."""
        return str(self) if spec in ("", "03d", "d") else format(str(self), spec)

    def __lt__(self, other: int) -> bool:
        return _key(self) < _key(other)

    def __le__(self, other: int) -> bool:
        return _key(self) <= _key(other)

    def __gt__(self, other: int) -> bool:
        return _key(self) > _key(other)

    def __ge__(self, other: int) -> bool:
        return _key(self) >= _key(other)

    def __add__(self, more: int) -> int:
        return self.whole + more


def _key(number: int) -> tuple[int, int, int]:
    if isinstance(number, PartNumber):
        return number.whole, number.place, number.below
    return number, 0, 0


def whole(number: int) -> int:
    """The number of the proposal that it is of."""
    return number.whole if isinstance(number, PartNumber) else number


def part_of(number: int, place: int, many: int) -> int:
    """What change `place` of `many` makes is called: by the number of the proposal, where that has
    no other."""
    return PartNumber(number, place) if many > 1 else number


def read_number(text: str) -> int:
    """`301`, `301.2`, `1.4.2`, or `0301`. Raises ValueError."""
    return PartNumber(*map(int, text.split("."))) if is_part(text) else int(text)


def is_part(text: str) -> bool:
    return _POINTED.fullmatch(text) is not None


def as_texts(value: Any, parts: Callable[[PartPoints], Any] = attrgetter("written")) -> Any:
    """The same, for JSON: with a text in the place of each such number, and of parts of points."""
    if isinstance(value, Mapping):
        return {as_texts(key): as_texts(one, parts) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_texts(one, parts) for one in value]
    if isinstance(value, PartPoints):
        return parts(value)
    return str(value) if isinstance(value, PartNumber) else value


def digits_of(texts: Iterable[str], *, alike: bool) -> int:
    """Rule 3. Those that are numbered as the initial sets are have 001 to 013 among them, or may
    speak of them."""
    return DIGITS if alike or any(map(_WITH_NOUGHTS.search, texts)) else 1


def printed(number: int) -> str:
    return str(number) if isinstance(number, PartNumber) else f"{number:0{_DIGITS.get()}d}"


@contextmanager
def printed_with(digits: int) -> Iterator[None]:
    was = _DIGITS.set(digits)
    try:
        yield
    finally:
        _DIGITS.reset(was)


def all_printed_with(digits: int, pieces: Iterable[T]) -> Iterator[T]:
    """Each piece is made so; what its reader makes in between is not."""
    left = iter(pieces)
    while True:
        with printed_with(digits):
            piece = next(left, None)
        if piece is None:
            return
        yield piece


class Numbers(Struct, frozen=True):
    """Which numbers are taken, so that none is used twice (108). `first` is that of the first
    proposal, and below it a rule's may be chosen; those of proposals go on from `since`, without a
    gap. `rule` is above all that rules have had, and proposals before those. `gone` are numbers of
    rules that are repealed."""

    first: int = 1
    since: int = 1
    rule: int = 1
    gone: frozenset[int] = frozenset()

    def proposed(self, number: int, expected: int) -> "Numbers":
        if number <= expected:
            return self
        return replace(self, since=number, rule=max(self.rule, expected))

    def borne(self, number: int) -> "Numbers":
        return replace(self, rule=max(self.rule, whole(number) + 1))

    def without(self, had: Iterable[int]) -> "Numbers":
        return replace(self, gone=self.gone.union(had))

    def by_adoption(self, following: int) -> int:
        """The next of a rule, where `following` is the next of a proposal."""
        return following if self.since <= self.rule < following else self.rule

    def free(self, number: int) -> bool:
        """Whether no rule that is gone has had it, nor a proposal, and none will."""
        return number not in self.gone and whole(number) < self.first
