"""A file that somebody named, read or written: it may be a pipe, or never end. Nobody waits for
long for who writes nothing to it, or does not read it, and no more is kept of it than anything of
ours is long.

Raises OSError, in words for a person where the system has none.
"""

import errno
import os
import select
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 100_000_000
WRITER_MILLISECONDS = 2_000  # until somebody has a pipe open that is written to
READER_LOOKS, LOOK_SECONDS = 40, 0.05  # or reads it


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


@contextmanager
def replacing(out: Path) -> Iterator[BinaryIO]:
    """What stands there stays until the new file is whole. A name that others may have put
    something under meanwhile, a link or a pipe, leads nowhere."""
    if out.exists() and not out.is_file():  # /dev/stdout and the like
        with open(out, "wb", opener=_to_reader) as file:
            yield file
        return
    part = out.with_name(f"{out.name}.part")
    part.unlink(missing_ok=True)
    try:
        with part.open("xb") as file:  # never what is there already
            yield file
        os.replace(part, out)  # noqa: PTH105  one rename, with no look before
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _to_reader(path: str, flags: int) -> int:
    """Who is about to read it is waited for a moment."""
    for _ in range(READER_LOOKS):
        try:
            descriptor = os.open(path, flags & ~os.O_CREAT | os.O_NONBLOCK)
        except OSError as nobody:
            if nobody.errno != errno.ENXIO or not Path(path).is_fifo():
                raise
            time.sleep(LOOK_SECONDS)
        else:
            os.set_blocking(descriptor, True)
            return descriptor
    raise OSError(errno.ENXIO, "it is a pipe, and nobody reads it; name a file")
