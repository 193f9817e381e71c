"""The page that tells how a game from before is written down, carried out by the letter."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "old-games.md"


def shell(page: str) -> Iterator[str]:
    for line in page.partition("## A whole example")[0].splitlines():
        if line.startswith("    nomic-mail "):
            yield re.split(r"\s{3,}", line.strip())[0]


def test_the_page_is_carried_out_as_it_is_written(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    says = re.search(r"\nsays\n\n```\n(.*?)```", page, re.DOTALL)
    assert example is not None and says is not None
    (tmp_path / "chess.toml").write_text(example[1], encoding="utf-8")
    commands = list(shell(page))
    assert len(commands) == 7
    for command in commands:
        words = [sys.executable, "-m", "nomic_mail", *command.split()[1:]]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == (1 if " verify " in command else 0), done.stderr + done.stdout
        if command.endswith("chess.toml chess.json"):
            size = re.compile(r"\d+ bytes")
            assert size.sub("", done.stdout) == size.sub("", says[1])
    assert (tmp_path / "chess-site" / "index.html").exists()
    assert (tmp_path / "chess-rules" / "rules" / "203.md").exists()
