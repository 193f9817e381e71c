"""The site as files: whole, the same each time, and judged from outside as HTML and as a feed.

1. What a page says is what the record says; what a page leads to is there.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import html5lib
import pytest
from lxml import etree

from nomic_mail import phrases
from nomic_mail.archive.asides import asides
from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import take
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import rewrites, site_pages
from nomic_mail.archive.verify import verify_taken
from nomic_mail.game import events as e
from nomic_mail.game.evolve import evolve, fold
from nomic_mail.game.record import record_of
from nomic_mail.game.state import State
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import Play, enact, repeal, started
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import entries_of, record_text
from tests.kit.sites import ALL, PLAYED, as_kept, leaving, site, site_in
from tests.kit.tiers import some

DATA = "application/ld+json"
ATOM = "{http://www.w3.org/2005/Atom}"
HERE = Path(__file__).parents[1]


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in Folder(folder).names()}


def words(page: Path) -> str:
    """What a reader sees of it."""
    main = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False).find(".//main")
    return " ".join(" ".join(main.itertext()).split())


# Judged from outside


@pytest.mark.parametrize("name", some(ALL, 2))
def test_the_feed_is_one_by_the_grammar_of_rfc_4287(name: str) -> None:
    """What the grammar cannot say: ids are each its own, each entry leads to a page that is there,
    an author is known, and the newest entry is not newer than the feed."""
    grammar = etree.RelaxNG(etree.parse(str(HERE / "archive" / "atom.rng")))
    feed = etree.parse(str(site(name) / "feed.xml")).getroot()
    grammar.assertValid(feed)
    ids = [one.text for one in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) > 1
    for one in ids:  # of RFC 4122, and made of a name (version 5)
        assert re.fullmatch(
            r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f-]{16}", one
        )
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    for link in feed.iter(f"{ATOM}link"):
        assert (site(name) / link.get("href").partition("#")[0]).exists()
    times = [one.text for one in feed.iter(f"{ATOM}updated")]
    assert max(times) == times[0]
    feed[0].tag = f"{ATOM}di"
    assert not grammar.validate(feed)


@pytest.mark.parametrize("name", some(ALL, 2))
def test_every_link_leads_somewhere(name: str) -> None:
    pages = {one: one.read_text("utf-8") for one in site(name).rglob("*.html")}
    trees = {one: html5lib.parse(text, namespaceHTMLElements=False) for one, text in pages.items()}
    names = {
        one.resolve(): {found.get("id") for found in tree.iter() if found.get("id")}
        for one, tree in trees.items()
    }
    for page, tree in trees.items():
        for found in (one for one in tree.iter() if one.tag in ("a", "link", "script")):
            if found.get("type") == DATA:
                continue
            href = found.get("href") or found.get("src")
            path, _, mark = href.partition("#")
            assert not re.match(r"\w+:|//", path), (page, href)
            target = (page.parent / path).resolve() if path else page.resolve()
            assert target.exists(), (page, href)
            assert not mark or mark in names[target], (page, href)


@pytest.mark.parametrize("name", ["hostile", "told, hostile"])
def test_nothing_of_a_page_comes_from_elsewhere_or_stands_in_it_as_code(name: str) -> None:
    for page in site(name).rglob("*.html"):
        tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
        assert "default-src 'none'" in page.read_text("utf-8")
        for found in tree.iter():
            assert not [one for one in found.keys() if one.startswith("on") or one == "style"]  # noqa: SIM118
            if found.tag == "script" and found.get("type") != DATA:  # which nothing runs
                assert found.get("src") and not found.text
            assert found.tag not in ("style", "img", "iframe", "object", "embed", "form", "base")
    names = Folder(site(name)).names()
    ours = re.compile(r"(\w+/\d+\.html|\w+\.(html|css|js|json|xml|svg))")
    assert all(ours.fullmatch(name) for name in names)


# Whole, and the same


def test_a_proposal_is_told_whole() -> None:
    """Its text, its debate, who voted how, how it came out and why."""
    told = words(site("whole") / "proposals" / "301.html")
    events = PLAYED["whole"]()
    record = record_of(events)
    one = record.proposals[301]
    assert "Tea is at four." in told and "Why four?" in told
    assert f"Adopted: {phrases.said(one.reason)}" in told
    for seat, choice in one.votes.items():
        assert f"{record.players[seat].name} {choice}" in told
    for number in record.proposals:
        page = words(site("whole") / "proposals" / f"{number}.html")
        assert all(remark.text in page for remark in record.proposals[number].debate)
        assert record.proposals[number].outcome in page


def turned(folder: Path, version: int) -> tuple[datetime, list[tuple[str, str, bool]]]:
    """The whole book as a reader turns its pages: of when, and what of each rule is read."""
    page = main_of(folder / "book" / f"{version}.html")
    at = page.find(".//h1/time").get("datetime")
    rows = list(page.iter("li"))
    if (found := [nav for nav in page.iter("nav") if nav.get("class") == "parts"]) != []:
        rows = []
        for link in found[0].iter("a"):
            there, mark = led_to(page, folder, link)
            part = [one for one in there.iter("section") if one.get("aria-labelledby") == mark]
            rows += part[0].iter("li")
    rows = [one for one in rows if one.get("class") == "same" or one.find("article") is not None]
    return datetime.fromisoformat(at), [read(page, folder, one) for one in rows]


def read(page: Any, folder: Path, row: Any) -> tuple[str, str, bool]:
    """Its heading, its words, and whether it, or a clause of it, is said to be set aside."""
    aside = "set aside:" in plain(row).lower()
    article = row.find("article")
    if article is None:
        there, mark = led_to(page, folder, row.find("a"))
        (article,) = [one for one in there.iter("article") if one.get("id") == mark]
        assert plain(row.find("a")) == plain(head_of(article).find("a"))
    return plain(head_of(article)), " ".join(map(plain, article.findall("div/p"))), aside


def led_to(page: Any, folder: Path, link: Any) -> tuple[Any, str]:
    name, _, mark = link.get("href").partition("#")
    return (main_of(folder / "book" / name) if name else page), mark


def head_of(article: Any) -> Any:
    return next(one for one in article.iter() if one.tag in ("h2", "h3"))


def plain(one: Any) -> str:
    return " ".join("".join(one.itertext()).split())


@cache
def main_of(page: Path) -> Any:
    return html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False).find(".//main")


def versions(folder: Path) -> range:
    return range(len(list((folder / "book").glob("*.html"))))


@pytest.mark.parametrize("name", ["whole", "many rules"])
def test_the_book_of_any_time_is_what_was_in_force(name: str) -> None:
    """All of it, by links alone, and in its order; and what of it was set aside."""
    states, state = {}, State()
    for event in PLAYED[name]():
        state = evolve(state, event)
        states[event.at] = state.rules
    told = set()
    for version in versions(site(name)):
        at, rules = turned(site(name), version)
        forms, aside = [*states[at]], asides(states[at])
        heads = [f"{one.number:03d} {one.title} {one.status}" for one in forms]
        assert [head for head, _, _ in rules] == heads, version
        for form, (_, words, is_aside) in zip(forms, rules, strict=True):
            assert " ".join(form.text.split()) in words
            assert is_aside is (form.lineage in aside), (version, form.number)
        told.add(frozenset(aside))
    assert len(versions(site(name))) > 5 and len(told) > (name == "many rules")


def test_the_book_has_each_text_once() -> None:
    """Else the pages grow with the rules times their changes."""
    for name in ("whole", "many rules"):
        pages = [main_of(site(name) / "book" / f"{one}.html") for one in versions(site(name))]
        texts = [plain(one) for page in pages for one in page.iter("article")]
        assert len(texts) == len(set(texts))


def test_a_page_of_the_book_lists_what_changed_and_some_forty_rules_around_it() -> None:
    """However many rules there are: of the rest it has a line for a part of them, and each is no
    further away than that part."""
    folder = site("many rules")
    assert max(len(turned(folder, version)[1]) for version in versions(folder)) > 60
    for version in list(versions(folder))[1:]:
        page = main_of(folder / "book" / f"{version}.html")
        assert len([one for one in page.iter("li") if one.get("id")]) <= 2 * 40
    last = main_of(folder / "book" / f"{versions(folder)[-1]}.html")
    assert 1 < len(last.findall("nav[@class='parts']//a")) < 7


def test_what_has_a_label_has_a_role_that_may_have_one() -> None:
    """WAI-ARIA: nothing generic is named."""
    for page in site("whole").rglob("*.html"):
        tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
        for one in tree.iter():
            if one.tag in ("pre", "div", "span", "p", "code") and one.get("aria-label"):
                assert one.get("role"), (page, one.tag)


def test_an_open_ballot_is_in_no_page() -> None:
    """010: who voted, and not how."""
    told = words(site("under way") / "proposals" / "301.html")
    assert "until" in told and "yes" in told and "not yet" in told
    front = words(site("under way") / "index.html")
    assert "The vote on proposal 301 is open: 1 of 3 have voted; missing:" in front


@pytest.mark.parametrize("name", some(list(GAMES), 1))
def test_each_game_is_a_site_and_verified(name: str, tmp_path: Path) -> None:
    events = as_kept(GAMES[name]())
    one = site_in(tmp_path, events)
    report = verify_taken(take(one))
    assert report.kind == "site" and report.differences == []
    state = fold(events)
    told = words(one / "rules.html")
    assert all(f"{rule.number:03d} {rule.title}" in told for rule in state.rules)


def test_a_page_that_is_altered_missing_or_added_is_named(tmp_path: Path) -> None:
    folder = site_in(tmp_path, PLAYED["whole"]())
    page = folder / "proposals" / "302.html"
    page.write_text(page.read_text("utf-8").replace("adopted", "defeated"), "utf-8")
    (folder / "rules" / "206.html").unlink()
    (folder / "more.html").write_text("Tea.")
    report = verify_taken(take(folder))
    found = {one.where for one in report.differences}
    assert found == {"proposals/302.html", "rules/206.html", "more.html"}


def test_pages_of_another_version_are_only_claimed(tmp_path: Path) -> None:
    folder = site_in(tmp_path, PLAYED["under way"]())
    mark = folder / "site.json"
    mark.write_text(mark.read_text().replace('"program": "', '"program": "7'))
    (folder / "index.html").write_text("In older words.")
    report = verify_taken(take(folder))
    assert report.differences == []
    assert "the site: written by another version of the program" in report.claimed
    mark.write_text("[" * 9000)
    assert verify_taken(take(folder)).differences != []


# Piece by piece


@pytest.mark.parametrize(
    ("play", "step"),
    some(
        [
            (PLAYED["under way"], 1),
            (GAMES["turns_and_amendments"], 13),
            (GAMES["moderated"], 13),
            (GAMES["chaired"], 9),
            (GAMES["time_in_hand"], 13),
        ],
        2,
    ),
)
def test_only_what_changed_is_made_anew_and_comes_to_the_same(
    play: Callable[[], Sequence[e.Event]], step: int
) -> None:
    """Whenever a site is looked at that was kept up to date, it is the site made at once."""
    events = play()
    entries = entries_of(events)
    kept: dict[str, bytes] = {}
    since, made, whole = 0, 0, 0
    for upto in [*range(4, len(events), step), len(events)]:
        if any(map(rewrites, events[since:upto])):
            kept, since = {}, 0
        now, was = lay(entries[:upto]), events[:upto]
        new = {page: b"".join(pieces) for page, pieces in site_pages(now, was, since)}
        at_once = {page: b"".join(pieces) for page, pieces in site_pages(now, was)}
        kept |= new
        assert kept.keys() == at_once.keys()
        assert [page for page in kept if kept[page] != at_once[page]] == [], (since, upto)
        since, made, whole = upto, made + len(new), whole + len(at_once)
    assert made < whole or any(map(rewrites, events))


def test_a_site_in_a_bag_leads_to_the_record_of_the_bag(tmp_path: Path) -> None:
    write_bag(leaving(PLAYED["under way"]()), Folder(tmp_path))
    inner = tmp_path / "data" / "site"
    assert 'href="../record.json"' in (inner / "index.html").read_text("utf-8")
    assert not (inner / "record.json").exists()
    assert verify_taken(take(tmp_path)).differences == []
    (inner / "index.html").write_text("Tea.")
    found = [one.where for one in verify_taken(take(tmp_path)).differences]
    assert "site/index.html" in found


def test_what_the_rules_keep_stands_beside_the_scores_and_what_is_secret_does_not() -> None:
    made = started()
    made.runs = Sandbox()
    made.turn(
        enact(
            "They keep much.",
            'program:\n    coins = quantity("coins", start=4711)\n    office("mayor")\n'
            '    card = quantity("card", start=4712, secret=True)\n'
            '    note("motto", owner="game")',
        )
    )
    events = [*made.events]
    made_of = site_pages(lay(entries_of(events)), events)
    pages = {one: b"".join(pieces) for one, pieces in made_of}
    page = pages["scores.html"].decode()
    kept = page.partition('id="kept"')[2].partition("</section>")[0]
    for told in ("coins", "4711", "mayor", "nobody", "motto", "rules/301.html"):
        assert told in kept
    assert "4712" not in page
    assert "card" not in kept


def test_what_others_come_before_is_marked_and_is_not_once_they_are_gone() -> None:
    """110 and 211: Rule 009 makes 210 void; 208 has the lower number; until it is repealed."""
    made = started()
    made.turn(enact("Whoever is first to fifty points wins.", "victory: 50"))
    first = _told_of(made)
    for told in first["rules.html"], first["rules/210.html"], first["text"]:
        assert "rule 009 makes it void" in told
    for told in first["rules.html"], first["rules/301.html"], first["text"]:
        assert "the lower number takes precedence (rule 211)" in told
    assert "aside" not in first["rules/208.html"]
    made.turn(repeal(208))
    then = _told_of(made)
    for told in then["rules.html"], then["rules/301.html"], then["text"]:
        assert "the lower number takes precedence" not in told
    assert "rule 009 makes it void" in then["rules.html"]


def _told_of(made: Play) -> dict[str, str]:
    """Each page, and the record to read, with what is set into lines and marks taken out of it."""
    events = [*made.events]
    entries = entries_of(events)
    pages = {one: b"".join(pieces) for one, pieces in site_pages(lay(entries), events)}
    whole = {**{one: raw.decode() for one, raw in pages.items()}, "text": record_text(entries)}
    return {one: " ".join(said.split()) for one, said in whole.items()}
