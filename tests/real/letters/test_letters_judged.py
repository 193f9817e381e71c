"""The HTML of every letter, in each language: html-validate, and axe by day and by night."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.play import samples
from nomic_mail.play.samples import page_of
from tests.kit.real.browser import Browser, browser
from tests.kit.sites import judges
from tests.kit.tiers import some

CONFIG = Path(__file__).parents[2] / "web" / "letters.json"
AT = "https://games.example.org"
LANGUAGES = ("en", "de")
FRAME = ("region", "landmark-one-main", "page-has-heading-one")
ASKED = json.dumps({"rules": {one: {"enabled": False} for one in FRAME}})


def pages(folder: Path, language: str) -> list[Path]:
    found = []
    for occasion, letter in samples.letters(site=AT, language=language).items():
        if letter.get_body(("html",)) is None:
            continue
        found.append(folder / f"{occasion}.html")
        found[-1].write_text(page_of(letter), encoding="utf-8")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_validate_finds_nothing_in_any_letter(language: str, tmp_path: Path) -> None:
    """And it would."""
    program = judges() / "html-validate" / "bin" / "html-validate.mjs"
    (tmp_path / "bad.html").write_text("<!DOCTYPE html><p>Tea<div></p>")
    made = pages(tmp_path, language)
    assert len(made) > 80
    judged = map(str, [*made, tmp_path / "bad.html"])
    told = subprocess.run(
        ["node", str(program), "--config", str(CONFIG), *judged],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1, told.stderr
    named = set(re.findall(r"^\S+\.html$", told.stdout, re.MULTILINE))
    assert named == {str(tmp_path / "bad.html")}, told.stdout


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as one:
        yield one


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_any_letter(
    window: Browser, language: str, tmp_path: Path, *, dark: bool
) -> None:
    """Landmarks and the heading of the first level are the program's that shows the letter."""
    axe = (judges() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    window.look(dark=dark)
    window.size(360 if dark else 800)
    found = {}
    for page in some(pages(tmp_path, language), 12, check=12):
        window.open(page.as_uri())
        window.run(f"{axe}; 0")
        told = window.run(f"axe.run({ASKED}).then(told => told.violations)")
        if told:
            found[page.stem] = [(one["id"], one["nodes"][0]["html"][:200]) for one in told]
    assert not found


LINES = """Math.max(0, ...[...document.querySelectorAll('.brief th')].map(head => {
  const words = document.createRange();
  words.selectNodeContents(head);
  return words.getClientRects().length;
}))"""
BREAKS = """[...document.querySelectorAll('.program')].map(x => getComputedStyle(x).wordBreak)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_by_lines_is_not_broken_on_a_telephone(
    window: Browser, language: str, tmp_path: Path
) -> None:
    """Short heads of rows are one line; a program's lines are broken between words."""
    window.size(360)
    lines, breaks = set(), set()
    for page in pages(tmp_path, language):
        window.open(page.as_uri())
        lines.add(window.run(LINES))
        breaks.update(window.run(BREAKS))
        assert window.run("document.documentElement.scrollWidth") <= 360, page.stem
    assert lines == {0, 1}
    assert breaks == {"normal"}
