"""What a run tries can be tried again: its first line names it. What a day leaves out, the next
tries, and what check leaves out, one of the four days after it."""

import os
from collections.abc import Callable

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from tests.kit import tiers


def tried(named: Callable[[Callable[[], None]], Callable[[], None]] = lambda it: it) -> list[int]:
    """The cases hypothesis makes of one property."""
    cases = list[int]()

    @named
    @settings(database=None)
    @given(st.integers())
    def noted(case: int) -> None:
        cases.append(case)

    noted()
    return cases


def test_the_sample_names_the_cases_of_hypothesis() -> None:
    assert tried() == tried(seed(tiers.seed())) != tried(seed(tiers.seed() + 1))


@pytest.mark.parametrize(("tier", "digits"), [("day", 8), ("check", 8), ("whole", 8), ("soak", 14)])
def test_a_day_has_one_sample_and_a_soak_its_own(
    tier: str, digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOMIC_TIER", tier)
    monkeypatch.delenv("NOMIC_SAMPLE")
    assert len(str(tiers.seed())) == digits
    assert int(os.environ["NOMIC_SAMPLE"]) == tiers.seed()


def asked(tier: str, sample: int, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """Of a hundred tests of each of three rooms."""
    monkeypatch.setenv("NOMIC_TIER", tier)
    monkeypatch.setenv("NOMIC_SAMPLE", str(sample))
    every = [(room, number) for room in ("archive/", "pump/", "game/") for number in range(100)]
    return {one for one in every if tiers.is_of_today(one[0] + "test_one.py", f"test_{one[1]}")}


@pytest.mark.parametrize(("tier", "days", "most"), [("day", 2, 280), ("check", 5, 180)])
def test_so_many_days_ask_all_and_whole_does(
    tier: str, days: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [asked(tier, 20261126 + day, monkeypatch) for day in range(days)]
    assert all(len(one) < most for one in parts)
    assert set().union(*parts) == asked("whole", 20261126, monkeypatch)
    assert len(asked("whole", 20261126, monkeypatch)) == 300


def test_a_larger_sample_has_the_smaller_one_in_it_and_soak_tries_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = range(165)
    monkeypatch.setenv("NOMIC_TIER", "day")
    few, more = {*tiers.some(cases, 3)}, {*tiers.some(cases, 36)}
    monkeypatch.setenv("NOMIC_TIER", "check")
    checked = {*tiers.some(cases, 3)}
    assert few < checked < more
    assert (len(few), len(checked), len(more)) == (3, 12, 36)
    assert {*tiers.some(cases, 3, check=tiers.ALL)} == {*cases}
    monkeypatch.setenv("NOMIC_TIER", "soak")
    assert {*tiers.some(cases, 3, check=15)} == {*cases}
