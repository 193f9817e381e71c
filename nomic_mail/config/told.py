"""What is wrong, and what mends it: in the same words wherever it is told.

1. `what` names the thing, with its path; `fix` says what to do. Together they are one sentence.
2. What the system says (an OSError) is told by one table.
"""

import errno
import os
import resource
from pathlib import Path

MEMORY = (
    "the system gives this program no more memory or threads",
    "end others, or raise the limits it has (ulimit -a; MemoryMax and TasksMax of a unit)",
)
OWN = "give it to the user the server runs as: chown USER {path}"
ROOM = "make room on its disk (df -h {path})"
CURES = {
    errno.EACCES: ("{path} may not be used by this user", OWN),
    errno.EPERM: ("{path} may not be used by this user", OWN),
    errno.EROFS: (
        "{path} cannot be written, as its disk is read-only",
        "see why (dmesg tells), and mount it anew for writing",
    ),
    errno.ENOSPC: ("{path} cannot be written, as its disk is full", ROOM),
    errno.EDQUOT: ("{path} cannot be written, as this user's share of the disk is full", ROOM),
    errno.EFBIG: (
        "{path} cannot be written, as this program may not write files so large",
        "raise that limit (ulimit -f unlimited before it starts; LimitFSIZE=infinity in a unit)",
    ),
    errno.EIO: (
        "{path} cannot be used, as its disk fails",
        "see what dmesg and smartctl tell; make a backup onto another disk now",
    ),
    errno.ENOENT: ("there is no {path}", "make it, or name another"),
    errno.ENOTDIR: (
        "{path} is a file, where a folder has to be",
        "move that file away",
    ),
    errno.EEXIST: ("{path} is there already", "move it away, or name another place"),
    errno.EISDIR: ("{path} is a folder, where a file has to be", "move that folder away"),
    errno.ELOOP: (
        "{path} is a link that leads to itself",
        "delete that link, and put back what it stood for",
    ),
    errno.EMFILE: (
        "{path} cannot be opened, as this program may open no more files",
        "raise that limit (ulimit -n 4096 before it starts; LimitNOFILE=4096 in a unit)",
    ),
    errno.ENOMEM: MEMORY,
    errno.EAGAIN: MEMORY,
}

FULL = 65_536  # bytes: with less a database cannot even be looked into
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Fixable(Exception):
    """Rule 1. Without a `fix` what is said is all there is to say."""

    def __init__(self, what: str, fix: str = "") -> None:
        self.what, self.fix = what, fix
        super().__init__(f"{what}; {fix}" if fix else what)


def of_system(error: OSError, path: Path | str = "") -> Fixable:
    """Rule 2. `path` is what was to be used, where the system does not name it."""
    named = Path(os.fsdecode(error.filename or path or "a file"))
    number = error.errno or 0
    if number in (errno.ENOTDIR, errno.EEXIST):
        way = (one for one in reversed((named, *named.parents)) if one.exists())
        named = next((one for one in way if not one.is_dir()), named)
        number = errno.ENOTDIR if number == errno.ENOTDIR else number
    if number == errno.ENOENT:  # the folder, where that is what is missing
        way = (one for one in reversed((named, *named.parents)) if not one.exists())
        named = next(way, named)
    # whoever raised it has said it all
    if error.strerror and error.strerror != os.strerror(number):
        return Fixable(str(error.strerror))
    what, fix = CURES.get(number, ("{path}: " + (error.strerror or str(error)), ""))
    return Fixable(what.format(path=named), fix.format(path=named))


def hindered(path: Path) -> Fixable | None:
    """What keeps a file from being used, or a folder from being written into, as the system tells:
    a database only guesses."""
    there = next(one for one in (path, *path.absolute().parents) if os.access(one, os.F_OK))
    disk = os.statvfs(there)
    number, named = 0, path
    if disk.f_flag & os.ST_RDONLY:
        number = errno.EROFS
    elif disk.f_bavail * disk.f_frsize < FULL:
        number = errno.ENOSPC
    else:
        for one in (there,) if there.is_dir() else (there, there.parent):
            if not os.access(one, os.W_OK | (os.X_OK if one.is_dir() else os.R_OK)):
                number, named = errno.EACCES, one
    return of_system(OSError(number, os.strerror(number)), named) if number else None


def shut(folder: Path) -> Fixable | None:
    """Why nothing can be written into a folder, which may have to be made first."""
    there = next(one for one in (folder, *folder.absolute().parents) if os.access(one, os.F_OK))
    if there.is_dir():
        return hindered(there)
    return of_system(OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)), there)


def file_limit() -> str:
    """What a database cannot tell: that this program may not write files as large as it is."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    if most == resource.RLIM_INFINITY:
        return ""
    return f"this program may write no file above {most:,} bytes: {CURES[errno.EFBIG][1]}"
