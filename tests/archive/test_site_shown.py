"""Where a site is shown, and what it says of itself to who passes by: previews, programs, feeds, an
index of games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import html5lib
import pytest
from lxml import etree

from nomic_mail.archive.opening import take
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import Shown, all_games, read_glance, read_shown
from nomic_mail.archive.verify import verify_taken
from tests.archive.test_site import words
from tests.kit.games.old_games import ATTACKS
from tests.kit.sites import ALL, PLAYED, US, index, listed, site, site_in
from tests.kit.tiers import some

ATOM = "{http://www.w3.org/2005/Atom}"
SVG = "{http://www.w3.org/2000/svg}"


def tree(page: Path) -> Any:
    return html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)


def meta(page: Path) -> dict[str, str]:
    found = {}
    for one in tree(page).iter("meta"):
        if name := one.get("name") or one.get("property"):
            assert name not in found, (page, name)
            found[name] = one.get("content")
    return found


def linked(page: Path) -> list[Any]:
    scripts = [one for one in tree(page).iter("script") if one.get("type") == "application/ld+json"]
    return [json.loads(one.text) for one in scripts]


def pages(folder: Path) -> Iterator[Path]:
    return folder.rglob("*.html")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_in(tmp_path_factory.mktemp("shown") / "tea", PLAYED["under way"](), US)


# Beside others


def test_each_page_leads_to_the_index_of_games(ours: Path) -> None:
    for page in pages(ours):
        links = [one.get("href") for one in tree(page).iter("a") if one.get("class") == "all"]
        assert [(page.parent / one).resolve() for one in links] == [ours.parent / "index.html"]
    for page in pages(site("under way")):  # exported: there is none
        assert not [one for one in tree(page).iter("a") if one.get("class") == "all"]


def test_the_feed_of_a_site_with_an_address_leads_there_from_anywhere(ours: Path) -> None:
    feed = etree.parse(str(ours / "feed.xml")).getroot()
    links = [one.get("href") for one in feed.iter(f"{ATOM}link")]
    assert len(links) > 3
    for link in links:
        assert link.startswith(f"{US.url}/"), link
        path = link.removeprefix(f"{US.url}/").partition("#")[0] or "index.html"
        assert (ours / path).exists()


def test_it_says_how_to_join_and_to_watch(ours: Path) -> None:
    """The address, and the word; where nobody can, or it is told nowhere, nothing is said."""
    told = words(ours / "index.html")
    assert "Nomic is a game in which changing the rules is a move" in told
    assert "Write a letter to nomic+tea@example.org with one word in it: JOIN to play" in told
    hrefs = [one.get("href") for one in tree(ours / "index.html").iter("a")]
    assert "mailto:nomic%2Btea@example.org?subject=JOIN&body=JOIN" in hrefs
    for name in ("under way", "whole", "told"):
        assert "JOIN" not in words(site(name) / "index.html")
        assert "changing the rules is a move" in words(site(name) / "index.html")


def test_who_comes_to_a_game_that_is_over_is_not_asked_to_join(tmp_path: Path) -> None:
    site_in(tmp_path, PLAYED["whole"](), US)
    assert "JOIN" not in words(tmp_path / "index.html")


def test_a_site_that_is_shown_somewhere_is_verified(ours: Path, tmp_path: Path) -> None:
    """Where it is shown is no part of the record: site.json says it, and the pages agree."""
    assert verify_taken(take(ours)).differences == []
    folder = site_in(tmp_path / "tea", PLAYED["under way"](), US)
    mark = folder / "site.json"
    mark.write_text(mark.read_text().replace("games.example.org", "elsewhere.example.org"))
    found = {one.where for one in verify_taken(take(folder)).differences}
    assert {"index.html", "feed.xml", "proposals/301.html"} <= found


@pytest.mark.parametrize(
    "shown",
    [
        7,
        {"url": 7},
        {"url": ["https://x"]},
        {"url": "javascript:alert(1)"},
        {"url": 'https://x/"><script>'},
        {"server": "x\ny"},
        {"server": "x" * 1000},
        {"address": "no address"},
        {"address": '"><script>@x'},
    ],
)
def test_what_a_strangers_site_says_of_itself_is_believed_only_where_it_can_be(
    shown: Any, tmp_path: Path
) -> None:
    folder = site_in(tmp_path, PLAYED["begun"](), US)
    mark = folder / "site.json"
    mark.write_text(json.dumps({**json.loads(mark.read_bytes()), "shown": shown}))
    assert read_shown(shown) == Shown()
    report = verify_taken(take(folder))
    assert "index.html" in {one.where for one in report.differences}


# To who passes by


@pytest.mark.parametrize("name", some(ALL, 2))
def test_each_page_tells_what_it_is(name: str) -> None:
    found = {page: meta(page) for page in pages(site(name))}
    for page, told in found.items():
        for one in ("description", "og:title", "og:description", "og:site_name", "og:type"):
            assert told[one].strip(), (page, one)
        assert len(told["description"]) <= 400
        assert "og:url" not in told
    if name == "whole":
        texts = [told["description"] for told in found.values()]
        assert len(set(texts)) > len(texts) * 0.8
        assert found[site(name) / "rules" / "206.html"]["description"] == "A defeat costs seven."
        front = found[site(name) / "index.html"]
        assert front["description"].endswith("Player 01 has won.")
        assert front["og:title"] == "Game"


def test_a_page_with_an_address_tells_that(ours: Path) -> None:
    for page in pages(ours):
        path = page.relative_to(ours).as_posix()
        at = f"{US.url}/{'' if path == 'index.html' else path}"
        links = [
            one.get("href") for one in tree(page).iter("link") if one.get("rel") == "canonical"
        ]
        assert links == [at] == [meta(page)["og:url"]]


# To programs


def test_the_front_page_is_told_to_programs(ours: Path) -> None:
    (told,) = linked(ours / "index.html")
    assert (told["@context"], told["@type"]) == ("https://schema.org", "Game")
    assert told["name"] == "Game" and told["url"] == f"{US.url}/"
    assert told["numberOfPlayers"]["value"] == 3
    record = told["subjectOf"]
    mark = json.loads((ours / "site.json").read_bytes())
    assert record["identifier"] == f"sha256:{mark['head']}"
    assert record["distribution"]["contentUrl"] == f"{US.url}/record.json"


@pytest.mark.parametrize("name", some(ALL, 2))
def test_no_words_of_anybodys_get_out_of_what_programs_read(name: str) -> None:
    """Whatever is in a title or a name, it is one block of JSON, and the page is what it was."""
    for page in pages(site(name)):
        data = linked(page)
        assert len(data) == (page == site(name) / "index.html")
        assert len([*tree(page).iter("h1")]) == 1
    (told,) = linked(site(name) / "index.html")
    record = json.loads((site(name) / "record.json").read_bytes())
    if name != "told, hostile":
        names = sorted(one["name"] for one in record["players"])
        assert sorted(one["name"] for one in told.get("contributor", [])) == names


@pytest.mark.parametrize("title", [*ATTACKS, "</script><h1>Tea", "<!--<script>", "]]>", "\u2028'"])
def test_a_title_stays_in_its_place_in_an_index_of_games(title: str, tmp_path: Path) -> None:
    row = {"name": "tea", "title": title, "status": "running", "told": None}
    for name, pieces in all_games(title[:60], [row], "https://games.example.org"):
        Folder(tmp_path).write(name, pieces)
    (told,) = linked(tmp_path / "index.html")
    seen = "".join(told["hasPart"][0]["name"].split())
    assert seen.replace("\ufffd", "")[:9] == "".join(title.split()).replace("\x00", "")[:9]
    assert told["hasPart"][0]["url"] == "https://games.example.org/tea/"
    assert len([*tree(tmp_path / "index.html").iter("h1")]) == 1
    assert len([*tree(tmp_path / "index.html").iter("script")]) == 2


# The index


def test_the_index_tells_how_each_game_stands() -> None:
    told = words(index("https://games.example.org") / "index.html")
    assert "Turn 1: Player 02 moves." in told
    assert "The vote on proposal 301 is open: 1 of 3 have voted" in told
    assert re.search(
        r"missing: Player \d+ and Player \d+ until \d+ January 2026, \d\d:\d\d UTC", told
    )
    assert "In the lead" in told and "Last news" in told
    assert "Player 01 has won." in told
    assert "A game that cannot be read running" in told  # as far as it is known
    assert told.index("The vote on proposal 301") < told.index("Player 01 has won")
    assert "How to join, or watch" in told
    assert "How to join" not in words(index() / "index.html")


def test_the_index_leads_to_pages_that_are_there() -> None:
    folder = index()
    links = [one.get("href") for one in tree(folder / "index.html").iter("a")]
    assert len(links) == len(listed())
    assert [one for one in links if not (folder / one.partition("#")[0]).exists()] == [
        "x/index.html"
    ]


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"title": 7},
        {"waits": "tea"},
        {"waits": ["tea"]},
        {"waits": [{"what": 7, "until": ""}]},
        {"waits": [{"what": "x"}]},
        {"news": {"at": "x", "words": "x", "more": "x"}},
        {"news": {"at": "yesterday", "words": "x"}},
    ],
)
def test_what_is_no_glance_at_a_game_is_none(told: Any) -> None:
    right = json.loads((site("under way") / "site.json").read_bytes())["game"]
    assert read_glance(right) == right
    wrong = {**right, **told} if isinstance(told, dict) and told else told
    assert read_glance(wrong) is None


# While a vote is open


def test_what_a_vote_takes_is_told_in_words() -> None:
    takes = "the votes of more than half of the eligible voters"
    assert f"It takes {takes}" in words(site("under way") / "proposals" / "301.html")
    assert f"It took {takes}" in words(site("whole") / "proposals" / "301.html")


# In a chart


def test_a_long_name_in_a_chart_is_a_first_name_and_a_letter() -> None:
    """Only one word that is too long alone is cut."""
    wide, narrow = tree(site("named") / "scores.html").iter(f"{SVG}svg")
    labels = [
        {one.text for one in chart.iter(f"{SVG}text") if one.get("class", "").startswith("name")}
        for chart in (wide, narrow)
    ]
    assert labels[0] == {"Ada Lovelace 3", "Wilhelmina F. 0", "Konstantin Z. 5", "Bob 0"}
    assert labels[1] == {"Ada L. 3", "Wilhelmi… 0", "Konstant… 5", "Bob 0"}


# On long pages


@pytest.mark.parametrize("page", ["rules.html", "book/0.html", "dice.html", "proposals/302.html"])
def test_a_long_page_begins_with_what_is_on_it(page: str) -> None:
    found = tree(site("whole") / page)
    (nav,) = [one for one in found.iter("nav") if one.get("aria-label") == "On this page"][-1:] or [
        one for one in found.iter("nav") if one.get("class") == "contents"
    ]
    links = [one.get("href") for one in nav.iter("a")]
    ids = {one.get("id") for one in found.iter()}
    assert len(links) >= 2 and {one.removeprefix("#") for one in links} <= ids
