"""Letters changed by chance, for an hour: whatever comes is read (`bench.fuzz`)."""

import subprocess
import sys

from tests.kit.tiers import seed


def test_a_million_changed_letters_raise_nothing() -> None:
    words = ["--letters", "1000000", "--seconds", "3600", "--seed", str(seed())]
    ask = [sys.executable, "-m", "bench.fuzz", *words]
    done = subprocess.run(ask, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
