"""The sample letters: nothing is played to show one. That what is kept of the sample games is what
they tell stands in tests/real/play/test_samples_kept.py."""

import subprocess
import sys

ONE_LETTER = """
import sys
from click.testing import CliRunner
from nomic_mail.cli import cli
assert "The vote on 301 is open" in CliRunner().invoke(cli, ["letter", "preview", "ballot"]).stdout
heavy = ("nomic_mail.pump", "nomic_mail.play.table", "nomic_mail.play.transcript", "sqlalchemy")
print([name for name in heavy if name in sys.modules])
"""


def test_one_letter_is_shown_without_a_game() -> None:
    """So it is there at once (a game takes seconds)."""
    ask = [sys.executable, "-c", ONE_LETTER]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"
