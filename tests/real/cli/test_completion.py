"""Names that the shell completes, by the script that it is given, in a real bash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_people import call
from tests.kit.calling import Call
from tests.kit.real.real_mail import program

__all__ = ["call"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("game show t", ["tea"]),
        ("player set tea A", ["Ada\\ Lovelace"]),
        ("mod close t", ["tea"]),
        ("player set cake A", []),
        ("ob", ["observer"]),
    ],
)
def test_bash_completes_games_and_players(
    call: Call, tmp_path: Path, line: str, names: list[str]
) -> None:
    call("player", "add", "tea", "Ada Lovelace <ada@x.org>")
    tool = tmp_path / "nomic-mail"
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m nomic_mail "$@"\n')
    tool.chmod(0o755)
    config = str(tmp_path / "config.toml")
    more = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "NOMIC_MAIL_CONFIG": config}
    source = call("completion", "bash").stdout
    words = ["nomic-mail", *line.split()]
    script = f"{source}\nCOMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}\n"
    script += '_nomic_mail_completion nomic-mail; printf "%s\\n" "${COMPREPLY[@]}"\n'
    ran = subprocess.run(
        [program("bash", "bash"), "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, **more},
        check=False,
    )
    assert [one for one in ran.stdout.splitlines() if one] == names, ran.stderr
