"""What work costs: in calls, which are the same on any machine, and, for what stands in one call,
in seconds of the processor, by how much slower this machine is now than one that nobody shares."""

import sys
import time
from collections.abc import Callable

LOOPS, USUAL_SECONDS = 300_000, 0.02


def calls(work: Callable[[], object]) -> int:
    """Of whatever is called, in Python or in C."""
    count = 0

    def note(_frame: object, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def slowness() -> float:
    """Where others use the same core it can be three times."""
    began, total = time.process_time(), 0
    for one in range(LOOPS):
        total += one
    return max(1.0, (time.process_time() - began) / USUAL_SECONDS)
