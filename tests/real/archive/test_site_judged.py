"""The pages of a site, judged by html-validate."""

import re
import subprocess
from pathlib import Path

from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import all_games
from tests.kit.sites import ALL, PAGES, judges, listed, site

HERE = Path(__file__).parents[2]


def test_html_validate_finds_nothing(tmp_path: Path) -> None:
    """On a page of every kind of every game; and it would."""
    program = judges() / "html-validate" / "bin" / "html-validate.mjs"
    ask = ["node", str(program), "--config", str(HERE / "web" / "htmlvalidate.json")]
    (tmp_path / "bad.html").write_text("<!DOCTYPE html><p>Tea<div></p>")
    pages = [str(site(name) / one) for name in ALL for one in PAGES]
    pages = [one for one in pages if Path(one).exists()]
    for name, pieces in all_games("<i>us</i>", listed(), "https://games.example.org"):
        Folder(tmp_path).write(name, pieces)
    pages.append(str(tmp_path / "index.html"))
    told = subprocess.run(
        [*ask, *pages, str(tmp_path / "bad.html")], capture_output=True, text=True, check=False
    )
    assert told.returncode == 1, told.stderr
    named = set(re.findall(r"^\S+\.html$", told.stdout, re.MULTILINE))
    assert named == {str(tmp_path / "bad.html")}, told.stdout
