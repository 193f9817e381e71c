"""`nomic-mail --help` is quick: a heavy package is imported by the command that needs it."""

import subprocess
import sys
from pathlib import Path

HEAVY = {"aiosmtpd", "alembic", "apscheduler", "imapclient", "jinja2", "rich", "sqlalchemy"}


def test_help_imports_nothing_heavy(root: Path) -> None:
    asked = [sys.executable, "-X", "importtime", "-m", "nomic_mail", "--help"]
    answer = subprocess.run(
        asked, cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    timings = [line for line in answer.stderr.splitlines() if line.startswith("import time:")]
    said = [line for line in answer.stderr.splitlines() if not line.startswith("import time:")]
    assert answer.returncode == 0, "\n".join(said)
    assert "Usage" in answer.stdout
    packages = {line.rpartition("|")[2].strip().split(".")[0] for line in timings}
    assert "nomic_mail" in packages, "the timings no longer read as expected"
    assert sorted(packages & HEAVY) == []
