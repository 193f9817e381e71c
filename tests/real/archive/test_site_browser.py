"""The site in a real browser, from a disk: what scripts add, and what is there without them.

1. Whatever page is looked at, nothing is asked for from elsewhere and nothing is complained about.
"""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from threading import Thread

import pytest

from tests.kit.games.old_games import ATTACKS
from tests.kit.real.browser import Browser, browser
from tests.kit.sites import ALL, COINS, PAGES, index, judges, site
from tests.kit.tiers import some


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as one:
        yield one


@pytest.fixture(autouse=True)
def as_ever(window: Browser) -> None:
    window.scripts(on=True)
    window.look()
    window.size(1280)
    window.zone("UTC")


def go(window: Browser, name: str, page: str) -> None:
    """`name` is of a game, or none: then it is the index of games."""
    window.open(((site(name) if name else index(AT)) / page).as_uri())
    assert window.complaints == []
    assert [one for one in window.loaded if not one.startswith("file:")] == []


AT = "https://games.example.org"


def shown(window: Browser, where: str) -> str:
    return str(window.run(f"document.querySelector({json.dumps(where)}).innerText"))


RULES = "[...document.querySelectorAll('.rule')].filter(x => !x.hidden).map(x => x.innerText)"


HEADINGS = RULES.replace("x.innerText", "x.querySelector('h2').innerText")
LISTED = """[...document.querySelectorAll('.book > li')].map(x =>
    (x.querySelector('h2') ?? { innerText: x.querySelector('a').innerText + ' ' +
        x.querySelector('.status').innerText }).innerText)"""


def test_the_rule_book_is_turned_back_by_a_slider(window: Browser) -> None:
    """By keys alone; and each version has the rules that its own page has, which needs no script,
    and has the texts of those that are new."""
    go(window, "whole", "rules.html")
    assert "Fifteen win." in shown(window, "#book") and "as it stands" in shown(window, "#then")
    window.run("document.getElementById('time').focus()")
    window.keys("Home")
    assert "The rules that the game began with" in shown(window, "#then")
    assert "Fifteen win." not in shown(window, "#book")
    last = window.run("Number(document.getElementById('time').max)")
    window.keys("ArrowRight", "ArrowRight")
    assert shown(window, "#then").endswith("Proposal 302 is adopted. See rule 302")
    assert window.run("document.querySelector(document.querySelector('#then a').hash).innerText")
    window.keys("Home")
    found = []
    for _ in range(last + 1):
        found.append((window.run(HEADINGS), window.run(RULES)))
        window.keys("ArrowRight")
    window.scripts(on=False)
    for version, (headings, rules) in enumerate(found):
        go(window, "whole", f"book/{version}.html")
        assert window.run(LISTED) == headings, version
        new = window.run(RULES)
        assert new and [one for one in rules if one in new] == new, version
    assert last > 5 and found[0] != found[last]


def test_without_scripts_nothing_is_offered_that_does_not_work(window: Browser) -> None:
    window.scripts(on=False)
    go(window, "whole", "rules.html")
    assert not window.run("document.getElementById('slider').checkVisibility()")
    assert "Fifteen win." in shown(window, "#book")
    assert window.run("document.querySelectorAll('#versions a[href]').length") > 5
    go(window, "whole", "search.html")
    assert not window.run("document.getElementById('finder').checkVisibility()")
    assert "306 More tea" in shown(window, "#all") or "306" in shown(window, "#all")
    go(window, "whole", "dice.html")
    assert not window.run("[...document.querySelectorAll('button')].some(x => x.checkVisibility())")
    assert "openssl dgst" in shown(window, "main")


def test_a_search_finds_what_was_said(window: Browser) -> None:
    go(window, "whole", "search.html")
    window.run("document.getElementById('words').focus()")
    window.type("WHY four")
    assert "found" in shown(window, "#found")
    href = window.run("document.querySelector('#hits a').getAttribute('href')")
    assert href == "proposals/301.html"
    assert "Why four?" in shown(window, "#hits")
    assert not window.run("document.getElementById('all').checkVisibility()")
    window.type(" and nobody said this")
    assert shown(window, "#found") == "0 found"


CHECK = (
    "(async () => { document.querySelector('#check-all button').click();"
    " const told = document.querySelector('#check-all output');"
    " while (!told.textContent) await new Promise(go => setTimeout(go, 5));"
    " return told.textContent; })()"
)


def test_each_throw_is_checked_in_the_browser(window: Browser) -> None:
    go(window, "whole", "dice.html")
    draws = window.run("document.querySelectorAll('.throw').length")
    assert draws > 5
    assert window.run(CHECK) == f"{draws} of {draws} come out as they say"


@pytest.mark.parametrize(
    ("altered", "told"),
    [
        ("faces = '7'", "wrong: comes out as"),
        ("over += ' '", "wrong: comes out as"),
        ("link = '00'.repeat(32)", "wrong: the hash of its link is"),
    ],
)
def test_a_throw_that_is_altered_is_told(window: Browser, altered: str, told: str) -> None:
    go(window, "whole", "dice.html")
    window.run(f"document.querySelectorAll('.throw')[3].dataset.{altered}")
    assert not window.run(CHECK).startswith(
        f"{window.run('document.querySelectorAll(`.throw`).length')} of"
    )
    outputs = window.run("[...document.querySelectorAll('.throw output')].map(x => x.textContent)")
    assert outputs[3].startswith(told)
    # who hashes on to make a link fit has promised it to nobody
    assert [one for one in outputs if one.startswith("wrong")] == [outputs[3]] or "link" in altered


def test_a_throw_with_a_link_of_its_own_was_promised_to_nobody(window: Browser) -> None:
    go(window, "whole", "dice.html")
    link = "11" * 32
    window.run(
        f"(async () => {{ const draw = document.querySelectorAll('.throw')[1].dataset;"
        f" draw.link = '{link}'; draw.commitment = hex(await"
        " crypto.subtle.digest('SHA-256', unhex(draw.link))); })()"
    )
    window.run(CHECK)
    told = window.run("document.querySelectorAll('.throw output')[1].textContent")
    assert told == "wrong: nobody had promised this link"


OVER_THE_EDGE = """
[...document.querySelectorAll('svg.chart text')].filter(x => x.checkVisibility()).filter(x => {
  const { left, right, height } = x.getBoundingClientRect();
  return left < 0 || right > innerWidth || height < 9;
}).map(x => x.textContent)
"""


# But lines for a shell, which are copied as they stand.
SIDEWAYS = """
[...document.querySelectorAll('body :not(pre)')].filter(x => {
  const can = ['auto', 'scroll'].includes(getComputedStyle(x).overflowX);
  return can && x.scrollWidth > x.clientWidth;
}).map(x => x.getAttribute('aria-label') || x.className)
"""


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ALL)
def test_every_page_fits_a_telephone_and_a_desk(window: Browser, name: str, width: int) -> None:
    """And what stands in a chart can be read."""
    window.size(width)
    for page in PAGES:
        if (site(name) / page).exists():
            go(window, name, page)
            assert window.run("document.documentElement.scrollWidth") <= width, page
            assert window.run(SIDEWAYS) == [], page
            assert window.run(OVER_THE_EDGE) == [], page
    go(window, "", "index.html")
    assert window.run("document.documentElement.scrollWidth") <= width


# Words of names and titles that stand in two lines, though people write no words that long.
BROKEN = """
[...document.querySelectorAll('bdi')].filter(x => x.checkVisibility()).flatMap(x => {
  const walk = document.createTreeWalker(x, NodeFilter.SHOW_TEXT), found = [];
  for (let node; node = walk.nextNode();)
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].map(one => Math.round(one.top));
      if (word[0].length <= 20 && Math.max(...tops) - Math.min(...tops) > 6) found.push(word[0]);
    }
  return found;
})
"""


@pytest.mark.parametrize("width", [360, 320])
def test_no_name_is_broken_in_the_middle_of_a_word(window: Browser, width: int) -> None:
    window.size(width)
    for name, pages in (("named", PAGES), ("", ["index.html"])):
        for page in (one for one in pages if not name or (site(name) / one).exists()):
            go(window, name, page)
            assert window.run(BROKEN) == [], page
            assert window.run("document.documentElement.scrollWidth") <= width, page
    go(window, "named", "history.html")
    window.run("document.querySelector('main').style.width = '9em'")
    window.run("document.querySelectorAll('bdi').forEach(x => x.style.wordBreak = 'break-all')")
    assert window.run(BROKEN) != []  # it would be seen


def test_a_program_keeps_its_lines_and_margins(window: Browser) -> None:
    go(window, "running", "proposals/301.html")
    assert shown(window, ".effects code").rstrip() == COINS


def test_times_stand_by_the_readers_own_clock_beside_the_others(window: Browser) -> None:
    """And without a script, and where the clock is that of UTC, as they are written."""
    window.zone("Asia/Kolkata")
    go(window, "whole", "index.html")
    assert "1 January 2026, 00:55 UTC (06:25 here)" in shown(window, "main")
    assert "those of Asia/" in shown(window, "footer")
    window.zone("America/New_York")
    go(window, "whole", "proposals/302.html")
    assert "1 January 2026, 00:13 UTC (31 December, 19:13 here)" in shown(window, "main")
    go(window, "", "index.html")
    assert " here)" in shown(window, "main")
    window.scripts(on=False)
    go(window, "whole", "index.html")
    assert "here)" not in shown(window, "main")
    window.scripts(on=True)
    window.zone("UTC")
    go(window, "whole", "index.html")
    assert "here)" not in shown(window, "main") and "All times are UTC." in shown(window, "footer")


def test_what_a_long_page_begins_with_leads_to_it(window: Browser) -> None:
    """Of the rules, as long as they are shown as they stand."""
    go(window, "whole", "rules.html")
    window.run("document.documentElement.style.scrollBehavior = 'auto'")
    window.run("document.querySelector('.contents summary').click()")
    window.run("document.querySelector('.contents a[href=\"#r208\"]').click()")
    top = "document.querySelector(':target').getBoundingClientRect().top"
    assert -1 <= window.run(top) < 300
    window.run("document.getElementById('time').focus()")
    window.keys("Home")
    assert not window.run("document.querySelector('.contents').checkVisibility()")


def test_a_web_server_will_do_as_well(window: Browser) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    handler = partial(Quiet, directory=str(site("whole")))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{server.server_port}"
        for page in ("index.html", "rules.html", "search.html", "dice.html"):
            window.open(f"{at}/{page}")
            assert window.complaints == []
            assert all(one.startswith(at) for one in window.loaded)
        assert " come out as they say" in window.run(CHECK)
        server.shutdown()


def test_on_paper_there_is_the_text_and_no_way_about(window: Browser) -> None:
    go(window, "whole", "proposals/302.html")
    window.look(paper=True, dark=True)
    assert window.run("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not window.run("document.querySelector('.top nav').checkVisibility()")
    assert "A defeat costs" in shown(window, "main")
    inner = "document.querySelector('details > .said').checkVisibility()"
    assert window.run(f"{inner} || 'closed'") is True  # what is folded up is there on paper
    assert window.printed().startswith(b"%PDF-")


def test_by_night_the_paper_is_dark(window: Browser) -> None:
    ground = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    go(window, "whole", "index.html")
    assert min(window.run(ground)) > 200
    window.look(dark=True)
    assert max(window.run(ground)) < 60


@pytest.mark.parametrize("name", ["hostile", "told, hostile"])
def test_what_people_write_stays_text(window: Browser, name: str) -> None:
    """No page of a hostile game runs anything, asks for anything, or has an element of theirs."""
    pages = sorted(one.relative_to(site(name)) for one in site(name).rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        go(window, name, str(page))
        assert window.run("document.title !== 'taken' && document.querySelectorAll('h1').length"), (
            page
        )
        assert window.run("document.querySelectorAll('img, main svg[onload], h1').length") == 1
        assert not window.run("document.querySelector('main ~ main, main script')")
    go(window, name, "proposals/301.html")
    assert ATTACKS[0] in shown(window, "main")
    go(window, name, "search.html")
    window.run("document.getElementById('words').focus()")
    window.type("onerror")
    assert "onerror" in shown(window, "#hits")
    assert window.run("document.querySelectorAll('img').length") == 0


def test_the_first_key_leads_to_the_content(window: Browser) -> None:
    go(window, "whole", "index.html")
    window.keys("Tab")
    assert window.run("document.activeElement.textContent") == "Skip to the content"
    assert window.run("document.activeElement.getBoundingClientRect().top >= 0")


LOOKS = product(
    ["whole", "many rules", "under way", "begun", "hostile", "told", "told, hostile"], [False, True]
)


@pytest.mark.parametrize(("name", "dark"), some(list(LOOKS), 4, check=4))
def test_axe_finds_nothing(window: Browser, name: str, *, dark: bool) -> None:
    """All its rules, best practices too, on a page of every kind; by night on a telephone."""
    axe = (judges() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    window.look(dark=dark)
    window.size(360 if dark else 1280)
    for page in PAGES:
        if not (site(name) / page).exists():
            continue
        go(window, name, page)
        window.run(f"{axe}; 0")
        found = window.run("axe.run().then(told => told.violations)")
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == [], page


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_axe_finds_nothing_in_an_index_of_games(window: Browser, *, dark: bool) -> None:
    axe = (judges() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    window.look(dark=dark)
    window.size(360 if dark else 1280)
    go(window, "", "index.html")
    window.run(f"{axe}; 0")
    found = window.run("axe.run().then(told => told.violations)")
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
