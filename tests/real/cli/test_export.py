"""What who calls `export` and `verify` at a terminal is told, and is not."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.archive import put_with_letters
from nomic_mail.cli import cli
from nomic_mail.store.database.engines import Database
from tests.cli.test_record import played


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command line that exports a game of three turns, but for where to."""
    folder = tmp_path_factory.mktemp("server")
    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    database = Database(f"sqlite:///{folder}/nomic.db")
    put_with_letters(database, "game", played().events, 2)
    database.close()
    return f"{sys.executable} -m nomic_mail --config {folder / 'config.toml'} export game"


def test_who_stops_reading_an_export_is_not_told_of_an_error(export: str) -> None:
    """`export game - | head`: a pipe that nobody reads on from is nobody's mistake."""
    whole = subprocess.run(shlex.split(f"{export} -"), capture_output=True, check=True).stdout
    assert len(whole) > 1 << 16  # more than a pipe holds
    line = f"{export} - | head -n 1"
    got = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert (got.stdout, got.stderr) == ("{\n", "")


def test_one_of_a_kind_is_told_as_one(export: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    subprocess.run(shlex.split(f"{export} {record}"), capture_output=True, check=True)
    told = CliRunner().invoke(cli, ["verify", str(record)]).stdout
    assert "  1 remark\n" in told
    assert "  3 wordings: that their players wrote so\n" in told
