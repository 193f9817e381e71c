"""What the program of a rule sees of the game."""

from tests.game.test_programs import adopt, change, game, perform
from tests.kit.recorded import checked, recorded


def test_a_program_knows_in_which_order_turns_go_round_and_who_joined_first() -> None:
    source = """
told = note("told", owner="game")

@action("LOOK")
def look(me):
    told.set(f"{players()} {turn_order()}")
"""
    made = game()
    lineage = adopt(made, change(source, "Order"))
    perform(made, lineage, "LOOK")
    state = made.state
    assert sorted(state.order) != list(state.order)
    joined, turns = (
        [state.name_of(one) for one in seats] for seats in (state.playing, state.order)
    )
    in_words = f"[{', '.join(joined)}] [{', '.join(turns)}]"
    assert state.programs[lineage].value("told", 0) == in_words
    assert checked(recorded(made.events)).differences == []
