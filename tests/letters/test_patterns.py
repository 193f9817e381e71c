"""What is made at its first use, and how long others wait for it meanwhile."""

import re
import sys

import pytest

from nomic_mail import patterns


def test_a_pattern_is_made_in_short_turns_and_all_else_in_usual_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever hands in a letter waits for its turn with each of them."""
    seen: list[float] = []
    make = re.compile

    def notes(*told: object) -> object:
        seen.append(sys.getswitchinterval())
        return make(*told)  # type: ignore[call-overload]

    monkeypatch.setattr(re, "compile", notes)
    before = sys.getswitchinterval()
    assert patterns.later("a+").fullmatch("aaa")
    assert seen == [pytest.approx(patterns.SHORT_TURN, rel=0.01)]
    assert sys.getswitchinterval() == pytest.approx(before)
    with pytest.raises(re.error):
        patterns.later("(").match("a")
    assert sys.getswitchinterval() == pytest.approx(before)
