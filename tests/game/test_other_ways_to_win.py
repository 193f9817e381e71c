"""112: winning stays achieving points. Who proposes another way is told, and who votes on it."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.rulebook import Rule
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.game_in_hand import Game, few

RUNS = Sandbox()
LAW = Rule(
    number=112,
    lineage=112,
    status="immutable",
    title="Winning",
    text="Points win, and nothing else.",
    clauses=(),
)
ASKED = 'program:\n@decides("winner")\ndef winner():\n    return None\n'
GRANTS = "program:\n@action('CLAIM')\ndef claim(me):\n    win(me)\n"
COINS = 'program:\ncoins = quantity("coins")\n'
TOLD = Phrase("wins_otherwise", rule=112)


def warned(law: Rule, *effects: str) -> bool:
    made = Game((*few("net_play"), law), players=3)
    made.runs = RUNS
    made.start()
    made.propose(c.Change(kind="enact", text="So one wins.", title="It", effects=effects))
    proposed = [one for one in made.events if isinstance(one, e.ProposalMade)]
    return TOLD in proposed[-1].warnings


@pytest.mark.parametrize(
    "effects", [("victory: program", ASKED), (GRANTS,), (COINS, "victory: 30 coins")]
)
def test_another_way_to_win_is_told_before_the_vote(effects: tuple[str, ...]) -> None:
    assert warned(LAW, *effects)
    assert not warned(replace(LAW, status="mutable"), *effects), "it can be amended as it stands"


@pytest.mark.parametrize("effects", [("victory: 50",), ("victory: none",), (COINS,)])
def test_points_and_their_number_are_no_other_way(effects: tuple[str, ...]) -> None:
    assert not warned(LAW, *effects)
