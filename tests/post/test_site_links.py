"""Letters lead to the game's web site where it has an address ([site] url), and say nothing of one
where it has none."""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest
from lxml import html as lxml_html

from nomic_mail.config import Config, ConfigError, load
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play import samples
from nomic_mail.play.samples import page_of, text_of
from tests.post.test_forms import COLUMNS, assert_valid, words_of_page, words_of_text

AT = "https://games.example.org/nomic"
LEADS_TO = {
    "proposal": r"\w+/proposals/\d+\.html",
    "ballot": r"\w+/proposals/\d+\.html",
    "ballots": r"\w+/proposals\.html",
    "result": r"\w+/proposals/\d+\.html",
    "results": r"\w+/proposals\.html",
    "digest": r"\w+/",
    "invite": r"\w+/",
    "welcome": r"\w+/",
    "started": r"\w+/",
    "status": r"\w+/",
    "rules": r"\w+/rules\.html",
    "ended": r"\w+/",
}


@pytest.fixture(scope="module")
def linked() -> Mapping[str, EmailMessage]:
    return samples.letters(site=AT)


@pytest.mark.parametrize("occasion", LEADS_TO)
def test_a_letter_leads_to_what_it_is_about(
    occasion: str, linked: Mapping[str, EmailMessage]
) -> None:
    """One short line, the same in both forms."""
    text, page = text_of(linked[occasion]), page_of(linked[occasion])
    lines = re.findall(r"^On the web:\s(\S+)$", text, re.MULTILINE)
    assert lines and re.fullmatch(f"{AT}/{LEADS_TO[occasion]}", lines[0]), lines
    links = lxml_html.document_fromstring(page).xpath("//a[starts-with(@href, 'http')]")
    assert [one.get("href") for one in links] == [one.text_content() for one in links] == lines
    assert words_of_text(text) == words_of_page(page)
    assert_valid(page, occasion)


def test_without_an_address_no_letter_speaks_of_the_web() -> None:
    for occasion, letter in samples.letters().items():
        assert "On the web" not in text_of(letter), occasion
        assert "http" not in page_of(letter), occasion


def test_a_letter_of_no_game_leads_nowhere(linked: Mapping[str, EmailMessage]) -> None:
    assert f"{AT}//" not in "".join(map(text_of, linked.values()))


def test_a_digest_leads_to_the_game_once(linked: Mapping[str, EmailMessage]) -> None:
    """Though it tells how the game stands, as STATUS does."""
    text = text_of(linked["digest"])
    assert "How the game stands" in text and len(re.findall(rf"{AT}/news/\s", text)) == 1


def test_a_long_address_stays_whole() -> None:
    """It stands on a line of its own rather than be cut."""
    at = f"https://{'long.' * 12}example.org"
    text = text_of(samples.letters(site=at)["ballot"])
    line = next(one for one in text.splitlines() if at in one)
    assert line.split()[-1].startswith(f"{at}/tea/proposals/") and len(line) > COLUMNS


def test_a_quoted_link_is_no_word_of_the_answer(linked: Mapping[str, EmailMessage]) -> None:
    """Also where a mail program quotes without marks."""
    about = About(301, (301,))
    for occasion in LEADS_TO:
        told, subject = text_of(linked[occasion]), f"Re: {linked[occasion]['Subject']}"
        for quoted in (re.sub("^", "> ", told, flags=re.MULTILINE), told):
            read = understand(subject, f"STATUS\n\nOn Monday Tea wrote:\n{quoted}", about)
            assert [one.line for one in read.said] == ["STATUS"] and not read.questions, read


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("https://games.example.org/nomic", True),
        ("https://games.example.org/nomic/", True),
        ("http://192.0.2.7:8080", True),
        ("", True),
        ("games.example.org", False),
        ("javascript:alert(1)", False),
        ("https://games.example.org/<b>", False),
        ("https://games.example.org/?game=", False),
        (f"https://games.example.org/{'x' * 200}", False),
    ],
)
def test_what_can_be_an_address(written: str, tmp_path: Path, *, right: bool) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'[site]\nurl = "{written}"\n', encoding="utf-8")
    if right:
        config = load(path)
        assert isinstance(config, Config) and config.site_url == written.rstrip("/")
        return
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert [one.key for one in caught.value.problems] == ["site.url"]
