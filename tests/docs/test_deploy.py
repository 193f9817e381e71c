"""docs/deploy.md and docs/mail-setup.md say what works: their configurations are right, and each
command of ours that they name is one, with the options they give it."""

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from nomic_mail.cli import COMMANDS, cli
from nomic_mail.config import load

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("deploy.md", "mail-setup.md")


@pytest.mark.parametrize("page", PAGES)
def test_each_configuration_is_right(page: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert blocks != []
    for block in blocks:
        file = tmp_path / "config.toml"
        file.write_text(block)
        load(file)


def commands(text: str) -> list[list[str]]:
    """The words after each `nomic-mail`, up to where the shell's own go on."""
    found = []
    for line in text.splitlines():
        for told in re.findall(r"(?:^|-- | nomic )nomic-mail (.*)", line):
            words = list(shlex.shlex(told, posix=True, punctuation_chars=True))
            ends = (place for place, word in enumerate(words) if set(word) <= set("();<>|&"))
            found.append(words[: next(ends, len(words))])
    return found


def test_each_command_is_one() -> None:
    blocks = re.findall(r"```(\w*)\n(.*?)```", (DOCS / "deploy.md").read_text("utf-8"), re.DOTALL)
    shells = "\n".join(text for kind, text in blocks if kind in ("sh", ""))
    named = commands(shells)
    assert len(named) > 10
    for words in named:
        left = words[2:] if words[0] == "--config" else list(words)
        group: click.Command = cli
        while isinstance(group, click.Group) and left:
            assert group is not cli or left[0] in COMMANDS, words
            found = group.get_command(click.Context(group), left.pop(0))
            assert found is not None, words
            group = found
        known = {name for one in group.params for name in one.opts}
        assert {word for word in left if word.startswith("--")} <= known, words
        asked = [one for one in group.params if isinstance(one, click.Argument) and one.required]
        assert len([word for word in left if not word.startswith("--")]) >= len(asked), words


def test_what_is_installed_is_as_the_page_says() -> None:
    """The scripts are ones a shell takes, and the container's server is not root. Each is tried in
    a clean root in soak (tests/soak/daemon/test_installed.py)."""
    packaging = DOCS.parent / "packaging"
    scripts = [one for one in packaging.rglob("*") if one.is_file() and one.suffix == ""]
    scripts.remove(packaging / "Containerfile")
    assert len(scripts) == 6
    for script in scripts:
        subprocess.run(["sh", "-n", str(script)], check=True)
        assert script.stat().st_mode & 0o111, script
    steps = (packaging / "Containerfile").read_text("utf-8").split("\n")
    assert [one for one in steps if one.startswith("USER")] == ["USER nomic"]
    assert (packaging / "pinned").read_text().startswith("#!/bin/sh")


def test_each_package_we_need_is_installed_in_its_version() -> None:
    root = DOCS.parent
    command = [str(root / "packaging/pinned"), str(root / "requirements.lock")]
    told = subprocess.run(["sh", *command], capture_output=True, text=True, check=True).stdout
    pinned = set(re.findall(r"^([\w.-]+)==", told, re.MULTILINE))
    locked = set(
        re.findall(r"^([\w.-]+)==", (root / "requirements.lock").read_text(), re.MULTILINE)
    )
    assert pinned == locked
    assert "--hash" not in told
