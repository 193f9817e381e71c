"""docs/moderator.md works as it is written: its first evening is run, command by command, and every
other command in it is one that the program takes.

1. Lines that begin with `$` want a person, or run on: they are left out here, and have tests of
   their own (`test_init_interactive`, `test_serve`, `test_people`).
2. Of the ten things that go wrong, a command may be refused: here nothing has gone wrong. It is
   never wrong usage.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.cli.mod import ACTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "moderator.md"
EVENING, REST = PAGE.read_text(encoding="utf-8").split("## Ten things", 1)
FRIENDS = "name,address\nAda Lovelace,ada@example.org\nBob Babbage,bob@example.org\n"
# Acts of the Moderator's that are written down before they are made.
AWAITED = {"desk", "award", "mute", "undo", "correct"}


def commands(text: str) -> Iterator[list[str]]:
    for line in re.findall(r"^    nomic-mail (.+)$", text, re.MULTILINE):
        words = shlex.split(line)
        if words[0] != "mod" or words[1] in ACTS:
            yield words
        else:
            assert words[1] in AWAITED, line


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friends.csv").write_text(FRIENDS)
    (tmp_path / "change.txt").write_text("PROPOSE REPEAL 206\n")
    return tmp_path


def call(words: list[str]) -> Result:
    if words[-2:-1] != [">"]:
        return CliRunner().invoke(cli, words, input="y\n")
    result = call(words[:-2])
    Path(words[-1]).write_text(result.output, encoding="utf-8")
    return result


def test_the_first_evening_can_be_had_as_it_is_written(here: Path) -> None:
    done = []
    for words in commands(EVENING):
        if words == ["check"]:  # the port may be taken on this machine
            config = here / "config.toml"
            config.write_text(config.read_text().replace("port = 8025", "port = 0"))
        result = call(words)
        assert result.exit_code == 0, f"{words}: {result.output}{result.exception!r}"
        done.append(words)
    assert len(done) > 15
    assert (here / "tea.json").exists()
    assert "tea-again" in call(["game", "list"]).output


def test_every_other_command_is_one_that_the_program_takes(here: Path) -> None:
    for words in commands(EVENING):
        if words[0] not in ("check", "export", "verify") and "end" not in words:
            call(words)
    for words in commands(REST):
        result = call(words)
        told = f"{words}: {result.output}{result.exception!r}"
        assert result.exit_code in (0, 1), told
        assert result.exception is None or isinstance(result.exception, SystemExit), told
