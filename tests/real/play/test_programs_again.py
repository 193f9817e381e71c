"""What programs do is the same whenever and wherever it is done: each transcript with a program,
played again and again in fresh processes, has the same ledgers and letters to the byte."""

import os
import subprocess
import sys
from pathlib import Path

from tests.kit.played import GAMES
from tests.kit.tiers import times

TIMES = times(2, 2, 20)
WITH_PROGRAMS = [str(one) for one in GAMES if " ProgramRead " in one.read_text(encoding="utf-8")]


def played(number: int) -> set[str]:
    """In an order of its own, so that none rests on what another left behind."""
    first = number * 7 % len(WITH_PROGRAMS)
    files = [*WITH_PROGRAMS[first:], *WITH_PROGRAMS[:first]]
    done = subprocess.run(
        [sys.executable, "-m", "tests.kit.again", *files],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"PYTHONHASHSEED": str(number + 1)},
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.splitlines())


def test_each_game_with_programs_is_the_same_in_every_process() -> None:
    assert len(WITH_PROGRAMS) > 20
    first = played(0)
    assert len(first) == len(WITH_PROGRAMS)
    for number in range(1, TIMES):
        assert sorted(played(number) ^ first) == [], f"run {number} went another way"
