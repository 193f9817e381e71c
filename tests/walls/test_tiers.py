"""What a run tries can be tried again: its first line names it."""

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


@pytest.mark.parametrize(("tier", "digits"), [("day", 8), ("check", 8), ("soak", 14)])
def test_a_day_has_one_sample_and_a_soak_its_own(
    tier: str, digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOMIC_TIER", tier)
    monkeypatch.delenv("NOMIC_SAMPLE")
    assert len(str(tiers.seed())) == digits
    assert int(os.environ["NOMIC_SAMPLE"]) == tiers.seed()
