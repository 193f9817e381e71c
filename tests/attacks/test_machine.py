"""Who else has a login on the server's machine."""

import os
from datetime import UTC, datetime
from pathlib import Path

from nomic_mail.daemon.lock import Lock
from tests.attacks.kit import Attack, attacks

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@attacks(
    Attack(
        "identity",
        "a login on the machine",
        "locks serve.lock, which all may read",
        "it is nobody else's to read; an old one is mended at the next start",
    )
)
def test_nobody_else_can_lock_what_a_server_locks(tmp_path: Path) -> None:
    path = tmp_path / "serve.lock"
    before = os.umask(0)
    try:
        for is_old in (False, True):
            if is_old:
                path.chmod(0o666)
            lock = Lock(path, "it is served")
            lock.take(NOW)
            assert path.stat().st_mode & 0o777 == 0o600
            lock.release()
    finally:
        os.umask(before)
