"""What WHY tells of a procedure that no rule orders any more."""

from pathlib import Path

from nomic_mail.game.evolve import evolve
from nomic_mail.game.state import State
from nomic_mail.post.trail import why_facts
from tests.kit.played import GAMES, look, named


def test_without_a_rule_on_it_the_procedure_is_told_as_it_is_played(tmp_path: Path) -> None:
    file = next(one for one in GAMES if named(one) == "own/from-rule-zero")
    state, told = State(), []
    for entry in look(tmp_path, file).entries():
        state = evolve(state, entry.event)
        told.append(why_facts(state, "procedure")["mechanics"][0])
    assert told[0]["text"] == "procedure: open, each 3, debate 0, vote 24h"
    assert told[-1]["text"] == "procedure: open"  # rule 0 is gone
    assert told[-1]["sources"] == []
