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
from typing import Any

PRIORITIES = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}

_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class _Prefixed(logging.StreamHandler):  # type: ignore[type-arg]
    def format(self, record: logging.LogRecord) -> str:
        return f"<{PRIORITIES.get(record.levelname, 6)}>{super().format(record)}"


def _one_line(_logger: Any, _method: str, line: Any) -> str:
    return _STEERS.sub(lambda sign: ascii(sign[0])[1:-1], line)


def in_journal() -> bool:
    """Whether stderr is what systemd says that its journal reads."""
    try:
        said = os.fstat(2)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{said.st_dev}:{said.st_ino}"


def configure_logging(level: str) -> None:
    """What a line says beside its event is given as `extra`."""
    import structlog

    journal = in_journal()
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
    ]
    if not journal:
        shared.append(structlog.processors.TimeStamper(fmt="iso", utc=True))
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(
                key_order=["timestamp", "level", "logger", "event"], drop_missing=True
            ),
            _one_line,
        ],
    )
    handler = (_Prefixed if journal else logging.StreamHandler)(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
