"""The command line, called in a folder that is made for a server."""

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from nomic_mail.cli import cli

Call = Callable[..., Result]


def caller(folder: Path) -> Call:
    def call(*words: str, status: int = 0, typed: str | None = None) -> Result:
        every = ["--config", str(folder / "config.toml"), *words]
        result = CliRunner().invoke(cli, every, input=typed)
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    return call
