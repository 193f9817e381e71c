"""How many votes a second one server works on, one with a helper ([server] workers), and two that
share a database, from end to end: the first byte in by LMTP to the last acknowledgement at the sink
(bench.walk), on one machine.

    python -m bench.workers [--rounds 3] [--workers 2]

SQLite with one process and with several is measured beside PostgreSQL with one server and with
several, each durable, round by round in turn; the middle one of each counts. The figures are ratios
of one run on one machine.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from bench.progress import told
from bench.sink import Sink
from bench.walk import Ours, per_second, votes
from tests.kit.real.real_postgres import postgres


def measured(rounds: int, count: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name, postgres(durable=True) as server:
        folder, sink = Path(name), Sink()
        for number in range(rounds):
            for workers, shared in ((1, False), (count, False), (1, True), (count, True)):
                what = f"{'PostgreSQL' if shared else 'SQLite'}, {workers} at work"
                told(f"{what}, round {number + 1}")
                more = f'database = "{server.new()}"' if shared else f"workers = {workers}"
                more = f"[server]\n{more}\n"
                ours = Ours(folder / f"{number}-{shared}-{workers}-", sink, more)
                try:
                    for _ in range(workers - 1 if shared else 0):
                        ours.one_more()
                    time.sleep(4)
                    letters = votes(ours)
                    found.setdefault(what, []).append(per_second(ours.ports, sink, letters, 1))
                finally:
                    ours.close()
        sink.close()
    return found


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m bench.workers", description=__doc__)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--workers", type=int, default=2)
    asked = words.parse_args()
    found = measured(asked.rounds, asked.workers)
    middle = {what: statistics.median(figures) for what, figures in found.items()}
    first = next(iter(middle.values()))
    for what, figures in found.items():
        shown = " ".join(f"{one:.0f}" for one in figures)
        print(f"{what:24} {middle[what]:6.0f} votes/s  {middle[what] / first:5.2f}   ({shown})")


if __name__ == "__main__":
    main()
