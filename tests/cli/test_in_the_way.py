"""What is in a command's way, told with what helps: each was a traceback, or the wrong advice."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    return tmp_path


def told(*words: str) -> str:
    done = CliRunner().invoke(cli, [*words])
    assert done.exit_code == 2, done.exception
    return " ".join(done.output.split())


def test_a_folder_in_place_of_a_configuration(folder: Path) -> None:
    said = told("--config", str(folder), "status")
    assert f"it is a folder; name the file: --config {folder}/config.toml" in said
    assert "counts from the next start" not in said


def test_a_database_that_is_a_link_to_itself(folder: Path) -> None:
    (folder / "nomic.db").unlink()
    (folder / "nomic.db").symlink_to("nomic.db")
    config = str(folder / "config.toml")
    assert "is a link to nomic.db, and nothing is there" in told("--config", config, "status")
    said = told("--config", config, "serve", "--once")
    assert "nomic.db is a link that leads to itself; delete that link" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_no_room_for_what_is_told(folder: Path) -> None:
    command = [sys.executable, "-m", "nomic_mail", "--config", str(folder / "config.toml")]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*command, "status"], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert done.returncode == 2
    assert "finds no room where it is written to" in done.stderr
    assert "Traceback" not in done.stderr
