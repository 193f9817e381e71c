"""Programs that want a terminal, and what they show on it."""

import os
import pty
import re
import select
import subprocess
from pathlib import Path

PATIENCE_SECONDS = 20.0


def mutt_counts(path: Path) -> int:
    """It wants a terminal, and says how many there are in its last line."""
    # its own folder is there: else it asks whether to make one, and waits
    folder = f"set folder='{path.parent}'"
    counts = "set status_format='COUNT=%m='"
    telling = ("-e", folder, "-e", counts, "-e", "push '<refresh><exit>'")
    command = ["mutt", "-n", "-F", "/dev/null", "-R", "-f", str(path), *telling]
    terminal, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm"}
    run = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
    )
    os.close(theirs)
    shown = all_of(terminal)
    run.kill()  # where it still waits for somebody
    run.wait()
    found = re.findall(rb"COUNT=(\d+)=", shown)
    assert found, shown[-500:]
    return int(found[-1])


def all_of(terminal: int) -> bytes:
    """Until it ends, or says nothing more for a while."""
    shown = b""
    while select.select([terminal], [], [], PATIENCE_SECONDS)[0]:
        try:
            read = os.read(terminal, 4096)
        except OSError:
            break
        if not read:
            break
        shown += read
    os.close(terminal)
    return shown
