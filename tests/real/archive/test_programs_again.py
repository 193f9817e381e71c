"""Programs are run again elsewhere: each transcript with programs, played in a fresh process with
another order of everything that has none, makes the same ledger to the byte.

`--tier soak` plays each twenty times.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.kit.played import GAMES, Look, Played, named
from tests.kit.tiers import some, times

PROGRAMS = [file for file in GAMES if file.parent.name == "programs"]
AGAIN = """
import sys, tempfile
from pathlib import Path
from tests.kit.played import look
from tests.real.archive.test_programs_again import ledger_of
with tempfile.TemporaryDirectory() as folder:
    print(ledger_of(look(Path(folder), Path(sys.argv[1]))))
"""


def ledger_of(played: Played) -> str:
    entries = played.entries()
    told = "\n".join(f"{one.hash} {one.public} {one.sealed}" for one in entries)
    return sha256(told.encode()).hexdigest()


@pytest.mark.parametrize("file", some(PROGRAMS, 3, check=3), ids=named)
def test_a_game_with_programs_is_the_same_in_any_process(file: Path, played: Look) -> None:
    once = ledger_of(played(file))
    for seed in range(times(1, 2, 20)):
        told = subprocess.run(
            [sys.executable, "-c", AGAIN, str(file)],
            env={**os.environ, "PYTHONHASHSEED": str(seed + 1)},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == once, (seed, told.stderr)
