"""Root may write everywhere; so for a while it is nobody."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def powerless(folder: Path) -> Iterator[None]:
    """Who can still come to this folder."""
    for one in (folder, *folder.parents):
        if one.stat().st_mode & 0o055 == 0:
            one.chmod(one.stat().st_mode | 0o055)
    nobody = pwd.getpwnam("nobody").pw_uid
    if os.geteuid() == 0:
        os.setresuid(nobody, nobody, 0)
    try:
        yield
    finally:
        os.setresuid(-1, os.getresuid()[2], -1)
        os.setresuid(os.geteuid(), -1, -1)
