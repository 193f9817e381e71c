"""A file that somebody named, read: it may be a pipe, or never end. Nobody waits for long for who
writes nothing to it, and no more is kept of it than anything of ours is long.

Raises OSError, in words for a person where the system has none.
"""

import errno
import os
import select
import stat
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 100_000_000
WRITER_MILLISECONDS = 2_000  # until somebody has a pipe open that is written to


def open_named(path: Path) -> BinaryIO:
    """Read to its end where nobody writes to it: who is about to is waited for a moment."""
    return open(path, "rb", opener=_at_once)


def _at_once(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        looks = select.poll()
        looks.register(descriptor, select.POLLIN)
        looks.poll(WRITER_MILLISECONDS)
    os.set_blocking(descriptor, True)
    return descriptor


def read_named(path: Path, most: int = MOST_BYTES, *, cut: bool = False) -> bytes:
    """`cut`: of what is longer the beginning, for who tells that otherwise."""
    with open_named(path) as file:
        raw = file.read(most + 1)
        is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
    if len(raw) > most and not cut:
        raise OSError(errno.EFBIG, f"{path} has more than {most:,} bytes; name another file")
    if is_pipe and not raw:
        raise OSError(errno.EPIPE, f"{path} is a pipe, and nobody writes to it; name a file")
    return raw
