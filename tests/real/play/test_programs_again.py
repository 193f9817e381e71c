"""What programs do is the same whenever and wherever it is done: transcripts with a program, played
again in fresh processes with another order of everything that has none, have the same ledgers and
letters to the byte. `check` plays some of them once, others each day; soak all of them, twenty
times."""

import os
import subprocess
import sys
from pathlib import Path

from tests.kit.again import digest
from tests.kit.played import GAMES, Look
from tests.kit.tiers import some, times

TIMES = times(1, 1, 20)
WITH_PROGRAMS = [one for one in GAMES if " ProgramRead " in one.read_text(encoding="utf-8")]


def played_again(files: list[Path], number: int) -> set[str]:
    """In an order of its own, so that none rests on what another left behind."""
    first = number * 7 % len(files)
    done = subprocess.run(
        [sys.executable, "-m", "tests.kit.again", *map(str, [*files[first:], *files[:first]])],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"PYTHONHASHSEED": str(number + 1)},
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.splitlines())


def test_each_game_with_programs_is_the_same_in_every_process(played: Look) -> None:
    assert len(WITH_PROGRAMS) > 20
    files = list(some(WITH_PROGRAMS, 4, check=4))
    once = {f"{digest(played(one).folder, played(one).bodies)} {one}" for one in files}
    for number in range(TIMES):
        assert sorted(played_again(files, number) ^ once) == [], f"run {number} went another way"
