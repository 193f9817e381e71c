"""The record of every transcript's game is proven from itself in every form that `verify` takes;
the text and the letters lie in the bag, and are checked there."""

from pathlib import Path

import pytest

from tests.archive.test_every_game import assert_proven
from tests.kit.played import GAMES, Look, named


@pytest.mark.parametrize("form", ["jsonl", "site", "git", "bag", "bag.zip"])
@pytest.mark.parametrize("file", GAMES, ids=named)
def test_the_record_of_every_game_is_proven_in_every_form(
    file: Path, form: str, played: Look, tmp_path: Path
) -> None:
    assert_proven(played(file), tmp_path, form)
