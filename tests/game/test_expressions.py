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
    ["", "2 +", "(1", "1)", "1 2", "ordinal +", "os.name", "__class__", "points", "1 / 0",
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


def test_an_expression_has_its_longest_and_its_deepest() -> None:
    """160 characters, and 20 of whatever opens another inside it."""
    assert read_expression("1" + " " * (LONGEST - 1)).points({}) == 1
    assert read_expression("+".join(["1"] * 80)).points({}) == 80  # 159
    with pytest.raises(BadExpression):
        read_expression("+".join(["1"] * 81))
    for before, after in (("(", ")"), ("-", ""), ("max(", ")"), ("max(0,", ")"), ("round(", ")")):
        deepest = before * 20 + "2" + after * 20
        if len(deepest) <= LONGEST:
            assert read_expression(deepest).points({}) == 2
        with pytest.raises(BadExpression, match="20 deep" if len(deepest) < LONGEST else ""):
            read_expression(f"{before}{deepest}{after}")


def test_on_the_way_no_number_has_more_than_256_bits() -> None:
    """Numerator and denominator alike; what is more is worth nothing."""
    most = "score * score * score * score"  # of 64 bits each
    assert read_expression(f"({most}) / score").points({"score": 2**64 - 1}) == (2**64 - 1) ** 3
    for too_much in (f"{most} * 2", f"1 / ({most} * 2)", f"1 / ({most}) / 2"):
        with pytest.raises(NoValue):
            read_expression(too_much).points({"score": 2**64 - 1})
    assert read_expression(f"1 / ({most})").points({"score": 2**64 - 1}) == 0


def test_the_facts_that_it_stands_on_are_known() -> None:
    assert read_expression("min(favorable, 10) - turn / 2").facts == {"favourable", "turn"}
    assert read_expression("round(2 * -3)").facts == set()
    assert read_expression("1 / (score - score)").facts == {"score"}  # seen only when it is worked


def test_a_constant_division_by_zero_is_seen_wherever_it_stands() -> None:
    for text in ("1 / 0", "max(1, 2 / (1 - 1))", "-(score / 0)", "1 + (2 / (1 / 0))"):
        with pytest.raises(BadExpression):
            read_expression(text)
    huge = "*".join(["999999999999"] * 8)
    with pytest.raises(BadExpression, match="bounds"):
        read_expression(f"1 / ({huge})")


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
