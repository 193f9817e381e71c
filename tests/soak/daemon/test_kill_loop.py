"""An hour of two workers on a PostgreSQL, killed again and again (`bench.kill_loop`)."""

import subprocess
import sys


def test_an_hour_of_kills_loses_and_doubles_nothing() -> None:
    ask = [sys.executable, "-m", "bench.kill_loop", "--minutes", "60"]
    done = subprocess.run(ask, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
