"""The stuck-game drill: six games and more stand in `games/stuck`, each stuck in another way. The
desk is looked at by the command line, the command is taken from what it prints, and is run: then
the game goes on.

The transcripts show the same by the lines alone; where a file has several matters on its desk, the
number behind its `answers` tells which is meant; what only a person can fill in stands behind it.
"""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import nomic_mail.clock
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import ANSWERS, Input, Playing, desk_of, filled_in, parse
from tests.cli.test_server import call
from tests.kit.tiers import some

STUCK = sorted((Path(__file__).parents[1] / "games" / "stuck").glob("*.game"))


class Stuck:
    """A server on which a transcript was played until its moderator came to answer."""

    def __init__(self, file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        turns = parse(file.read_text(encoding="utf-8"))
        first = next(turn.at for turn in turns if turn.at)
        self.table = Table(folder, "transcript", first, desk=desk_of(turns))
        self.config = self.table.config.file
        game = Playing(self.table)
        self.answer = next(turn for turn in turns if turn.rest.startswith("answers "))
        for turn in turns[: turns.index(self.answer)]:
            list(game.play(turn))
        self.table.clock.set(self.answer.at or first)
        mail, moderator = self.table.config.mail, self.table.config.moderator
        self.config.write_text(
            f'[mail]\naddress = "{mail.address}"\nauthserv_id = "{mail.authserv_id}"\n'
            f'[moderator]\naddress = "{moderator.address}"\ndesk = "never"\n'
        )
        (folder / "secret.key").write_text(self.table.key.hex(), encoding="ascii")
        monkeypatch.setattr(nomic_mail.clock, "SystemClock", lambda: self.table.clock)
        monkeypatch.setattr("nomic_mail.cli.common.SystemClock", lambda: self.table.clock)

    def call(self, *words: str, status: int = 0) -> Any:
        return call("--config", self.config, *words, status=status)

    def desk(self) -> str:
        return str(self.call("mod", "desk", "--plain").stdout)

    def events(self) -> int:
        return len(self.table.entries("tea", 0))


@pytest.fixture(params=some(STUCK, 4), ids=lambda file: file.stem)
def stuck(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    found = Stuck(request.param, tmp_path, monkeypatch)
    yield found
    found.table.close()


def test_the_command_that_the_desk_prints_unsticks_the_game(stuck: Stuck) -> None:
    found = ANSWERS.fullmatch(stuck.answer.rest)
    assert found is not None
    number, words_of_theirs = int(found[1]), found[2]
    told = stuck.desk()
    matter = re.findall(r"^\S.*\n(?:  .*\n?)*", told, re.MULTILINE)[number - 1]
    form = "    (?:or, )?filled in: " if words_of_theirs else "    "
    lines = matter.splitlines()
    command = next(row[1] for one in lines if (row := re.match(f"{form}(nomic-mail.*)", one)))
    program, *words = shlex.split(command)
    words = [filled_in(one, words_of_theirs or "") for one in words]
    assert program == "nomic-mail"
    before = stuck.events()
    assert stuck.call("mod", "desk", "--quiet", status=3).stdout == ""
    stuck.call(*words)
    stuck.table.pump.run()
    assert stuck.events() > before
    assert matter.splitlines()[1] not in stuck.desk()


def test_there_are_six_ways_to_be_stuck_and_more() -> None:
    kinds = {file.stem for file in STUCK}
    assert len(kinds) >= 6
    for file in STUCK:
        turns: list[Input] = parse(file.read_text(encoding="utf-8"))
        assert [turn.rest for turn in turns].count("desk") >= 2, file.stem
