"""`nomic-mail --help` is quick: a heavy package is imported by the command that needs it."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    *("aiosmtpd", "alembic", "apscheduler", "dns", "icalendar", "imapclient"),
    *("jinja2", "lxml", "rich", "sqlalchemy"),
}


@pytest.mark.parametrize("command", ["", "export", "verify"])
def test_help_imports_nothing_heavy(root: Path, command: str) -> None:
    """Nor does the help that tells every form of a record."""
    asked = [sys.executable, "-X", "importtime", "-m", "nomic_mail", *command.split(), "--help"]
    answer = subprocess.run(
        asked, cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    timings = [line for line in answer.stderr.splitlines() if line.startswith("import time:")]
    said = [line for line in answer.stderr.splitlines() if not line.startswith("import time:")]
    assert answer.returncode == 0, "\n".join(said)
    assert "Usage" in answer.stdout
    modules = {line.rpartition("|")[2].strip() for line in timings}
    assert "nomic_mail.game.events" not in modules
    packages = {module.split(".")[0] for module in modules}
    assert "nomic_mail" in packages, "the timings no longer read as expected"
    assert sorted(packages & HEAVY) == []
