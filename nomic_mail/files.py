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
MOST_LINKS, OPEN_HERE = 40, ("/proc/self/fd", "/dev/fd")  # what /dev/stdout leads to
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
    """What stands there stays until the new file is whole. A link stays one, and the file that it
    leads to is the one meant. What lies under the name that a file has until then leads nowhere."""
    out, streams = _led(out)
    if streams:
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


def _led(out: Path) -> tuple[Path, bool]:
    """Where its links lead, and whether that is a stream: what a program has open, as
    /dev/stdout is (though it be sent to a file), or no file."""
    for _ in range(MOST_LINKS):
        if _of_this_program(out) or os.path.realpath(out.parent).startswith("/proc/"):
            return out, True
        if not out.is_symlink():
            break
        out = out.parent / out.readlink()
    streams = out.exists() and not out.is_file()
    return (out if streams else Path(os.path.realpath(out))), streams


def _of_this_program(out: Path) -> bool:
    return os.path.realpath(out.parent) in map(os.path.realpath, OPEN_HERE)


def _to_reader(path: str, flags: int) -> int:
    """Who is about to read it is waited for a moment. One that is open here already goes on where
    it is, as `>>` of a shell wants it."""
    if (number := Path(path).name).isdecimal() and _of_this_program(Path(path)):
        return os.dup(int(number))
    flags = flags & ~(os.O_CREAT | os.O_TRUNC) | os.O_NONBLOCK
    flags |= os.O_APPEND if Path(path).is_file() else 0  # what another program has open
    for _ in range(READER_LOOKS):
        try:
            descriptor = os.open(path, flags)
        except OSError as nobody:
            if nobody.errno != errno.ENXIO or not Path(path).is_fifo():
                raise
            time.sleep(LOOK_SECONDS)
        else:
            os.set_blocking(descriptor, True)
            return descriptor
    raise OSError(errno.ENXIO, "it is a pipe, and nobody reads it; name a file")
