"""What is kept of the sample games, for the sample letters, is what they tell: all are played."""

import pytest

from nomic_mail.play import samples
from tests.kit.sampled import played


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
