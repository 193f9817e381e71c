"""The HTML of every letter, in each language: html-validate, and axe by day and by night."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.config import shipped
from nomic_mail.play import samples
from nomic_mail.play.samples import page_of
from nomic_mail.post.page import grid
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


BROKEN = r"""(() => {
  const broken = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, part = document.createRange();
    if (text.parentElement.closest('code, pre')) continue;
    for (const word of text.data.matchAll(/(?:[^\s-]|(?<=\d)-(?=\d))+/g)) {
      if (word[0].length > 30) continue;
      part.setStart(text, word.index);
      part.setEnd(text, word.index + word[0].length);
      if (new Set([...part.getClientRects()].map(one => one.top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})()"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_no_date_and_no_number_is_broken_on_a_telephone(
    window: Browser, language: str, tmp_path: Path
) -> None:
    """An address breaks before its names, and only what is no word, a digest, wherever it must."""
    window.size(360)
    found = {}
    for page in pages(tmp_path, language):
        window.open(page.as_uri())
        found[page.stem] = window.run(BROKEN)
    assert not {letter: words for letter, words in found.items() if words}


COLUMN = """Math.min(...[...document.querySelectorAll('.words td')].map(
  cell => cell.getBoundingClientRect().width), 360)"""


def test_what_commands_do_is_told_in_no_narrow_column(window: Browser, tmp_path: Path) -> None:
    window.size(360)
    for language in LANGUAGES:
        help_letter = next(one for one in pages(tmp_path, language) if one.stem == "help")
        window.open(help_letter.as_uri())
        assert window.run(COLUMN) > 200


ROWS = """new Set([...document.querySelectorAll('.footer .replies a')].map(
  one => one.getBoundingClientRect().top)).size"""


def test_what_stands_ready_below_a_letter_is_one_row(window: Browser, tmp_path: Path) -> None:
    window.size(360)
    for language in LANGUAGES:
        for page in pages(tmp_path, language):
            window.open(page.as_uri())
            assert window.run(ROWS) <= 1, page.stem


EDGES = """[...document.querySelectorAll('.grid tr')].map(row => {
  const last = [...row.cells].at(-1), words = document.createRange();
  words.selectNodeContents(last);
  return Math.round(words.getBoundingClientRect().right);
})"""


def test_the_head_of_a_column_of_numbers_ends_where_they_do(
    window: Browser, tmp_path: Path
) -> None:
    window.size(360)
    page = tmp_path / "grid.html"
    rows = [("Ada", 8, 20), ("Bob", 10, 7)]
    style = shipped("templates") / "_letter.css"
    told = grid(("", "coins", "pence"), rows)
    page.write_text(f"<!DOCTYPE html><style>{style.read_text()}</style>{told}", encoding="utf-8")
    window.open(page.as_uri())
    edges = window.run(EDGES)
    assert len(edges) == 3
    assert len(set(edges)) == 1
