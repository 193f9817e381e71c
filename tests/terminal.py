"""Programs that want a terminal, and what they show on it."""

import os
import pty
import re
from pathlib import Path


def mutt_counts(path: Path) -> int:
    """It wants a terminal, and says how many there are in its last line."""
    telling = ("-e", "set status_format='COUNT=%m='", "-e", "push '<refresh><exit>'")
    run, terminal = pty.fork()
    if run == 0:
        os.environ["TERM"] = "xterm"
        os.execvp("mutt", ["mutt", "-n", "-F", "/dev/null", "-R", "-f", str(path), *telling])
    shown = all_of(terminal)
    os.waitpid(run, 0)
    found = re.findall(rb"COUNT=(\d+)=", shown)
    assert found, shown[-500:]
    return int(found[-1])


def all_of(terminal: int) -> bytes:
    shown = b""
    while True:
        try:
            read = os.read(terminal, 4096)
        except OSError:
            break
        if not read:
            break
        shown += read
    os.close(terminal)
    return shown
