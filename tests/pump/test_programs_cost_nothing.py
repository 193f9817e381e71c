"""A game without programs asks nothing of the interpreter: no process is begun for its letters."""

from pathlib import Path
from typing import Any

import pytest

from bench.programs import acting_in, calls_of, voting_in
from nomic_mail.sandbox.workers import SECONDS, Pool
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

    def counted(self: Pool, seconds: float = SECONDS, **more: Any) -> Any:
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


def test_an_action_costs_half_as_much_again_as_a_vote_though_three_are_told(
    tmp_path: Path,
) -> None:
    """In calls of functions: what else the machine does leaves them as they are."""
    voting, acting = voting_in(tmp_path, "voting"), acting_in(tmp_path)
    for says in ("FOR", "AGAINST"):  # the first times much is loaded
        calls_of(*voting, says)
        calls_of(*acting, "TOSS")
    vote, action = calls_of(*voting, "FOR"), calls_of(*acting, "TOSS")
    assert action <= 1.5 * vote, f"{action} calls, and {vote} of a vote"
