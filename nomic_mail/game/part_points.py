"""Points that are no whole number, 3.5: where a rule counts parts of them (the clause `points`).

1. They are numbers, and go wherever points go. All that is reckoned with them is exact, and what
   comes out whole is a whole number again.
2. People read 3.5; in a record it is a text, "7/2", in lowest terms.
3. Whoever can take a whole number only (a rule's program) has the whole points of it, rounded down.
"""

import re
from fractions import Fraction
from math import floor
from typing import Annotated, Any, SupportsIndex

POINTS = "points"  # a mark on a field's type: there may be parts in it
Points = Annotated[int, POINTS]
WHOLE = Fraction(1)
MOST_DIGITS = 40
_WRITTEN = re.compile(rf"-?\d{{1,{MOST_DIGITS}}}/\d{{1,{MOST_DIGITS}}}")
_DECIMAL = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?")


class PartPoints(int):
    exact: Fraction

    def __new__(cls, exact: Fraction) -> "PartPoints":
        made = super().__new__(cls, floor(exact))
        made.exact = exact
        return made

    def __getnewargs__(self) -> tuple[Fraction]:  # type: ignore[override]
        return (self.exact,)

    @property
    def numerator(self) -> int:
        return self.exact.numerator

    @property
    def denominator(self) -> int:  # type: ignore[override]
        return self.exact.denominator

    @property
    def written(self) -> str:
        return f"{self.numerator}/{self.denominator}"

    def __str__(self) -> str:
        places = next((n for n in range(1, 10) if 10**n % self.denominator == 0), 0)
        if not places:
            return self.written
        many = abs(self.numerator) * 10**places // self.denominator
        whole, rest = divmod(many, 10**places)
        return f"{'-' if self.numerator < 0 else ''}{whole}.{rest:0{places}d}"

    def __repr__(self) -> str:
        return str(self)

    def __format__(self, spec: str) -> str:
        """As a number is told: `+d` with its sign, `6d` so wide."""
        sign = "+" if spec.startswith("+") and self.numerator > 0 else ""
        return f"{sign}{self!s}".rjust(int(re.sub(r"\D", "", spec) or 0))

    def __hash__(self) -> int:
        return hash(self.exact)

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        return float(self.exact)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction) and self.exact == exact(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: int) -> bool:
        return self.exact < exact(other)

    def __le__(self, other: int) -> bool:
        return self.exact <= exact(other)

    def __gt__(self, other: int) -> bool:
        return self.exact > exact(other)

    def __ge__(self, other: int) -> bool:
        return self.exact >= exact(other)

    def __neg__(self) -> int:
        return points(-self.exact)

    def __abs__(self) -> int:
        return points(abs(self.exact))

    def __round__(self, places: SupportsIndex | None = None) -> int:
        return round(self.exact)

    def __add__(self, more: int) -> int:
        return points(self.exact + exact(more))

    def __radd__(self, more: int) -> int:
        return points(exact(more) + self.exact)

    def __sub__(self, less: int) -> int:
        return points(self.exact - exact(less))

    def __rsub__(self, less: int) -> int:
        return points(exact(less) - self.exact)

    def __mul__(self, times: int) -> int:
        return points(self.exact * exact(times))

    def __rmul__(self, times: int) -> int:
        return points(exact(times) * self.exact)

    def __truediv__(self, by: int) -> float:
        return float(self.exact / exact(by))

    def __rtruediv__(self, of: int) -> float:
        return float(exact(of) / self.exact)

    def __floordiv__(self, by: int) -> int:
        return floor(self.exact / exact(by))

    def __rfloordiv__(self, of: int) -> int:
        return floor(exact(of) / self.exact)


def exact(number: Any) -> Fraction:
    return number.exact if isinstance(number, PartPoints) else Fraction(number)


def points(number: Fraction) -> int:
    return number.numerator if number.denominator == 1 else PartPoints(number)


def is_written(text: str) -> bool:
    """As a record has it."""
    return _WRITTEN.fullmatch(text) is not None


def read_written(text: str) -> int:
    """Raises ValueError."""
    top, _, bottom = text.partition("/")
    if bottom and not int(bottom):
        raise ValueError(text)
    return points(Fraction(int(top), int(bottom or 1)))


def read_points(text: str) -> int:
    """As people write it: 12, or 3.5. Raises ValueError."""
    if not _DECIMAL.fullmatch(text):
        raise ValueError(text)
    return points(Fraction(text))


def is_multiple(number: int, of: Fraction) -> bool:
    return (exact(number) / of).denominator == 1
