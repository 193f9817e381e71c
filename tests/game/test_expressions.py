"""Exact arithmetic over named facts: what parses, what it is worth, what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game.expressions import (
    FACTS,
    LONGEST,
    BadExpression,
    NoValue,
    read_expression,
)

SUBER = "(ordinal - 291) * favourable / cast"


@pytest.mark.parametrize(
    ("text", "facts", "points"),
    [
        (SUBER, {"ordinal": 301, "favourable": 3, "cast": 3}, 10),
        (SUBER, {"ordinal": 301, "favourable": 1, "cast": 3}, 3),
        (SUBER, {"ordinal": 302, "favourable": 1, "cast": 2}, 6),  # 5.5: halves go up
        (SUBER, {"ordinal": 301, "favourable": 0, "cast": 4}, 0),
        ("1/3 + 1/3 + 1/3", {}, 1),
        ("0.1 + 0.2 - 0.3", {}, 0),
        ("2 + 3 × 4 − 1", {}, 13),
        ("-(3 - 5)", {}, 2),
        ("-1/2", {}, 0),
        ("min(ordinal, 10, 4)", {"ordinal": 301}, 4),
        ("max(score, 0)", {"score": -7}, 0),
        ("round(5/2) * 2", {}, 6),
        ("favorable", {"favourable": 2}, 2),
        ("12 ÷ 5", {}, 2),
    ],
)
def test_worth(text: str, facts: dict[str, int], points: int) -> None:
    assert read_expression(text).points(facts) == points


@pytest.mark.parametrize(
    "text",
    ["", "2 +", "(1", "1)", "1 2", "ordinal +", "import os", "__class__", "points", "1 / 0",
     "5 / (3 - 3)", "2 ** 3", "2 ^ 3", "min()", "min 1", "round(1, 2)", "a.b", "1e9",
     "(" * 30 + "1" + ")" * 30, "-" * 40 + "1", "1" * (LONGEST + 1), "ordinal; 1", "'x'"],
)  # fmt: skip
def test_refused(text: str) -> None:
    with pytest.raises(BadExpression, match=r"\w"):
        read_expression(text)


def test_a_division_by_a_fact_that_is_zero_is_worth_nothing() -> None:
    with pytest.raises(NoValue):
        read_expression(SUBER).points({"ordinal": 301, "favourable": 0, "cast": 0})


def test_numbers_stay_within_bounds() -> None:
    text = "*".join(["999999999999"] * 12)
    with pytest.raises(NoValue):
        read_expression(text).points({})


def test_it_prints_back_as_written() -> None:
    assert read_expression("  (ordinal  - 291)*favourable / cast ").text == (
        "(ordinal - 291)*favourable / cast"
    )


ATOMS = st.one_of(st.integers(min_value=0, max_value=999).map(str), st.sampled_from(sorted(FACTS)))


def _joined(parts: tuple[str, str, str]) -> str:
    return f"({parts[0]} {parts[1]} {parts[2]})"


SUMS = st.recursive(
    ATOMS,
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(_joined),
    max_leaves=6,
)


@given(SUMS, st.dictionaries(st.sampled_from(sorted(FACTS)), st.integers(-50, 400)))
def test_it_is_worth_what_fractions_say(text: str, facts: dict[str, int]) -> None:
    names = {name: Fraction(facts.get(name, 0)) for name in FACTS}
    try:
        exact = eval(_exact(text), {"Fraction": Fraction}, names)
    except ZeroDivisionError:
        with pytest.raises((BadExpression, NoValue)):
            read_expression(text).points(facts)
        return
    try:
        points = read_expression(text).points(facts)
    except BadExpression:
        assert len(text) > LONGEST
        return
    assert abs(points - exact) <= Fraction(1, 2)


def _exact(text: str) -> str:
    import re

    return re.sub(r"\b(\d+)\b", r"Fraction(\1)", text)
