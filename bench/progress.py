"""A bench tells what it is at, on a terminal only."""

import sys


def told(what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{what} ...", end="", file=sys.stderr, flush=True)
