"""A game without programs asks nothing of the interpreter: no process is begun for its letters."""

from pathlib import Path
from typing import Any

import pytest

from nomic_mail.sandbox.workers import Pool
from tests.kit.house import House

RULE = """PROPOSE ENACT: Kudos
Each may thank another.
Effects:
  program:
    kudos = quantity("kudos")
    @action("THANK <player>")
    def thank(me, player):
        kudos.give(player, 1)
END
CALL VOTE
"""


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """One for each time that a process would be needed."""
    asked: list[float] = []
    session = Pool.session

    def counted(self: Pool, seconds: float, **more: Any) -> Any:
        asked.append(seconds)
        return session(self, seconds, **more)

    monkeypatch.setattr(Pool, "session", counted)
    return asked


def test_no_letter_of_a_game_without_programs_needs_a_process(
    tmp_path: Path, sessions: list[float]
) -> None:
    house = House(tmp_path)
    mover, other = house.open_vote()
    for name, text in ((mover, "FOR\n"), (other, "FOR\n"), (other, "STATUS\nHELP\nRULES\n")):
        house.reply(name, text)
        house.run()
    house.later(days=8)
    house.run()
    assert "VotingClosed" in house.kinds()
    assert sessions == []


def test_votes_need_none_where_a_rule_has_a_program_and_its_actions_one(
    tmp_path: Path, sessions: list[float]
) -> None:
    house = House(tmp_path)
    house.begin()
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, RULE)
    house.run()
    sessions.clear()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    assert house.state().programs
    sessions.clear()
    house.reply(other, "PROPOSE ENACT: Tea\nTea.\nEND\nCALL VOTE\n")
    house.run()
    house.reply(other, "AGAINST\n")
    house.run()
    assert sessions == []
    house.reply(mover, f"THANK {other.split()[0]}\n")
    house.run()
    assert len(sessions) == 1
