"""The shape of an attack.

A test is one row of the table, or several that differ in one thing, which it is given:

    @attacks(Attack("flood", "a player's address", "forges 50 letters", "one question is asked"))
    def test_forged_letters_are_asked_about_once(tmp_path: Path) -> None: ...

    @attacks(
        Attack("time", "any address", "writes 400,000 times `wrote:`", "…", given="wrote:\\n"),
        Attack("time", "any address", "writes 400,000 times `> `", "…", given="> "),
    )
    def test_a_costly_letter(given: str) -> None: ...

    @each("time", "any address", "writes 400,000 times `{}`", "…", ["wrote:\\n", "> "])
    def test_another(given: str) -> None: ...

An attack that an older test makes stands in `older`, by the name of that test.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.kit.tiers import some

KINDS = (
    "identity",
    "votes",
    "dice",
    "injection",
    "flood",
    "disk",
    "time",
    "moderator",
    "archives",
    "supply",
)

Test = Callable[..., Any]
BY_DAY = 8  # rows of one test; others each day, and all in check


@dataclass(frozen=True, slots=True)
class Attack:
    kind: str
    has: str
    does: str
    happens: str
    given: Any = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no kind of attack: {self.kind}")


def attacks(*rows: Attack) -> Callable[[Test], Test]:
    """Marks a test as these rows of the table. Where they are given something, the test is run for
    each (by day for some), with it as `given`."""

    def mark(test: Test) -> Test:
        test.rows = rows  # type: ignore[attr-defined]
        if rows[0].given is None:
            return test
        told = [pytest.param(row.given, id=row.does.replace(" ", "-")) for row in rows]
        marked: Test = pytest.mark.parametrize("given", some(told, BY_DAY))(test)
        return marked

    return mark


def each(
    kind: str, has: str, does: str, happens: str, given: Mapping[str, Any] | Iterable[str]
) -> Callable[[Test], Test]:
    """Rows that differ in one thing, whose name stands at the `{}` of `does`. What has no name is a
    text, and its own."""
    named = given if isinstance(given, Mapping) else {one: one for one in given}
    rows = (Attack(kind, has, does.format(name), happens, one) for name, one in named.items())
    return attacks(*rows)
