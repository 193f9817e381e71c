"""The site as files: whole, the same each time, and judged from outside as HTML and as a feed.

1. What a page says is what the record says; what a page leads to is there.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import html5lib
import pytest
from lxml import etree

from nomic_mail import phrases
from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import take
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import rewrites, site_pages
from nomic_mail.archive.verify import verify_taken
from nomic_mail.game import events as e
from nomic_mail.game.evolve import fold
from nomic_mail.game.record import record_of, rules_at
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


def test_the_book_of_any_time_is_what_was_in_force() -> None:
    events = PLAYED["whole"]()
    record = record_of(events)
    versions = sorted((site("whole") / "book").glob("*.html"), key=lambda one: int(one.stem))
    changed = {
        one.at for one in events if isinstance(one, e.GameCreated | e.RuleChanged | e.RuleBound)
    }
    assert 5 < len(versions) <= len(changed)
    for page in versions:
        text = page.read_text("utf-8")
        at = re.search(r'<h1>The rules as of <time datetime="([^"]+)"', text)
        assert at is not None
        forms = rules_at(record, datetime.fromisoformat(at[1]))
        told = words(page)
        assert all(f"{one.number:03d} {one.title}" in told for one in forms)
        assert text.count('<article class="rule') == len(forms)


def test_the_book_has_each_text_once_and_leads_to_it() -> None:
    """Else the pages grow with the rules times their changes."""
    pages = sorted((site("whole") / "book").glob("*.html"))
    rules = [(page, one) for page in pages for one in articles(page)]
    texts = [one for _, one in rules if one.find(".//p[@class='note']/a") is None]
    words_of = [" ".join(" ".join(one.itertext()).split()) for one in texts]
    assert len(words_of) == len(set(words_of)) < len(rules)
    for page, one in rules:
        if (link := one.find(".//p[@class='note']/a")) is not None:
            name, _, mark = str(link.get("href")).partition("#")
            (there,) = [x for x in articles(page.parent / name) if x.get("id") == mark]
            assert any(there is x or x.get("id") == mark for x in texts)
            assert there.find(".//h2/a").get("href") == one.find(".//h2/a").get("href")


def articles(page: Path) -> list[Any]:
    tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
    return [one for one in tree.iter("article") if "rule" in one.get("class").split()]


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
