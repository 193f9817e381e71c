"""What a rule's program vetoes, and that none keeps itself, or another, in force by it (114)."""

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import READING
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from nomic_mail.game.rulebook import Rule
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import Play
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
STRIKES = """
@action("STRIKE <proposal>")
def strike(me, proposal):
    veto(proposal)
"""
TEA = c.Change(kind="enact", text="Tea is served at five.", title="Tea")
REPEAL = c.Change(kind="repeal", target=250)
AMEND = c.Change(kind="amend", target=250, text="Nobody may repeal this.")


def voting_on(change: c.Change) -> Game:
    rule = Rule(
        number=250,
        lineage=250,
        status="mutable",
        title="It",
        text="Anybody may strike a proposal.",
        clauses=(f"program:{STRIKES}",),
    )
    made = Game((*few("net_play"), rule), players=3)
    made.runs = RUNS
    made.start()
    made.propose(change)
    made.call()
    return made


def outcome_when_struck(made: Game) -> str:
    given = (Given(kind="proposal", number=301),)
    made.do(
        Perform(by=1, rule=250, form="STRIKE <proposal>", given=given, words="STRIKE", letter="s")
    )
    made.all_vote()
    closed = [one for one in made.events if isinstance(one, e.VotingClosed)]
    return closed[-1].outcome


def test_a_program_vetoes_what_is_voted_on() -> None:
    assert outcome_when_struck(voting_on(TEA)) == "vetoed"
    assert outcome_when_struck(voting_on(AMEND)) == "vetoed"


def test_no_program_s_veto_keeps_a_rule_with_a_program_in_force() -> None:
    """114; its amendment it can veto, as the rule can be repealed."""
    made = voting_on(REPEAL)
    assert outcome_when_struck(made) == "adopted"
    assert not checked(recorded(made.events)).differences


def test_a_vote_that_was_open_under_the_first_reading_keeps_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Play, "reading", 1)
    made = voting_on(REPEAL)
    made.reading = READING
    assert outcome_when_struck(made) == "vetoed"
    assert any(isinstance(one, e.LawRead) for one in made.events)
    assert not checked(recorded(made.events)).differences
