"""What a vote costs does not grow with the players and the votes that are open, as calls of
functions tell it (bench/growth.py tells the time)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench.grown import busy
from bench.growth import LETTERS, House
from tests.kit.pace import calls
from tests.kit.tiers import some

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
MOST = 1.1


def cost(folder: Path, players: int, votes: int) -> float:
    house = House(folder / f"{players} {votes}", ["tea"], busy(players, votes, NOW), NOW)
    for _ in range(4):  # the first time much is loaded
        house.votes()
    found = calls(house.votes)
    house.close()
    return found / LETTERS


@pytest.mark.parametrize(("players", "votes"), some([(40, 1), (40, 30)], 1))
def test_a_vote_costs_as_in_a_small_game(tmp_path: Path, players: int, votes: int) -> None:
    small, large = cost(tmp_path, 9, 1), cost(tmp_path, players, votes)
    assert large <= MOST * small, f"{large:.0f} calls, and {small:.0f} in a small game"
