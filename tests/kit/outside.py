"""A test of the day starts no real outside program: no Dovecot, no browser, no npm. It may start
Python with what is ours, and git, which whoever works here has.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ALLOWED = ("git", "sh", "bash")
STATE = {"listening": False, "refusing": False}  # an audit hook stays until the process ends


class StartsAProgram(BaseException):
    """No test may catch it."""


def _listen(event: str, told: tuple[Any, ...]) -> None:
    if event != "subprocess.Popen" or not STATE["refusing"]:
        return
    program = Path(str(told[0] or told[1][0]))
    ours = Path(sys.executable).parent
    if program.parent != ours and program.name not in ALLOWED:
        raise StartsAProgram(f"{program} is started by a test of the day: it belongs in tests/real")


@contextmanager
def refused() -> Iterator[None]:
    if not STATE["listening"]:
        sys.addaudithook(_listen)
        STATE["listening"] = True
    before, STATE["refusing"] = STATE["refusing"], True
    try:
        yield
    finally:
        STATE["refusing"] = before
