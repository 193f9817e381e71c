"""What the program of a rule sees of the game."""

from nomic_mail.game import events as e
from tests.game.test_programs import RUNS, adopt, change, game, perform
from tests.kit.games.game_in_hand import Game, few
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


def test_in_open_play_a_turn_is_nobodys_and_who_takes_it_for_somebodys_is_told() -> None:
    made = Game(few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d"), 3)
    made.runs = RUNS
    made.start()
    paid = '@on("turn begins")\ndef paid(player):\n    points(player, 1)\n'
    made.propose(change(paid, "Wages"), by=1)
    (proposed,) = (one for one in made.events if isinstance(one, e.ProposalMade))
    assert "program_would_break" in [one.code for one in proposed.warnings]
    careful = paid.replace("points", "if player:\n        points")
    made.propose(change(careful, "Wages"), by=2)
    proposed = [one for one in made.events if isinstance(one, e.ProposalMade)][-1]
    assert "program_would_break" not in [one.code for one in proposed.warnings]


def test_in_open_play_it_is_told_that_nobody_could_do_what_is_for_whose_turn_it_is() -> None:
    sings = '@action("SING <text>", who="in turn")\ndef sing(me, text):\n    points(me, 1)\n'
    for turns in ("turns", "open, each 9, debate 0h, vote 1d"):
        made = Game(few("net_play", r202=f"procedure: {turns}"), 3)
        made.runs = RUNS
        made.start()
        made.propose(change(sings, "Songs"), by=made.mover or 1)
        (proposed,) = (one for one in made.events if isinstance(one, e.ProposalMade))
        told = "program_waits_for_a_turn" in [one.code for one in proposed.warnings]
        assert told is (turns != "turns")
        assert checked(recorded(made.events)).differences == []
