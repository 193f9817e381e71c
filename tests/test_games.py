"""Games as transcripts: each `.game` file is played again, and must come out as it is written.

`pytest --update-games` writes them anew; the difference is then reviewed like any other change.
"""

import re
from pathlib import Path
from typing import get_args

import pytest

from nomic_mail import rulesets
from nomic_mail.game.commands import AnyCommand, Discuss, Tick
from nomic_mail.game.events import AnyEvent
from nomic_mail.letters.grammar import About, understand
from nomic_mail.play.transcript import BadTranscript, parse, played

GAMES = sorted((Path(__file__).parent / "games").rglob("*.game"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_game_comes_out_as_written(
    file: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = file.read_text(encoding="utf-8")
    now = played(text, tmp_path)
    if request.config.getoption("--update-games") and now != text:
        file.write_text(now, encoding="utf-8")
    else:
        assert now.splitlines() == text.splitlines()


def test_every_ruleset_has_a_game() -> None:
    assert {file.parent.name for file in GAMES} >= set(rulesets.names())


def test_every_event_stands_in_a_game() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in GAMES)
    seen = set(re.findall(r"^  \* \d+ (\w+)", text, re.MULTILINE))
    assert {kind.__name__ for kind in get_args(AnyEvent)} - seen == set()


def test_every_command_is_given_in_a_game() -> None:
    about = About(from_moderator=True, open_ballots=(301,))
    inputs = [turn for file in GAMES for turn in parse(file.read_text(encoding="utf-8"))]
    seen = {
        type(one.command)
        for turn in inputs
        for one in understand("", "\n".join(turn.body) or turn.rest, about).said
    }
    assert set(get_args(AnyCommand)) - {Tick, Discuss} - seen == set()


@pytest.mark.parametrize(
    "line",
    [
        "post 2026-01-05 10:00 ada reply:",
        "mail yesterday ada reply:",
        "  - a line of no kind",
        "moderator 2026-01-05 10:00",
    ],
)
def test_a_line_of_no_known_kind_fails(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        parse(line)
        played(line, tmp_path)
