"""The daemon's log: key=value lines on stderr, one for each letter in, letter out and deadline, and
for each trouble. No letter, no token and no password is ever logged.

1. The journal of systemd has the time and the level by itself: there a line says no time, and its
   level is a prefix (sd-daemon(3)), so that `journalctl -p warning` finds what it should.
2. An event is one line, and what others wrote into it steers no terminal.
"""

import logging
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

PRIORITIES = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}

_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


_OWN = frozenset((*vars(logging.makeLogRecord({})), "message", "asctime"))  # of every line


class Lines(logging.Formatter):
    """`timed`: each says when."""

    def __init__(self, *, timed: bool) -> None:
        super().__init__()
        self._timed = timed

    def format(self, record: logging.LogRecord) -> str:
        line = " ".join(f"{name}={_valued(said)}" for name, said in self._said(record))
        return _STEERS.sub(lambda sign: ascii(sign[0])[1:-1], line)

    def _said(self, record: logging.LogRecord) -> Iterator[tuple[str, object]]:
        if self._timed:
            yield "timestamp", datetime.fromtimestamp(record.created, UTC).isoformat()[:-6] + "Z"
        yield "level", record.levelname.lower()
        yield "logger", record.name
        yield "event", record.getMessage()
        yield from ((name, said) for name, said in vars(record).items() if name not in _OWN)
        if record.exc_info:
            yield "exception", self.formatException(record.exc_info)


def _valued(said: object) -> str:
    if said is None or isinstance(said, bool):
        return {None: "", True: "true", False: "false"}[said]
    text = str(said)
    if quoted := any(sign in text for sign in ' ="'):
        text = text.replace("\\", "\\\\")
    text = text.replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"' if quoted else text


class _Prefixed(Lines):
    def format(self, record: logging.LogRecord) -> str:
        return f"<{PRIORITIES.get(record.levelname, 6)}>{super().format(record)}"


def in_journal() -> bool:
    """Whether stderr is what systemd says that its journal reads."""
    try:
        said = os.fstat(2)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{said.st_dev}:{said.st_ino}"


def configure_logging(level: str) -> None:
    """What a line says beside its event is given as `extra`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Prefixed(timed=False) if in_journal() else Lines(timed=True))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
