"""What the command line prints of rules has the numbers that they have, whichever command it is."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from tests.post.test_numbers_as_the_rules_write_them import NOUGHTS, game

CHANGES = {"end", "start", "close", "delete"}
MORE = (
    *("mod bind tea 2 none --preview", "mod correct status tea 2 immutable --preview --why Tea"),
    *("mod fine tea Ada 3 --rule 1 --preview --why Tea", "mod undo tea --preview --why Tea"),
    *("rules tea 2", "rules tea 42", "rules tea 2 --at 2026-01-06", "why tea adoption"),
    *(
        "mod correct rule tea 2 {folder}/config.toml --preview --why Tea",
        "mod skip tea 1 --preview --why Tea",
        "mod end tea --preview --why Tea",
    ),
)


def of_a_game(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Each command that asks for nothing but the name of a game, and changes none."""
    for name in group.list_commands(click.Context(group)):
        one = group.get_command(click.Context(group), name)
        assert one is not None
        if isinstance(one, click.Group):
            yield from of_a_game(one, (*words, name))
            continue
        asked = [it.name for it in one.params if isinstance(it, click.Argument) and it.required]
        named = [it.name for it in one.params if isinstance(it, click.Argument)][:1]
        is_act = words[:1] == ("mod",) and name != "desk"
        if (
            asked in ([], named)
            and named in (["game"], ["name"])
            and not (is_act or name in CHANGES)
        ):
            yield (*words, name, "tea")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A server with a game whose rules begin at 0."""
    played, here = game("own/from-rule-zero", tmp_path), tmp_path / "here"
    CliRunner().invoke(cli, ["init", str(here)])
    shutil.copyfile(played.folder / "nomic.db", here / "nomic.db")
    return here


def said(folder: Path, *words: str) -> str:
    return CliRunner().invoke(cli, ["--config", str(folder / "config.toml"), *words]).output


def test_each_command_prints_them_so(folder: Path) -> None:
    asked = [*of_a_game(cli), *(tuple(one.format(folder=folder).split()) for one in MORE)]
    told = {words: said(folder, *words) for words in asked}
    assert any("rule 2 " in one for one in told.values())
    left = {words: NOUGHTS.findall(one) for words, one in told.items()}
    assert {words: found for words, found in left.items() if found} == {
        ("game", "settings", "tea"): ["013"]  # a rule of the seed game, by the name that it has
    }
