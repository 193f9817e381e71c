"""Whole servers with all that can go wrong, for an hour; and the bugs that are put in are found."""

import subprocess
import sys

import pytest

from tests.kit.tiers import seed


@pytest.mark.parametrize(
    "words",
    [
        ["-m", "nomic_mail", "simulate", "--minutes", "60", "--seed", str(seed())],
        ["-m", "nomic_mail", "simulate", "--minutes", "60", "--programs", "--seed", str(seed())],
        ["-m", "bench.planted", "20"],
    ],
    ids=["an hour", "an hour with programs", "planted"],
)
def test_simulated(words: list[str]) -> None:
    done = subprocess.run([sys.executable, *words], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
