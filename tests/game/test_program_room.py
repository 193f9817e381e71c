"""What had no room left, by what others wrote or for what is made up for, never rests."""

import pytest

from nomic_mail.game import events as e
from tests.game.test_programs import adopt, change, game, has
from tests.kit.games.core_play import enact
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


@pytest.mark.parametrize(("hook", "given"), [('on("begins")', ""), ('action("GO NOW")', "me")])
def test_what_writes_more_than_one_may_is_told_before_the_vote(hook: str, given: str) -> None:
    does = '    for i in range(300):\n        log.set(f"{i} " + "x" * 1900)\n'
    made = game()
    made.propose(change(f'log = note("log", owner="game")\n@{hook}\ndef f({given}):\n{does}'))
    (proposed,) = [one for one in made.events if isinstance(one, e.ProposalMade)]
    assert "program_would_break" in [one.code for one in proposed.warnings]


def test_what_a_rule_with_secrets_says_no_with_as_something_happens_is_not_told() -> None:
    made = game()
    says = 'if hand.of(who) == 3:\n        refuse("not with three")'
    hears = f'@on("turn begins")\ndef s(who):\n    {says}\n'
    adopt(made, change(f'hand = quantity("hand", start=3, secret=True)\n{hears}'))
    made.propose(enact())
    made.call()
    made.all_vote()
    said = {one.declined for one in made.events if isinstance(one, e.ProgramRan)}
    assert said == {"what it says is not told, as this rule keeps secrets"}
    assert checked(recorded(made.events)).differences == []
