"""The sample letters: what is kept of the sample games is what they tell, and nothing is played to
show one."""

import subprocess
import sys

import pytest

from nomic_mail.play import samples
from tests.kit.sampled import played

ONE_LETTER = """
import sys
from click.testing import CliRunner
from nomic_mail.cli import cli
assert "The vote on 301 is open" in CliRunner().invoke(cli, ["letter", "preview", "ballot"]).stdout
heavy = ("nomic_mail.pump", "nomic_mail.play.table", "nomic_mail.play.transcript", "sqlalchemy")
print([name for name in heavy if name in sys.modules])
"""


def test_what_is_kept_is_what_the_games_tell(request: pytest.FixtureRequest) -> None:
    """Each kept letter is the one that left the house, to the byte."""
    found, now = played()
    if request.config.getoption("--update-docs"):
        samples.KEPT.write_text(now, encoding="utf-8")
    assert samples.KEPT.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"
    shown = {"to one": samples.letters(), "to a list": samples.to_a_list()}
    for which, letters in found.items():
        assert list(shown[which]) == list(letters)
        for occasion, letter in letters.items():
            assert shown[which][occasion].as_bytes() == letter.as_bytes(), occasion


def test_one_letter_is_shown_without_a_game() -> None:
    """So it is there at once (a game takes seconds)."""
    ask = [sys.executable, "-c", ONE_LETTER]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"
