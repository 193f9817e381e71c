"""`python -m bench.planted [TRIES]`: how long the simulator takes to find each planted bug, from so
many first seeds: the middle and the longest, in seconds of the processor, and in servers played."""

import statistics
import sys
import time
from collections.abc import Callable

import pytest

from bench.progress import told
from nomic_mail.play.simulator import drawn, new_disk, played
from tests.kit.planted import PLANTED, Patch

STEPS = 40
APART = 1_000  # between the first seeds
MOST_SERVERS = 200


def found(plant: Callable[[Patch], None], promise: str, first: int) -> tuple[float, int]:
    """Seconds and servers until it is; an error where it never is, or is taken for another."""
    began = time.process_time()
    with pytest.MonkeyPatch.context() as patch, new_disk() as disk:
        plant(patch)
        for count in range(1, MOST_SERVERS + 1):
            seed = first + count - 1
            broken = played(seed, drawn(seed, STEPS), disk).broken
            if broken is not None and broken.promise != promise:
                raise RuntimeError(f"{plant.__name__}, seed {seed}: {broken}")
            if broken is not None:
                return time.process_time() - began, count
    raise RuntimeError(f"{plant.__name__} was not found from seed {first} on")


def main() -> None:
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{'':<40}{'middle':>9}{'longest':>9}  servers")
    for plant, promise, _ in PLANTED:
        all_found = []
        for number in range(tries):
            told(f"{plant.__name__}, from seed {number * APART}")
            all_found.append(found(plant, promise, number * APART))
        told("")
        seconds, servers = zip(*all_found, strict=True)
        middle, longest = statistics.median(seconds), max(seconds)
        name = plant.__name__.replace("_", " ")
        print(f"{name:<40}{middle:>7.1f} s{longest:>7.1f} s  {max(servers):>7}", flush=True)


if __name__ == "__main__":
    main()
