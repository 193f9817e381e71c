"""A program that breaks rests after three times in a row; but no player alone lays a rule to rest:
what breaks by the actions of one player counts once (since reading 9)."""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.game.test_programs import adopt, change, game, has, kinds, number, perform
from tests.kit.games.game_in_hand import Game
from tests.kit.recorded import checked, recorded

MINT = """
coins = quantity("coins")

@action("MINT <n>")
def mint(me, n):
    coins.give(me, n * n)
"""
HUGE = number(9_999_999_999_999)


def minting() -> tuple[Game, int]:
    made = game()
    return made, adopt(made, change(MINT, "Mint"))


def broken_by(made: Game, lineage: int, *seats: int) -> bool:
    for seat in seats:
        assert kinds(perform(made, lineage, "MINT <n>", HUGE, by=seat)) == ["ProgramBroke"]
    assert checked(recorded(made.events)).differences == []
    return made.state.programs[lineage].rests


def test_one_player_lays_no_rule_to_rest_however_often_it_breaks() -> None:
    made, lineage = minting()
    assert not broken_by(made, lineage, 2, 2, 2, 2)
    assert kinds(perform(made, lineage, "MINT <n>", number(3), by=1)) == ["ProgramRan"]
    assert has(made, lineage, "coins") == [9, 0, 0]


def test_it_rests_where_it_breaks_for_three() -> None:
    made, lineage = minting()
    assert not broken_by(made, lineage, 2, 3, 2, 3)
    assert broken_by(made, lineage, 1)


def test_of_two_it_rests_where_it_breaks_for_both() -> None:
    made, lineage = minting()
    made.do(c.Leave(by=3))
    assert not broken_by(made, lineage, 2, 2, 2)
    assert broken_by(made, lineage, 1)


def test_whatever_ends_well_in_between_begins_the_count_anew() -> None:
    made, lineage = minting()
    assert not broken_by(made, lineage, 2, 3)
    perform(made, lineage, "MINT <n>", number(3), by=1)
    assert not broken_by(made, lineage, 1, 2)
    assert broken_by(made, lineage, 3)


def test_what_breaks_by_itself_counts_each_time() -> None:
    made = game()
    lineage = adopt(made, change('@every("6 hours")\ndef six():\n    points(players()[9], 1)\n'))
    made.pass_time(1)
    assert made.state.programs[lineage].rests
    assert sum(isinstance(one, e.ProgramBroke) for one in made.events) == 3
