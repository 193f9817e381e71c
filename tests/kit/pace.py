"""How many times longer this machine takes, now, than one that nobody shares: limits in seconds of
the processor are meant for that one. Where others use the same core it can be three times."""

import time

LOOPS, USUAL_SECONDS = 300_000, 0.02


def slowness() -> float:
    began, total = time.process_time(), 0
    for one in range(LOOPS):
        total += one
    return max(1.0, (time.process_time() - began) / USUAL_SECONDS)
