"""What had no room left, by what others wrote or for what is made up for, never rests."""

from nomic_mail.game import events as e
from tests.game.test_programs import adopt, change, game, has
from tests.kit.recorded import checked, recorded

HOG = """
log = note("log {n}", owner="game")
@every("day 09:00")
def d():
    for i in range({times}):
        log.set(f"{{i}} " + "x" * 1990)
"""
COUNTS = """
days = quantity("days")
@every("day 09:00")
def d():
    for one in players():
        days.give(one, 1)
    for i in range(97):
        days.set(players()[0], days.of(players()[0]))
"""
BOARD = """
board = note("board", owner="game")
@every("6 hours")
def d():
    for i in range(100):
        board.set(f"{i} " + "x" * 1000)
"""


def troubles(made: object) -> list[str]:
    return [one.trouble for one in made.events if isinstance(one, e.ProgramBroke)]  # type: ignore[attr-defined]


def test_a_rule_does_not_rest_for_what_others_write() -> None:
    made = game()
    for n in range(3):
        adopt(made, change(HOG.format(n=n, times=(190, 190, 97)[n]), f"Hog {n}"))
    lineage = adopt(made, change(COUNTS, "Days"))
    for _ in range(5):
        made.pass_time(1)
    assert set(troubles(made)) == {"room"}
    assert len(troubles(made)) >= 4
    assert not made.state.programs[lineage].rests
    assert has(made, lineage, "days") == [0, 0, 0]
    assert checked(recorded(made.events)).differences == []


def test_nor_for_what_it_makes_up_for_after_the_server_was_away() -> None:
    made = game()
    lineage = adopt(made, change(BOARD, "Board"))
    made.pass_time(2.6)
    assert set(troubles(made)) == {"room"}
    assert len(troubles(made)) >= 3
    assert not made.state.programs[lineage].rests
    made.pass_time(0.3)
    assert isinstance(made.events[-1], e.ProgramRan)
