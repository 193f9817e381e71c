"""The letters of each game, in a mail program."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.archive.test_mbox import letters_of
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some


@pytest.mark.parametrize("file", some(GAMES, 30, check=30), ids=named)
def test_the_letters_of_each_game_open_in_mail_programs(
    file: Path, played: Look, tmp_path: Path
) -> None:
    written = tmp_path / "letters.mbox"
    count = letters_of(played(file), written)
    if not count:  # nobody has joined: there is nothing to open
        assert written.read_bytes() == b""
        return
    listed = subprocess.run(
        ["s-nail", "-n", "-H", "-f", str(written)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LINES": "9999"},
    ).stdout
    assert len(re.findall(r"^..?\s*\d+ ", listed, re.MULTILINE)) == count
