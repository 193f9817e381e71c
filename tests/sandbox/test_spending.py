"""Whoever takes much time gets less, for a while."""

from datetime import UTC, datetime

import pytest

from nomic_mail.clock import SetClock, SystemClock
from nomic_mail.game.programs import Broke, Calling, Declared, Mistake, Run, Unread
from nomic_mail.sandbox import spending
from nomic_mail.sandbox.sandbox import ALL_TAKEN, Sandbox
from nomic_mail.sandbox.spending import A_LETTER, LITTLE, MUCH, WITHIN, Spending
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
        came = runs.run(Run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 1))
        took.append(clock.monotonic_seconds() - began)
        assert isinstance(came, Broke)
        assert came.trouble == "lost"
    assert took[1] < took[0]


def test_what_one_letter_proposes_is_read_and_tried_in_one_allowance() -> None:
    clock = Steady()
    spent = Spending(clock)
    letter = spent.letter("tea")
    assert letter.left == A_LETTER
    with letter.counted():
        clock.seconds += 2
    assert letter.left == A_LETTER - 2
    assert spent.letter("tea").left == A_LETTER
    with letter.counted():
        clock.seconds += MUCH
    assert letter.left < 0
    assert spent.letter("tea").left == LITTLE
    assert spent.letter("rum").left == A_LETTER
    clock.seconds += WITHIN
    assert spent.letter("tea").left == A_LETTER


HOSTILE = {
    "while it is read": "while True: pass\n",
    "when it is tried": '@action("FROB")\ndef frob(me):\n    while True: pass\n',
    "a little at each try": "".join(
        f'@action("FROB{letter}")\ndef frob{letter}(me):\n    for x in range(3000000): pass\n'
        for letter in "abcdefghijklmnopqrstuvwxyz"
    ),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_letter_has_no_more_than_that(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spending, "A_LETTER", 0.7)
    clock = SystemClock()
    letter = Sandbox(clock=clock).of_a_letter("tea")
    began = clock.monotonic_seconds()
    for number in range(8):  # as many texts as one likes
        source = f"# {number}\n{HOSTILE[how]}"
        read = letter.read(source, proposed=True)
        for place in range(len(read.hooks) if isinstance(read, Declared) else 0):
            calling = Calling(hook=place, given=(ADA,))
            letter.run(Run(source, read, calling, seen(), lambda sides: 1, proposed=True))  # type: ignore[arg-type]
    took = clock.monotonic_seconds() - began
    assert letter.read(f"# again\n{HOSTILE[how]}", proposed=True) == (Unread(why=ALL_TAKEN),)
    assert took < 0.7 + 2  # the last try has a grace, and a worker begins anew


def test_what_is_looked_at_as_text_counts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Steady()

    def slowly(source: str, interface: int) -> tuple[Mistake, ...]:
        clock.seconds += A_LETTER
        return (Mistake(why="so"),)

    monkeypatch.setattr("nomic_mail.sandbox.sandbox.in_its_shape", slowly)
    letter = Sandbox(clock=clock).of_a_letter("tea")
    assert letter.read("x = 1", proposed=True) == (Mistake(why="so"),)
    assert letter.read("x = 2", proposed=True) == (Unread(why=ALL_TAKEN),)
