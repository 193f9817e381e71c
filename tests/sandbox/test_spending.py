"""Whoever takes much time gets less, for a while."""

from datetime import UTC, datetime

import pytest

from nomic_mail.clock import SetClock, SystemClock
from nomic_mail.game.programs import Broke, Calling
from nomic_mail.sandbox import spending
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.sandbox.spending import LITTLE, MUCH, WITHIN, Spending
from nomic_mail.sandbox.workers import GENEROUS, SECONDS
from tests.kit.programs import ADA, declared, seen


class Steady(SetClock):
    def __init__(self) -> None:
        super().__init__(datetime(2026, 3, 1, tzinfo=UTC))
        self.seconds = 0.0

    def monotonic_seconds(self) -> float:
        return self.seconds


def test_who_takes_much_has_little_until_the_minute_is_over() -> None:
    clock = Steady()
    spent = Spending(clock)
    for _ in range(5):
        assert spent.tries("slow") == (SECONDS, GENEROUS)
        with spent.counted("slow"):
            clock.seconds += MUCH / 5
    assert spent.tries("slow") == (LITTLE,)
    assert spent.tries("another") == (SECONDS, GENEROUS)
    clock.seconds += WITHIN
    assert spent.tries("slow") == (SECONDS, GENEROUS)


def test_who_checks_a_record_has_all_the_time_there_is() -> None:
    spent = Spending(None)
    with spent.counted("slow"):
        pass
    assert spent.tries("slow") == (SECONDS, GENEROUS)


def test_a_program_that_loops_is_cut_short_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spending, "SECONDS", 0.3)
    monkeypatch.setattr(spending, "GENEROUS", 0.3)
    monkeypatch.setattr(spending, "MUCH", 0.5)
    clock = SystemClock()
    source = '@action("FROB")\ndef frob(me):\n    while True: pass\n'
    runs, read = Sandbox(clock=clock), declared(source)
    took = []
    for _ in range(2):
        began = clock.monotonic_seconds()
        came = runs.run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 1)
        took.append(clock.monotonic_seconds() - began)
        assert isinstance(came, Broke)
        assert came.trouble == "lost"
    assert took[1] < took[0]
